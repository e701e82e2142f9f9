import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { byHandOrder, cardName, cardSign, cardsOf, columnsOf, rankPlural, withIds } from "../../src/lib/cards/cards";
import { Lately, readingTime } from "../../src/lib/table/lately.svelte";
import { lineText } from "../../src/lib/texts/lines";
import {
  type PlayerModel,
  comingSeat,
  inOrder,
  inSigns,
  lackingPlaces,
  shortly,
  tableModel,
} from "../../src/lib/table/model";
import type { Choices, LackState, Line, OwnState, ShortForms, TableState } from "../../src/lib/source/protocol";
import { countOf } from "../../src/lib/rooms/count";
import { buttons, moreButtons } from "../../src/lib/table/buttons";
import { prompting } from "../../src/lib/table/prompts";
import { type Scene, meldsThatTake, sameTake, takeBeside, takeText, trayTotal } from "../../src/lib/table/scene";
import { DEFAULTS, readSettings, store, stored } from "../../src/lib/device/settings";
import { type Group, groupsText, keep, spareFor, stage, worthIn } from "../../src/lib/table/groups";

const state = (name: string): TableState =>
  (
    JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8")) as {
      table: { state: TableState };
    }
  ).table.state;
const hand = (text: string) => withIds(cardsOf(text).sort(byHandOrder));
function scene(name: string, chosen = "", groups: Group[] = []): Scene {
  const told = state(name);
  const ids = new Set(chosen.split(" "));
  const cards = hand(told.own?.hand ?? "");
  return {
    state: told,
    model: tableModel(told)!,
    own: told.own ?? null,
    chosen: cards.filter((each) => ids.has(each.id)),
    groups,
    taking: null,
    doubt: null,
    tried: null,
    lately: null,
    last: null,
    advised: false,
  };
}
const labels = (of: Scene): string[] =>
  buttons(of).map((button) => `${button.label}${button.look === "plain" ? "" : ` (${button.look})`}`);

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

describe("the table", () => {
  test("seats everyone in the order of play, you last, your side with the circle", () => {
    expect(inOrder(4, 2)).toEqual([3, 4, 1, 2]);
    const model = tableModel(state("eight-pairs"))!;
    expect(model.players.at(-1)).toMatchObject({ me: true, name: "You", sign: 0 });
    expect(new Set(model.players.map((player) => player.sign))).toEqual(new Set([0, 1, 2, 3]));
    expect(model.own?.title.startsWith("You and ")).toBe(true);
  });
  test("puts canastas first, then melds by rank, wild cards, red threes, places still needed", () => {
    const own = tableModel(state("four-late"))!.own!;
    const kinds = own.melds.map((meld) => meld.kind);
    const order = ["canasta", "meld", "reds", "needed"];
    expect(kinds).toEqual([...kinds].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(kinds).toContain("canasta");
    for (const meld of own.melds.filter((each) => each.kind === "canasta")) {
      expect(meld.band).toBe({ clean: "natural", dirty: "mixed", wild: "wild" }[meld.word]);
      expect(meld.spoken).toMatch(
        meld.word === "wild" ? /^canasta of wild cards, 7 cards$/ : /^(clean|dirty) canasta of \w+, 7 cards$/,
      );
    }
  });
  test("turns what is lacking into places", () => {
    const places = (...lacks: LackState[]): string[] => lackingPlaces(lacks).map((each) => each.word);
    expect(
      places(
        { count: 2, class: "clean", band: "natural" },
        { count: 1, class: "wild", band: "wild" },
        { count: 1, class: "fives", band: "special" },
      ),
    ).toEqual(["clean", "clean", "wild", "fives"]);
    const { words } = state("four-late").rules;
    expect([
      places({ count: 1 }),
      places(),
      shortly(
        [{ count: 2, class: "clean", band: "natural" }, { count: 1, class: "sevens", band: "special" }, { count: 2 }],
        words,
      ),
      shortly([], words),
    ]).toEqual([["any"], [], "2 clean, 1 of sevens, 2 canastas", ""]);
  });
  test("says in signs what is lacking, where words have no room", () => {
    expect(
      inSigns([
        { count: 2, class: "clean", band: "natural" },
        { count: 1, class: "wild", band: "wild" },
        { count: 1, class: "sevens", band: "special" },
        { count: 1, class: "tens", band: "special" },
        { count: 3 },
      ]),
    ).toBe("C2 W1 7 10 ×3");
    expect(tableModel(state("four-late"))!.sides.map((side) => side.signs)).toEqual(["out", "W1"]);
  });
  test("speaks in the words of the game", () => {
    const told = state("words-late");
    const { sides, subtitle } = tableModel(told)!;
    const spoken = sides.flatMap((side) => side.melds).map((meld) => meld.spoken);
    expect(subtitle).toMatch(/^round 2 of \d$/);
    expect(spoken.filter((each) => /^(red|black|) ?book of /.test(each)).length).toBeGreaterThan(1);
    expect(
      spoken.filter((each) => each.startsWith("still needed")).every((each) => /: one (red |black |)book$/.test(each)),
    ).toBe(true);
    expect(JSON.stringify(spoken)).not.toContain("canasta");
    expect(shortly([{ count: 2 }, { count: 1, class: "red", band: "natural" }], told.rules.words)).toBe(
      "2 books, 1 red",
    );
    expect(tableModel(state("words-counted"))).toBeNull();
  });
  test("counts an item once for all sides, whatever the game calls it and however many there are", () => {
    const told = state("words-counted");
    const counted = Object.values(told.public.deals ?? {}).at(-1)!;
    const { rows } = countOf(told)!;
    const items = (of: typeof counted): Set<string> =>
      new Set(of.sheets.flatMap((sheet) => sheet.parts.flatMap((part) => part.lines.map((line) => line.item ?? ""))));
    expect(rows).toHaveLength(items(counted).size);
    expect(new Set(rows.map((row) => row.title)).size).toBe(rows.length);
    expect(rows.map((row) => row.title)).toContain("Red books");
    expect(rows.find((row) => row.title === "Melded cards")!.cells.map((cell) => cell?.note)).toEqual([
      expect.stringMatching(/^\d+ cards$/),
      expect.stringMatching(/^\d+ cards$/),
    ]);
    // Counted by an older program, that named no items.
    const lines = counted.sheets.flatMap((sheet) => sheet.parts.flatMap((part) => part.lines));
    for (const line of lines) {
      delete line.item;
      delete line.title;
    }
    expect(countOf(told)!.deal).toEqual(counted.sheets.map((sheet) => sheet.total));
    expect(countOf(told)!.rows.every((row) => row.title)).toBe(true);
  });
  test("speaks of a player who is watched again by name", () => {
    const told = state("two-draw");
    told.public.table!.sides["1"]!.opened = false;
    const [named, mine] = [tableModel(told, "Greedy 1")!.own!, tableModel(told)!.own!];
    expect([named.need, mine.need]).toEqual([
      expect.stringMatching(/^needs [0-9]+ to open$/),
      expect.stringMatching(/^need [0-9]+ to open$/),
    ]);
    expect([named.empty, mine.empty]).toEqual(["Nothing laid yet", expect.stringMatching(/^Nothing laid yet. Your/)]);
  });
  test("shows a spectator no hand", () => {
    const told = state("four-draw");
    delete told.own;
    const model = tableModel(told)!;
    expect(model.me).toBeNull();
    expect(model.players.map((player) => player.seat)).toEqual([1, 2, 3, 4]);
    expect(
      buttons({
        state: told,
        model,
        own: null,
        chosen: [],
        groups: [],
        taking: null,
        doubt: null,
        tried: null,
        lately: null,
        last: null,
        advised: false,
      }).map((button) => button.id),
    ).toEqual(["leave", "seats", "story"]);
  });
});

describe("what can be done", () => {
  test("drawing and taking the pile", () => {
    const [draw, take, hint, more] = labels(scene("four-draw"));
    expect([draw, hint, more]).toEqual(["Draw two (now)", "Hint", "More"]);
    expect(take).toMatch(/^Take 7 with (\S+) \1 \(may\)$/);
    expect(prompting(scene("four-draw"))).toMatchObject({
      lead: "Your turn.",
      turn: true,
      text: "Draw two cards, or take seven from the pile.",
    });
    expect(labels(scene("six-draw"))).toEqual(["Draw two (now)", "Take the pile (off)", "Hint", "More"]);
    const waiting = scene("four-draw");
    const { choices: _, ...own } = waiting.own!;
    waiting.own = own;
    const [next, after] = waiting.model.others.flatMap((side) => side.players) as [PlayerModel, PlayerModel];
    const { name } = next;
    waiting.model = {
      ...waiting.model,
      players: waiting.model.players.map((player) => ({ ...player, acts: player.seat === next.seat })),
    };
    expect(prompting(waiting)).toMatchObject({ told: null, text: `${name} is playing.` });
    const line = [`${name} drew two cards.`];
    expect(prompting({ ...waiting, lately: { by: next.seat, line } })).toMatchObject({ told: line, text: "" });
    expect(prompting({ ...waiting, lately: { by: after.seat, line } })).toMatchObject({
      told: line,
      text: `${name} is playing.`,
    });
    expect(prompting({ ...waiting, own: null, lately: { by: next.seat, line } })).toMatchObject({
      told: line,
      text: "",
    });
    expect(labels(waiting)).toEqual(["What happened", "Talk", "More"]);
    const later = { ...waiting, own: null, coming: 2 };
    expect(prompting(later)).toMatchObject({
      told: null,
      text: `You play seat 2 from the next deal on; ${later.state.public.seats[2]!.name} plays it until then.`,
    });
    const told = {
      ...later.state,
      public: {
        ...later.state.public,
        people: { Eve: { id: "e1" }, Ann: { id: "a1" } },
        seats: { ...later.state.public.seats, 2: { plays: "bot" as const, name: "Robin", coming: "Eve" } },
      },
    };
    expect([
      comingSeat(told, { person: "e1", role: "spectator" }),
      comingSeat(told, { person: "a1", role: "host" }),
      comingSeat(told, null),
    ]).toEqual([2, undefined, undefined]);
    expect(prompting(scene("classic-frozen")).text).toBe("Draw a card. Frozen: a wild card lies in it.");
  });
  test("what someone did is as short as there is room for it", () => {
    const mine = scene("four-draw");
    const [line, brief, briefest] = ["in full", "shorter", "shortest"].map((text): Line => [text]) as [
      Line,
      Line,
      Line,
    ];
    const told = (forms: ShortForms): (Line | null)[] => {
      const lately = { by: 4, line, ...forms };
      return [prompting({ ...mine, own: null, lately }), prompting({ ...mine, lately })].map((prompt) => prompt.told);
    };
    expect([told({}), told({ brief }), told({ briefest }), told({ brief, briefest })]).toEqual([
      [line, line],
      [brief, brief],
      [line, briefest],
      [brief, briefest],
    ]);
    expect(prompting({ ...mine, lately: { by: 4, line, briefest } }).lead).toBe("Your turn.");
    expect(prompting(mine).told).toBeNull();
  });
  test("a pause is ended by a button, which says whom it waits for", () => {
    const mine = scene("four-draw");
    const { choices: _, ...own } = mine.own!;
    const paused = (ready: number[]): Scene => ({
      ...mine,
      own,
      state: { ...mine.state, public: { ...mine.state.public, paused: true, ready } },
    });
    expect([labels(paused([])), labels(paused([mine.own!.seat]))]).toEqual([
      ["Play on (now)", "More"],
      ["Waiting for the others (off)", "More"],
    ]);
    const [, told] = Object.entries(mine.state.public.seats).find(([seat]) => Number(seat) === mine.own!.seat)!;
    expect(prompting(paused([])).text).toBe("Play goes on when everyone is ready.");
    expect(prompting(paused([mine.own!.seat])).text).toContain(`are ready: ${told.name}.`);
  });
  test("a sentence stays for as long as reading takes, and nobody's for less than 0.9 seconds", () => {
    vi.useFakeTimers();
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
    vi.useRealTimers();
  });
  /** The late table with another hand and other choices, as the server could tell them. */
  function holding(text: string, choices: Choices, chosen: string): Scene {
    const told = state("four-late");
    const mine = { ...told, own: { seat: told.own!.seat, hand: text, choices } };
    const cards = hand(text);
    return {
      state: mine,
      model: tableModel(mine)!,
      own: mine.own,
      chosen: cards.filter((each) => chosen.split(" ").includes(each.id)),
      groups: [],
      taking: null,
      doubt: null,
      tried: null,
      lately: null,
      last: null,
      advised: false,
    };
  }
  const choices = { add: { "4.1": "2d Jk", "7.1": "2d Jk 7h", "wild.1": "2d Jk" }, discard: "2d 7h 8c 8h", lay: ["8"] };
  test("one chosen card can be added or discarded", () => {
    expect(labels(holding("2d7h8c8h", choices, "7h.0"))).toEqual(["Add 7♥ to sevens (now)", "Discard 7♥"]);
    expect(labels(holding("2d7h8c8h", choices, "8c.0 8h.0"))).toEqual(["8 8 to the tray (now)", "Discard (off)"]);
  });
  test("a wild card lights the melds that take it, and is not pressed on the pile", () => {
    const chosen = holding("2d7h8c8h", choices, "2d.0");
    expect(meldsThatTake(chosen.own, chosen.chosen)).toEqual(["4.1", "7.1", "wild.1"]);
    expect(labels(chosen)).toEqual(["Discard 2♦"]);
    expect(prompting(chosen).text).toBe("Tap the meld that the two should join.");
  });
  test("an opening that is too small says by how much", () => {
    const first = scene("four-opening");
    const groups = stage(
      [],
      hand(first.own!.hand!).filter((each) => each.card.startsWith("J")),
      null,
    )!;
    const short = { ...first, groups };
    const { needs } = first.state.public.table!.sides[first.model.own!.side]!;
    const sum = 10 * groups[0]!.cards.length;
    expect(trayTotal(short)).toEqual({ sum, needs });
    expect(labels(short)).toEqual(["Put back", `Lay ${sum} · ${needs - sum} short (off)`, "Hint"]);
    expect(prompting(short)).toMatchObject({ lead: `${needs - sum} more to open.`, why: `Why ${needs}?` });
    expect(labels({ ...short, tried: { worth: needs + 10, refused: null } })).toEqual([
      "Put back",
      `Lay ${needs + 10} (now)`,
      "Hint",
    ]);
  });
  test("a hint is played by the button that comes first, which alone is filled", () => {
    expect(labels({ ...scene("four-draw"), advised: true })).toEqual([
      "Play this (now)",
      "Draw two (may)",
      expect.stringMatching(/^Take 7 with/),
      "More",
    ]);
    expect(labels({ ...scene("four-asked"), advised: true })).toEqual(["No, wait (may)", "Yes, go out (may)"]);
    const late = { ...holding("2d7h8c8h", choices, "7h.0"), advised: true };
    expect(labels(late)).toEqual(["Add 7♥ to sevens (now)", "Discard 7♥"]);
    expect(labels({ ...late, chosen: [] })).toEqual(["Play this (now)", "Discard (off)", "More"]);
    expect(moreButtons({ ...late, chosen: [] }).map((button) => button.id)).not.toContain("follow");
  });
  test("a special hand is shown after the draw; an end before it is another thing", () => {
    const held = holding("2d7h8c8h", { ...choices, end: true }, "");
    expect(labels(held)).toEqual(["Show your special hand (now)", "Discard (off)", "Hint", "More"]);
    expect(prompting(held).text).toBe("You hold a special hand: show it to end the deal, or play on.");
    const over = holding("2d7h8c8h", { end: true }, "");
    expect(labels(over)[0]).toBe("End the deal (now)");
    expect(prompting(over).text).toBe("The stock is empty. You can't take the pile: end the deal.");
  });
  test("a question has two answers of equal right", () => {
    expect(labels(scene("four-asked"))).toEqual(["No, wait (may)", "Yes, go out (may)"]);
    expect(prompting(scene("four-asked")).lead).toMatch(/asks: may I go out\?$/);
  });
  test("taking back takes the place of talk, so that the story stays where it is", () => {
    const waiting = scene("four-draw");
    const { choices: _, ...own } = waiting.own!;
    const first = (told: OwnState): string[] =>
      buttons({ ...waiting, own: told })
        .slice(0, 2)
        .map((button) => button.label);
    expect(first(own)).toEqual(["What happened", "Talk"]);
    expect(first({ ...own, take_back: true })).toEqual(["What happened", "Take back"]);
  });
  test("at most one button is filled, and at most three stand beside More", () => {
    for (const name of [
      "two-draw",
      "two-late",
      "four-opening",
      "four-draw",
      "four-late",
      "four-asked",
      "classic-frozen",
      "six-draw",
      "eight-pairs",
      "eight-alone",
    ]) {
      const row = buttons(scene(name));
      expect(row.filter((button) => button.look === "now").length, name).toBeLessThanOrEqual(1);
      expect(row.filter((button) => !["more", "hint"].includes(button.id)).length, name).toBeLessThanOrEqual(3);
      expect(
        moreButtons(scene(name)).every((button) => button.label),
        name,
      ).toBe(true);
    }
  });
});

describe("settings", () => {
  test("come from what was kept, and from the link", () => {
    expect(readSettings('{"large":true,"theme":"day","motion":3}', "left,calm,unknown")).toEqual({
      ...DEFAULTS,
      large: true,
      theme: "day",
      left: true,
      motion: "none",
    });
    expect(readSettings("{broken", null)).toEqual(DEFAULTS);
  });
  test("do without storage where the browser forbids it", () => {
    const forbidden = (): Storage => {
      throw new DOMException("denied", "SecurityError");
    };
    expect(stored("x", forbidden)).toBeNull();
    expect(() => store("x", "1", forbidden)).not.toThrow();
  });
});
