// Which cards moved from one state of the table to the next, as far as this
// page may know. The server need not tell it twice.

import { cardsOf } from "../cards/cards";
import type { DealState, SideState, TableState } from "../source/protocol";

/**
 * What cards fly and sound by; named as the events that programs are told. `points` is what the side has on the table
 * more than before.
 */
export type Moved =
  | { e: "dealt"; seat: number; cards: string }
  | { e: "drew"; seat: number; count: number; cards?: string }
  | { e: "reserve-taken"; seat: number; reserve: string; count: number; cards?: string }
  /** `cards` are those that are not melded at once. */
  | { e: "took-pile"; seat: number; count: number; cards: string }
  | { e: "discarded" | "red-three-laid"; seat: number; card: string }
  | { e: "melded"; seat: number; rank: string; cards: string }
  | { e: "red-three-on-canasta"; seat: number; rank: string; card: string }
  | { e: "canasta-made"; seat: number; rank: string; points: number }
  | { e: "opened"; seat: number; points: number }
  | { e: "went-out"; seat: number }
  | { e: "deal-counted" | "match-over" };

/** The cards of `one` that are not in `other`, each as often as it is there more. */
export function without(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const pileOf = (deal: DealState): string[] =>
  Object.entries(deal.pile.cards ?? {})
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, card]) => card);
const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0);
const counted = (state: TableState): number => Object.keys(state.public.deals ?? {}).length;

interface Rank {
  cards: string[];
  classes: number;
  reds: string[];
}

/** What a side has of each rank, in however many melds. */
function ranksOf(side: SideState | undefined): Map<string, Rank> {
  const found = new Map<string, Rank>();
  for (const [key, meld] of Object.entries(side?.melds ?? {})) {
    const rank = key.slice(0, key.indexOf("."));
    const row = found.get(rank) ?? { cards: [], classes: 0, reds: [] };
    row.cards.push(...cardsOf(meld.cards));
    row.classes += meld.class === undefined ? 0 : 1;
    if (meld.red !== undefined) row.reds.push(meld.red);
    found.set(rank, row);
  }
  return found;
}

/** What `seat` did between two states of the table, one entry apart. */
export function movedBetween(before: TableState, after: TableState, seat: number): Moved[] {
  const moved: Moved[] = counted(after) > counted(before) ? [{ e: "deal-counted" }] : [];
  if (after.public.state === "over" && before.public.state !== "over") moved.push({ e: "match-over" });
  const then = before.public.table;
  const now = after.public.table;
  const mine = after.own?.seat ?? 0;
  if (!now) return moved;
  if (!then) return [...moved, { e: "dealt", seat: mine, cards: after.own?.hand ?? "" }];
  const came = seat === mine ? { cards: without(cardsOf(after.own?.hand), cardsOf(before.own?.hand)).join("") } : {};
  const drew = sum(then.stock) - sum(now.stock);
  const packets = Object.entries(now.hands).filter(
    ([number, hand]) => (then.hands[number]?.reserves?.length ?? 0) > (hand.reserves?.length ?? 0),
  );
  // Red threes of a packet are replaced from the stock: which of the cards came from there cannot be seen.
  const draws: Moved[] = drew > 0 ? [{ e: "drew", seat, count: drew, ...(packets.length ? {} : came) }] : [];
  if (packets.length === 0) moved.push(...draws);
  const [pile, left] = [pileOf(then), pileOf(now)];
  const taken = pile.slice(left.length);
  const top = taken.at(-1);
  let melded = false;
  const laid: Moved[] = [];
  for (const [number, side] of Object.entries(now.sides)) {
    const had = ranksOf(then.sides[number]);
    const points = (side.points ?? 0) - (then.sides[number]?.points ?? 0);
    for (const [rank, row] of ranksOf(side)) {
      const old = had.get(rank) ?? { cards: [], classes: 0, reds: [] };
      let cards = without(row.cards, old.cards);
      if (top !== undefined && !melded && cards.includes(top)) {
        cards = without(cards, [top]);
        melded = true;
      }
      if (cards.length) laid.push({ e: "melded", seat, rank, cards: cards.join("") });
      if (row.classes > old.classes) laid.push({ e: "canasta-made", seat, rank, points });
      for (const card of without(row.reds, old.reds)) laid.push({ e: "red-three-on-canasta", seat, rank, card });
    }
    for (const card of without(cardsOf(side.reds), cardsOf(then.sides[number]?.reds)))
      laid.push({ e: "red-three-laid", seat, card });
    if (side.opened && !then.sides[number]?.opened) laid.push({ e: "opened", seat, points });
  }
  if (top !== undefined) {
    const cards = (melded ? taken.slice(0, -1) : taken).join("");
    moved.push({ e: "took-pile", seat, count: taken.length, cards });
  }
  moved.push(...laid);
  for (const card of left.slice(pile.length)) moved.push({ e: "discarded", seat, card });
  for (const [number, hand] of packets)
    moved.push({
      e: "reserve-taken",
      seat: Number(number),
      reserve: then.hands[number]?.reserves?.[0] ?? "",
      count: hand.cards,
      ...(Number(number) === mine ? came : {}),
    });
  if (packets.length > 0) moved.push(...draws);
  const held = now.hands[seat];
  if (held && held.cards + (held.reserves?.length ?? 0) === 0 && then.hands[seat]?.cards && now.waiting?.length === 0)
    moved.push({ e: "went-out", seat });
  return moved;
}
