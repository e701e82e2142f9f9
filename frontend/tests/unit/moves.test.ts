import { describe, expect, test } from "vitest";
import { flightsOf, lasts } from "../../src/lib/cards/flight";
import { inOwnOrder, reordered } from "../../src/lib/table/order";
import type { Happening, OwnState } from "../../src/lib/source/protocol";
import { doubtOf } from "../../src/lib/table/scene";
import { soundOf } from "../../src/lib/device/sound";
import { History, completed, readTyped, typeable } from "../../src/lib/texts/typed";
import { withIds } from "../../src/lib/cards/cards";

const OWN: OwnState = {
  seat: 1,
  hand: "4c5h5sKhKdKcTd2cJk",
  choices: {
    draw: 2,
    take: [{ gets: 7, with: "KhKd" }],
    lay: ["K"],
    add: { "5.1": "5h 5s 2c", "9.1": "2c" },
    ask: [3],
    discard: "4c5h5sTd",
  },
};

describe("the typed line", () => {
  test("says what may be typed now", () => {
    expect(typeable(OWN)).toEqual(["draw", "take KhKd", "lay KKK", "add 5", "add 2 to 9", "ask 3", "discard 4c"]);
    expect(typeable({ seat: 1, choices: { answer: true } })).toEqual(["yes", "no"]);
    expect(typeable(null)).toEqual([]);
    expect(typeable({ seat: 1, choices: { end: true } })).toEqual(["end"]);
    expect(typeable({ seat: 1, hand: "4c", choices: { end: true, discard: "4c" } })).toEqual(["show", "discard 4c"]);
  });
  test("completes what is begun", () => {
    expect(["", "t", "LAY", "und", "x", "draw"].map((text) => completed(text, OWN))).toEqual([
      "draw",
      "take KhKd",
      "lay KKK",
      "undo",
      null,
      null,
    ]);
  });
  test("tells moves from the page's own words", () => {
    expect(readTyped(" x 4c ")).toEqual({ kind: "move", text: "x 4c" });
    expect(readTyped("Undo")).toEqual({ kind: "act", act: "undo" });
    expect(readTyped("score")).toEqual({ kind: "show", what: "score" });
    expect(readTyped("rules pile.need")).toEqual({ kind: "rules", of: "pile.need" });
    expect(readTyped("  ")).toEqual({ kind: "nothing" });
  });
  test("remembers lines, and what was being typed", () => {
    const history = new History();
    for (const line of ["draw", "lay KKK", "lay KKK"]) history.add(line);
    expect([
      history.go(-1, "dis"),
      history.go(-1, "lay KKK"),
      history.go(-1, "draw"),
      history.go(1, "draw"),
      history.go(1, "lay KKK"),
      history.go(1, "dis"),
    ]).toEqual(["lay KKK", "draw", null, "lay KKK", "dis", null]);
  });
});

describe("the order of the hand", () => {
  const hand = withIds(["4c", "5h", "Kh", "Kd"]);
  test("is kept, and new cards stand at the end", () => {
    expect(inOwnOrder(hand, ["Kd.0", "4c.0", "9c.0"]).map((each) => each.card)).toEqual(["Kd", "4c", "5h", "Kh"]);
  });
  test("changes as cards are carried", () => {
    const order = hand.map((each) => each.id);
    expect(reordered(order, ["Kd.0"], "5h.0")).toEqual(["4c.0", "Kd.0", "5h.0", "Kh.0"]);
    expect(reordered(order, ["4c.0", "Kh.0"], null)).toEqual(["5h.0", "Kd.0", "4c.0", "Kh.0"]);
    expect(reordered(order, ["4c.0"], "4c.0")).toEqual(order);
  });
});

test("a discard that hurts is asked about", () => {
  const asked = (card: string, confirm: "never" | "hurts" | "always"): string | undefined =>
    doubtOf(OWN, card, confirm)?.text;
  expect([
    asked("2c", "hurts"),
    asked("5h", "hurts"),
    asked("4c", "hurts"),
    asked("4c", "always"),
    asked("2c", "never"),
  ]).toEqual(["It is a wild card.", "It fits your fives.", undefined, "", undefined]);
});

describe("flights", () => {
  const event = (told: object): Happening => told as Happening;
  test("show my own cards, and backs for those of others", () => {
    const flights = flightsOf(
      [
        event({ e: "drew", seat: 1, count: 2, cards: "KhKd" }),
        event({ e: "drew", seat: 2, count: 5 }),
        event({ e: "discarded", seat: 2, card: "4c" }),
      ],
      1,
    );
    expect(flights.map(({ from, to, cards }) => [from.at, to.at, cards.join("")])).toEqual([
      ["stock", "hand", "KhKd"],
      ["stock", "seat", "???"],
      ["seat", "pile", "4c"],
    ]);
  });
  test("close a canasta with the last cards that are laid on it", () => {
    const [first, second] = flightsOf(
      [
        event({ e: "melded", seat: 2, rank: "K", cards: "KhKd", size: 7 }),
        event({ e: "canasta-made", seat: 2, rank: "K", class: "clean" }),
        event({ e: "melded", seat: 2, rank: "5", cards: "5h", size: 4 }),
      ],
      1,
    );
    expect([first!.closes, second!.closes, lasts(first!), lasts(second!)]).toEqual([true, undefined, 325, 300]);
  });
  test("of one turn follow each other, and its melds closely", () => {
    const flights = flightsOf(
      [
        event({ e: "drew", seat: 2, count: 2 }),
        event({ e: "melded", seat: 2, rank: "K", cards: "KhKdKs", size: 3 }),
        event({ e: "melded", seat: 2, rank: "5", cards: "5h5d5s", size: 3 }),
        event({ e: "discarded", seat: 2, card: "4c" }),
      ],
      1,
    );
    expect(flights.map(({ at }) => at)).toEqual([0, 245, 245 + 110, 245 + 110 + 350]);
  });
  test("deal a hand in 0.9 s at most, and take a large pile in 0.6", () => {
    const [dealt] = flightsOf([event({ e: "dealt", seat: 1, count: 60, cards: "4c".repeat(60) })], 1);
    expect(lasts(dealt!)).toBeLessThanOrEqual(900);
    const [taken] = flightsOf([event({ e: "took-pile", seat: 2, cards: "4c".repeat(60) })], 1);
    expect(lasts(taken!)).toBeLessThanOrEqual(600);
  });
});

test("what happened has one sound", () => {
  const heard = (...words: string[]) => soundOf(words.map((e) => ({ e }) as Happening));
  expect([
    heard("drew"),
    heard("took-pile", "melded"),
    heard("melded", "canasta-made"),
    heard("melded", "opened"),
    heard("discarded", "reserve-taken"),
    heard("discarded", "went-out"),
    heard("deal-counted"),
    heard("deal-counted", "match-over"),
    heard("dealt"),
    heard("asked"),
  ]).toEqual(["card", "pile", "canasta", "open", "foot", "out", "count", "win", "deal", null]);
});
