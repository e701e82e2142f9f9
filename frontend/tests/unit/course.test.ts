// The story of a match that is over.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countOf } from "../../src/lib/rooms/count";
import { courseOf } from "../../src/lib/rooms/course";
import type { TableState } from "../../src/lib/source/protocol";

/** A match of two sides with these points in each deal; side 2 is yours, and `winners` won. */
function played(deals: [number, number][], winners = [2]): string[] {
  const text = readFileSync(new URL("../../fixtures/four-over.json", import.meta.url), "utf8");
  const { state } = (JSON.parse(text) as { table: { state: TableState } }).table;
  const sheets = Object.values(state.public.deals!)[0]!.sheets;
  const totals = [0, 0];
  state.public.deals = Object.fromEntries(
    deals.map((points, at) => {
      points.forEach((each, side) => (totals[side]! += each));
      return [
        at + 1,
        { sheets: sheets.map((sheet, side) => ({ ...sheet, total: points[side]! })), totals: [...totals] },
      ];
    }),
  );
  Object.assign(state.public, { totals, winners });
  return courseOf(state, countOf(state)!, "deal");
}
const last = (deals: number): string =>
  `Wild canastas brought you and Ivy the most: ${(deals * 1500).toLocaleString()} points.`;

test("the story says how the lead went, which deal was best and what counted most", () => {
  expect(
    played([
      [500, 400],
      [100, 300],
      [200, 900],
    ]),
  ).toEqual([
    "You and Ivy took the lead in deal 2 and kept it.",
    "You and Ivy had the best deal: 900 points in deal 3.",
    last(3),
  ]);
});

test.each([
  [
    "You and Ivy led from the first deal to the last.",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    "You and Ivy took the lead in the last deal.",
    [
      [5, 2],
      [3, 9],
    ],
  ],
  [
    "The lead changed hands twice; you and Ivy took it for good in deal 3.",
    [
      [1, 2],
      [5, 0],
      [0, 9],
      [0, 1],
    ],
  ],
  [
    "The lead changed hands four times; you and Ivy took it for good in deal 5.",
    [
      [1, 2],
      [5, 0],
      [0, 9],
      [9, 0],
      [0, 9],
      [0, 1],
    ],
  ],
] as [string, [number, number][]][])("%s", (line, deals) => {
  expect(played(deals)[0]).toBe(line);
});

test("a match of one deal has no lead to tell of, and one that is shared only its best deal", () => {
  expect(played([[100, 200]])).toEqual([last(1)]);
  expect(
    played(
      [
        [100, 200],
        [200, 100],
      ],
      [1, 2],
    ),
  ).toEqual(["You and Ivy had the best deal: 200 points in deal 1."]);
});
