// What others did last, in view for as long as reading it takes: what comes
// meanwhile waits its turn, and hurries what stands there.

import { lineText } from "../texts/lines";
import type { Told } from "./scene";

const LEAST_MS = 900;
const LETTER_MS = 45;
const MOST_MS = 4_000;
/** As many sentences may wait as others can act before it is the player's turn again. */
const WAITING = 7;

/** How long a sentence takes to read. */
export const readingTime = (text: string): number => Math.min(MOST_MS, Math.max(LEAST_MS, LETTER_MS * text.length));

export class Lately {
  told = $state.raw<Told | null>(null);
  #next: Told[] = [];
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * Show `told` when what came before it has been read; on the turn of the
   * player, `mine`, nothing stands longer than it must.
   */
  hear(told: Told, mine = false): void {
    this.#next = [...this.#next, told].slice(-WAITING);
    this.#wait(mine);
  }

  /** The player's own move came after it. */
  forget(): void {
    clearTimeout(this.#timer);
    this.told = null;
    this.#next = [];
  }

  #wait(mine: boolean): void {
    clearTimeout(this.#timer);
    const [next, ...others] = this.#next;
    if (!next) return;
    const time = this.told
      ? mine
        ? LEAST_MS
        : Math.max(LEAST_MS, readingTime(lineText(this.told.line)) / this.#next.length)
      : 0;
    const left = this.#since + time - Date.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#wait(mine), left);
      return;
    }
    this.told = next;
    this.#next = others;
    this.#since = Date.now();
    this.#wait(mine);
  }
}
