// What the sentence above the hand and the buttons below it say, moment by moment.

import { describe, expect, test } from "vitest";
import type { Choices, Line, OwnState, ShortForms } from "../../src/lib/source/protocol";
import { buttons, moreButtons } from "../../src/lib/table/buttons";
import { stage } from "../../src/lib/table/groups";
import { type PlayerModel, comingSeat } from "../../src/lib/table/model";
import { prompting } from "../../src/lib/table/prompts";
import { type Scene, meldsThatTake, trayTotal } from "../../src/lib/table/scene";
import { hand, sceneOf, stateOf } from "./recorded";

const scene = (name: string): Scene => sceneOf(stateOf(name));
const labels = (of: Scene): string[] =>
  buttons(of).map((button) => `${button.label}${button.look === "plain" ? "" : ` (${button.look})`}`);

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
  /** The late table with another hand and other choices, as the server could tell them. */
  function holding(text: string, choices: Choices, chosen: string): Scene {
    const told = stateOf("four-late");
    const mine = { ...told, own: { seat: told.own!.seat, hand: text, choices } };
    return sceneOf(mine, { chosen: hand(text).filter((each) => chosen.split(" ").includes(each.id)) });
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
