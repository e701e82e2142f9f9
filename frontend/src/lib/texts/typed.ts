// The typed line: the words of the terminal, sent as they are. What is no move is a word for the page itself.

import { cardsOf, isWild, rankOf } from "../cards/cards";
import type { Choices, OwnState } from "../source/protocol";
import { canShow } from "../table/scene";

export type Typed =
  | { kind: "nothing" }
  | { kind: "move"; text: string }
  | { kind: "act"; act: "undo" | "restart" | "ready" | "pause" | "resume" }
  | { kind: "show"; what: "score" | "keys" | "settings" }
  | { kind: "hint" | "why" | "pile" | "melds" | "table" }
  | { kind: "rules"; of: string };

/** Words that begin moves, with what may be written for them, and the page's own words. */
const MOVES = [
  "draw",
  "take",
  "lay",
  "add",
  "discard",
  "top",
  "ask",
  "yes",
  "no",
  "knock",
  "stuck",
  "pick up",
  "lift",
  "restore",
  "end",
  "show",
];
const OWN = [
  "undo",
  "restart",
  "hint",
  "why",
  "score",
  "melds",
  "pile",
  "table",
  "rules",
  "help",
  "ready",
  "pause",
  "resume",
];

/** What a typed line asks for. A line that is no word of the page's own is taken for a move: the table judges it. */
export function readTyped(line: string): Typed {
  const text = line.trim();
  const [word = "", ...rest] = text.toLowerCase().split(/\s+/);
  if (!text) return { kind: "nothing" };
  switch (word) {
    case "undo":
    case "restart":
    case "ready":
    case "pause":
    case "resume":
      return { kind: "act", act: word };
    case "hint":
    case "why":
    case "pile":
    case "melds":
    case "table":
      return { kind: word };
    case "score":
      return { kind: "show", what: "score" };
    case "help":
    case "?":
      return { kind: "show", what: "keys" };
    case "settings":
      return { kind: "show", what: "settings" };
    case "rules":
      return { kind: "rules", of: rest.join(" ") };
    default:
      return { kind: "move", text };
  }
}

/** What may be typed now, as the terminal's line "Now …" says it, the most telling first. */
export function typeable(own: OwnState | null): string[] {
  const choices: Choices = own?.choices ?? {};
  const hand = cardsOf(own?.hand);
  const held = (rank: string): number =>
    hand.filter((card) => (rank === "wild" ? isWild(card) : rankOf(card) === rank)).length;
  const lines: string[] = [];
  if (choices.answer) return ["yes", "no"];
  if (choices.draw !== undefined) lines.push("draw");
  for (const take of choices.take ?? [])
    lines.push(["take", take.card ? "card" : "", take.with ?? ""].filter(Boolean).join(" "));
  for (const word of ["lift", "restore", "end", "pick up", "knock", "stuck"] as const)
    if (choices[word]) lines.push(word === "end" && canShow(own) ? "show" : word);
  for (const rank of choices.lay ?? []) lines.push(`lay ${meldOf(rank, held(rank), held("wild"))}`);
  for (const [key, cards] of Object.entries(choices.add ?? {})) {
    const rank = key.slice(0, key.indexOf("."));
    const natural = cardsOf(cards).find((card) => !isWild(card));
    if (natural) lines.push(`add ${rankOf(natural)}`);
    else if (rank !== "wild" && cards) lines.push(`add ${cards.startsWith("J") ? "Jk" : "2"} to ${rank}`);
  }
  for (const rank of choices.top ?? []) lines.push(`top ${rank}`);
  for (const seat of choices.ask ?? []) lines.push(`ask ${seat}`);
  const [card] = cardsOf(choices.discard);
  if (card) lines.push(`discard ${card}`);
  if (own?.undo) lines.push("undo");
  return [...new Set(lines)];
}

/** A meld of a rank as it is typed: three natural cards, or two with a wild one. */
function meldOf(rank: string, held: number, wilds: number): string {
  if (rank === "wild") return "222";
  const naturals = rank.repeat(Math.max(1, Math.min(held, 3)));
  return naturals + "2".repeat(Math.min(Math.max(0, 3 - held), wilds));
}

/**
 * The line that `text` begins, of what may be typed now or of all words; null if there is none or it is there already.
 */
export function completed(text: string, own: OwnState | null): string | null {
  const begun = text.toLowerCase().trimStart();
  if (!begun) return typeable(own)[0] ?? null;
  const found = [...typeable(own), ...MOVES, ...OWN].find(
    (line) => line.toLowerCase().startsWith(begun) && line.length > begun.length,
  );
  return found ?? null;
}

/** Lines typed before: arrow up goes back through them, arrow down forth again to what was being typed. */
export class History {
  #lines: string[] = [];
  #at = 0;
  #draft = "";

  add(line: string): void {
    if (line && this.#lines.at(-1) !== line) this.#lines.push(line);
    this.#at = this.#lines.length;
    this.#draft = "";
  }
  /** The line before or after the one shown; null at either end. */
  go(by: -1 | 1, shown: string): string | null {
    if (this.#at === this.#lines.length) this.#draft = shown;
    const to = this.#at + by;
    if (to < 0 || to > this.#lines.length) return null;
    this.#at = to;
    return this.#lines[to] ?? this.#draft;
  }
}
