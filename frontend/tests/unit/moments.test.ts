// Which moments of a deal are shown, when, and for how long.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { flightsOf } from "../../src/lib/cards/flight";
import { folded } from "../../src/lib/source/fold";
import type { TableState } from "../../src/lib/source/protocol";
import type { Happened } from "../../src/lib/source/source";
import { MOMENT_MS, type Moment, STAMP_AT, lengthOf, momentsOf, soundsAt } from "../../src/lib/table/moments";
import type { Moved } from "../../src/lib/table/moved";
import { Queue } from "../../src/lib/table/queue";

const stream = JSON.parse(readFileSync(new URL("../../fixtures/stream.json", import.meta.url), "utf8")) as {
  first: { state: TableState };
  frames: Happened[];
};

/** All moments of the recorded deal as Ann in seat 1 saw them, each with the number of its entry. */
function recorded(): { seq: number; moment: Moment }[] {
  let state = stream.first.state;
  return stream.frames.flatMap((frame) => {
    const now = folded(state, frame, 1);
    ({ state } = now);
    const { moved } = now.heard;
    return momentsOf(moved, flightsOf(moved, 1)).map((moment) => ({ seq: frame.seq, moment }));
  });
}
const shown = (events: Moved[], mine = 1): [Moment["kind"], number][] =>
  momentsOf(events, flightsOf(events, mine)).map(({ kind, at }) => [kind, at]);

describe("moments", () => {
  test("of a recorded deal are what the server told of it", () => {
    const told = stream.frames.flatMap((frame) =>
      (frame.events ?? []).flatMap((event) => {
        const kind = {
          opened: "open",
          "canasta-made": "canasta",
          "reserve-taken": "foot",
          "took-pile": "pile",
          "deal-ended": "out",
        }[event.e as string];
        return kind ? [`${frame.seq} ${kind} ${"seat" in event ? event.seat : ""}`] : [];
      }),
    );
    const seen = recorded().filter(({ moment }) => moment.kind !== "deal");
    expect(seen.map(({ seq, moment }) => `${seq} ${moment.kind} ${moment.seat}`).sort()).toEqual(told.sort());
    expect(recorded().filter(({ moment }) => moment.kind === "deal")).toHaveLength(1);
  });
  test("give a side what its score grows by, once for each entry", () => {
    const seen = recorded();
    const at = (seq: number): (number | undefined)[] =>
      seen.filter((each) => each.seq === seq).map(({ moment }) => moment.points);
    expect(at(18)).toEqual([70]);
    // Two canastas in one turn: the points of all of it fly with the last.
    expect(at(70)).toEqual([undefined, 890]);
  });
  test("last between 300 and 900 ms", () => {
    for (const ms of Object.values(MOMENT_MS)) {
      expect(ms).toBeGreaterThanOrEqual(300);
      expect(ms).toBeLessThanOrEqual(900);
    }
  });
  test("begin when the cards that make them have arrived", () => {
    expect(
      shown([
        { e: "took-pile", seat: 2, count: 7, cards: "4c4c4c4c4c4c" },
        { e: "melded", seat: 2, rank: "K", cards: "KhKd" },
        { e: "canasta-made", seat: 2, rank: "K", points: 540 },
        { e: "melded", seat: 2, rank: "5", cards: "5h5d5s" },
        { e: "opened", seat: 2, points: 540 },
      ]),
    ).toEqual([
      ["pile", 0],
      ["canasta", 380 + 125 + 325],
      ["open", 380 + 125 + 110 + 350],
    ]);
    expect(
      shown([
        { e: "discarded", seat: 2, card: "4c" },
        { e: "reserve-taken", seat: 2, reserve: "foot", count: 13 },
      ]),
    ).toEqual([["foot", 260]]);
    // One's own packet is lifted before its cards fly.
    const taken = shown([{ e: "reserve-taken", seat: 1, reserve: "foot", count: 2, cards: "4c5c" }]);
    expect(taken).toEqual([["foot", 0]]);
    expect(
      shown([
        { e: "discarded", seat: 1, card: "4c" },
        { e: "went-out", seat: 1 },
      ]),
    ).toEqual([["out", 260]]);
  });
  test("make their scene as long as they last, and sound when they are seen", () => {
    const events: Moved[] = [
      { e: "melded", seat: 2, rank: "K", cards: "Kh" },
      { e: "canasta-made", seat: 2, rank: "K", points: 540 },
    ];
    const flights = flightsOf(events, 1);
    const moments = momentsOf(events, flights);
    expect(lengthOf(flights, moments)).toBe(300 + MOMENT_MS.canasta);
    expect(lengthOf([], [])).toBe(0);
    expect([soundsAt(moments, "canasta"), soundsAt(moments, "card"), soundsAt([], null)]).toEqual([
      300 + STAMP_AT,
      0,
      0,
    ]);
  });
});

describe("scenes", () => {
  const queue = new Queue();
  const place = (length: number, own = false, hidden = false) => queue.place(0, length, own, hidden);
  test("wait for each other, hurry when three wait, and are passed over when the page is far behind", () => {
    expect([place(300), place(300), place(300), place(300)]).toEqual([
      { begins: 0, factor: 1 },
      { begins: 300, factor: 1 },
      { begins: 600, factor: 1 },
      { begins: 900, factor: 0.5 },
    ]);
    expect(place(300, true)).toEqual({ begins: 0, factor: 0.5 });
    expect(place(300, false, true)).toBeNull();
    expect([place(4_100), place(300)]).toEqual([{ begins: 0, factor: 1 }, null]);
  });
  test("that were skipped keep nobody waiting", () => {
    expect([place(900), place(300)]).toEqual([
      { begins: 0, factor: 1 },
      { begins: 900, factor: 1 },
    ]);
    queue.skip();
    expect(place(300)).toEqual({ begins: 0, factor: 1 });
  });
});
