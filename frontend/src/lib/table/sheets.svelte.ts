// What the player has opened beside the table, and what a key asked to be read out.

import type { Talk } from "./talk.svelte";

export type Sheet =
  | { kind: "side"; side: number }
  | { kind: "count"; deal: number }
  | { kind: "settings" | "more" | "score" | "story" | "talk" | "keys" | "menu" | "pile" | "seats" }
  | { kind: "rule"; clause: string };

export class Sheets {
  open = $state.raw<Sheet | null>(null);
  readOut = $state.raw({ text: "", n: 0 });

  constructor(private readonly talk: Talk) {}

  show(sheet: Sheet): void {
    if (sheet.kind === "talk") this.talk.unread = 0;
    this.open = sheet;
  }

  /** Open the rule behind `clause`; the whole handbook where it is empty. */
  rule(clause = ""): void {
    this.show({ kind: "rule", clause });
  }

  close(): void {
    this.open = null;
  }

  /** The same text a second time is read out again. */
  read(text: string): void {
    this.readOut = { text, n: this.readOut.n + 1 };
  }
}
