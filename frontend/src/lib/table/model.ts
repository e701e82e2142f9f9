// What the table shows, made of what the server tells. Nothing here knows a rule of the game.

import { cardsOf, counted, isRedThree, isWild, points, rankPlural, shownRank } from "../cards/cards";
import { titleOf } from "./seats";
import type { DealState, LackState, MeldState, RulesState, SideState, TableState, You } from "../source/protocol";

export type Band = NonNullable<MeldState["band"]>;

export interface MeldModel {
  key: string;
  kind: "meld" | "canasta" | "reds" | "needed";
  rank: string;
  cards: string[];
  wilds: number;
  word: string;
  band: Band;
  red: string;
  spoken: string;
}

export interface PlayerModel {
  seat: number;
  name: string;
  sign: number;
  side: number;
  held: number;
  /** For each packet dealt to them, whether it is still to come. */
  /** The packets that everyone starts with, by name; those picked up are gone. */
  reserves: { name: string; gone: boolean }[];
  acts: boolean;
  dealer: boolean;
  me: boolean;
  frozen: boolean;
  bot: boolean;
  away: number;
  spoken: string;
}

/** A class of canastas that a side still needs: "2C" on the colour of its band. */
export interface LackSign {
  text: string;
  band: Band | "";
}

export interface SideModel {
  side: number;
  sign: number;
  own: boolean;
  title: string;
  need: string;
  /** `need` where there is little room. */
  briefly: string;
  /** What is missing to go out, as signs; empty before the first melds. */
  lacks: LackSign[];
  /** Nothing is missing: this side may go out. */
  ready: boolean;
  /** What the first melds must be worth, in short; empty after them. */
  opening: string;
  total: number;
  /** What lies on the table, as points. */
  laid: number;
  opened: boolean;
  melds: MeldModel[];
  players: PlayerModel[];
  empty: string;
}

export interface PileModel {
  cards: string[];
  frozen: boolean;
  frozenFor: string;
  because: string;
}

export interface TableModel {
  title: string;
  subtitle: string;
  seat: number;
  me: PlayerModel | null;
  players: PlayerModel[];
  sides: SideModel[];
  own: SideModel | null;
  others: SideModel[];
  alone: boolean;
  stock: number[];
  pile: PileModel;
  size: number;
  /** What the cards in my hand are called: the game's own word is for those that were dealt first. */
  hand: string;
  /** What the packet is called that is mine to pick up next. */
  reserve: string;
  /** On the last lap: how many turns follow this one; -1 before it. */
  lap: number;
}

/** "Ann, Bob and Cyd". */
export const listed = (parts: string[]): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** The seat that `you` take with the next deal. */
export function comingSeat({ public: shown }: TableState, you: You | null): number | undefined {
  const name = Object.entries(shown.people).find(([, person]) => person.id === you?.person)?.[0];
  const seat =
    name === undefined ? undefined : Object.keys(shown.seats).find((each) => shown.seats[each]?.coming === name);
  return seat === undefined ? undefined : Number(seat);
}

/** Seats in the order of play, mine last; seat 1 first for spectators. */
export function inOrder(seats: number, mine: number): number[] {
  return Array.from({ length: seats }, (_, at) => ((mine + at) % seats) + 1);
}

/** `you` is what the player whose hand is shown is called. */
export function tableModel(state: TableState, you = "You"): TableModel | null {
  const { public: shown, rules, own } = state;
  const deal = shown.table;
  if (!deal) return null;
  const mine = own?.seat ?? 0;
  const seats = Object.keys(deal.hands).length;
  const sides = Object.keys(deal.sides).length;
  const sideOf = (seat: number): number => ((seat - 1) % sides) + 1;
  const order = inOrder(seats, mine);
  const mySide = mine ? sideOf(mine) : 0;
  const signs = new Map<number, number>(mySide ? [[mySide, 0]] : []);
  for (const seat of order) if (!signs.has(sideOf(seat))) signs.set(sideOf(seat), signs.size);
  const names = new Map(Object.entries(shown.seats).map(([seat, told]) => [Number(seat), told.name ?? `Seat ${seat}`]));
  const frozen = new Set(deal.pile.frozen ?? []);
  const packets = rules.values.reserves.length;

  const players = order.map((seat): PlayerModel => {
    const hand = deal.hands[seat] ?? { cards: 0 };
    const told = shown.seats[seat];
    const left = hand.reserves?.length ?? 0;
    const me = seat === mine;
    const name = me ? you : (names.get(seat) ?? "");
    const acts = (deal.waiting ?? [deal.turn]).includes(seat);
    const ice = frozen.size > 0 && frozen.size < sides && frozen.has(sideOf(seat));
    return {
      seat,
      name,
      me,
      acts,
      sign: signs.get(sideOf(seat)) ?? 0,
      side: sideOf(seat),
      held: hand.cards,
      reserves: rules.values.reserves.map(({ name }, at) => ({ name, gone: at < packets - left })),
      dealer: shown.dealer === seat,
      frozen: ice,
      bot: told?.plays === "bot" || told?.plays === "stand-in",
      away: told?.away ?? 0,
      spoken: [
        `${name}, ${counted(hand.cards, "card")}`,
        ...(hand.reserves ?? []).map((reserve) => `${reserve} still to come`),
        ...(acts ? ["to play"] : []),
        ...(shown.dealer === seat ? ["dealer"] : []),
        ...(told?.plays === "bot" ? ["bot"] : told?.plays === "stand-in" ? ["a bot stands in"] : []),
        ...(told?.away ? ["away"] : []),
        ...(told?.coming ? [`${told.coming} plays from the next ${rules.words.deal} on`] : []),
        ...(ice ? ["the pile is frozen for them"] : []),
      ].join(", "),
    };
  });

  const sideModels = [...signs.keys()].map((side): SideModel => {
    const told = deal.sides[side] as SideState;
    const members = players.filter((player) => player.side === side);
    const isOwn = side === mySide;
    const named = [...members].sort((one, other) => Number(other.me) - Number(one.me));
    const melds = meldsOf(told, rules, isOwn);
    const lacks = shortly(told.lacks, rules.words);
    const yours = isOwn && you === "You";
    const needs = yours || members.length > 1 ? "need" : "needs";
    const opening = `${needs} ${points(told.needs)} to open`;
    return {
      side,
      sign: signs.get(side) ?? 0,
      own: isOwn,
      title: listed(named.map((player) => player.name)),
      need: !told.opened ? opening : lacks ? `to go out: ${lacks}` : "may go out",
      briefly: !told.opened ? opening : lacks ? `${needs} ${lacks}` : "may go out",
      lacks: told.opened ? inSigns(told.lacks) : [],
      opening: told.opened ? "" : `open ${points(told.needs)}`,
      ready: told.opened && !lacks,
      total: shown.totals?.[side - 1] ?? 0,
      laid: told.points ?? 0,
      opened: told.opened,
      melds,
      players: members,
      empty:
        yours && !told.opened
          ? `Nothing laid yet. Your first melds must be worth ${told.needs} together.`
          : "Nothing laid yet",
    };
  });
  const own_ = sideModels.find((side) => side.own) ?? null;
  return {
    title: titleOf(state),
    subtitle: [...(shown.settings.name ? [rules.title] : []), dealText(state)].join(" · "),
    seat: mine,
    me: players.find((player) => player.me) ?? null,
    players,
    sides: sideModels,
    own: own_,
    others: sideModels.filter((side) => !side.own),
    alone: sides === seats && seats > 2,
    stock: deal.stock,
    pile: pileModel(deal, mySide, sides),
    size: rules.values.meld.size,
    hand: (deal.hands[mine]?.reserves?.length ?? 0) === packets ? rules.words.hand : "hand",
    reserve: deal.hands[mine]?.reserves?.[0] ?? "",
    lap: deal.lap ?? -1,
  };
}

function dealText(state: TableState): string {
  const { deal } = state.public;
  const { deals, target } = state.rules.values.match;
  const word = state.rules.words.deal;
  if (deal === undefined) return "";
  return deals ? `${word} ${deal} of ${deals}` : target ? `${word} ${deal} · to ${points(target)}` : `${word} ${deal}`;
}

function pileModel(deal: DealState, mySide: number, sides: number): PileModel {
  const frozen = deal.pile.frozen ?? [];
  const forMe = mySide ? frozen.includes(mySide) : frozen.length > 0;
  return {
    cards: Object.values(deal.pile.cards ?? {}),
    frozen: forMe,
    because: deal.pile.because ?? "",
    frozenFor:
      frozen.length === 0
        ? ""
        : frozen.length === sides
          ? mySide
            ? "for all"
            : "frozen"
          : forMe
            ? "for you"
            : mySide
              ? "for others"
              : "for some",
  };
}

/** The melds of a side that are laid; without `spare`, the places for canastas still needed too. */
export const meldsShown = ({ melds }: SideModel, spare: boolean): MeldModel[] =>
  spare ? melds.filter((meld) => meld.kind !== "needed") : melds;

/** How many cards the longest meld of a side shows. */
export const longestMeld = ({ melds }: SideModel): number =>
  Math.max(1, ...melds.map((meld) => (meld.kind === "meld" || meld.kind === "reds" ? meld.cards.length : 1)));

const RANKS = ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "3", "wild"];

/**
 * The melds of a side in their order: canastas, melds by rank, wild cards, red threes, places still needed to go out.
 */
export function meldsOf(side: SideState, rules: RulesState, own: boolean): MeldModel[] {
  const melds = Object.entries(side.melds).map(([key, meld]) => meldModel(key, meld, rules));
  const place = (meld: MeldModel): number => (meld.kind === "canasta" ? 0 : 100) + RANKS.indexOf(meld.rank);
  melds.sort((one, other) => place(one) - place(other) || one.key.localeCompare(other.key));
  const reds = cardsOf(side.reds);
  if (reds.length)
    melds.push({
      key: "reds",
      kind: "reds",
      rank: "3",
      cards: reds,
      wilds: 0,
      word: "",
      band: "natural",
      red: "",
      spoken: counted(reds.length, reds.every(isRedThree) ? "red three" : "three"),
    });
  if (own && side.opened) {
    lackingPlaces(side.lacks).forEach(({ word, band }, at) => {
      melds.push({
        key: `needed.${at}`,
        kind: "needed",
        rank: "",
        cards: [],
        wilds: 0,
        word,
        band: "natural",
        red: "",
        spoken: `still needed: one ${classed(word === "any" ? "" : word, band, rules)}`,
      });
    });
  }
  return melds;
}

function meldModel(key: string, meld: MeldState, rules: RulesState): MeldModel {
  const rank = key.slice(0, key.indexOf("."));
  const cards = cardsOf(meld.cards);
  const wilds = cards.filter(isWild).length;
  const word = meld.class ?? "";
  const band = meld.band ?? "natural";
  const of = rankPlural(rank);
  const finished = key.includes(".c") || word !== "";
  const many = counted(cards.length, "card");
  const canasta = classed(band === "special" || band === "wild" || rank === "3" ? "" : word, band, rules);
  const spoken =
    finished && word
      ? `${canasta} of ${rank === "3" ? word : of}, ${many}${meld.red ? ", with a red three on it" : ""}`
      : `${of}, ${many}${wilds && rank !== "wild" ? `, ${wilds} wild` : ""}`;
  return {
    key,
    kind: finished && word ? "canasta" : "meld",
    rank,
    cards,
    wilds: rank === "wild" ? 0 : wilds,
    word,
    band,
    red: meld.red ?? "",
    spoken,
  };
}

/** A canasta of a class in the game's own words: "clean canasta", "red book", "canasta of sevens". */
function classed(word: string, band: Band | undefined, { words }: RulesState): string {
  return !word ? words.canasta : band === "special" ? `${words.canasta} of ${word}` : `${word} ${words.canasta}`;
}

/** What a side lacks to go out, in few words: "2 clean, 1 of sevens". */
export const shortly = (lacks: LackState[] = [], words: RulesState["words"]): string =>
  lacks
    .map((lack) =>
      lack.class === undefined
        ? counted(lack.count, words.canasta, words.canastas)
        : `${lack.count} ${lack.band === "special" ? "of " : ""}${lack.class}`,
    )
    .join(", ");

/** What a side lacks to go out as signs in the colours of the bands: "2C", "★", "7"; "×2" where any canasta will do. */
export const inSigns = (lacks: LackState[] = []): LackSign[] =>
  lacks.map(({ count, class: word, rank, band }) => {
    if (word === undefined) return { text: `×${count}`, band: "" };
    const letter = band === "wild" ? "★" : rank ? shownRank(rank) : word.charAt(0).toUpperCase();
    return { text: count > 1 ? `${count}${letter}` : letter, band: band ?? "" };
  });

/** What a side lacks to go out as words for empty places: clean, clean, wild; "any" where any canasta will do. */
export const lackingPlaces = (lacks: LackState[] = []): { word: string; band: Band | undefined }[] =>
  lacks.flatMap((lack) => Array.from({ length: lack.count }, () => ({ word: lack.class ?? "any", band: lack.band })));
