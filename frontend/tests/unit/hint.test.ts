// A hint is for the table as it was asked for, and for no other.

import { beforeEach, describe, expect, test } from "vitest";
import type { Hinted } from "../../src/lib/source/source";
import type { Game } from "../../src/lib/table/game.svelte";
import { RecordedTable, isMyMove, settle } from "./recorded";

let table: RecordedTable;
let game: Game;
const hinted: Hinted = { line: ["Lay the tens."], moves: ["lay T", "discard Ac"] };

beforeEach(() => {
  table = new RecordedTable();
  game = table.playing();
});

async function ask(answer: Hinted = hinted): Promise<void> {
  void game.hint.ask();
  table.hints.at(-1)!.answer(answer);
  await settle();
}

describe("a hint", () => {
  test("stands while the table is as it saw it", async () => {
    await ask();
    expect(game.hint.moves).toEqual(["lay T", "discard Ac"]);
    table.happen({ t: "happened", seq: 0, at: 0, lines: [], public: { ready: [2] } });
    expect(game.hint.moves).toHaveLength(2);
  });

  test("goes when the table changes", async () => {
    await ask();
    table.tell();
    expect(game.hint.moves).toEqual([]);
    expect(game.hint.line).toBeNull();
  });

  test("that comes after the table changed is not shown", async () => {
    void game.hint.ask();
    table.tell();
    table.hints[0]!.answer(hinted);
    await settle();
    expect(game.hint.line).toBeNull();
  });

  test("that was asked for first does not take the place of a later one", async () => {
    void game.hint.ask();
    void game.hint.ask();
    table.hints[1]!.answer({ line: ["Discard."], moves: ["discard Ac"] });
    await settle();
    table.hints[0]!.answer(hinted);
    await settle();
    expect(game.hint.moves).toEqual(["discard Ac"]);
  });

  test("does not take away a refusal of what was asked for after it", async () => {
    void game.hint.ask();
    void game.ask({ move: "discard Ac" });
    table.commands[0]!.answer({ refused: { clause: "discard.rule", text: "Not that one." } });
    await settle();
    table.hints[0]!.answer(hinted);
    await settle();
    expect(game.asking.refusal?.text).toBe("Not that one.");
    expect(game.hint.line).toBeNull();
  });

  test("that there is none is said", async () => {
    await ask({ refused: { clause: "", text: "Nothing to decide." } });
    expect(game.asking.refusal?.text).toBe("Nothing to decide.");
  });

  test("is played move by move, and ends where someone else did something", async () => {
    await ask();
    const following = game.hint.follow();
    expect(table.commands.map((each) => each.what)).toEqual(["lay T"]);
    table.happen({ t: "happened", seq: 0, at: 0, by: 1, lines: [], public: {} });
    table.happen({ t: "happened", seq: 0, at: 0, by: 1, act: "take-back", lines: [], public: {} });
    table.commands[0]!.answer({ seq: 0 });
    await following;
    expect(table.commands).toHaveLength(1);
    expect(game.hint.line).toEqual(["The table has changed. Ask for another hint."]);
  });

  test("is played to its end", async () => {
    await ask();
    const following = game.hint.follow();
    for (const at of [0, 1]) {
      table.happen({ t: "happened", seq: 0, at: 0, by: 1, lines: [], public: {} });
      table.commands[at]!.answer({ seq: 0 });
      await settle();
    }
    await following;
    expect(table.commands.map((each) => each.what)).toEqual(["lay T", "discard Ac"]);
    expect(isMyMove(game)).toBe(true);
  });
});
