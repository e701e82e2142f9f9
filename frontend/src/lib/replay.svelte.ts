// A deal that is watched: where it stands, whose cards are open, and the table that shows it.

import type { Watched } from "./api";
import { Game } from "./game.svelte";
import { named } from "./lines";
import { merged } from "./merge";
import type { Line, PublicState } from "./protocol";

interface Stand {
  public: PublicState;
  hands: Record<string, string>;
}

export const SPEEDS = { slow: 2600, normal: 1400, fast: 600 } as const;
export type Speed = keyof typeof SPEEDS;

export class Replay {
  /** The table component's own table: it has no connection, and shows what it is given. */
  readonly game = new Game("", "");
  readonly watched: Watched;
  at = $state(0);
  /** Whose place the viewer takes; 0 for an onlooker, who sees no hand. */
  seat = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  #stands: Stand[];

  constructor(watched: Watched, seat: number) {
    this.watched = watched;
    this.seat = watched.shown.includes(seat) ? seat : 0;
    this.#stands = [{ public: watched.first.public, hands: watched.first.hands }];
    this.game.you = { role: "spectator" };
    this.show(0);
  }

  get last(): number {
    return this.watched.moments.length;
  }

  /** The turn, from 1, in which the moment was; 0 for the deal. */
  turnAt(at: number): number {
    return at === 0 ? 0 : (this.watched.moments[at - 2]?.turn ?? 1);
  }

  get turns(): number {
    return this.turnAt(this.last);
  }

  #standAt(at: number): Stand {
    for (let next = this.#stands.length; next <= at; next += 1) {
      const before = this.#stands[next - 1]!;
      const { public: changed, hands } = this.watched.moments[next - 1]!;
      this.#stands.push({ public: merged(before.public, changed), hands: merged(before.hands, hands) });
    }
    return this.#stands[at]!;
  }

  hands(): { seat: number; name: string; cards: string }[] {
    return Object.entries(this.#standAt(this.at).hands).map(([seat, cards]) => ({
      seat: Number(seat),
      name: this.watched.names[Number(seat) - 1] ?? "",
      cards,
    }));
  }

  /** What happened in the moment `at`, as the viewer hears it. */
  linesAt(at: number): Line[] {
    const moment = this.watched.moments[at - 1];
    if (!moment) return [];
    const lines = moment.open && moment.seat === this.seat ? moment.open : moment.lines;
    return lines.map((line) => named(line, this.#standAt(at).public));
  }

  show(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
    const { public: shown, hands } = this.#standAt(this.at);
    const { game, seat } = this;
    const hand = hands[seat];
    game.state = {
      seq: this.at,
      rules: this.watched.rules,
      public: shown,
      ...(seat && hand !== undefined ? { own: { seat, hand } } : {}),
    };
    game.called = this.watched.names[seat - 1] ?? "";
    game.chosen = [];
    // A hand gets no more room than it needs: the controls take some from the melds.
    game.mostCards = (hand?.length ?? 0) / 2;
    const lines = this.linesAt(this.at);
    game.advice.line = lines.length
      ? lines.flatMap((line, n) => (n ? [" ", ...line] : line))
      : [this.at ? this.#ending() : "The cards are dealt."];
    game.story = Array.from({ length: Math.min(this.at, 60) }, (_, n) => this.at - n)
      .reverse()
      .flatMap((each) => this.linesAt(each).map((line) => ({ by: 0, line })));
  }

  #ending(): string {
    return this.watched.ends ? `The record ends here: ${this.watched.ends}.` : "The deal is over, and counted.";
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
