// What moves, and above all what does not: nothing on the page makes way for what is chosen or for what others do.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Seen, Stand, fixture } from "./stand";

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

const ZONES = ".head, .field, .ground, .work, .saying, .hand, .acts";
const boxes = (seen: Seen): Promise<string[]> =>
  seen.page.evaluate(
    (zones) =>
      [...document.querySelectorAll(zones)].map((zone) => {
        const { left, top, width, height } = zone.getBoundingClientRect();
        return `${zone.className}: ${[left, top, width, height].map(Math.round).join(" ")}`;
      }),
    ZONES,
  );
const frames = (seen: Seen): Promise<unknown> =>
  seen.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test("choosing cards moves no zone of the table", async () => {
  for (const name of ["four-draw", "six-draw", "four-late"]) {
    const seen = await stand.show(fixture(name), 390, 844, {});
    for (const [width, height] of [
      [390, 844],
      [390, 664],
      [320, 568],
      [1280, 800],
    ] as const) {
      await seen.page.setViewportSize({ width, height });
      await frames(seen);
      const before = await boxes(seen);
      const cards = (await seen.page.locator(".held-card").all()).slice(0, 6);
      for (const card of cards) {
        await card.click({ position: { x: 8, y: 8 } });
        await frames(seen);
        expect
          .soft(await boxes(seen), `${name} ${width}x${height}, ${await seen.page.locator(".acts").innerText()}`)
          .toEqual(before);
      }
      await seen.page.keyboard.press("Escape");
    }
    await seen.context.close();
  }
}, 120_000);

test("what others do is told above the hand, and nothing shifts when one sentence follows another", async () => {
  const shown = fixture("four-draw");
  const seen = await stand.show(shown, 390, 844, { touch: true });
  const seat = Number(shown.table.you["seat"]);
  const next = (seat % 4) + 1;
  let seq = shown.table.seq + 2;
  const tell = async (by: number, text: string, changes: object = {}): Promise<void> => {
    seen.socket().send(
      JSON.stringify({
        t: "happened",
        seq,
        at: 0,
        by,
        cmd: `x${seq}`,
        lines: [[{ name: by, text: text.slice(0, text.indexOf(" ")) }, text.slice(text.indexOf(" "))]],
        public: {},
        ...changes,
      }),
    );
    seq += 1;
    await frames(seen);
  };
  await tell(seat, "You discarded a king.", {
    public: { table: { turn: next, waiting: null } },
    own: { choices: null },
  });
  await expect.poll(() => seen.page.locator(".say").innerText()).toMatch(/^\S+ is playing\.$/);
  await seen.page.evaluate(() => {
    const kept = window as unknown as { shifted: string[] };
    kept.shifted = [];
    new PerformanceObserver((list) => {
      for (const each of list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[]) {
        for (const { node } of each.sources)
          kept.shifted.push(node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? ""));
      }
    }).observe({ type: "layout-shift", buffered: false });
  });
  const before = await boxes(seen);
  for (const text of [
    "Sam drew two cards.",
    "Sam laid three kings, four fives and three aces, and opened with 95.",
    "Sam discarded a four.",
    "Sam added one card.",
  ]) {
    await tell(next, text);
    await expect.poll(() => seen.page.locator(".say").innerText(), { timeout: 8_000 }).toBe(text);
    expect(await boxes(seen)).toEqual(before);
  }
  await tell((next % 4) + 1, "Ivy melded out of turn.");
  await expect
    .poll(() => seen.page.locator(".say").innerText(), { timeout: 8_000 })
    .toMatch(/^Ivy melded out of turn\. \S+ is playing\.$/);
  await frames(seen);
  expect(await seen.page.evaluate(() => (window as unknown as { shifted: string[] }).shifted)).toEqual([]);
  // The sentence is for the eyes: what happened is read out once, by the log.
  expect(await seen.page.locator(".saying [role], .saying [aria-live]").count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);

test("the cards of a deal fly to the hand, one after another, although the table was not there before", async () => {
  const shown = fixture("four-draw");
  const { table, ...others } = shown.table.state.public;
  const { own } = shown.table.state;
  shown.table.state.public = { ...others, state: "numbers" };
  shown.table.state.own = { seat: own!["seat"] };
  const seen = await stand.show(shown, 390, 844, { motion: true });
  await seen.page.evaluate(() => {
    const kept = window as unknown as { flown: [string, unknown][] };
    kept.flown = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, told): Animation {
      kept.flown.push([(this as HTMLElement).dataset["id"] ?? "", (told as KeyframeAnimationOptions).delay]);
      return animate.call(this, frames, told);
    };
  });
  const hand = "4c5c6d7h7h8s9dTcJhQdKs2cJk";
  seen.socket().send(
    JSON.stringify({
      t: "happened",
      seq: shown.table.seq + 2,
      at: 0,
      act: "close-numbers",
      cmd: "x",
      lines: [],
      public: { state: "playing", table },
      own: { hand, choices: own!.choices },
    }),
  );
  await seen.page.locator(".held-card").first().waitFor();
  const flown = (): Promise<[string, number][]> =>
    seen.page.evaluate(() => (window as unknown as { flown: [string, number][] }).flown);
  await expect.poll(async () => (await flown()).filter(([id]) => id).length).toBe(13);
  // Backs go to the others meanwhile.
  const delays = (await flown()).filter(([id]) => id).map(([, delay]) => delay);
  expect(delays).toEqual([...delays].sort((one, other) => one - other));
  expect(new Set(delays).size).toBe(13);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);
