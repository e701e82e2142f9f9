// A deal that is watched, as a table: it is told whole at every moment, and nothing can be done at it. One step on is
// seen as at a table: cards move.

import { named } from "../texts/lines";
import type { Watched } from "./answers";
import { movedBetween } from "../table/moved";
import { merged } from "./merge";
import type { Line, PublicState, TableState } from "./protocol";
import type { Answer, Hinted, Listener, TableSource, Tallied, Tried } from "./source";

interface Moment {
  public: PublicState;
  hands: Record<string, string>;
}

const DEALT: Line[] = [["The cards are dealt."]];
const REFUSED = { refused: { clause: "", text: "This deal is played: you can only watch it." } };

export class WatchedTable implements TableSource {
  #listener: Listener | null = null;
  readonly #moments: Moment[];
  /** What was told last. */
  #shown: TableState | null = null;

  constructor(readonly watched: Watched) {
    this.#moments = [watched.first];
  }

  /** The number of the last moment; 0 is the one in which the cards were dealt. */
  get last(): number {
    return this.watched.moments.length;
  }

  /** Tell the table as `seat` knew it after the moment `at`; as an onlooker, where `seat` is 0. */
  show(at: number, seat: number): void {
    const { public: shown, hands } = this.#moment(at);
    const hand = hands[seat];
    const before = this.#shown;
    const state: TableState = {
      seq: at,
      rules: this.watched.rules,
      public: shown,
      ...(seat && hand !== undefined ? { own: { seat, hand } } : {}),
    };
    this.#shown = state;
    const by = this.watched.moments[at - 1]?.seat ?? 0;
    const step = before?.seq === at - 1 && before.own?.seat === state.own?.seat;
    const seen = step ? { by, moved: movedBetween(before, state, by) } : undefined;
    this.#listener?.table(state, { role: "spectator" }, [], undefined, seen);
  }

  /** The hands that are known after the moment `at`, by seat. */
  handsAt(at: number): Record<string, string> {
    return this.#moment(at).hands;
  }

  /** What happened in the moment `at`, as `seat` heard it, and what the record remarks there. */
  linesAt(at: number, seat: number): Line[] {
    const moment = at ? this.watched.moments[at - 1] : { ...this.watched.first, lines: DEALT };
    if (!moment) return [];
    const lines = "open" in moment && moment.open && moment.seat === seat ? moment.open : moment.lines;
    const remarks = (moment.comments ?? []).map((text): Line => [`“${text}”`]);
    return [...lines.map((line) => named(line, this.#moment(at).public)), ...remarks];
  }

  #moment(at: number): Moment {
    for (let next = this.#moments.length; next <= at; next += 1) {
      const before = this.#moments[next - 1]!;
      const { public: changed, hands } = this.watched.moments[next - 1]!;
      this.#moments.push({ public: merged(before.public, changed), hands: merged(before.hands, hands) });
    }
    return this.#moments[at]!;
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  open(): void {
    this.#listener?.connection("open");
  }

  close(): void {
    this.#listener?.connection("ended");
  }

  retry(): void {
    // It is always there.
  }

  reached(): Promise<void> {
    return Promise.resolve();
  }

  do(): Promise<Answer> {
    return Promise.resolve(REFUSED);
  }

  say(): Promise<Answer> {
    return Promise.resolve(REFUSED);
  }

  try(): Promise<Tried> {
    return Promise.resolve({ worth: null, ...REFUSED });
  }

  hint(): Promise<Hinted> {
    return Promise.resolve(REFUSED);
  }

  tally(): Promise<Tallied> {
    return Promise.resolve(REFUSED);
  }
}
