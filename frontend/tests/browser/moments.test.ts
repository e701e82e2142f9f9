// The moments of a recorded deal on the page: what moves and how, that any touch or key ends it, and that calm shows
// none.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folded } from "../../src/lib/source/fold";
import type { TableState } from "../../src/lib/source/protocol";
import type { Happened } from "../../src/lib/source/source";
import { type Fixture, type Message, type Seen, Stand } from "./stand";

const stream = JSON.parse(readFileSync(new URL("../../fixtures/stream.json", import.meta.url), "utf8")) as {
  first: { state: TableState; you: Message };
  frames: Happened[];
};
/** Entries of the recorded deal, as Ann in seat 1 saw them. */
const ENTRIES = { open: 18, othersCanasta: 29, othersFoot: 30, canasta: 32, foot: 131, out: 190 };

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

/** The table just before the entry `seq`, with an ear for all that is animated. */
async function before(seq: number, options: Parameters<Stand["show"]>[3] = {}): Promise<Seen> {
  let { state } = stream.first;
  for (const frame of stream.frames) if (frame.seq < seq) ({ state } = folded(state, frame, 1));
  const table = { t: "table", seq: seq - 1, you: stream.first.you, state, story: [] };
  const seen = await stand.show({ table, told: [] } as unknown as Fixture, 390, 844, { touch: true, ...options });
  await seen.page.evaluate(() => {
    const kept = window as unknown as { animated: string[][] };
    kept.animated = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, told): Animation {
      kept.animated.push((frames as Keyframe[]).flatMap(Object.keys));
      return animate.call(this, frames, told);
    };
  });
  return seen;
}
/** The entry `seq` happens. */
async function happen(seen: Seen, seq: number): Promise<void> {
  const { events: _, ...told } = stream.frames.find((frame) => frame.seq === seq)!;
  seen.socket().send(JSON.stringify(told));
  await seen.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
const animated = (seen: Seen): Promise<string[][]> =>
  seen.page.evaluate(() => (window as unknown as { animated: string[][] }).animated);
const over = (seen: Seen): Promise<number> => seen.page.locator(".flights > *").count();

test("moments move by transforms and opacity alone, and leave nothing behind", async () => {
  for (const [name, seq] of Object.entries(ENTRIES)) {
    const seen = await before(seq, { motion: true });
    await happen(seen, seq);
    await expect.poll(async () => (await animated(seen)).length, { message: name }).toBeGreaterThan(0);
    const keys = new Set((await animated(seen)).flat());
    for (const key of ["offset", "easing", "transform", "opacity"]) keys.delete(key);
    expect([...keys], name).toEqual([]);
    expect(await over(seen), name).toBeGreaterThan(0);
    await expect.poll(() => over(seen), { timeout: 5_000, message: name }).toBe(0);
    expect(seen.errors).toEqual([]);
    await seen.context.close();
  }
}, 120_000);

test("a canasta tells its points on the way to the score, a packet what it is called", async () => {
  for (const [seq, words] of [
    [ENTRIES.canasta, ["+320"]],
    [ENTRIES.open, ["Opened +70"]],
    [ENTRIES.othersFoot, ["Foot"]],
    [ENTRIES.out, ["Out"]],
  ] as const) {
    const seen = await before(seq, { motion: true });
    await happen(seen, seq);
    await expect.poll(() => seen.page.locator(".flights > .word").allInnerTexts()).toEqual(words);
    await seen.context.close();
  }
}, 60_000);

test("a tap in a moment ends it, and does what it does", async () => {
  const seen = await before(ENTRIES.canasta, { motion: true, settings: { motion: "slow" } });
  await happen(seen, ENTRIES.canasta);
  await seen.page.locator(".flights > .word").first().waitFor({ state: "attached" });
  const card = seen.page.locator('.held-card[data-id^="Qs."]').first();
  await card.tap({ position: { x: 8, y: 8 } });
  expect(await card.getAttribute("aria-selected")).toBe("true");
  expect(await over(seen)).toBe(0);
  expect(
    await seen.page.evaluate(
      () =>
        document.getAnimations().filter((each) => !(each instanceof CSSTransition) && !(each instanceof CSSAnimation))
          .length,
    ),
  ).toBe(0);
  await seen.context.close();
}, 60_000);

test("a key in a moment ends it, and does what it does", async () => {
  const seen = await before(ENTRIES.canasta, { motion: true, settings: { motion: "slow" } });
  await happen(seen, ENTRIES.canasta);
  await seen.page.locator(".flights > .word").first().waitFor({ state: "attached" });
  await seen.page.keyboard.press("q");
  expect(await over(seen)).toBe(0);
  expect(await seen.page.evaluate(() => (document.activeElement as HTMLElement).dataset["id"])).toMatch(/^Qs\./);
  await seen.context.close();
}, 60_000);

test("calm and reduced motion show no moment", async () => {
  for (const options of [{ look: "calm", motion: true }, { motion: false }]) {
    for (const seq of [ENTRIES.canasta, ENTRIES.out]) {
      const seen = await before(seq, options);
      await happen(seen, seq);
      await seen.page.waitForTimeout(200);
      expect([await animated(seen), await over(seen)]).toEqual([[], 0]);
      await seen.context.close();
    }
  }
}, 60_000);
