// What a side counts: the order of the questions, the taps they take, drafts that survive, answers that come too late.

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Keeping } from "../../src/lib/rooms/keep.svelte";
import { seat, wrongName } from "../../src/lib/rooms/seating";
import {
  answered,
  answersOf,
  AT_ONCE,
  byKind,
  counted,
  emptyDraft,
  goTo,
  inAll,
  kindsTold,
  nextQuestion,
  numberOf,
  OUT,
  POINTS,
  type Sitting,
  typed,
  wentOut,
} from "../../src/lib/rooms/tally";
import type { Answers, KeepingState, TableState, TallyQuestion, You } from "../../src/lib/source/protocol";
import { RecordedTable, stateOf } from "./recorded";
import { Game } from "../../src/lib/table/game.svelte";

const { questions, deals, houses } = JSON.parse(
  readFileSync(new URL("../../fixtures/counts.json", import.meta.url), "utf8"),
) as { questions: TallyQuestion[]; deals: [Answers, Answers][]; houses: Record<string, TallyQuestion[]> };
const FIRST = "wild";

const sitting = (...sides: number[]): Sitting => ({
  deal: 1,
  side: sides[0]!,
  at: nextQuestion(questions, emptyDraft(0), ""),
  typed: "",
  drafts: Object.fromEntries(sides.map((side) => [side, emptyDraft(0)])),
});
const order = (from: Sitting, answer: (key: string) => number, all = questions): string[] => {
  const keys: string[] = [];
  for (let now = from; now.at; now = answered(now, all, answer(now.at))) keys.push(now.at);
  return keys;
};

describe("the questions of a side", () => {
  test("come in the order of the sheet, without threes of an empty hand", () => {
    expect(order(sitting(1), () => 0)).toEqual([
      "wild", "natural", "mixed", "red threes", "out", "melded", "hand", "reserves",
    ]); // prettier-ignore
    expect(order(sitting(1), () => 5)).toEqual(questions.slice(0, -1).map((each) => each.key));
  });
  test("are those of house rules, with lines of their own", () => {
    for (const [name, own] of [
      ["twr-knee", ["special 1", "special 2"]],
      ["vegas", ["exact cuts", "hand blacks", "reserves blacks"]],
    ] as const) {
      const asked = houses[name]!;
      const from = goTo(sitting(1), nextQuestion(asked, emptyDraft(0), ""));
      expect(order(from, () => 1, asked)).toEqual(asked.filter((each) => each.key !== POINTS).map((each) => each.key));
      expect(order(from, () => 1, asked)).toEqual(expect.arrayContaining([...own]));
      expect(order(from, () => 0, asked)).not.toContain("hand blacks");
      const one = answered(goTo(from, own[0]), asked, 2);
      expect(answersOf(one.drafts[1]!, asked)).toEqual({ [own[0]]: 2 });
    }
  });
  test("are only the points on a pad, where they can be negative", () => {
    const pad = questions.filter((each) => each.key === POINTS);
    const from = goTo(sitting(1), nextQuestion(pad, emptyDraft(0), ""));
    expect(order(from, () => 0, pad)).toEqual([POINTS]);
    const done = answered(from, pad, numberOf(typed(typed("15", "−"), "0")));
    expect(answersOf(done.drafts[1]!, pad)).toEqual({ points: -150 });
  });
  test("are answered by a tap each, and 0 is left out of what the table is told", () => {
    let now = answered(sitting(1), questions, 0);
    now = answered(now, questions, 3);
    expect(now.at).toBe("mixed");
    expect(answersOf(now.drafts[1]!, questions)).toEqual({ natural: 3 });
  });
  test("can be answered again, and the next open one follows", () => {
    let now = answered(answered(sitting(1), questions, 1), questions, 2);
    now = answered(goTo(now, FIRST), questions, 4);
    expect(now.at).toBe("mixed");
    expect(now.drafts[1]!.answers).toEqual({ wild: 4, natural: 2 });
  });
  test("ask once for all sides who went out", () => {
    const now = wentOut(goTo(sitting(1, 2), OUT), questions, 2);
    expect([1, 2].map((side) => now.drafts[side]!.answers[OUT])).toEqual([0, 1]);
    expect(now.drafts[2]!.done).toEqual([OUT]);
  });
  test("are one if the side has added it all up", () => {
    let now = inAll(sitting(1), questions, true);
    now = answered(wentOut(now, questions, 1), questions, 1230);
    expect(now.at).toBe("");
    expect(answersOf(now.drafts[1]!, questions)).toEqual({ out: 1, points: 1230 });
    expect(answersOf(inAll(now, questions, false).drafts[1]!, questions)).toEqual({ out: 1 });
  });
  test("take cards as one sum or by kind, never both", () => {
    const melded = questions.find((each) => each.key === "melded")!;
    let now = answered(goTo(sitting(1), "melded"), questions, 345);
    now = counted(byKind(goTo(now, "melded"), melded, true), "melded K", 4);
    expect(answersOf(kindsTold(now, questions).drafts[1]!, questions)).toEqual({ "melded K": 4 });
    now = answered(byKind(now, melded, false), questions, 40);
    expect(answersOf(now.drafts[1]!, questions)).toEqual({ melded: 40 });
    expect(counted(now, "melded K", -1).drafts[1]!.answers["melded K"]).toBe(0);
  });
});

test("digits, a sign, and one digit less", () => {
  const keys = (...all: string[]): string => all.reduce(typed, "");
  expect(keys("0", "4", "5")).toBe("45");
  expect(keys("1", "2", "3", "4", "5", "6")).toBe("12345");
  expect(numberOf(keys("−", "6", "0"))).toBe(-60);
  expect(numberOf(keys("−"))).toBe(0);
  expect(keys("4", "5", "back", "−", "−")).toBe("4");
});

/** How many taps the room's keys take to count a deal, from the first question to the last side entered. */
function taps(sides: Answers[]): number {
  let now = sitting(1, 2);
  let count = 0;
  for (const side of [1, 2]) {
    now = { ...now, side, at: nextQuestion(questions, now.drafts[side]!, "") };
    while (now.at) {
      const question = questions.find((each) => each.key === now.at)!;
      const number = Number(sides[side - 1]![now.at] ?? 0);
      if (now.at === OUT) {
        now = wentOut(now, questions, sides.findIndex((each) => each[OUT]) + 1);
        count += 1;
      } else {
        const digits = String(number).length;
        // The last digit of a sum of cards ends it. "12 or more" begins larger numbers of things, "Next" ends them.
        count +=
          question.kind === "cards" || number <= AT_ONCE ? Math.max(1, number > AT_ONCE ? digits : 1) : digits + 2;
        now = answered(now, questions, number);
      }
    }
    expect(answersOf(now.drafts[side]!, questions)).toEqual(sides[side - 1]);
    count += 1; // "Enter 1,280"
  }
  return count;
}

test("forty deals of Hand and Foot take few taps", () => {
  const all = deals.map(taps).sort((one, other) => one - other);
  expect(all[deals.length / 2]).toBeLessThanOrEqual(32);
  expect(all[Math.ceil(deals.length * 0.9) - 1]).toBeLessThanOrEqual(44);
  console.info(`taps: median ${all[20]}, 90th percentile ${all[35]}, most ${all.at(-1)}`);
});

// The room at a table

const HOST: You = { role: "host", seat: 1, name: "Ann" };
const keeping: KeepingState = { questions, counts: { 1: {} } };
const before = stateOf("waiting");
const table: TableState = {
  ...before,
  own: { seat: 1 },
  public: { ...before.public, state: "keeping", deal: 1, totals: [0, 0], minimums: [50, 50], keeping },
};
const counts = (told: KeepingState["counts"], deal = 1): TableState => ({
  ...table,
  public: { ...table.public, deal, keeping: { ...keeping, counts: told } },
});
const memory = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => memory.get(key) ?? null,
  setItem: (key: string, text: string) => memory.set(key, text),
  removeItem: (key: string) => memory.delete(key),
});
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let source: RecordedTable;
function room(state = table, you = HOST): Keeping {
  source = new RecordedTable();
  const game = new Game("AAAABBBB", source);
  game.remember(state, you);
  return new Keeping(game);
}

describe("the room", () => {
  beforeEach(() => memory.clear());

  test("keeps what is entered through a reload, and before the table is heard", () => {
    const first = room();
    first.count();
    first.change(answered(first.sitting!, questions, 2));
    first.change({ ...first.sitting!, typed: "1" });
    expect(room().sitting).toEqual(first.sitting);
    first.leave();
    const again = room();
    expect([again.sitting, again.begun]).toEqual([null, true]);
    again.count();
    expect(again.draft!.answers).toEqual({ wild: 2 });
  });

  test("shows the sheet of the last answers, whichever answer comes last", async () => {
    const here = room();
    here.count();
    here.change(answered(here.sitting!, questions, 1));
    void here.ask();
    here.change(answered(here.sitting!, questions, 2));
    void here.ask();
    const [older, newer] = source.tallies;
    const sheet = (total: number) => ({ sheet: { parts: [], total }, impossible: [] });
    newer!.answer(sheet(2500));
    await settle();
    older!.answer(sheet(1500));
    await settle();
    expect(here.preview).toMatchObject(sheet(2500));
    here.change(answered(here.sitting!, questions, 3));
    expect(here.preview).toBeNull();
  });

  test("goes on with the other side, and forgets what the table has", async () => {
    const here = room();
    here.count();
    const entering = here.enter();
    expect(source.commands.map((each) => each.what)).toEqual(["tally"]);
    source.commands[0]!.answer({ seq: 9 });
    await entering;
    expect(here.sitting!.side).toBe(2);
    here.game.remember(counts({ 1: { 1: { answers: { out: 1 }, by: "Ann", seq: 9 } } }), HOST);
    const last = here.enter();
    source.commands[1]!.answer({ seq: 10 });
    await last;
    expect([here.sitting, memory.size]).toEqual([null, 0]);
  });

  test("shows what someone else has entered meanwhile, and changes nothing before it is looked at", async () => {
    const here = room();
    here.count();
    here.game.remember(counts({ 1: { 1: { answers: { points: 100 }, by: "Zoe", seq: 7 } } }), HOST);
    expect(here.conflict!.by).toBe("Zoe");
    here.give();
    expect(here.sitting!.side).toBe(2);
    expect(here.conflict).toBeNull();
  });

  test("knows that the other side went out, and lets a side count only for itself", () => {
    const guest: You = { role: "seat", seat: 2, name: "Zoe" };
    const here = room(counts({ 1: { 1: { answers: { out: 1 }, by: "Ann", seq: 5 } } }), guest);
    here.count();
    expect(Object.keys(here.sitting!.drafts)).toEqual(["2"]);
    expect(here.draft!.done).toEqual([OUT]);
    memory.clear();
    const watcher = room(table, { role: "spectator" });
    watcher.count();
    expect(watcher.sitting).toBeNull();
  });

  test("opens an earlier count filled in", () => {
    const here = room(counts({ 1: { 1: { answers: { natural: 2, note: "sure" }, by: "Zoe", seq: 5 } }, 2: {} }, 2));
    here.correct(1, 1);
    expect(here.sitting!.at).toBe("");
    expect(answersOf(here.draft!, questions)).toEqual({ natural: 2, note: "sure" });
    expect(here.conflict).toBeNull();
  });
});

test("people are seated and the match begins; what is done already is not asked for again", async () => {
  source = new RecordedTable();
  const game = new Game("AAAABBBB", source);
  const { keeping: _, ...open } = table.public;
  const seats = { 1: { plays: "person", name: "Ann" }, 2: { plays: "nobody", name: "Bea" }, 3: { plays: "nobody" } };
  game.remember({ ...table, public: { ...open, state: "open", seats } as TableState["public"] }, HOST);
  const done = seat(game, { names: ["", "Bea", "Cyd"], dealer: 2, keeper: 0 });
  for (const at of [0, 1]) {
    await settle();
    source.commands[at]!.answer({ seq: at });
  }
  expect(await done).toBe(true);
  expect(source.commands.map((each) => each.what)).toEqual(["name-seat", "start"]);
  expect([0, 1, 2].map((at) => wrongName(["Bea", "bea", "Ann"], at, "Ann").slice(0, 7))).toEqual([
    "Someone", "Someone", "Someone",
  ]); // prettier-ignore
  expect(wrongName(["x".repeat(21), ""], 0, "")).toMatch(/at most 20/);
});
