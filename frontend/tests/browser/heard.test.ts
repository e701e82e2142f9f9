// What a screen reader hears, against a transcript written by hand: "." is told politely, "!" at once.

import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fixture, type Message, Stand, fixture } from "./stand";

interface Procedure {
  id: string;
  table: Fixture["table"];
  steps: { frame: Message }[];
}
const ALL = JSON.parse(readFileSync(new URL("../../fixtures/procedures.json", import.meta.url), "utf8")) as Procedure[];
const WRITTEN = readFileSync(new URL("heard.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

test("a whole deal is heard as it was written down", async () => {
  const deal = ALL.find((procedure) => procedure.id === "whole-deal")!;
  const seen = await stand.show({ table: deal.table, told: [] }, 390, 844, { clock: true });
  const heard = (): Promise<string[]> =>
    seen.page.evaluate(() => {
      const kept = window as unknown as { heard?: string[]; last?: string };
      const text = (role: string): string =>
        document.querySelector(`.offstage.fixed[role="${role}"]`)?.textContent ?? "";
      kept.heard ??= text("status") ? [`! ${text("status")}`] : [];
      if (kept.last === undefined) {
        kept.last = text("status");
        const watch = (role: string, sign: string): void => {
          new MutationObserver(() => {
            if (text(role)) kept.heard!.push(`${sign} ${text(role)}`);
          }).observe(document.querySelector(`.offstage.fixed[role="${role}"]`)!, {
            childList: true,
            characterData: true,
            subtree: true,
          });
        };
        watch("log", ".");
        watch("status", "!");
      }
      return kept.heard;
    });
  await heard();
  for (const { frame } of deal.steps) {
    seen.socket().send(JSON.stringify(frame));
    // The message comes in real time, what waits for the next one runs by the clock of the test.
    await seen.page.evaluate(() => 0);
    await seen.page.clock.runFor(800);
  }
  await expect.poll(heard).toEqual(WRITTEN);
  await seen.context.close();
}, 60_000);

test("keys read a seat, the pile, the scores and the melds", async () => {
  const seen = await stand.show(fixture("four-late"), 1280, 800);
  const said = seen.page.locator('.offstage.fixed[role="log"]');
  // What happened before is read out first.
  await expect.poll(() => said.textContent(), { timeout: 10_000 }).toMatch(/Ruth drew 2, added two aces and discarded/);
  for (const [key, what] of [
    ["Shift+Digit2", /^Seat 2: Tom, 6 cards, dealer, bot; Tom and Ruth: 7,140, to go out: 1 wild/],
    ["p", /^Pile, 24 cards, king of diamonds on top\. Stock, 97 cards\.$/],
    ["s", /^You and Ivy: 7,205, and 7,000 on the table\. Tom and Ruth: 7,140, and 4,630 on the table\.$/],
    ["m", /^You and Ivy: .*canasta of fours, 7 cards.*Tom and Ruth: /],
  ] as const) {
    await seen.page.keyboard.press(key);
    await expect.poll(() => said.textContent()).toMatch(what);
  }
  await seen.context.close();
}, 60_000);
