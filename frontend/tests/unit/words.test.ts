// A family's words for everything: no sentence of the page has the usual ones.

import { expect, test } from "vitest";
import { buttons, moreButtons } from "../../src/lib/table/buttons";
import { cardsOf, withIds } from "../../src/lib/cards/cards";
import { countOf } from "../../src/lib/rooms/count";
import { heardMelds, heardPile, heardScores, heardSeat } from "../../src/lib/texts/announcements";
import { lineText, named } from "../../src/lib/texts/lines";
import { tableModel } from "../../src/lib/table/model";
import { prompting } from "../../src/lib/table/prompts";
import type { Choices, LackState, TableState } from "../../src/lib/source/protocol";
import type { Scene } from "../../src/lib/table/scene";
import { momentOf, sceneOf, stateOf } from "./recorded";

const late = (): TableState => stateOf("words-late");
const USUAL = /\b(canastas?|deals?|natural|mixed)\b/i;
const LACKS: LackState[] = [
  { count: 1, class: "red", band: "natural" },
  { count: 1, class: "black", band: "mixed" },
  { count: 1, class: "star", band: "wild" },
  { count: 1, class: "sevens", band: "special" },
  { count: 2 },
];

function scene(state: TableState, choices: Choices | null = state.own?.choices ?? null): Scene {
  const { choices: _, ...own } = state.own!;
  return sceneOf(state, { own: { ...own, ...(choices && { choices }) } });
}
const said = (of: Scene): string => {
  const { lead, text, after, why } = prompting(of);
  return [lead, text, after, why, ...[...buttons(of), ...moreButtons(of)].map((button) => button.label)].join(" · ");
};

test("every word of the fixture is another than the usual one", () => {
  expect(late().rules.words).toEqual({
    deal: "round",
    hand: "looking hand",
    canasta: "book",
    canastas: "books",
    natural: "red",
    mixed: "black",
    wild: "star",
  });
});

test("what a screen reader hears of seats, melds and scores", () => {
  const state = late();
  const side = state.public.table!.sides[1]!;
  side.lacks = LACKS;
  side.melds["wild.c1"] = { cards: "2c2c2d2h2s2sJk", class: "star", band: "wild" };
  state.public.seats[2]!.coming = "Zoe";
  const model = tableModel(state)!;
  const melds = heardMelds(model);
  expect(melds).toContain("red book of fours, 7 cards");
  expect(melds).toContain("black book of kings, 7 cards");
  expect(melds).toContain("book of wild cards, 7 cards");
  for (const lacking of ["red book", "black book", "star book", "book of sevens", "book"])
    expect(melds).toContain(`still needed: one ${lacking}`);
  expect(heardSeat(model, 1)).toContain("to go out: 1 red, 1 black, 1 star, 1 of sevens, 2 books");
  expect(heardSeat(model, 2)).toContain("Zoe plays from the next round on");
  expect(model.subtitle).toMatch(/^round 2 of \d$/);
  const heard = [melds, heardPile(model), heardScores(model), ...[1, 2, 3, 4].map((seat) => heardSeat(model, seat))];
  expect(heard.filter((each) => USUAL.test(each))).toEqual([]);
});

test("the cards dealt first have a name, until a packet is picked up", () => {
  const state = late();
  expect(tableModel(state)!.hand).toBe("looking hand");
  state.public.table!.hands[1] = { cards: 11 };
  expect(tableModel(state)!.hand).toBe("hand");
});

test("prompts and buttons in every moment", () => {
  const state = late();
  const ways: [Choices | null, RegExp][] = [
    [{ draw: 2, ends: true }, /drawing ends the round.*End the round/],
    [{ end: true }, /end the round.*End the round/],
    [{ end: true, discard: "4h" }, /show it to end the round/],
    [{ "pick up": true }, /Pick up your foot.*Pick up your foot/],
    [{ draw: 2, take: [{ gets: 7, with: "4h4h" }] }, /Draw two cards, or take seven from the pile/],
    [{ draw: 2, lift: true }, /or try the top card/],
    [{ restore: true }, /You lifted/],
    [{ answer: true }, /Yes, go out/],
    [{ ask: [3], discard: "4h" }, /Ask /],
    [{ knock: true }, /knock to end your turn/],
    [{ stuck: true }, /end your turn without a discard/],
    [{ top: ["5"], discard: "4h" }, /Put a red three on the fives/],
    [null, /What happened/],
  ];
  for (const [choices, wanted] of ways) {
    const spoken = said(scene(state, choices));
    expect(spoken).toMatch(wanted);
    expect(spoken).not.toMatch(USUAL);
  }
  const chosen = withIds(cardsOf("8h"));
  const adding = said({ ...scene(state, { discard: "8h", add: { "8.1": "8h" } }), chosen });
  expect(adding).toMatch(/Add 8♥ to eights/);
  expect(adding).not.toMatch(USUAL);
});

test("those who look on", () => {
  const state = late();
  delete state.own;
  const looking = { ...scene(late()), state, model: tableModel(state)!, own: null };
  expect(prompting(looking).text).toMatch(/Hands are shown when the round is counted\.$/);
  expect(prompting({ ...looking, coming: 2 }).text).toMatch(/^You play seat 2 from the next round on;/);
});

test("the count, and what the server tells", () => {
  const counted = momentOf("words-counted");
  const { rows } = countOf(counted.table.state)!;
  expect(rows.map((row) => row.title)).toContain("Red books");
  const lines = [...counted.told, ...momentOf("words-late").told].map((line) =>
    lineText(named(line, counted.table.state.public)),
  );
  expect(lines.join(" ")).toMatch(/\bbook of\b/);
  expect([...rows.map((row) => row.title), ...lines].filter((each) => USUAL.test(each))).toEqual([]);
});
