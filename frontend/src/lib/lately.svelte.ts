// What others did last, in view for as long as reading it takes: what comes meanwhile waits, and the newest of it is shown next.

import { lineText } from "./lines";
import type { Told } from "./scene";

const LEAST_MS = 900;
const LETTER_MS = 45;
const MOST_MS = 4_000;

/** How long a sentence takes to read. */
export const readingTime = (text: string): number => Math.min(MOST_MS, Math.max(LEAST_MS, LETTER_MS * text.length));

export class Lately {
  told = $state.raw<Told | null>(null);
  #next: Told | null = null;
  #until = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  hear(told: Told): void {
    this.#next = told;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), Math.max(0, this.#until - Date.now()));
    if (Date.now() >= this.#until) this.#show();
  }

  /** The player's own move came after it. */
  forget(): void {
    clearTimeout(this.#timer);
    this.told = this.#next = null;
    this.#until = 0;
  }

  #show(): void {
    clearTimeout(this.#timer);
    if (!this.#next) return;
    this.told = this.#next;
    this.#next = null;
    this.#until = Date.now() + readingTime(lineText(this.told.line));
  }
}
