// The end of a deal stays in sight for a breath before its count, and so does how the deck was cut before the deal.

/** What waits for its turn to be seen. */
export class Breath<T> {
  #next: T | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `over` is called with what waited, once the breath is over. */
  constructor(private readonly over: (next: T) => void) {}

  /** Whether something waits; then `next` takes its place. */
  replaces(next: T): boolean {
    if (this.#next === null) return false;
    this.#next = next;
    return true;
  }

  /** Let `next` wait for `ms`, in milliseconds. */
  hold(next: T, ms: number): void {
    this.end();
    this.#next = next;
    this.#timer = setTimeout(() => {
      const now = this.#next;
      this.#next = null;
      if (now !== null) this.over(now);
    }, ms);
  }

  /** Nothing waits any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#next = null;
  }
}
