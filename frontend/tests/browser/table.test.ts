// Where everything is, in every size: nothing overlaps, nothing leaves the screen, and axe finds nothing.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { misplaced } from "./geometry";
import { type Seen, Stand, fixture } from "./stand";

const SIZES = [[390, 844], [390, 664], [360, 640], [320, 568], [820, 1180], [1280, 800], [1920, 1080], [2560, 1440]] as const;
const TABLES = ["two-draw", "two-late", "four-opening", "four-draw", "four-late", "four-asked", "classic-frozen", "six-draw", "eight-pairs", "eight-alone"];
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
    await seen.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (PICTURES) await seen.page.screenshot({ path: `${PICTURES}/${name}-${width}x${height}.png` });
    expect.soft(await seen.page.evaluate(misplaced), `${name} ${width}x${height}`).toEqual([]);
    if (at > 0) continue;
    await seen.page.evaluate(AXE);
    const found = await seen.page.evaluate(async () => {
      const { violations } = await (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> } }).axe.run();
      return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 160) + (node.failureSummary ?? "")).slice(0, 3).join(" | ")}`);
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

const LOOKS = [["four-draw", "large,night"], ["eight-pairs", "large,left,day"], ["six-draw", "contrast,night"], ["four-opening", "contrast,day,four"]] as const;
for (const [name, look] of LOOKS) {
  test(`${name} in ${look}: everything has its place`, async () => {
    await checked(await stand.show(fixture(name), 390, 844, { look }), `${name}-${look.replaceAll(",", "-")}`);
  }, 120_000);
}

test("the tray open, in every size", async () => {
  const seen = await stand.show(fixture("four-opening"), 390, 844, { look: "night" });
  for (const rank of ["J", "Q", "8"]) {
    for (const card of await seen.page.locator(`[data-id^="${rank}"]`).all()) await card.click({ position: { x: 10, y: 10 } });
    await seen.page.getByRole("button", { name: "to the tray" }).click();
  }
  await seen.page.locator('[data-id^="2"]').first().click({ position: { x: 10, y: 10 } });
  await checked(seen, "tray");
}, 120_000);
