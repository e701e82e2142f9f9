// The hand and the tray, while the table goes on and answers come late.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rankOf } from "../../src/lib/cards/cards";
import { perform, stepBack } from "../../src/lib/table/actions";
import type { Game } from "../../src/lib/table/game.svelte";
import { RecordedTable, isMyMove, settle } from "./recorded";

let table: RecordedTable;
let game: Game;

beforeEach(() => {
  vi.useFakeTimers();
  table = new RecordedTable();
  game = table.playing();
});
afterEach(() => vi.useRealTimers());

const idsOf = (rank: string): string[] =>
  game.hand.cards.filter((each) => rankOf(each.card) === rank).map((each) => each.id);
/** A rank that can be laid from the hand. */
const layable = (): string => game.state!.own!.choices!.lay![0]!;
function stage(rank = layable()): string[] {
  const ids = idsOf(rank);
  for (const id of ids) game.hand.toggle(id);
  game.tray.stage();
  return ids;
}
const pause = (): void => {
  vi.advanceTimersByTime(100);
};

describe("the hand", () => {
  test("holds what does not lie in the tray, and chooses by card and by rank", () => {
    const before = game.hand.held.length;
    const rank = layable();
    game.hand.toggleRank(game.hand.cards.find((each) => rankOf(each.card) === rank)!);
    expect(game.hand.chosen).toEqual(idsOf(rank));
    game.tray.stage();
    expect(game.hand.chosen).toEqual([]);
    expect(game.hand.held).toHaveLength(before - idsOf(rank).length);
    expect(game.tray.ids).toEqual(new Set(idsOf(rank)));
  });

  test("keeps what is chosen through other players' turns, and lets go of what is played", () => {
    table.until(() => !isMyMove(game));
    const id = game.hand.cards[0]!.id;
    game.hand.toggle(id);
    table.until(() => isMyMove(game));
    expect(game.hand.chosen).toEqual([id]);
    const { card } = game.hand.cards.find((each) => each.id === id)!;
    table.until(() => !game.hand.cards.some((each) => each.id === id) || card === "");
    expect(game.hand.chosen).toEqual([]);
  });

  test("has room for the most cards of the deal", () => {
    const most = game.hand.cards.length;
    table.until(() => game.hand.cards.length < most);
    expect(game.hand.most).toBe(most);
  });

  test("lets a card wait for a second word only while it can be discarded", () => {
    game.settings = { ...game.settings, confirm: "always" };
    const card = game.state!.own!.choices!.discard!.slice(0, 2);
    expect(game.hand.mayDiscard(card)).toBe(false);
    expect(game.hand.doubt?.card).toBe(card);
    table.until(() => !isMyMove(game));
    expect(game.hand.doubt).toBeNull();
  });
});

describe("the tray", () => {
  test("keeps its cards through other players' turns, but none that left the hand", () => {
    table.until(() => !isMyMove(game));
    const [one] = game.hand.cards;
    game.hand.toggle(one!.id);
    game.tray.stage();
    table.until(() => isMyMove(game));
    expect([...game.tray.ids]).toEqual([one!.id]);
    table.until(() => !game.hand.cards.some((each) => each.id === one!.id));
    expect(game.tray.isEmpty).toBe(true);
  });

  test("forgets the pile it was to take when someone else has it", () => {
    game.tray.taking = { gets: 7, with: "KsKd" };
    table.tell();
    expect(game.tray.taking).toBeNull();
  });

  test("is empty after its cards were laid, and stays as it is after a refusal", async () => {
    stage();
    perform(game, { do: "ask", ask: { move: "lay 5" } });
    table.commands[0]!.answer({ refused: { clause: "opening.minimum", text: "Too little." } });
    await settle();
    expect(game.tray.isEmpty).toBe(false);
    perform(game, { do: "ask", ask: { move: "lay 5" } });
    table.commands[1]!.answer({ seq: 20 });
    await settle();
    expect(game.tray.isEmpty).toBe(true);
  });

  test("asks once the player pauses, and shows what the table says", async () => {
    stage();
    expect(table.tries).toHaveLength(0);
    pause();
    expect(table.tries).toHaveLength(1);
    table.tries[0]!.answer({ worth: 70, refused: null });
    await settle();
    expect(game.tray.total.sum).toBe(70);
  });

  test("a late answer about another tray changes nothing, though it comes last", async () => {
    const [rank, other] = game.state!.own!.choices!.lay!;
    stage(rank);
    pause();
    stage(other);
    pause();
    expect(table.tries.map((each) => each.what)).toHaveLength(2);
    table.tries[1]!.answer({ worth: 200, refused: null });
    await settle();
    table.tries[0]!.answer({ worth: 1, refused: null });
    await settle();
    expect(game.tray.tried?.worth).toBe(200);
  });

  test("a late answer about the same tray before the table changed counts no more", async () => {
    stage();
    pause();
    table.happen({ t: "happened", seq: 0, at: 0, lines: [], public: { ready: [2] } });
    table.tries[0]!.answer({ worth: 1, refused: null });
    await settle();
    expect(game.tray.tried).toBeNull();
  });

  test("opens for a pile that is too little, unless the turn is over when that is known", async () => {
    const take = { gets: 7, with: game.hand.cards[0]!.card };
    const refused = { clause: "opening.minimum", text: "Too little." };
    const offer = (): void =>
      table.happen({ t: "happened", seq: 0, at: 0, lines: [], public: {}, own: { choices: { take: [take] } } });
    offer();
    perform(game, { do: "take", take });
    table.tries.at(-1)!.answer({ worth: 20, refused });
    await settle();
    expect(game.tray.taking).toEqual(take);
    game.tray.putBack();
    perform(game, { do: "take", take });
    table.until(() => !isMyMove(game));
    table.tries.at(-1)!.answer({ worth: 20, refused });
    await settle();
    expect(game.tray.taking).toBeNull();
    expect(table.commands).toHaveLength(0);
  });

  test("one step back takes away a refusal, then a doubt, the chosen cards, the tray", () => {
    stage();
    game.hand.toggle(game.hand.held[0]!.id);
    game.hand.doubt = { card: "Ac", text: "" };
    game.refuse({ clause: "", text: "No." });
    stepBack(game);
    expect(game.asking.refusal).toBeNull();
    stepBack(game);
    expect(game.hand.doubt).toBeNull();
    stepBack(game);
    expect(game.hand.chosen).toEqual([]);
    stepBack(game);
    expect(game.tray.isEmpty).toBe(true);
  });
});
