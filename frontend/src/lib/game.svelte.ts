// One table as this page knows it: what the wire tells, and what the player has chosen. Components read it and call it.

import { type HandCard, byHandOrder, cardsOf, isWild, rankOf, withIds } from "./cards";
import { Advice } from "./advice.svelte";
import { buttons, moreButtons } from "./buttons";
import { perform } from "./deeds";
import { Lately, readingTime } from "./lately.svelte";
import { lineText, named, tellerOf } from "./lines";
import { type TableModel, comingSeat, tableModel } from "./model";
import { inOwnOrder, keepOrder, keptOrder, reordered } from "./order";
import { type Prompt, prompting } from "./prompts";
import type { Ask, Line, Refusal, TableState, TakeChoice, You } from "./protocol";
import {
  type Button,
  type Doubt,
  type Scene,
  type Told,
  addText,
  doubtOf,
  layText,
  meldsThatTake,
  sameTake,
  takeBeside,
  takeText,
  trayTotal,
} from "./scene";
import { DEFAULTS, type Settings, store, stored } from "./settings";
import { Talk } from "./talk.svelte";
import { type Group, cardsIn, keep, stage } from "./tray";
import { type Connection, type Heard, type Listener, type Tried, Wire, type World, browser } from "./wire";

const TRY_MS = 80;
const SENDING_MS = 400;
const LATE_MS = 3_000;
const STORY = 60;
/** How long the end of a deal stays in sight before its count, and a cut before the deal. */
const BREATH_MS = 2_500;

export type Sheet =
  | { kind: "side"; side: number }
  | { kind: "count"; deal: number }
  | { kind: "settings" | "more" | "score" | "story" | "talk" | "keys" | "menu" | "pile" | "seats" }
  | { kind: "rule"; clause: string };

/** The ids of `cards` in `hand`: of cards that are alike, the last ones are the new ones. */
function lastOf(hand: HandCard[], cards: string[]): string[] {
  const left = [...hand].reverse();
  return cards.flatMap((card) => {
    const at = left.findIndex((each) => each.card === card);
    return at < 0 ? [] : left.splice(at, 1).map((each) => each.id);
  });
}

export class Game {
  state = $state.raw<TableState | null>(null);
  you = $state.raw<You | null>(null);
  connection = $state<Connection>("connecting");
  settings = $state.raw<Settings>(DEFAULTS);
  chosen = $state.raw<string[]>([]);
  groups = $state.raw<Group[]>([]);
  taking = $state.raw<TakeChoice | null>(null);
  doubt = $state.raw<Doubt | null>(null);
  tried = $state.raw<Tried | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  story = $state.raw<Told[]>([]);
  sheet = $state.raw<Sheet | null>(null);
  waiting = $state<"" | "sending" | "late">("");
  stopped = $state("");
  /** How many look at the table who have not joined it; only the host hears of them. */
  watching = $state(0);
  /** Whether this page has asked to leave: then it goes without a word. */
  leaving = false;
  mostCards = $state(0);
  /** What the player whose hand is shown is called: by name in a replay. */
  called = $state("You");
  typing = $state(false);
  /** What is read out because a key asked for it. */
  readOut = $state.raw({ text: "", n: 0 });
  order = $state.raw<string[]>([]);
  readonly talk: Talk;
  readonly advice = new Advice(this);

  readonly model: TableModel | null = $derived(this.state ? tableModel(this.state, this.called) : null);
  readonly hand: HandCard[] = $derived(withIds(cardsOf(this.state?.own?.hand).sort(byHandOrder)));
  /** The cards from the hand with which the pile is to be taken. */
  readonly takenWith: HandCard[] = $derived(this.#pick(cardsOf(this.taking?.with)));
  readonly staged: Set<string> = $derived(new Set([...cardsIn(this.groups), ...this.takenWith].map((each) => each.id)));
  readonly held: HandCard[] = $derived(this.#arranged().filter((each) => !this.staged.has(each.id)));
  /** The ids of cards that came to the hand in this turn. */
  readonly fresh: string[] = $derived(lastOf(this.hand, cardsOf(this.state?.own?.fresh)));
  readonly chosenCards: HandCard[] = $derived(this.held.filter((each) => this.chosen.includes(each.id)));
  readonly lately = new Lately();
  /** Whether the table waits for this player: for a move, for a card in the draw for seats, for a cut. */
  readonly myTurn: boolean = $derived.by(() => {
    const shown = this.state?.public;
    const seat = this.state?.own?.seat ?? 0;
    return Boolean(
      this.model?.me?.acts ||
      (shown?.state === "drawing" && shown.draw?.waiting.includes(seat)) ||
      shown?.cut?.[seat] !== undefined,
    );
  });
  /** How the deck was cut, until the first turn. */
  cuts = $state.raw<Line[]>([]);
  /** What ended the deal, while its end is still in sight; its count may have been told. */
  ended = $state.raw<Told | null>(null);
  readonly scene: Scene | null = $derived(
    this.state && this.model
      ? {
          state: this.state,
          model: this.model,
          own: this.state.own ?? null,
          chosen: this.chosenCards,
          groups: this.groups,
          taking: this.taking,
          doubt: this.doubt,
          tried: this.tried,
          lately: this.lately.told,
          last: this.ended ?? this.story.at(-1) ?? null,
          advised: this.advice.moves.length > 0,
          coming: comingSeat(this.state, this.you),
        }
      : null,
  );
  readonly buttons: Button[] = $derived(this.scene ? buttons(this.scene) : []);
  readonly more: Button[] = $derived(this.scene ? moreButtons(this.scene) : []);
  readonly prompt: Prompt | null = $derived(this.scene ? prompting(this.scene) : null);
  readonly total: { sum: number; needs: number | null } = $derived(
    this.scene ? trayTotal(this.scene) : { sum: 0, needs: null },
  );
  readonly lit: string[] = $derived(meldsThatTake(this.state?.own ?? null, this.chosenCards));
  /** Whether chosen wild cards wait to be told which group of the tray they join. */
  readonly asksGroup: boolean = $derived(
    (this.groups.length > 0 || this.taking !== null) &&
      this.chosenCards.length > 0 &&
      this.chosenCards.every((each) => isWild(each.card)),
  );

  readonly wire: Wire;
  readonly code: string;
  #trying: ReturnType<typeof setTimeout> | undefined;
  #deal = 0;
  /** The state that comes after what is still in sight: the end of a deal, or the cut before it. */
  #next: TableState | null = null;
  #breath: ReturnType<typeof setTimeout> | undefined;
  #asking = false;
  #lastRefusal: Refusal | null = null;
  #heardBy: ((heard: Heard) => void)[] = [];
  #before: (() => void)[] = [];

  /** `changed` is called after whatever changes the table or the connection; tests bring a `world` of their own. */
  constructor(
    code: string,
    address: string,
    { changed = () => {}, world = browser }: { changed?: () => void; world?: World } = {},
  ) {
    this.code = code;
    this.order = keptOrder(code);
    const listener: Listener = {
      table: (state, you, _, story) => {
        this.you = you;
        this.#hold(null);
        this.cuts = [];
        this.#take(state);
        this.story = [];
        this.lately.forget();
        this.#tell(
          story.map((line) => named(line, state.public)),
          1,
        );
        changed();
      },
      happened: (told, state) => {
        for (const look of this.#before) look();
        const heard = { ...told, lines: told.lines.map((line) => named(line, state.public)) };
        if (told.act === "cut") this.cuts = [...this.cuts, ...heard.lines.slice(0, 1)];
        else if (this.state?.public.state !== "cutting") this.cuts = [];
        this.#after(state);
        this.#tell(heard.lines);
        for (const listen of this.#heardBy) listen(heard);
        changed();
      },
      connection: (connection) => {
        this.connection = connection;
        // What ended the connection before is over; what still holds is said again.
        if (connection === "open") this.stopped = "";
        changed();
      },
      other: (message) => {
        if (message.t === "stopped" || message.t === "unsaved") this.stopped = message.text;
        else if (message.t === "bye") this.stopped = message.why;
        else if (message.t === "again") this.stopped = "";
        else if (message.t === "wrong") this.refusal = { clause: "", text: message.text };
        else if (message.t === "watching") this.watching = message.count;
        else if (message.t === "said") this.talk.hear(message, this.sheet?.kind === "talk");
      },
    };
    this.wire = new Wire(address, listener, world);
    this.talk = new Talk(code, this.wire);
  }

  /** Call `listen` after each thing that happened, and `before` just before the page shows it. */
  onHeard(listen: (heard: Heard) => void, before?: () => void): () => void {
    this.#heardBy.push(listen);
    if (before) this.#before.push(before);
    return () => {
      this.#heardBy = this.#heardBy.filter((each) => each !== listen);
      this.#before = this.#before.filter((each) => each !== before);
    };
  }

  /**
   * Take the state over; the table stays in sight for a moment when its deal
   * is counted, and so does how the deck was cut.
   */
  #after(state: TableState): void {
    const still = this.settings.motion === "none";
    const shown = this.state;
    if (this.#next) this.#next = state;
    else if (shown?.public.cut && state.public.table) {
      const { cut: _, ...others } = shown.public;
      this.#take({ ...shown, public: others });
      this.#hold(state, still ? readingTime(this.cuts.map(lineText).join(" ")) : BREATH_MS);
    } else if (
      shown?.public.table &&
      state.public.deals &&
      ["counting", "over"].includes(state.public.state) &&
      !still
    ) {
      this.ended = this.story.at(-1) ?? null;
      this.#hold(state);
    } else this.#take(state);
  }

  /** Leave what is in sight for `ms`, and take `next` over then, or what has come of it. */
  #hold(next: TableState | null, ms = BREATH_MS): void {
    clearTimeout(this.#breath);
    this.#next = next;
    if (!next) {
      this.ended = null;
      return;
    }
    this.#breath = setTimeout(() => {
      const now = this.#next;
      this.#next = this.ended = null;
      if (now) this.#take(now);
    }, ms);
  }

  /** Add `lines` to the story; the last `fresh` of them are news. */
  #tell(lines: Line[], fresh = lines.length): void {
    const told = lines.map((line) => ({ by: tellerOf(line), line }));
    this.story = [...this.story, ...told].slice(-STORY);
    for (const each of told.slice(-fresh)) {
      if (each.by && each.by !== this.state?.own?.seat) this.lately.hear(each, this.myTurn);
      else this.lately.forget();
    }
  }

  #take(state: TableState): void {
    const deal = state.public.deal ?? 0;
    if (deal !== this.#deal) {
      this.#deal = deal;
      this.mostCards = 0;
    }
    // What was refused in another turn says nothing about this one.
    if (Boolean(state.own?.choices) !== Boolean(this.state?.own?.choices)) this.refusal = null;
    this.state = state;
    if (this.groups.length === 0) this.#restore();
    this.mostCards = Math.max(this.mostCards, this.hand.length);
    // Nothing that is chosen is lost by what others do.
    this.groups = keep(this.groups, this.hand);
    this.chosen = this.chosen.filter((id) => this.hand.some((each) => each.id === id));
    if (this.taking && !state.own?.choices?.take?.some((take) => sameTake(take, this.taking!))) this.taking = null;
    if (this.doubt && !cardsOf(state.own?.choices?.discard).includes(this.doubt.card)) this.doubt = null;
    this.advice.compare(state);
    this.#try();
  }

  // The hand

  #arranged(): HandCard[] {
    return this.settings.hand === "own" ? inOwnOrder(this.hand, this.order) : this.hand;
  }

  #pick(cards: string[]): HandCard[] {
    const grouped = new Set(cardsIn(this.groups).map((each) => each.id));
    const left = this.hand.filter((each) => !grouped.has(each.id));
    return cards.flatMap((card) => {
      const at = left.findIndex((each) => each.card === card);
      return at < 0 ? [] : left.splice(at, 1);
    });
  }

  /** Put cards of the hand before another one, or at the right end, where the player keeps an order of their own. */
  moveCards(ids: string[], before: string | null): void {
    this.order = reordered(
      this.#arranged().map((each) => each.id),
      ids,
      before,
    );
    keepOrder(this.code, this.order);
  }

  // Choosing

  toggle(id: string): void {
    this.refusal = null;
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

  /** One step back: a refusal, a doubt, the chosen cards, the tray, in this order. */
  clear(): void {
    if (this.refusal) this.refusal = null;
    else if (this.doubt) this.doubt = null;
    else if (this.chosen.length) this.chosen = [];
    else this.putBack();
  }

  stage(onto: string | null = null): void {
    const taken = this.taking ? rankOf(this.model?.pile.cards.at(-1) ?? "") : null;
    const wilds = this.chosenCards.every((each) => isWild(each.card));
    const after = stage(
      this.groups,
      this.chosenCards,
      onto ?? (wilds && taken && this.groups.length === 0 ? taken : null),
    );
    if (!after) {
      this.refusal = { clause: "", text: "Tap the cards in the tray that the wild card should join." };
      return;
    }
    this.refusal = null;
    this.groups = after;
    this.chosen = [];
    this.#try();
  }

  /** A tap on a group of the tray: chosen cards join it, else its cards go back to the hand. */
  tapGroup(group: Group | null): void {
    const rank = group?.rank ?? rankOf(this.model?.pile.cards.at(-1) ?? "");
    if (this.chosenCards.length && this.chosenCards.every((each) => isWild(each.card) || rankOf(each.card) === rank))
      this.stage(rank);
    else if (group) {
      this.groups = this.groups.filter((each) => each !== group);
      this.#try();
    } else this.taking = null;
  }

  tapMeld(key: string): void {
    const own = this.state?.own;
    if (own && this.lit.includes(key)) void this.ask({ move: addText(own, this.chosenCards, key) });
    else if (this.model) {
      const side = this.model.sides.find((each) => each.melds.some((meld) => meld.key === key && each.own)) ?? null;
      if (side) this.sheet = { kind: "side", side: side.side };
    }
  }

  putBack(): void {
    this.groups = [];
    this.taking = null;
    this.refusal = null;
    this.#try();
  }

  // Asking the table

  press(button: Button): void {
    perform(this, button.deed);
  }

  /** Discard a card; one that hurts only when asked a second time, as the player has set it. */
  discard(card: string): void {
    const own = this.state?.own ?? null;
    this.doubt = cardsOf(own?.choices?.discard).includes(card) ? doubtOf(own, card, this.settings.confirm) : null;
    if (!this.doubt) void this.ask({ move: `discard ${card}` });
  }

  /** Take the pile; where that is too little to open, put melds together in the tray first. */
  async take(choice: TakeChoice): Promise<void> {
    const opened = this.model?.own?.opened ?? false;
    const beside = takeBeside(choice, this.hand, this.groups, this.model?.pile.cards.at(-1) ?? "");
    if ("text" in beside) {
      this.refuse(beside);
      return;
    }
    const { take, groups } = beside;
    if (!opened && !this.taking) {
      const tried = await this.wire.try(takeText(take, groups));
      if (tried.refused?.clause.startsWith("opening.")) {
        this.refusal = null;
        this.groups = groups;
        this.taking = take;
        this.chosen = [];
        this.#try();
        return;
      }
    }
    await this.ask({ move: takeText(take, groups) });
  }

  /** A tap on the pile, or the pile dragged to the tray. */
  tapPile(): void {
    const choices = this.state?.own?.choices;
    const [one, ...others] = choices?.take ?? [];
    const [chosen, ...rest] = this.chosenCards;
    if (one && others.length === 0) void this.take(one);
    else if (one) this.sheet = { kind: "more" };
    else if (choices?.discard !== undefined && choices.draw === undefined && chosen && rest.length === 0)
      this.discard(chosen.card);
    else if (choices?.draw !== undefined) void this.ask({ move: "take" });
    else this.sheet = { kind: "pile" };
  }

  async ask(ask: Ask): Promise<boolean> {
    // One thing at a time: a second press before the answer is a slip.
    if (this.#asking) return false;
    this.#asking = true;
    this.refusal = null;
    this.advice.forget();
    const sending = setTimeout(() => (this.waiting = "sending"), SENDING_MS);
    const late = setTimeout(() => (this.waiting = "late"), LATE_MS);
    const answer = await this.wire.do(ask);
    if ("move" in ask && "seq" in answer) await this.wire.reached(answer.seq);
    clearTimeout(sending);
    clearTimeout(late);
    this.waiting = "";
    this.#asking = false;
    if ("refused" in answer) {
      this.refuse(answer.refused);
      return false;
    }
    this.#lastRefusal = null;
    if ("move" in ask) {
      this.chosen = [];
      if (/^(lay|take|add)/.test(ask.move)) {
        this.groups = [];
        this.taking = null;
      }
      this.#keepTray();
    }
    return true;
  }

  /** Show why something can't be done. */
  refuse(refusal: Refusal): void {
    this.refusal = this.#lastRefusal = refusal;
  }

  /** Open the rule behind the last refusal. */
  why(): void {
    const clause = (this.refusal ?? this.#lastRefusal)?.clause || this.prompt?.clause || "";
    if (clause.includes(".")) this.sheet = { kind: "rule", clause };
    else this.read("Nothing was refused.");
  }

  read(text: string): void {
    this.readOut = { text, n: this.readOut.n + 1 };
  }

  /** Ask what the tray would come to, once the player pauses; the sum shown meanwhile is the page's own. */
  #try(): void {
    clearTimeout(this.#trying);
    this.tried = null;
    this.#keepTray();
    if ((this.groups.length === 0 && !this.taking) || !this.state?.own) return;
    const text = layText(this);
    this.#trying = setTimeout(() => {
      void this.wire.try(text).then((tried) => {
        if (layText(this) !== text) return;
        this.tried = tried;
        // Whoever asked why before the answer was here gets the server's own sentence now.
        if (tried.refused && this.refusal?.clause.startsWith("opening.")) this.refuse(tried.refused);
      });
    }, TRY_MS);
  }

  // The tray survives a reload of the page.

  get #key(): string {
    return `canasta.tray.${this.code}.${this.#deal}`;
  }

  #keepTray(): void {
    store(this.#key, this.groups.length ? JSON.stringify(this.groups) : null, () => sessionStorage);
  }

  #restore(): void {
    const kept = stored(this.#key, () => sessionStorage);
    if (!kept) return;
    try {
      this.groups = keep(JSON.parse(kept) as Group[], this.hand);
    } catch {
      store(this.#key, null, () => sessionStorage);
    }
  }
}
