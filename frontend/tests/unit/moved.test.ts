import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flightsOf } from "../../src/lib/cards/flight";
import { merged } from "../../src/lib/source/merge";
import { movedBetween, without } from "../../src/lib/table/moved";
import type { FromServer, TableState } from "../../src/lib/source/protocol";
import { soundOf } from "../../src/lib/device/sound";

type Frame = Extract<FromServer, { t: "happened" | "table" }>;
const stream = JSON.parse(readFileSync(new URL("../../fixtures/stream.json", import.meta.url), "utf8")) as {
  first: { state: TableState };
  frames: Frame[];
};

test("cards without others, each as often as it is there more", () => {
  expect(without(["Kh", "Kh", "Kd"], ["Kh", "4c"])).toEqual(["Kh", "Kd"]);
});

test("what the states show of a deal is what the server tells programs of it", () => {
  let state = stream.first.state;
  const seen = new Map<string, number>();
  for (const frame of stream.frames) {
    if (frame.t === "table") {
      state = frame.state;
      continue;
    }
    const after: TableState = { ...state, public: merged(state.public, frame.public) };
    if (frame.own) after.own = merged(state.own ?? { seat: 1 }, frame.own);
    const told = frame.events ?? [];
    const mine = after.own?.seat ?? 0;
    const moved = movedBetween(state, after, frame.by ?? 0);
    const packet = told.some((event) => event.e === "reserve-taken");
    const begins = !state.public.table;
    state = after;
    const where = `entry ${frame.seq}: ${JSON.stringify(told)}`;
    const flights = (events: Parameters<typeof flightsOf>[0]): string[] => {
      const ways = new Map<string, string[]>();
      for (const { from, to, cards } of flightsOf(events, mine)) {
        const way = JSON.stringify([from, to]);
        ways.set(way, [...(ways.get(way) ?? []), ...cards]);
      }
      // Where a packet is picked up, which cards came from the stock instead cannot be seen.
      return [...ways].map(([way, cards]) => `${way} ${packet ? "" : cards.sort().join("")}`).sort();
    };
    if (begins) {
      // Red threes that were dealt are laid at once, and nobody sees that they ever were in a hand.
      expect(flights(told), where).toEqual(expect.arrayContaining(flights(moved)));
    } else {
      expect(flights(moved), where).toEqual(flights(told));
      expect(soundOf(moved), where).toBe(soundOf(told));
    }
    for (const each of moved) seen.set(each.e, (seen.get(each.e) ?? 0) + 1);
  }
  expect([...seen.keys()].sort()).toEqual(
    expect.arrayContaining(["canasta-made", "dealt", "discarded", "drew", "melded", "red-three-laid", "took-pile"]),
  );
});
