// What is said at the table, besides the play. Whoever is muted here is
// not heard in this page: words and reactions alike.

import type { FromServer } from "../source/protocol";
import { store, stored } from "../device/settings";
import type { TableSource } from "../source/source";

export const REACTIONS = {
  "well-played": "Well played!",
  thanks: "Thank you.",
  sorry: "Sorry!",
  wow: "Wow!",
  thinking: "Let me think.",
  hurry: "Your turn!",
  hello: "Hello!",
  bye: "Goodbye.",
} as const;
export type Reaction = keyof typeof REACTIONS;

type Said = Extract<FromServer, { t: "said" }>;
const KEPT = 60;
/** How long something said stays in sight beside the plate of who said it: as long as reading takes. */
const readingMs = (text: string): number => Math.min(8_000, Math.max(3_000, 60 * text.length));

export class Talk {
  #all = $state.raw<{ n: number; name: string; text: string }[]>([]);
  muted = $state.raw<string[]>([]);
  unread = $state(0);
  /** What was said last, while it stands beside the plate of who said it. */
  fresh = $state.raw<{ name: string; text: string } | null>(null);
  #fades: ReturnType<typeof setTimeout> | undefined;
  /** Why the last thing could not be said; empty if it was. */
  refused = $state("");
  readonly said = $derived(this.#all.filter((each) => !this.muted.includes(each.name)));
  readonly #key: string;
  readonly #source: TableSource;

  constructor(code: string, source: TableSource) {
    this.#key = `canasta.muted.${code}`;
    this.#source = source;
    this.muted = (stored(this.#key) ?? "").split("\n").filter(Boolean);
  }

  hear(message: Said, open: boolean): void {
    const text = message.text || REACTIONS[(message.reaction ?? "") as Reaction] || "";
    this.#all = [...this.#all, { n: message.n, name: message.name, text }].slice(-KEPT);
    if (open || this.muted.includes(message.name)) return;
    this.unread += 1;
    this.fresh = { name: message.name, text };
    clearTimeout(this.#fades);
    this.#fades = setTimeout(() => (this.fresh = null), readingMs(text));
  }

  mute(name: string): void {
    this.muted = this.muted.includes(name) ? this.muted.filter((each) => each !== name) : [...this.muted, name];
    store(this.#key, this.muted.length ? this.muted.join("\n") : null);
  }

  async say(text: string, reaction?: Reaction): Promise<void> {
    const answer = await this.#source.say(text, reaction);
    this.refused = "refused" in answer ? answer.refused.text : "";
  }
}
