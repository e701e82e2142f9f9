// The hand: its cards in the player's order, and those that are chosen.

import { type HandCard, byHandOrder, cardsOf, rankOf, withIds } from "../cards/cards";
import type { TableState } from "../source/protocol";
import type { Asking } from "./asking.svelte";
import type { Known } from "./known";
import { inOwnOrder, keepOrder, keptOrder, reordered } from "./order";
import { type Doubt, doubtOf, meldsThatTake } from "./scene";

/** The ids of `cards` in `hand`: of cards that are alike, the last ones are the new ones. */
function lastOf(hand: HandCard[], cards: string[]): string[] {
  const left = [...hand].reverse();
  return cards.flatMap((card) => {
    const at = left.findIndex((each) => each.card === card);
    return at < 0 ? [] : left.splice(at, 1).map((each) => each.id);
  });
}

export class Hand {
  /** The ids of the cards that are chosen. */
  chosen = $state.raw<string[]>([]);
  doubt = $state.raw<Doubt | null>(null);
  /** The most cards it has had in this deal: the room it keeps. */
  most = $state(0);
  #order = $state.raw<string[]>([]);
  #deal = 0;

  readonly cards: HandCard[] = $derived.by(() => withIds(cardsOf(this.table.state?.own?.hand).sort(byHandOrder)));
  readonly #arranged: HandCard[] = $derived.by(() =>
    this.table.settings.hand === "own" ? inOwnOrder(this.cards, this.#order) : this.cards,
  );
  /** The cards that do not lie in the tray. */
  readonly held: HandCard[] = $derived.by(() => {
    const staged = this.staged();
    return this.#arranged.filter((each) => !staged.has(each.id));
  });
  /** The ids of cards that came to the hand in this turn. */
  readonly fresh: string[] = $derived.by(() => lastOf(this.cards, cardsOf(this.table.state?.own?.fresh)));
  readonly chosenCards: HandCard[] = $derived(this.held.filter((each) => this.chosen.includes(each.id)));
  /** The keys of the melds on the table that take every chosen card. */
  readonly lit: string[] = $derived.by(() => meldsThatTake(this.table.state?.own ?? null, this.chosenCards));

  /** `staged`: the ids of the cards in the tray. */
  constructor(
    private readonly table: Known,
    private readonly asking: Asking,
    private readonly staged: () => Set<string>,
  ) {
    this.#order = keptOrder(table.code);
  }

  /** Take account of the table's new `state`: nothing that is chosen is lost by what others do. */
  compare(state: TableState): void {
    const deal = state.public.deal ?? 0;
    if (deal !== this.#deal) this.most = 0;
    this.#deal = deal;
    this.most = Math.max(this.most, this.cards.length);
    this.chosen = this.chosen.filter((id) => this.cards.some((each) => each.id === id));
    if (this.doubt && !cardsOf(state.own?.choices?.discard).includes(this.doubt.card)) this.doubt = null;
  }

  /** Put cards before another one, or at the right end, where the player keeps an order of their own. */
  move(ids: string[], before: string | null): void {
    this.#order = reordered(
      this.#arranged.map((each) => each.id),
      ids,
      before,
    );
    keepOrder(this.table.code, this.#order);
  }

  toggle(id: string): void {
    this.asking.refusal = null;
    this.doubt = null;
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((each) => each !== id) : [...this.chosen, id];
  }

  /** Choose every card of a rank that is not chosen yet, or put all of them down. */
  toggleRank(card: HandCard): void {
    const rank = rankOf(card.card);
    const ids = this.held.filter((each) => rankOf(each.card) === rank).map((each) => each.id);
    const all = ids.every((id) => this.chosen.includes(id));
    this.chosen = all ? this.chosen.filter((id) => !ids.includes(id)) : [...new Set([...this.chosen, ...ids])];
  }

  /** Whether `card` can be discarded without a second word, as the player has set it; else it waits for one. */
  mayDiscard(card: string): boolean {
    const own = this.table.state?.own ?? null;
    this.doubt = cardsOf(own?.choices?.discard).includes(card) ? doubtOf(own, card, this.table.settings.confirm) : null;
    return !this.doubt;
  }
}
