// One table as this page knows it: what is told of it, and what the player has chosen. Components read its parts.

import { DEFAULTS, type Settings } from "../device/settings";
import type { Ask, Refusal, TableState, You } from "../source/protocol";
import type { Heard, Step, TableSource } from "../source/source";
import { named, namedForms } from "../texts/lines";
import { Asking } from "./asking.svelte";
import { Breath } from "./breath";
import { buttons, moreButtons } from "./buttons";
import { Connection } from "./connection.svelte";
import { Hand } from "./hand.svelte";
import { Hint, type Playing } from "./hint.svelte";
import { type TableModel, comingSeat, tableModel } from "./model";
import { type Prompt, prompting } from "./prompts";
import type { Button, Scene } from "./scene";
import { Sheets } from "./sheets.svelte";
import { Story } from "./story.svelte";
import { Talk } from "./talk.svelte";
import { Tray } from "./tray.svelte";

/** How long the end of a deal stays in sight before its count, and a cut before the deal. */
const BREATH_MS = 2_500;

export class Game implements Playing {
  state = $state.raw<TableState | null>(null);
  you = $state.raw<You | null>(null);
  settings = $state.raw<Settings>(DEFAULTS);
  /** What the player whose hand is shown is called: by name in a replay. */
  called = $state("You");
  /** Whether a line to type moves in is open. */
  typing = $state(false);

  readonly asking: Asking;
  readonly connection = new Connection();
  readonly hand: Hand;
  readonly tray: Tray;
  readonly hint: Hint;
  readonly story = new Story();
  readonly talk: Talk;
  readonly sheets: Sheets;

  readonly model: TableModel | null = $derived(this.state ? tableModel(this.state, this.called) : null);
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
  readonly scene: Scene | null = $derived.by(() =>
    this.state && this.model
      ? {
          state: this.state,
          model: this.model,
          own: this.state.own ?? null,
          chosen: this.hand.chosenCards,
          groups: this.tray.groups,
          taking: this.tray.taking,
          doubt: this.hand.doubt,
          tried: this.tray.tried,
          lately: this.story.lately.told,
          last: this.story.last,
          advised: this.hint.moves.length > 0,
          coming: comingSeat(this.state, this.you),
        }
      : null,
  );
  readonly buttons: Button[] = $derived(this.scene ? buttons(this.scene) : []);
  readonly more: Button[] = $derived(this.scene ? moreButtons(this.scene) : []);
  readonly prompt: Prompt | null = $derived(this.scene ? prompting(this.scene) : null);

  readonly #breath = new Breath<TableState>((next) => {
    this.story.ended = null;
    this.#take(next);
  });
  #heardBy: ((heard: Heard) => void)[] = [];
  #seenBy: { before: () => void; see: (step: Step | null) => void }[] = [];

  /** `changed` is called after whatever changes the table or the connection. */
  constructor(
    readonly code: string,
    readonly source: TableSource,
    changed: () => void = () => {},
  ) {
    this.asking = new Asking(source);
    this.hand = new Hand(this, this.asking, () => this.tray.ids);
    this.tray = new Tray(this, this.hand, this.asking);
    this.hint = new Hint(this, source);
    this.talk = new Talk(code, source);
    this.sheets = new Sheets(this.talk);
    source.listen({
      table: (state, you, story, short, step) => {
        for (const { before } of this.#seenBy) before();
        this.you = you;
        this.#breath.end();
        this.story.ended = null;
        this.#take(state);
        this.story.begin(story, short, state, this.myTurn);
        for (const { see } of this.#seenBy) see(step ?? null);
        changed();
      },
      happened: (told, state) => {
        for (const { before } of this.#seenBy) before();
        const heard = { ...told, lines: told.lines.map((line) => named(line, state.public)) };
        if (told.short) heard.short = told.short.map((forms) => namedForms(forms, state.public));
        this.story.hearCut(heard, this.state);
        this.#after(state);
        this.story.hear(heard, this.state?.own?.seat, this.myTurn);
        for (const listen of this.#heardBy) listen(heard);
        for (const { see } of this.#seenBy) see(heard);
        changed();
      },
      connection: (now) => {
        this.connection.change(now);
        changed();
      },
      other: (message) => {
        if (message.t === "said") this.talk.hear(message, this.sheets.open?.kind === "talk");
        else if (message.t === "wrong") this.asking.refusal = { clause: "", text: message.text };
        else this.connection.hear(message);
      },
    });
  }

  /** Show what was shown last, until the table is heard. */
  remember(state: TableState, you: You): void {
    this.state = state;
    this.you = you;
  }

  /** Call `listen` after each thing that happened. */
  onHeard(listen: (heard: Heard) => void): () => void {
    this.#heardBy.push(listen);
    return () => (this.#heardBy = this.#heardBy.filter((each) => each !== listen));
  }

  /**
   * Call `see` after each change of the table, with null where it is no step from what was shown, and `before` just
   * before the page shows it.
   */
  onSeen(before: () => void, see: (step: Step | null) => void): () => void {
    const mine = { before, see };
    this.#seenBy.push(mine);
    return () => (this.#seenBy = this.#seenBy.filter((each) => each !== mine));
  }

  /** Ask the table for something, having seen its entries up to `after`, or all so far; whether it was done. */
  async ask(ask: Ask, after?: number): Promise<boolean> {
    if (!this.asking.busy) this.hint.forget();
    const done = await this.asking.do(ask, after);
    if (done && "move" in ask) this.tray.played(ask.move);
    return done;
  }

  /** Show why something can't be done; null takes away what was shown. */
  refuse(refusal: Refusal | null): void {
    if (refusal) this.asking.refuse(refusal);
    else this.asking.refusal = null;
  }

  /** Take the state over once what has to stay in sight for a moment has been seen. */
  #after(state: TableState): void {
    const still = this.settings.motion === "none";
    const shown = this.state;
    if (this.#breath.replaces(state)) return;
    if (shown?.public.cut && state.public.table) {
      const { cut: _, ...others } = shown.public;
      this.#take({ ...shown, public: others });
      this.#breath.hold(state, still ? this.story.cutTime : BREATH_MS);
    } else if (
      shown?.public.table &&
      state.public.deals &&
      ["counting", "over"].includes(state.public.state) &&
      !still
    ) {
      this.story.ended = this.story.told.at(-1) ?? null;
      this.#breath.hold(state, BREATH_MS);
    } else this.#take(state);
  }

  #take(state: TableState): void {
    if (Boolean(state.own?.choices) !== Boolean(this.state?.own?.choices)) this.asking.turn();
    this.state = state;
    this.hand.compare(state);
    this.tray.compare(state);
    this.hint.compare(state);
  }
}
