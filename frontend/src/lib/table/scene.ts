// The moment as the player has it before them: the table, what they have chosen, what lies in the tray.
// What follows from it is in `buttons` and `prompts`.

import {
  type HandCard,
  cardSign,
  cardsOf,
  columnOf,
  isWild,
  rankOf,
  rankPlural,
  shownRank,
  worthOf,
} from "../cards/cards";
import type { TableModel } from "./model";
import type { Ask, Line, OwnState, Refusal, RulesState, ShortForms, TableState, TakeChoice } from "../source/protocol";
import { type Group, groupsText, spareFor, worthIn } from "./groups";
import type { Tried } from "../source/source";

export type Deed =
  | { do: "ask"; ask: Ask }
  | { do: "discard"; card: string }
  | { do: "take"; take: TakeChoice }
  | { do: "sure" }
  | { do: "keep" }
  | { do: "stage" }
  | { do: "put back" }
  | { do: "show"; what: "more" | "story" | "talk" | "seats" }
  | { do: "hint" }
  | { do: "follow" }
  | { do: "leave" }
  | { do: "explain"; refusal: Refusal };

export interface Button {
  id: string;
  label: string;
  look: "now" | "may" | "plain" | "off";
  key: string;
  deed: Deed;
  icon?: "undo" | "more" | "hint";
  grow?: boolean;
}

/** A discard that waits for a second word of the player, and why. */
export interface Doubt {
  card: string;
  text: string;
}

/** A sentence of the story, and the seat that did what it tells; 0 if nobody did. */
export interface Told extends ShortForms {
  by: number;
  line: Line;
}

export interface Scene {
  state: TableState;
  model: TableModel;
  own: OwnState | null;
  chosen: HandCard[];
  groups: Group[];
  /** The way to take the pile for which melds are put together in the tray. */
  taking: TakeChoice | null;
  doubt: Doubt | null;
  tried: Tried | null;
  /** What someone else did, for as long as reading it takes. */
  lately: Told | null;
  /** What was told last. */
  last: Told | null;
  /** Whether a hint waits to be played. */
  advised: boolean;
  /** The seat that you take with the next deal. */
  coming?: number | undefined;
}

export const values = (rules: RulesState): Record<string, number> => rules.values.score.cards;
export const ranks = (cards: string[]): string => cards.map((card) => shownRank(rankOf(card))).join(" ");

/** What the tray is worth, and what an opening needs; null where the side has opened. */
export function trayTotal(scene: Pick<Scene, "state" | "model" | "groups" | "taking" | "tried">): {
  sum: number;
  needs: number | null;
} {
  const { state, model, taking, tried } = scene;
  const staged = state.public.table?.staged ?? 0;
  const side = model.own;
  const told = side && state.public.table?.sides[side.side];
  const first = taking
    ? takenCards(taking, model.pile.cards.at(-1)).reduce((sum, card) => sum + worthOf(card, values(state.rules)), 0)
    : 0;
  const sum = tried?.worth ?? worthIn(scene.groups, values(state.rules)) + first;
  return { sum: sum + staged, needs: told && !told.opened ? told.needs : null };
}

/** The cards of the meld that a way to take the pile lays down: those from the hand, and the top card. */
export const takenCards = (take: TakeChoice, top: string | undefined): string[] => [
  ...cardsOf(take.with),
  ...(top ? [top] : []),
];

export function takeText(take: TakeChoice, groups: Group[]): string {
  const place = take.onto === undefined ? "" : `@${take.onto}`;
  const first = (take.with ?? "") + place;
  const word = take.card ? "card" : first ? "" : "onto";
  return ["take", word, first, groupsText(groups)].filter(Boolean).join(" ");
}

/** Whether two ways to take the pile differ in nothing but the suits of the cards. */
export function sameTake(one: TakeChoice, other: TakeChoice): boolean {
  const kinds = (take: TakeChoice): string => cardsOf(take.with).map(columnOf).sort().join();
  return one.onto === other.onto && one.card === other.card && kinds(one) === kinds(other);
}

/**
 * The same way to take the pile with cards that are not meant for other melds,
 * and the tray beside them; or why that cannot be.
 */
export function takeBeside(
  take: TakeChoice,
  hand: HandCard[],
  groups: Group[],
  top: string,
): { take: TakeChoice; groups: Group[] } | Refusal {
  const spare = spareFor(cardsOf(take.with), hand, groups, isWild(top) ? "wild" : rankOf(top));
  if ("missing" in spare)
    return {
      clause: "",
      text: `You need the ${cardSign(spare.missing)} on your tray to take the pile. Put it back first.`,
    };
  return { take: take.with ? { ...take, with: spare.cards.join("") } : take, groups: spare.groups };
}

export function takeLabel(take: TakeChoice, top: string): string {
  const what = take.card ? "Take the card" : `Take ${take.gets}`;
  return take.with ? `${what} with ${ranks(cardsOf(take.with))}` : `${what} for ${rankPlural(rankOf(top))}`;
}

/** The move that lays what is in the tray. */
export const layText = (scene: Pick<Scene, "taking" | "groups">): string =>
  scene.taking ? takeText(scene.taking, scene.groups) : `lay ${groupsText(scene.groups)}`;

/** The melds on the table that take every chosen card, by their keys. */
export function meldsThatTake(own: OwnState | null, chosen: HandCard[]): string[] {
  const add = own?.choices?.add;
  if (!add || chosen.length === 0) return [];
  const naturals = new Set(chosen.filter((each) => !isWild(each.card)).map((each) => rankOf(each.card)));
  return Object.entries(add)
    .filter(([key, cards]) => {
      const takes = new Set(cardsOf(cards).map(rankOf));
      const rank = key.slice(0, key.indexOf("."));
      return chosen.every((each) => takes.has(rankOf(each.card))) && [...naturals].every((each) => each === rank);
    })
    .map(([key]) => key);
}

/** The move that adds the chosen cards to the meld with `key`. */
export function addText(own: OwnState, chosen: HandCard[], key: string): string {
  const [rank = "", slot = "1"] = key.split(".");
  const several = Object.keys(own.choices?.add ?? {}).filter((each) => each.startsWith(`${rank}.`)).length > 1;
  return `lay ${groupsText([{ rank, slot: several ? Number(slot) : 0, cards: chosen }])}`;
}

/**
 * Whether a special hand can be shown, which ends the deal as well:
 * after the draw, when cards can be laid or discarded.
 */
export function canShow(own: OwnState | null): boolean {
  const choices = own?.choices;
  return Boolean(choices?.end && (choices.discard !== undefined || choices.knock || choices.stuck));
}

/** Whether the turn stands before its draw: cards come from the stock or the pile next. */
export function isDrawing(own: OwnState | null): boolean {
  const choices = own?.choices;
  return (
    choices !== undefined &&
    (choices.draw !== undefined ||
      choices.take !== undefined ||
      Boolean((choices.end && !canShow(own)) || choices.lift || choices.restore))
  );
}

export const nameOf = (model: TableModel, seat: number | undefined, otherwise: string): string =>
  model.players.find((player) => player.seat === seat)?.name ?? otherwise;

/**
 * Whether a discard deserves a second look, and why: a wild card, or one that fits a meld of one's own.
 * "always" asks about every card, "never" about none.
 */
export function doubtOf(own: OwnState | null, card: string, confirm: "never" | "hurts" | "always"): Doubt | null {
  if (confirm === "never") return null;
  if (isWild(card)) return { card, text: "It is a wild card." };
  const fits = Object.entries(own?.choices?.add ?? {}).find(([, cards]) =>
    cardsOf(cards).some((each) => rankOf(each) === rankOf(card)),
  );
  if (fits) return { card, text: `It fits your ${rankPlural(fits[0].slice(0, fits[0].indexOf(".")))}.` };
  return confirm === "always" ? { card, text: "" } : null;
}
