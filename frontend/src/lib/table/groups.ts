// Cards that are chosen, and the tray: groups of cards that are to be laid
// together. Nothing is sent before they are laid.

import { type HandCard, columnOf, isWild, rankOf, worthOf } from "../cards/cards";

export interface Group {
  /** The rank of the meld it becomes or joins; "wild" for wild cards alone. */
  rank: string;
  /** The number of the open meld of that rank it is for, where there are several; 0 if that is not said. */
  slot: number;
  cards: HandCard[];
}

/**
 * Put `chosen` into the tray: natural cards by rank, wild cards to the only rank among them or to `onto`. Returns null
 * where it is not said which group the wild cards join.
 */
export function stage(groups: Group[], chosen: HandCard[], onto: string | null): Group[] | null {
  const naturals = chosen.filter((each) => !isWild(each.card));
  const wilds = chosen.filter((each) => isWild(each.card));
  const ranks = [...new Set(naturals.map((each) => rankOf(each.card)))];
  const after = groups.map((group) => ({ ...group, cards: [...group.cards] }));
  const groupOf = (rank: string): Group => {
    const known = after.find((group) => group.rank === rank);
    if (known) return known;
    const made: Group = { rank, slot: 0, cards: [] };
    after.push(made);
    return made;
  };
  for (const each of naturals) groupOf(rankOf(each.card)).cards.push(each);
  if (wilds.length) {
    const target =
      onto ?? (ranks.length === 1 ? ranks[0] : ranks.length === 0 && groups.length === 0 ? "wild" : undefined);
    if (target === undefined) return null;
    groupOf(target).cards.push(...wilds);
  }
  return after;
}

/** The tray without cards that are no longer in the hand. */
export function keep(groups: Group[], hand: HandCard[]): Group[] {
  const held = new Set(hand.map((each) => each.id));
  return groups
    .map((group) => ({ ...group, cards: group.cards.filter((each) => held.has(each.id)) }))
    .filter((group) => group.cards.length > 0);
}

/**
 * The cards of `hand` that do what `wanted` would, and the tray beside them. A card on the tray is left
 * there if one of its kind is not; only from the group of `rank`, which joins the same meld, are cards
 * taken. `missing` is one that lies in another group.
 */
export function spareFor(
  wanted: string[],
  hand: HandCard[],
  groups: Group[],
  rank: string,
): { cards: string[]; groups: Group[] } | { missing: string } {
  const staged = new Set(cardsIn(groups).map((each) => each.id));
  const free = hand.filter((each) => !staged.has(each.id));
  const own = groups.filter((group) => group.rank === rank).flatMap((group) => group.cards);
  const moved = new Set<string>();
  const cards: string[] = [];
  for (const card of wanted) {
    const alike = (each: HandCard): boolean => columnOf(each.card) === columnOf(card);
    const found =
      free.find((each) => each.card === card) ??
      free.find(alike) ??
      own.find((each) => alike(each) && !moved.has(each.id));
    if (!found) return { missing: card };
    if (free.includes(found)) free.splice(free.indexOf(found), 1);
    else moved.add(found.id);
    cards.push(found.card);
  }
  return {
    cards,
    groups: keep(
      groups,
      cardsIn(groups).filter((each) => !moved.has(each.id)),
    ),
  };
}

export const cardsIn = (groups: Group[]): HandCard[] => groups.flatMap((group) => group.cards);
export const worthIn = (groups: Group[], values: Record<string, number>): number =>
  cardsIn(groups).reduce((sum, each) => sum + worthOf(each.card, values), 0);

/** A group in the notation of moves: "KhKd", "2c+K", "7d@2". */
function groupText(group: Group): string {
  const naturals = group.cards.filter((each) => !isWild(each.card));
  const wilds = group.cards.filter((each) => isWild(each.card));
  const text = [...naturals, ...wilds].map((each) => each.card).join("");
  const target = naturals.length === 0 && group.rank !== "wild" ? `+${group.rank}` : "";
  return text + target + (group.slot ? `@${group.slot}` : "");
}

/** Groups as a move has them: a comma parts single cards, which would be read as one group. */
export function groupsText(groups: Group[]): string {
  let text = "";
  let before = false;
  for (const group of groups) {
    const written = groupText(group);
    const lone = written.length === 2;
    text += (before && lone ? ", " : text ? " " : "") + written;
    before = lone;
  }
  return text;
}
