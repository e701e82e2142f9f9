// A hint: the turn that is recommended, why, and playing it move by move
// for as long as the table is as the hint saw it.

import { cardsOf } from "./cards";
import type { Game } from "./game.svelte";
import type { Line, TableState } from "./protocol";
import type { Heard } from "./wire";

const CHANGED = "You have new cards. Ask for another hint.";
const OTHERS = "The table has changed. Ask for another hint.";

/** The cards of `hand` that are not among `known`, each counted as often as it is there. */
export function newCards(hand: string[], known: string[]): string[] {
  const left = [...known];
  return hand.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** All that a hint depends on. */
const seenIn = (state: TableState | null): string =>
  JSON.stringify([state?.own?.hand, state?.own?.choices, state?.public.table]);

export class Advice {
  /** What stands in place of the prompt: a hint, or what a moment of a replay tells. */
  line = $state.raw<Line | null>(null);
  /** The moves of the recommended turn; none where there is nothing to play. */
  moves = $state.raw<string[]>([]);
  #seen = "";

  constructor(private readonly game: Game) {}

  forget(): void {
    this.line = null;
    this.moves = [];
  }

  /** Forget a hint that was for another state of the table. */
  compare(state: TableState): void {
    if (this.moves.length && seenIn(state) !== this.#seen) this.forget();
  }

  async ask(): Promise<void> {
    const asked = seenIn(this.game.state);
    const told = await this.game.wire.hint();
    if (told.t === "refused" || told.t === "wrong") this.game.refuse({ clause: "", text: told.text });
    if (told.t !== "hinted" || seenIn(this.game.state) !== asked) return;
    this.game.refusal = null;
    this.#seen = asked;
    this.line = told.line;
    this.moves = told.moves;
  }

  /** Play the recommended turn. It ends early at a refusal, at new cards, and when somebody else does something. */
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
        others || played !== at + 1 ? OTHERS : newCards(cardsOf(game.state.own.hand), known).length ? CHANGED : "";
      if (text) {
        this.line = [text];
        break;
      }
    }
    stop();
  }
}
