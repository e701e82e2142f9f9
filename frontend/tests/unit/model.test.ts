// What the table shows.

import { describe, expect, test } from "vitest";
import type { LackState } from "../../src/lib/source/protocol";
import { countOf } from "../../src/lib/rooms/count";
import { buttons } from "../../src/lib/table/buttons";
import { inOrder, inSigns, lackingPlaces, shortly, tableModel } from "../../src/lib/table/model";
import { sceneOf, stateOf } from "./recorded";

describe("the table", () => {
  test("seats everyone in the order of play, you last, your side with the circle", () => {
    expect(inOrder(4, 2)).toEqual([3, 4, 1, 2]);
    const model = tableModel(stateOf("eight-pairs"))!;
    expect(model.players.at(-1)).toMatchObject({ me: true, name: "You", sign: 0 });
    expect(new Set(model.players.map((player) => player.sign))).toEqual(new Set([0, 1, 2, 3]));
    expect(model.own?.title.startsWith("You and ")).toBe(true);
  });
  test("puts canastas first, then melds by rank, wild cards, red threes, places still needed", () => {
    const own = tableModel(stateOf("four-late"))!.own!;
    const kinds = own.melds.map((meld) => meld.kind);
    const order = ["canasta", "meld", "reds", "needed"];
    expect(kinds).toEqual([...kinds].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(kinds).toContain("canasta");
    for (const meld of own.melds.filter((each) => each.kind === "canasta")) {
      expect(meld.band).toBe({ clean: "natural", dirty: "mixed", wild: "wild" }[meld.word]);
      expect(meld.spoken).toMatch(
        meld.word === "wild" ? /^canasta of wild cards, 7 cards$/ : /^(clean|dirty) canasta of \w+, 7 cards$/,
      );
    }
  });
  test("turns what is lacking into places", () => {
    const places = (...lacks: LackState[]): string[] => lackingPlaces(lacks).map((each) => each.word);
    expect(
      places(
        { count: 2, class: "clean", band: "natural" },
        { count: 1, class: "wild", band: "wild" },
        { count: 1, class: "fives", band: "special" },
      ),
    ).toEqual(["clean", "clean", "wild", "fives"]);
    const { words } = stateOf("four-late").rules;
    expect([
      places({ count: 1 }),
      places(),
      shortly(
        [{ count: 2, class: "clean", band: "natural" }, { count: 1, class: "sevens", band: "special" }, { count: 2 }],
        words,
      ),
      shortly([], words),
    ]).toEqual([["any"], [], "2 clean, 1 of sevens, 2 canastas", ""]);
  });
  test("says in signs what is lacking, where words have no room", () => {
    expect(
      inSigns([
        { count: 2, class: "clean", band: "natural" },
        { count: 1, class: "wild", band: "wild" },
        { count: 1, class: "sevens", band: "special", rank: "7" },
        { count: 1, class: "tens", band: "special", rank: "T" },
        { count: 3 },
      ]),
    ).toEqual([
      { text: "2C", band: "natural" },
      { text: "★", band: "wild" },
      { text: "7", band: "special" },
      { text: "10", band: "special" },
      { text: "×3", band: "" },
    ]);
    expect(tableModel(stateOf("four-late"))!.sides.map((side) => side.lacks.map(({ text }) => text))).toEqual([
      [],
      ["★"],
    ]);
  });
  test("speaks in the words of the game", () => {
    const told = stateOf("words-late");
    const { sides, subtitle } = tableModel(told)!;
    const spoken = sides.flatMap((side) => side.melds).map((meld) => meld.spoken);
    expect(subtitle).toMatch(/^round 2 of \d$/);
    expect(spoken.filter((each) => /^(red|black|) ?book of /.test(each)).length).toBeGreaterThan(1);
    expect(
      spoken.filter((each) => each.startsWith("still needed")).every((each) => /: one (red |black |)book$/.test(each)),
    ).toBe(true);
    expect(JSON.stringify(spoken)).not.toContain("canasta");
    expect(shortly([{ count: 2 }, { count: 1, class: "red", band: "natural" }], told.rules.words)).toBe(
      "2 books, 1 red",
    );
    expect(tableModel(stateOf("words-counted"))).toBeNull();
  });
  test("counts an item once for all sides, whatever the game calls it and however many there are", () => {
    const told = stateOf("words-counted");
    const counted = Object.values(told.public.deals ?? {}).at(-1)!;
    const { rows } = countOf(told)!;
    const items = (of: typeof counted): Set<string> =>
      new Set(of.sheets.flatMap((sheet) => sheet.parts.flatMap((part) => part.lines.map((line) => line.item ?? ""))));
    expect(rows).toHaveLength(items(counted).size);
    expect(new Set(rows.map((row) => row.title)).size).toBe(rows.length);
    expect(rows.map((row) => row.title)).toContain("Red books");
    expect(rows.find((row) => row.title === "Melded cards")!.cells.map((cell) => cell?.note)).toEqual([
      expect.stringMatching(/^\d+ cards$/),
      expect.stringMatching(/^\d+ cards$/),
    ]);
    // Counted by an older program, that named no items.
    const lines = counted.sheets.flatMap((sheet) => sheet.parts.flatMap((part) => part.lines));
    for (const line of lines) {
      delete line.item;
      delete line.title;
    }
    expect(countOf(told)!.deal).toEqual(counted.sheets.map((sheet) => sheet.total));
    expect(countOf(told)!.rows.every((row) => row.title)).toBe(true);
  });
  test("speaks of a player who is watched again by name", () => {
    const told = stateOf("two-draw");
    told.public.table!.sides["1"]!.opened = false;
    const [named, mine] = [tableModel(told, "Greedy 1")!.own!, tableModel(told)!.own!];
    expect([named.need, mine.need]).toEqual([
      expect.stringMatching(/^needs [0-9]+ to open$/),
      expect.stringMatching(/^need [0-9]+ to open$/),
    ]);
    expect([named.empty, mine.empty]).toEqual(["Nothing laid yet", expect.stringMatching(/^Nothing laid yet. Your/)]);
  });
  test("shows a spectator no hand", () => {
    const told = stateOf("four-draw");
    delete told.own;
    const model = tableModel(told)!;
    expect(model.me).toBeNull();
    expect(model.players.map((player) => player.seat)).toEqual([1, 2, 3, 4]);
    expect(buttons(sceneOf(told)).map((button) => button.id)).toEqual(["leave", "seats", "story"]);
  });
});
