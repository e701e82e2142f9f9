// A hint: the turn that is recommended, why, and playing it move by move
// for as long as the table is as the hint saw it.

import { cardsOf } from "../cards/cards";
import { Latest } from "../source/latest";
import type { Ask, Line, Refusal, TableState } from "../source/protocol";
import type { Heard, TableSource } from "../source/source";
import type { Known } from "./known";
import { without } from "./moved";

const CHANGED = "You have new cards. Ask for another hint.";
const OTHERS = "The table has changed. Ask for another hint.";

/** The game that a hint is for. */
export interface Playing extends Known {
  ask(ask: Ask): Promise<boolean>;
  refuse(refusal: Refusal | null): void;
  /** Call `listen` after each thing that happens, until what is returned is called. */
  onHeard(listen: (heard: Heard) => void): () => void;
}

/** All that a hint depends on. */
const seenIn = (state: TableState | null): string =>
  JSON.stringify([state?.own?.hand, state?.own?.choices, state?.public.table]);

export class Hint {
  /** Why the turn is recommended, or what a moment of a replay tells. */
  line = $state.raw<Line | null>(null);
  /** The moves of the recommended turn; none where there is nothing to play. */
  moves = $state.raw<string[]>([]);
  #seen = "";
  readonly #asked = new Latest();

  constructor(
    private readonly game: Playing,
    private readonly source: TableSource,
  ) {}

  forget(): void {
    this.#asked.forget();
    this.line = null;
    this.moves = [];
  }

  /** Forget a hint that was for another state of the table. */
  compare(state: TableState): void {
    if (this.moves.length && seenIn(state) !== this.#seen) this.forget();
  }

  async ask(): Promise<void> {
    const asked = seenIn(this.game.state);
    const told = await this.#asked.of(this.source.hint());
    if (!told || seenIn(this.game.state) !== asked) return;
    if ("refused" in told) {
      this.game.refuse(told.refused);
      return;
    }
    this.game.refuse(null);
    this.#seen = asked;
    this.line = told.line;
    this.moves = told.moves;
  }

  /** Play the recommended turn. It ends early at a refusal, at new cards, and when someone else does something. */
  async follow(): Promise<void> {
    const { game, moves } = this;
    this.forget();
    const mine = game.state?.own?.seat;
    let others = false;
    let played = 0;
    const stop = game.onHeard((heard: Heard) => {
      const move = heard.act === undefined;
      if (move && heard.by === mine) played += 1;
      else if (move || ["undo", "restart", "take-back"].includes(heard.act ?? "")) others = true;
    });
    for (const [at, move] of moves.entries()) {
      const known = [...cardsOf(game.state?.own?.hand), ...(game.model?.pile.cards ?? [])];
      if (!(await game.ask({ move })) || at === moves.length - 1) break;
      if (game.state?.own?.choices === undefined) break;
      const text =
        others || played !== at + 1 ? OTHERS : without(cardsOf(game.state.own.hand), known).length ? CHANGED : "";
      if (text) {
        this.line = [text];
        break;
      }
    }
    stop();
  }
}
