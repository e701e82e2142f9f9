// Cards of the hand, and the groups that they are put together in on the tray.

import { describe, expect, test } from "vitest";
import { cardName, cardSign, columnsOf, rankPlural } from "../../src/lib/cards/cards";
import { type Group, groupsText, keep, spareFor, stage, worthIn } from "../../src/lib/table/groups";
import { sameTake, takeBeside, takeText } from "../../src/lib/table/scene";
import { hand } from "./recorded";

describe("cards", () => {
  test("have names and signs", () => {
    expect([
      cardName("Td"),
      cardSign("Td"),
      cardName("Jk"),
      cardSign("Kh"),
      rankPlural("6"),
      rankPlural("wild"),
    ]).toEqual(["ten of diamonds", "10♦", "joker", "K♥", "sixes", "wild cards"]);
  });
  test("lie in columns, wild cards and threes at the right", () => {
    const columns = columnsOf(hand("3sJkAs2c4h4d3dTcJk"));
    expect(columns.map((column) => column.map((each) => each.card).join(""))).toEqual([
      "4d4h",
      "Tc",
      "As",
      "2c",
      "JkJk",
      "3s",
      "3d",
    ]);
    expect(columns[4]!.map((each) => each.id)).toEqual(["Jk.0", "Jk.1"]);
  });
});

describe("the tray", () => {
  const cards = hand("KhKdKc5s5d5h2cJk");
  const pick = (ids: string) => cards.filter((each) => ids.split(" ").includes(each.id));
  test("groups by rank and asks where wild cards go", () => {
    const kings = stage([], pick("Kh.0 Kd.0 Kc.0"), null)!;
    const both = stage(kings, pick("5s.0 5d.0 5h.0"), null)!;
    expect(both.map((group) => group.rank)).toEqual(["K", "5"]);
    expect(stage(both, pick("2c.0"), null)).toBeNull();
    const joined = stage(both, pick("2c.0"), "K")!;
    expect(groupsText(joined)).toBe("KcKdKh2c 5d5h5s");
    expect(kings[0]!.cards).toHaveLength(3);
  });
  test("writes moves as they are read", () => {
    const group = (rank: string, ids: string, slot = 0): Group => ({ rank, slot, cards: pick(ids) });
    expect(groupsText([group("K", "Kh.0"), group("5", "5s.0")])).toBe("Kh, 5s");
    expect(groupsText([group("K", "2c.0")])).toBe("2c+K");
    expect(groupsText([group("K", "2c.0", 2)])).toBe("2c+K@2");
    expect(groupsText([group("wild", "2c.0 Jk.0")])).toBe("2cJk");
    expect(takeText({ gets: 7, with: "8h8d" }, [])).toBe("take 8h8d");
    expect(takeText({ gets: 2, onto: 1 }, [])).toBe("take @1");
    expect(takeText({ gets: 1, with: "KhKd", card: true }, [])).toBe("take card KhKd");
  });
  describe("beside taking the pile", () => {
    const mine = hand("4d4h4s4cKhKd2c2dJk");
    const lay = (ids: string, onto: string | null = null): Group[] =>
      stage(
        [],
        mine.filter((each) => ids.split(" ").includes(each.id)),
        onto,
      )!;
    test("keeps its cards where others of their kind take it", () => {
      const groups = lay("4h.0");
      expect(spareFor(["4d", "4h"], mine, groups, "4")).toEqual({ cards: ["4d", "4c"], groups });
      expect(takeBeside({ gets: 5, with: "4d4h", onto: 2 }, mine, groups, "4s")).toEqual({
        take: { gets: 5, with: "4d4c", onto: 2 },
        groups,
      });
      expect(takeBeside({ gets: 5, onto: 1 }, mine, groups, "4s")).toEqual({ take: { gets: 5, onto: 1 }, groups });
    });
    test("gives cards of the rank that is taken, where there are no others", () => {
      const [fours] = lay("4d.0 4h.0 4s.0");
      expect(spareFor(["4d", "4h"], mine, [fours!], "4")).toEqual({
        cards: ["4c", "4d"],
        groups: [{ rank: "4", slot: 0, cards: fours!.cards.slice(1) }],
      });
      expect(spareFor(["4d", "4h"], hand("4d4hKh"), lay("4d.0 4h.0"), "4")).toEqual({
        cards: ["4d", "4h"],
        groups: [],
      });
    });
    test("says which card of another group is needed", () => {
      const groups = lay("Kh.0 Kd.0 2c.0 2d.0");
      expect(takeBeside({ gets: 5, with: "4d2c" }, mine, groups, "4s")).toEqual({
        clause: "",
        text: "You need the 2♣ on your tray to take the pile. Put it back first.",
      });
      expect(spareFor(["4d", "Jk"], mine, groups, "4")).toEqual({ cards: ["4d", "Jk"], groups });
    });
    test("knows the same way by other suits", () => {
      expect(sameTake({ gets: 5, with: "4d4h" }, { gets: 6, with: "4c4s" })).toBe(true);
      expect(sameTake({ gets: 5, with: "4d4h" }, { gets: 5, with: "4d2c" })).toBe(false);
      expect(sameTake({ gets: 5, onto: 1 }, { gets: 5, onto: 2 })).toBe(false);
      expect(sameTake({ gets: 1, with: "4d4h", card: true }, { gets: 5, with: "4d4h" })).toBe(false);
    });
  });
  test("adds up, and lets go of cards that left the hand", () => {
    const groups = stage([], pick("Kh.0 Kd.0 2c.0"), null)!;
    expect(worthIn(groups, { K: 10, two: 20 })).toBe(40);
    expect(keep(groups, hand("Kd5s"))).toEqual([{ rank: "K", slot: 0, cards: pick("Kd.0") }]);
    expect(keep(groups, [])).toEqual([]);
  });
});
