// When scenes are shown: one after another, and never so late that the table is another one by then.

const LONGEST_QUEUE = 8;
const LONGEST_MS = 4_000;
const HURRY = 3;

/** When scenes are shown: one after another, faster when several wait, not at all when the page is far behind. */
export class Queue {
  #ends: number[] = [];

  /**
   * When a scene of `length` ms may begin and how fast it goes; null where it is passed over, and what
   * waits with it. One's own moves begin at once.
   */
  place(now: number, length: number, own: boolean, hidden: boolean): { begins: number; factor: number } | null {
    this.#ends = this.#ends.filter((end) => end > now);
    const begins = own ? now : Math.max(now, this.#ends.at(-1) ?? now);
    if (hidden || this.#ends.length > LONGEST_QUEUE || begins - now > LONGEST_MS) {
      this.skip();
      return null;
    }
    const factor = this.#ends.length >= HURRY ? 0.5 : 1;
    this.#ends.push(Math.max(begins + length * factor, this.#ends.at(-1) ?? 0));
    return { begins, factor };
  }

  /** Nothing waits any more: the next scene begins at once. */
  skip(): void {
    this.#ends = [];
  }
}
