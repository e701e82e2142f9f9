// What the player asks the table for, one thing at a time, and what was refused.

import type { Ask, Refusal } from "../source/protocol";
import type { TableSource, Tried } from "../source/source";

const SENDING_MS = 400;
const LATE_MS = 3_000;

export class Asking {
  /** How long the answer takes: nothing is said of one that comes at once. */
  waiting = $state<"" | "sending" | "late">("");
  refusal = $state.raw<Refusal | null>(null);
  #busy = false;
  #turn = 0;
  #last: Refusal | null = null;

  constructor(private readonly source: TableSource) {}

  /** The last refusal, also when it is no longer shown. */
  get refused(): Refusal | null {
    return this.refusal ?? this.#last;
  }

  /** Whether an answer is still to come. */
  get busy(): boolean {
    return this.#busy;
  }

  /**
   * Ask for something, having seen the entries up to `after`; whether it was done. A second press before the answer is
   * a slip, and does nothing.
   */
  async do(ask: Ask, after?: number): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    this.refusal = null;
    const turn = this.#turn;
    const sending = setTimeout(() => (this.waiting = "sending"), SENDING_MS);
    const late = setTimeout(() => (this.waiting = "late"), LATE_MS);
    const answer = await this.source.do(ask, after);
    if ("move" in ask && "seq" in answer) await this.source.reached(answer.seq);
    clearTimeout(sending);
    clearTimeout(late);
    this.waiting = "";
    this.#busy = false;
    if ("seq" in answer) this.#last = null;
    else if ("act" in ask || turn === this.#turn) this.refuse(answer.refused);
    return "seq" in answer;
  }

  /** What `move` would come to. */
  try(move: string): Promise<Tried> {
    return this.source.try(move);
  }

  /** Show why something can't be done. */
  refuse(refusal: Refusal): void {
    this.refusal = this.#last = refusal;
  }

  /** Another turn has begun: what was refused, or still will be, says nothing about it. */
  turn(): void {
    this.#turn += 1;
    this.refusal = null;
  }
}
