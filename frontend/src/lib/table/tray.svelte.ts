// The tray: melds that are put together before they are laid, and the way to take the pile that they are for.

import { cardsOf, isWild, rankOf } from "../cards/cards";
import { store, stored } from "../device/settings";
import { Latest } from "../source/latest";
import type { TableState, TakeChoice } from "../source/protocol";
import type { Tried } from "../source/source";
import type { Asking } from "./asking.svelte";
import { type Group, cardsIn, keep, stage } from "./groups";
import type { Hand } from "./hand.svelte";
import type { Known } from "./known";
import { layText, sameTake, takeBeside, takeText, trayTotal } from "./scene";

const TRY_MS = 80;

export class Tray {
  groups = $state.raw<Group[]>([]);
  taking = $state.raw<TakeChoice | null>(null);
  tried = $state.raw<Tried | null>(null);
  #deal = 0;
  readonly #tries = new Latest();
  #trying: ReturnType<typeof setTimeout> | undefined;

  /** The ids of all cards that lie in it, with those from the hand with which the pile is to be taken. */
  readonly ids: Set<string> = $derived.by(() => {
    const grouped = cardsIn(this.groups);
    const ids = new Set(grouped.map((each) => each.id));
    const left = this.hand.cards.filter((each) => !ids.has(each.id));
    for (const card of cardsOf(this.taking?.with)) {
      const at = left.findIndex((each) => each.card === card);
      if (at >= 0) for (const { id } of left.splice(at, 1)) ids.add(id);
    }
    return ids;
  });
  readonly isEmpty: boolean = $derived(this.groups.length === 0 && this.taking === null);
  /** Whether chosen wild cards wait to be told which of its groups they join. */
  readonly asksGroup: boolean = $derived.by(() => {
    const { chosenCards } = this.hand;
    return !this.isEmpty && chosenCards.length > 0 && chosenCards.every((each) => isWild(each.card));
  });
  readonly total: { sum: number; needs: number | null } = $derived.by(() => {
    const { state, model } = this.table;
    const { groups, taking, tried } = this;
    return state && model ? trayTotal({ state, model, groups, taking, tried }) : { sum: 0, needs: null };
  });

  constructor(
    private readonly table: Known,
    private readonly hand: Hand,
    private readonly asking: Asking,
  ) {}

  /** Take account of the table's new `state`: what is no longer in the hand, or no longer possible, goes. */
  compare(state: TableState): void {
    this.#deal = state.public.deal ?? 0;
    if (this.groups.length === 0) this.#restore();
    this.groups = keep(this.groups, this.hand.cards);
    if (this.taking && !this.#isOffered(this.taking)) this.taking = null;
    this.#try();
  }

  /** Put the chosen cards into it: wild cards join `onto`, where there is a choice. */
  stage(onto: string | null = null): void {
    const { chosenCards } = this.hand;
    const taken = this.taking ? rankOf(this.#top) : null;
    const wilds = chosenCards.every((each) => isWild(each.card));
    const after = stage(this.groups, chosenCards, onto ?? (wilds && taken && this.groups.length === 0 ? taken : null));
    if (!after) {
      this.asking.refusal = { clause: "", text: "Tap the cards in the tray that the wild card should join." };
      return;
    }
    this.asking.refusal = null;
    this.groups = after;
    this.hand.chosen = [];
    this.#try();
  }

  /** A tap on a group, or on the pile's cards: chosen cards join it, else its cards go back to the hand. */
  tap(group: Group | null): void {
    const { chosenCards } = this.hand;
    const rank = group?.rank ?? rankOf(this.#top);
    if (chosenCards.length && chosenCards.every((each) => isWild(each.card) || rankOf(each.card) === rank))
      this.stage(rank);
    else if (group) {
      this.groups = this.groups.filter((each) => each !== group);
      this.#try();
    } else this.taking = null;
  }

  putBack(): void {
    this.groups = [];
    this.taking = null;
    this.asking.refusal = null;
    this.#try();
  }

  /**
   * The move that takes the pile as `choice` says, with what lies in the tray; empty where it can't be, which is shown,
   * and where melds have to be put together in the tray first.
   */
  async take(choice: TakeChoice): Promise<string> {
    let beside = this.#beside(choice);
    if (!beside) return "";
    if (this.table.model?.own?.opened || this.taking) return takeText(beside.take, beside.groups);
    const { refused } = await this.asking.try(takeText(beside.take, beside.groups));
    // The table and the tray may have changed meanwhile.
    beside = this.#isOffered(choice) ? this.#beside(choice) : null;
    if (!beside) return "";
    if (!refused?.clause.startsWith("opening.")) return takeText(beside.take, beside.groups);
    this.asking.refusal = null;
    this.groups = beside.groups;
    this.taking = beside.take;
    this.hand.chosen = [];
    this.#try();
    return "";
  }

  /** The same way to take the pile with cards that are not meant for other melds; null, and said, if there are none. */
  #beside(choice: TakeChoice): { take: TakeChoice; groups: Group[] } | null {
    const beside = takeBeside(choice, this.hand.cards, this.groups, this.#top);
    if (!("text" in beside)) return beside;
    this.asking.refuse(beside);
    return null;
  }

  #isOffered(choice: TakeChoice): boolean {
    return this.table.state?.own?.choices?.take?.some((take) => sameTake(take, choice)) ?? false;
  }

  /** `move` was played: what it laid is no longer here. */
  played(move: string): void {
    this.hand.chosen = [];
    if (/^(lay|take|add)/.test(move)) {
      this.groups = [];
      this.taking = null;
    }
    this.#keep();
  }

  get #top(): string {
    return this.table.model?.pile.cards.at(-1) ?? "";
  }

  /** Ask what it would come to, once the player pauses; the sum shown meanwhile is the page's own. */
  #try(): void {
    clearTimeout(this.#trying);
    this.#tries.forget();
    this.tried = null;
    this.#keep();
    if (this.isEmpty || !this.table.state?.own) return;
    this.#trying = setTimeout(() => {
      void this.#tries.of(this.asking.try(layText(this))).then((tried) => {
        if (!tried) return;
        this.tried = tried;
        // Whoever asked why before the answer was here gets the server's own sentence now.
        if (tried.refused && this.asking.refusal?.clause.startsWith("opening.")) this.asking.refuse(tried.refused);
      });
    }, TRY_MS);
  }

  // It survives a reload of the page.

  get #key(): string {
    return `canasta.tray.${this.table.code}.${this.#deal}`;
  }

  #keep(): void {
    store(this.#key, this.groups.length ? JSON.stringify(this.groups) : null, () => sessionStorage);
  }

  #restore(): void {
    const kept = stored(this.#key, () => sessionStorage);
    if (!kept) return;
    try {
      this.groups = keep(JSON.parse(kept) as Group[], this.hand.cards);
    } catch {
      store(this.#key, null, () => sessionStorage);
    }
  }
}
