// What is told, and what stays in sight: each thing once.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Line } from "../../src/lib/source/protocol";
import type { Game } from "../../src/lib/table/game.svelte";
import { Lately, readingTime } from "../../src/lib/table/lately.svelte";
import { lineText } from "../../src/lib/texts/lines";
import { RecordedTable, isMyDraw } from "./recorded";

let table: RecordedTable;
let game: Game;
const told = (): string[] => game.story.told.map((each) => lineText(each.line));

beforeEach(() => {
  vi.useFakeTimers();
  table = new RecordedTable();
  game = table.playing();
});
afterEach(() => vi.useRealTimers());

describe("the story", () => {
  test("names who did what, and shows what others did as news", () => {
    table.until(() => isMyDraw(game));
    const last = game.story.told.at(-1)!;
    expect(last.by).toBe(4);
    expect(lineText(last.line)).toMatch(/^Ivy /);
    expect(game.story.lately.told).not.toBeNull();
    table.tell();
    expect(game.story.lately.told).toBeNull();
  });

  test("tells no line twice after the connection was lost", () => {
    table.until(() => isMyDraw(game));
    const lines: Line[] = game.story.told.map((each) => each.line);
    const before = told();
    table.lose();
    table.tellAll(lines);
    expect(told()).toEqual(before);
    table.tell();
    expect(told().slice(0, before.length)).toEqual(before);
  });

  test("keeps the short forms of news, with the names of the players", () => {
    const forms = { brief: [{ name: 4 }, " took the pile."], briefest: [{ name: 4 }, " played."] };
    const line = [{ name: 4 }, " took the pile, and much more."];
    const shown = (): string[] => {
      const { brief = [], briefest = [] } = game.story.last!;
      return [brief, briefest].map(lineText);
    };
    table.tell({ lines: [line, line], short: [{}, forms] });
    expect(game.story.told.at(-2)).not.toHaveProperty("brief");
    expect(shown()).toEqual(["Ivy took the pile.", "Ivy played."]);
    table.tellAll([line], forms);
    expect(shown()).toEqual(["Ivy took the pile.", "Ivy played."]);
    expect(told()).toEqual(["Ivy took the pile, and much more."]);
  });

  test("leaves the end of a deal in sight for a breath before its count", () => {
    game.settings = { ...game.settings, motion: "normal" };
    table.until(() => game.story.ended !== null);
    expect(game.state!.public.state).toBe("playing");
    expect(game.story.last).toBe(game.story.ended);
    vi.advanceTimersByTime(2_600);
    expect(game.state!.public.state).toBe("counting");
    expect(game.story.ended).toBeNull();
  });

  test("goes at once to what the table is now, when all of it is told in that breath", () => {
    game.settings = { ...game.settings, motion: "normal" };
    table.until(() => game.story.ended !== null);
    table.tellAll();
    expect(game.state!.public.state).toBe("counting");
    table.happen({ t: "happened", seq: 0, at: 0, lines: [], public: { ready: [2] } });
    expect(game.state!.public.ready).toEqual([2]);
  });

  test("calls whoever listens after each thing, and nobody who has stopped", () => {
    const order: string[] = [];
    const stops = [
      game.onHeard(() => order.push("heard")),
      game.onSeen(
        () => order.push("before"),
        (step) => order.push(step ? "seen" : "whole"),
      ),
    ];
    table.tell();
    table.tellAll();
    for (const stop of stops) stop();
    table.tell();
    table.tellAll();
    expect(order).toEqual(["before", "heard", "seen", "before", "whole"]);
  });

  test("a sentence stays for as long as reading takes, and nobody's for less than 0.9 seconds", () => {
    const lately = new Lately();
    const told = (text: string) => ({ by: 2, line: [text] });
    const shown = (): string => lineText(lately.told?.line ?? []);
    expect(["short", "x".repeat(40), "x".repeat(400)].map(readingTime)).toEqual([900, 1800, 4000]);
    for (const text of ["x".repeat(60), "second", "third"]) lately.hear(told(text));
    const seen = [1_340, 20, 880, 30, 5_000].map((time) => (vi.advanceTimersByTime(time), shown()));
    expect(seen).toEqual(["x".repeat(60), "second", "second", "third", "third"]);
    for (const text of ["y".repeat(80), "fifth"]) lately.hear(told(text), true);
    expect([0, 890, 20].map((time) => (vi.advanceTimersByTime(time), shown()))).toEqual([
      "y".repeat(80),
      "y".repeat(80),
      "fifth",
    ]);
    lately.forget();
    vi.advanceTimersByTime(5_000);
    expect(lately.told).toBeNull();
  });
});
