// Asking the table, and hearing how it is: late answers and lost connections.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { why } from "../../src/lib/table/actions";
import type { Game } from "../../src/lib/table/game.svelte";
import { RecordedTable, isMyMove, settle } from "./recorded";

const NO = { refused: { clause: "discard.rule", text: "Not that one." } };
let table: RecordedTable;
let game: Game;

beforeEach(() => {
  vi.useFakeTimers();
  table = new RecordedTable();
  game = table.playing();
});
afterEach(() => vi.useRealTimers());

describe("what is asked", () => {
  test("is asked once, however often someone presses before the answer", async () => {
    void game.ask({ move: "discard Ac" });
    expect(await game.ask({ move: "discard Ac" })).toBe(false);
    expect(table.commands).toHaveLength(1);
  });

  test("says that it takes long, and no longer when the answer is there", async () => {
    void game.ask({ move: "discard Ac" });
    vi.advanceTimersByTime(500);
    expect(game.asking.waiting).toBe("sending");
    vi.advanceTimersByTime(3_000);
    expect(game.asking.waiting).toBe("late");
    table.commands[0]!.answer({ seq: 0 });
    await settle();
    expect(game.asking.waiting).toBe("");
    vi.advanceTimersByTime(10_000);
    expect(game.asking.waiting).toBe("");
  });

  test("and refused is shown in this turn, and not in the next", async () => {
    void game.ask({ move: "discard Ac" });
    table.commands[0]!.answer(NO);
    await settle();
    expect(game.asking.refusal?.text).toBe("Not that one.");
    table.until(() => !isMyMove(game));
    expect(game.asking.refusal).toBeNull();
  });

  test("and refused too late is not shown in the next turn", async () => {
    const asked = game.ask({ move: "discard Ac" });
    table.until(() => !isMyMove(game));
    table.commands[0]!.answer(NO);
    expect(await asked).toBe(false);
    expect(game.asking.refusal).toBeNull();
  });

  test("of the table itself and refused is shown, whoever's turn it is", async () => {
    void game.ask({ act: "join", called: "Ann" });
    table.until(() => !isMyMove(game));
    table.commands[0]!.answer({ refused: { clause: "table.name", text: "Another name." } });
    await settle();
    expect(game.asking.refusal?.text).toBe("Another name.");
  });

  test("has a rule behind it, which Why opens, also when the refusal is no longer shown", async () => {
    why(game);
    expect(game.sheets.readOut.text).toBe("Nothing was refused.");
    void game.ask({ move: "discard Ac" });
    table.commands[0]!.answer(NO);
    await settle();
    game.refuse(null);
    why(game);
    expect(game.sheets.open).toEqual({ kind: "rule", clause: "discard.rule" });
  });
});

describe("the connection", () => {
  test("says what stopped the table until it is open again", () => {
    table.other({ t: "stopped", text: "The server is full." });
    expect(game.connection.stopped).toBe("The server is full.");
    table.lose();
    expect(game.connection.now).toBe("lost");
    expect(game.connection.stopped).toBe("The server is full.");
    table.retry();
    expect(game.connection.now).toBe("open");
    expect(game.connection.stopped).toBe("");
  });

  test("counts who watches", () => {
    table.other({ t: "watching", count: 2 });
    expect(game.connection.watching).toBe(2);
  });
});

describe("sheets", () => {
  test("stay open while the table goes on, and are closed by whoever opened them", () => {
    game.sheets.show({ kind: "score" });
    table.until(() => !isMyMove(game));
    expect(game.sheets.open).toEqual({ kind: "score" });
    game.sheets.close();
    expect(game.sheets.open).toBeNull();
  });

  test("show what was said, which is then read", () => {
    const said = { t: "said", n: 1, at: 0, name: "Tom", text: "Hello." } as const;
    table.other(said);
    expect(game.talk.unread).toBe(1);
    game.sheets.show({ kind: "talk" });
    expect(game.talk.unread).toBe(0);
    table.other({ ...said, n: 2 });
    expect(game.talk.unread).toBe(0);
  });

  test("let the same text be read out twice", () => {
    game.sheets.read("Pile, empty.");
    game.sheets.read("Pile, empty.");
    expect(game.sheets.readOut).toEqual({ text: "Pile, empty.", n: 2 });
  });
});
