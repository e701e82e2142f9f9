// A quiet sound for each thing that happens, made of tones and of one short noise: nothing is loaded. Browsers are
// silent until the page is touched for the first time.

import type { Moved } from "../table/moved";
import type { Happening } from "../source/protocol";

export type Sound = "turn" | "card" | "deal" | "pile" | "open" | "canasta" | "foot" | "out" | "count" | "win";

/**
 * Parts of a sound: pitch in Hz, when it begins and how long it lasts in seconds, how loud it is, its form, and the
 * pitch to which it glides. A noise is heard around its pitch.
 */
type Part = [number, number, number, number, OscillatorType | "noise", number?];
const chord = (pitches: number[], gap: number, lasts: number, loud: number): Part[] =>
  pitches.map((pitch, n) => [pitch, n * gap, lasts, loud, "sine"]);
const rustle = (count: number, gap: number): Part[] =>
  Array.from({ length: count }, (_, n) => [3_200 + 260 * ((n * 5) % 9), n * gap, 0.04, 0.09, "noise"]);
/** What is put down: a low tone that sinks. */
const thud = (at: number, loud: number): Part => [150, at, 0.12, loud, "sine", 50];

const SOUNDS: Record<Sound, Part[]> = {
  turn: [
    [660, 0, 0.16, 0.1, "sine"],
    [880, 0.13, 0.28, 0.1, "sine"],
  ],
  card: [
    [2_600, 0, 0.04, 0.08, "noise"],
    [190, 0, 0.05, 0.1, "triangle"],
  ],
  deal: [...rustle(11, 0.07), thud(0.82, 0.1)],
  pile: [[700, 0, 0.2, 0.12, "noise", 3_400], ...rustle(4, 0.05), thud(0.3, 0.1)],
  open: [thud(0, 0.14), ...chord([523, 659], 0.09, 0.3, 0.05)],
  canasta: [thud(0, 0.22), [2_000, 0, 0.06, 0.12, "noise"], ...chord([523, 659, 784], 0.05, 0.55, 0.05)],
  foot: [[900, 0, 0.22, 0.1, "noise", 3_800], ...chord([440, 587], 0.16, 0.3, 0.05)],
  out: [thud(0, 0.14), ...chord([392, 523, 659, 784], 0.08, 0.4, 0.05)],
  count: chord([392, 494, 587], 0.12, 0.3, 0.07),
  win: chord([523, 659, 784, 1_047], 0.12, 0.6, 0.07),
};

/** The sound of what happened: that of the greatest of its events, or none. */
export function soundOf(events: readonly (Moved | Happening)[]): Sound | null {
  const words = new Set<string>(events.map((event) => event.e));
  if (words.has("match-over")) return "win";
  if (words.has("deal-counted")) return "count";
  if (words.has("went-out") || events.some((event) => event.e === "deal-ended" && event.how === "out")) return "out";
  if (words.has("canasta-made")) return "canasta";
  if (words.has("reserve-taken")) return "foot";
  if (words.has("opened")) return "open";
  if (words.has("took-pile")) return "pile";
  if (words.has("dealt")) return "deal";
  return words.has("discarded") || words.has("drew") || words.has("melded") ? "card" : null;
}

/** Late enough for the answer to a touch to be seen, and soon enough to count as part of it. */
const UNLOCK_MS = 150;
const NOISE_S = 0.25;
/** No sound is ever quite the same, or it tires. */
const VARY = 0.04;

export class Sounds {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #waiting = new Set<ReturnType<typeof setTimeout>>();

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

  /** Play `sound` in `delay` milliseconds. */
  play(sound: Sound, delay = 0): void {
    if (this.#context?.state !== "running") return;
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#play(SOUNDS[sound]);
    }, delay);
    this.#waiting.add(timer);
  }

  /** What was to be heard later is not. */
  skip(): void {
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
  }

  #play(parts: Part[]): void {
    const context = this.#context;
    if (context?.state !== "running") return;
    const vary = 1 + VARY * (2 * Math.random() - 1);
    for (const [pitch, begins, lasts, loud, form, glide] of parts) {
      const gain = context.createGain();
      const at = context.currentTime + begins;
      let source: AudioScheduledSourceNode;
      let frequency: AudioParam;
      if (form === "noise") {
        const noise = context.createBufferSource();
        noise.buffer = this.#noise ??= whiteNoise(context);
        const filter = context.createBiquadFilter();
        filter.type = "bandpass";
        ({ frequency } = filter);
        noise.connect(filter).connect(gain);
        source = noise;
      } else {
        const tone = context.createOscillator();
        tone.type = form;
        ({ frequency } = tone);
        tone.connect(gain);
        source = tone;
      }
      frequency.setValueAtTime(pitch * vary, at);
      if (glide) frequency.exponentialRampToValueAtTime(glide * vary, at + lasts);
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loud, at + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
      gain.connect(context.destination);
      source.start(at);
      source.stop(at + lasts);
    }
  }
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_S, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
