// Five sounds, made of tones: nothing is loaded. Browsers are silent until the page is touched for the first time.

import type { Moved } from "../table/moved";
import type { Happening } from "../source/protocol";

export type Sound = "turn" | "card" | "pile" | "canasta" | "count";

/** Tones of a sound: pitch in Hz, when it begins and how long it lasts in seconds, how loud it is, and its form. */
type Tone = [number, number, number, number, OscillatorType];
const TONES: Record<Sound, Tone[]> = {
  turn: [
    [660, 0, 0.16, 0.1, "sine"],
    [880, 0.13, 0.28, 0.1, "sine"],
  ],
  card: [[190, 0, 0.05, 0.12, "triangle"]],
  pile: [
    [190, 0, 0.05, 0.12, "triangle"],
    [170, 0.06, 0.05, 0.12, "triangle"],
    [150, 0.12, 0.06, 0.12, "triangle"],
  ],
  canasta: [
    [523, 0, 0.5, 0.06, "sine"],
    [659, 0.04, 0.5, 0.06, "sine"],
    [784, 0.08, 0.6, 0.06, "sine"],
  ],
  count: [
    [392, 0, 0.18, 0.08, "sine"],
    [494, 0.12, 0.18, 0.08, "sine"],
    [587, 0.24, 0.36, 0.08, "sine"],
  ],
};

/** The sound of what happened: the loudest of its events, or none. */
export function soundOf(events: readonly (Moved | Happening)[]): Sound | null {
  const words = new Set(events.map((event) => event.e));
  if (words.has("deal-counted")) return "count";
  if (words.has("canasta-made")) return "canasta";
  if (words.has("took-pile")) return "pile";
  return words.has("discarded") || words.has("drew") || words.has("melded") ? "card" : null;
}

/** Late enough for the answer to a touch to be seen, and soon enough to count as part of it. */
const UNLOCK_MS = 150;

export class Sounds {
  #context: AudioContext | null = null;

  /**
   * Called from a touch or a key: before it browsers let nothing sound. What it takes
   * comes after the frame that answers the touch.
   */
  unlock(wanted: () => boolean): void {
    if (typeof AudioContext === "undefined" || this.#context?.state === "running") return;
    setTimeout(() => {
      if (!wanted()) return;
      this.#context ??= new AudioContext();
      if (this.#context.state === "suspended") void this.#context.resume();
    }, UNLOCK_MS);
  }

  play(sound: Sound): void {
    const context = this.#context;
    if (context?.state !== "running") return;
    for (const [pitch, begins, lasts, loud, form] of TONES[sound]) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      const at = context.currentTime + begins;
      tone.type = form;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loud, at + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + lasts);
    }
  }
}
