// A deal that is watched: every moment of it, from any place.

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { Replay } from "../../src/lib/rooms/replay.svelte";
import type { Watched } from "../../src/lib/source/answers";
import { folded } from "../../src/lib/source/fold";
import type { TableState } from "../../src/lib/source/protocol";
import type { Happened } from "../../src/lib/source/source";
import { lineText } from "../../src/lib/texts/lines";

/** The recorded deal as the server tells one to watch, with the hand of seat 1. */
function watchedDeal(): { watched: Watched; last: TableState } {
  const path = new URL("../../fixtures/stream.json", import.meta.url);
  const stream = JSON.parse(readFileSync(path, "utf8")) as {
    first: { state: TableState };
    frames: Happened[];
  };
  const dealt = stream.frames.findIndex((each) => each.own?.hand !== undefined);
  let state = stream.first.state;
  for (const each of stream.frames.slice(0, dealt + 1)) ({ state } = folded(state, each, 1));
  const { rules, public: shown, own } = state;
  const moves = stream.frames.slice(dealt + 1).filter((each) => each.act === undefined);
  const moments = moves.map((each) => ({
    seat: each.by ?? 0,
    turn: each.seq - stream.frames[dealt]!.seq,
    lines: each.lines,
    public: each.public,
    hands: each.own?.hand === undefined ? {} : { "1": each.own.hand },
  }));
  for (const each of moves) ({ state } = folded(state, each, 1));
  const names = Object.values(shown.seats).map((each) => each.name ?? "");
  const first = { public: shown, hands: { "1": own!.hand! } };
  return { watched: { rules, names, deal: 1, deals: [1], shown: [1], first, moments, ends: "" }, last: state };
}

let watched: Watched;
let last: TableState;
let replay: Replay;

beforeEach(() => {
  ({ watched, last } = watchedDeal());
  replay = new Replay(watched, 1);
});

describe("a replay", () => {
  test("begins with the cards that were dealt, in the hand of its place", () => {
    expect(
      replay.game.hand.cards
        .map((each) => each.card)
        .sort()
        .join(),
    ).toBe(watched.first.hands["1"]!.match(/../g)!.sort().join());
    expect(replay.game.hint.line).toEqual(["The cards are dealt."]);
    expect(replay.game.called).toBe("Ann");
  });

  test("ends with the table as it was at the end, also when one jumps there", () => {
    replay.show(replay.last);
    expect(replay.game.state!.public).toEqual(last.public);
  });

  test("shows the same going back as going on", () => {
    const seen = (): string => JSON.stringify([replay.game.state, replay.game.story.told, replay.game.hint.line]);
    const onward: string[] = [];
    for (let at = 0; at <= 20; at += 1) {
      replay.show(at);
      onward.push(seen());
    }
    for (let at = 20; at >= 0; at -= 1) {
      replay.show(at);
      expect(seen()).toBe(onward[at]);
    }
  });

  test("tells no hand to an onlooker, or to a place whose hand is not known", () => {
    for (const seat of [0, 3]) {
      const other = new Replay(watched, seat);
      expect(other.seat).toBe(0);
      expect(other.game.hand.cards).toEqual([]);
    }
  });

  test("tells the story up to the moment, and no further", () => {
    replay.show(6);
    const told = replay.game.story.told.map((each) => lineText(each.line));
    expect(told).toHaveLength(watched.moments.slice(0, 6).flatMap((each) => each.lines).length);
    replay.show(5);
    expect(replay.game.story.told.length).toBeLessThanOrEqual(told.length);
  });

  test("stays within the deal", () => {
    replay.step(-1);
    expect(replay.at).toBe(0);
    replay.step(10_000);
    expect(replay.at).toBe(replay.last);
  });

  test("refuses everything that changes something", async () => {
    expect(await replay.game.ask({ move: "draw" })).toBe(false);
    expect(replay.game.asking.refusal?.text).toMatch(/only watch/);
    await replay.game.hint.ask();
    expect(replay.game.hint.moves).toEqual([]);
  });
});

describe("a deal that was counted by hand", () => {
  const sheet = (total: number) => ({
    parts: [{ title: "", points: total, lines: [{ text: "going out", clause: "score.out", count: 1, points: total }] }],
    total,
  });
  const deals = { "1": { sheets: [sheet(100), sheet(-60)], totals: [100, -60] } };

  test("is one moment without a table, and all of it is the count", () => {
    const shown = { ...watched.first.public, state: "counting" as const, totals: [100, -60], deals };
    delete shown.table;
    const counted = { answers: { "1": { out: 1 }, "2": { hand: 60, note: "Dan found a four" } }, corrections: [] };
    const deal = { ...watched, moments: [], shown: [], first: { public: shown, hands: {}, counted } };
    const other = new Replay(deal, 1);
    expect(other.byHand).toEqual(counted);
    expect(other.last).toBe(0);
    other.step(1);
    other.stepTurn(1);
    expect(other.at).toBe(0);
    expect(other.counted).toBe(true);
    expect(other.game.state!.public.table).toBeUndefined();
  });
  test("shows what moved in a step on, and nothing of a leap or a step back", () => {
    const steps: (number | null)[] = [];
    replay.game.onSeen(
      () => {},
      (step) => steps.push(step && step.moved.length),
    );
    for (const at of [1, 2, 1, 40, 41]) replay.show(at);
    expect(steps.map((each) => each !== null && each > 0)).toEqual([true, true, false, false, true]);
    replay.take(0);
    expect(steps.at(-1)).toBeNull();
  });
});
