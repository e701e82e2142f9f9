// Where everything is, in every size: nothing overlaps, nothing leaves the screen, and axe finds nothing.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { misplaced } from "./geometry";
import { type Fixture, type Message, type Seen, Stand, fixture } from "./stand";

/** Telephones held sideways, and windows of 1280 × 800 at 150 and at 200 %. */
const FLAT = [
  [844, 390],
  [667, 375],
  [932, 430],
  [640, 400],
  [853, 533],
] as const;
const SIZES = [
  [390, 844],
  [390, 664],
  [360, 640],
  [320, 568],
  ...FLAT,
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [2560, 1440],
] as const;
const TABLES = [
  "two-draw",
  "two-late",
  "four-opening",
  "four-draw",
  "four-late",
  "four-asked",
  "classic-frozen",
  "six-draw",
  "eight-pairs",
  "eight-alone",
];
const PICTURES = process.env["PICTURES"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
}, 60_000);
afterAll(() => stand.close());

/** Look at the page in every size, and once with axe. */
async function checked(seen: Seen, name: string, sizes: readonly (readonly [number, number])[] = SIZES): Promise<void> {
  for (const [at, [width, height]] of sizes.entries()) {
    await seen.page.setViewportSize({ width, height });
    // Sizes follow from the first frame; the second one shows them.
    await seen.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    if (PICTURES) await seen.page.screenshot({ path: `${PICTURES}/${name}-${width}x${height}.png` });
    expect.soft(await seen.page.evaluate(misplaced), `${name} ${width}x${height}`).toEqual([]);
    if (at > 0) continue;
    await seen.page.evaluate(AXE);
    const found = await seen.page.evaluate(async () => {
      const { violations } = await (
        window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
        }
      ).axe.run();
      return violations.map(
        (each) =>
          `${each.id}: ${each.nodes
            .map((node) => node.html.slice(0, 160) + (node.failureSummary ?? ""))
            .slice(0, 3)
            .join(" | ")}`,
      );
    });
    expect.soft(found, name).toEqual([]);
  }
  expect.soft(seen.errors, name).toEqual([]);
  await seen.context.close();
}

for (const [at, name] of TABLES.entries()) {
  test(`${name}: everything has its place`, async () => {
    const look = at % 2 ? "day" : "night";
    await checked(await stand.show(fixture(name), 390, 844, { look }), `${name}-${look}`);
  }, 120_000);
}

const LOOKS = [
  ["four-draw", "large,night"],
  ["eight-pairs", "large,left,day"],
  ["six-draw", "contrast,night"],
  ["four-opening", "contrast,day,four"],
] as const;
for (const [name, look] of LOOKS) {
  test(`${name} in ${look}: everything has its place`, async () => {
    await checked(await stand.show(fixture(name), 390, 844, { look }), `${name}-${look.replaceAll(",", "-")}`);
  }, 120_000);
}

test("how long someone is away is whole on every plate", async () => {
  const shown = fixture("four-draw");
  const seats = shown.table.state.public["seats"] as Record<string, Message>;
  for (const seat of ["2", "3"]) Object.assign(seats[seat]!, { plays: "person", away: Date.now() - 754_000 });
  const seen = await stand.show(shown, 390, 664, { look: "day" });
  for (const width of [390, 360, 320, 1280]) {
    await seen.page.setViewportSize({ width, height: 664 });
    await seen.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    if (PICTURES) await seen.page.screenshot({ path: `${PICTURES}/away-${width}.png` });
    const cut = await seen.page.locator(".mark.gone").evaluateAll((marks) =>
      marks.map((mark) => {
        const box = mark.getBoundingClientRect();
        for (let around = mark.parentElement; around; around = around.parentElement) {
          // What is placed by the plate is cut by nothing inside it.
          if (
            getComputedStyle(mark).position === "absolute" &&
            around !== mark.closest(".plate") &&
            mark.closest(".plate")?.contains(around)
          )
            continue;
          const edge = around.getBoundingClientRect();
          if (
            getComputedStyle(around).overflowX !== "visible" &&
            (box.left < edge.left || box.right > edge.right || box.top < edge.top)
          )
            return around.className;
        }
        return mark.textContent;
      }),
    );
    expect.soft(cut, `${width}`).toEqual(["◌ 12m", "◌ 12m"]);
  }
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);

test("the tray open, in every size", async () => {
  const seen = await stand.show(fixture("four-opening"), 390, 844, { look: "night" });
  for (const rank of ["J", "Q", "8"]) {
    for (const card of await seen.page.locator(`[data-id^="${rank}"]`).all())
      await card.click({ position: { x: 10, y: 10 } });
    await seen.page.getByRole("button", { name: "to the tray" }).click();
  }
  await seen.page
    .locator('[data-id^="2"]')
    .first()
    .click({ position: { x: 10, y: 10 } });
  await checked(seen, "tray");
}, 120_000);

const PHONES = [
  [390, 664],
  [320, 568],
  [667, 375],
  [640, 400],
  [1280, 800],
] as const;
const PROCEDURES = JSON.parse(readFileSync(new URL("../../fixtures/procedures.json", import.meta.url), "utf8")) as {
  id: string;
  table: Fixture["table"];
  steps: { frame: Message }[];
}[];

for (const [id, steps] of [
  ["last-lap", 1],
  ["frozen-in-time", 2],
  ["permission-of-one", 0],
  ["permission-knee", 0],
  ["restore", 1],
  ["no-stock", 0],
  ["sevens-kept", 0],
] as const) {
  test(`${id}: everything has its place`, async () => {
    const procedure = PROCEDURES.find((each) => each.id === id)!;
    const seen = await stand.show({ table: procedure.table, told: [] }, 390, 844);
    for (const { frame } of procedure.steps.slice(0, steps)) seen.socket().send(JSON.stringify(frame));
    await checked(seen, id, PHONES);
  }, 60_000);
}

test("the pile is taken to open: its meld stands in the tray", async () => {
  const procedure = PROCEDURES.find((each) => each.id === "open-with-the-pile")!;
  const seen = await stand.show({ table: procedure.table, told: [] }, 390, 844, {
    answer: (message, socket) => {
      if (message["t"] === "try")
        socket.send(
          JSON.stringify({
            t: "tried",
            n: message["n"],
            move: message["move"],
            worth: 60,
            refused: { clause: "opening.minimum", text: "You need 90 to open; these melds are worth 60." },
          }),
        );
    },
  });
  await seen.page.locator('[data-do="take"]').click();
  await seen.page
    .locator('[data-id^="K"]')
    .first()
    .click({ position: { x: 9, y: 9 } });
  await checked(seen, "taking", PHONES);
}, 60_000);

for (const [name, hand] of [
  ["four-opening", "fan"],
  ["eight-pairs", "fan"],
  ["two-late", "own"],
  ["four-opening", "own"],
] as const) {
  test(`${name}, the hand as ${hand}: everything has its place`, async () => {
    const seen = await stand.show(fixture(name), 390, 844, { settings: { hand } });
    await checked(seen, `${name}-${hand}`, PHONES);
  }, 60_000);
}

test("the typed line stands where the buttons stand", async () => {
  const seen = await stand.show(fixture("four-opening"), 390, 844);
  await seen.page.keyboard.press("/");
  await checked(seen, "typed", PHONES);
}, 60_000);

test("sheets are in reach in a low window, and a window that is lower still scrolls", async () => {
  const seen = await stand.show(fixture("four-draw"), 844, 390);
  const { page } = seen;
  for (const [width, height] of FLAT) {
    await page.setViewportSize({ width, height });
    for (const open of ["Menu", "Help", "More"]) {
      await page.getByRole("button", { name: open, exact: true }).click();
      const sheet = page.locator("dialog");
      const box = (await sheet.boundingBox())!;
      expect
        .soft(
          [box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height],
          `${open} ${width}x${height}`,
        )
        .toEqual([true, true, true, true]);
      await sheet.getByRole("button").last().scrollIntoViewIfNeeded();
      await expect
        .soft(page.getByRole("button", { name: "Close" }).isVisible(), `${open} ${width}x${height}`)
        .resolves.toBe(true);
      await page.getByRole("button", { name: "Close" }).click();
    }
  }
  // 1280 × 720 at 400 %
  for (const [width, height] of [
    [568, 250],
    [320, 180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.locator('[data-do="draw"]').scrollIntoViewIfNeeded();
    const box = (await page.locator('[data-do="draw"]').boundingBox())!;
    expect
      .soft(
        box.y >= 0 && box.y + box.height <= height && box.x + box.width <= width,
        `${width}x${height} ${JSON.stringify(box)}`,
      )
      .toBe(true);
  }
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);
