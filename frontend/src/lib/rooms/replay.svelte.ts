// A deal that is watched: where it stands, whose cards are open, and the table that shows it.

import type { HandCount, Watched } from "../source/answers";
import { WatchedTable } from "../source/watched";
import { Game } from "../table/game.svelte";

export const SPEEDS = { slow: 2600, normal: 1400, fast: 600 } as const;
export type Speed = keyof typeof SPEEDS;
/** How many moments the story goes back. */
const STORY = 60;

export class Replay {
  readonly game: Game;
  at = $state(0);
  /** Whose place the viewer takes; 0 for an onlooker, who sees no hand. */
  seat = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  readonly #table: WatchedTable;

  constructor(
    readonly watched: Watched,
    seat: number,
    at = 0,
  ) {
    this.#table = new WatchedTable(watched);
    this.game = new Game("", this.#table);
    this.seat = watched.shown.includes(seat) ? seat : 0;
    this.show(at);
  }

  get last(): number {
    return this.#table.last;
  }

  /** The turn, from 1, in which the moment was; 0 for the deal. */
  turnAt(at: number): number {
    return at === 0 ? 0 : (this.watched.moments[at - 2]?.turn ?? 1);
  }

  /** What was counted by hand, where the deal was played with real cards: then there is nothing else to watch. */
  get byHand(): HandCount | undefined {
    return this.watched.first.counted;
  }

  /** Whether the deal is counted at this moment. */
  get counted(): boolean {
    return Boolean(this.game.state?.public.deals?.[this.watched.deal]);
  }

  get turns(): number {
    return this.turnAt(this.last);
  }

  hands(): { seat: number; name: string; cards: string }[] {
    return Object.entries(this.#table.handsAt(this.at)).map(([seat, cards]) => ({
      seat: Number(seat),
      name: this.watched.names[Number(seat) - 1] ?? "",
      cards,
    }));
  }

  show(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    const { game, seat } = this;
    game.called = this.watched.names[seat - 1] ?? "";
    this.#table.show(this.at, seat);
    game.hand.chosen = [];
    // A hand gets no more room than it needs: the controls take some from the melds.
    game.hand.most = game.hand.cards.length / 2;
    const lines = this.#table.linesAt(this.at, seat);
    game.hint.line = lines.length ? lines.flatMap((line, n) => (n ? [" ", ...line] : line)) : [this.#ending()];
    const first = Math.max(1, this.at - STORY + 1);
    game.story.told = Array.from({ length: this.at - first + 1 }, (_, n) => first + n).flatMap((each) =>
      this.#table.linesAt(each, seat).map((line) => ({ by: 0, line })),
    );
  }

  #ending(): string {
    return this.watched.ends
      ? `The record ends here: ${this.watched.ends}.`
      : `The ${this.watched.rules.words.deal} is over, and counted.`;
  }

  take(seat: number): void {
    this.seat = seat;
    this.show(this.at);
  }

  step(by: number): void {
    this.playing = false;
    this.show(this.at + by);
  }

  /** To the first moment of the turn before, or of the next one. */
  stepTurn(by: number): void {
    this.playing = false;
    const wanted = this.turnAt(this.at) + by;
    this.jump(wanted);
  }

  jump(turn: number): void {
    let at = 0;
    if (turn > 0) {
      at = 1;
      while (at < this.last && this.turnAt(at) < turn) at += 1;
    }
    this.show(at);
  }
}
