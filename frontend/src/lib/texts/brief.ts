// A sentence of what someone did in a turn, so short that it can be read in a
// glance: the middle goes first, the discard never.

import type { Line } from "../source/protocol";

/** Spans that are not text stand as one sign each while the words around them are shortened. */
const FIRST = 0xe000;
const SPAN = "[\\ue000-\\uf8ff]";
const MORE = `(?: and)? \\d+ more cards?(?: of the pile)?(?:: ${SPAN})?`;

const SHORTER: [RegExp, string][] = [
  [new RegExp(`took the ${SPAN} (?:with ${SPAN}|onto the [a-z ]+?)${MORE}`), "took the pile"],
  [new RegExp(`took${MORE}`), "took the pile"],
  [new RegExp(`showed ${SPAN} and took the pile(?:: ${SPAN}| \\(\\d+ cards?\\))`), "took the pile"],
  [new RegExp(`(opened with ${SPAN})(?:: [^()]*| )\\([^()]*\\)`), "$1"],
  [/ drew \d+(?:,? and |, )/, " "],
  [/ \(\d+ cards?\)/, ""],
];

/** Where one deed ends and the next begins. */
const BETWEEN = /(?:, and |, | and )(?=(?:took|laid|added|made|opened|discarded|picked|put|drew|knocked|ended|went)\b)/;
/** What goes first where all of it is too long. */
const SPARED = [/^drew/, /^added/, /^laid down/, /^laid/, /^picked/, /^put/, /^opened/, /^made/];

const listed = (parts: string[]): string =>
  parts.length > 2 ? `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}` : parts.join(" and ");

/** `line` in at most `most` letters, if leaving out what matters less gets it there. */
export function brief(line: Line, most: number): Line {
  if (length(line) <= most) return line;
  const spans = line.filter((span) => typeof span !== "string");
  let at = 0;
  let text = line.map((span) => (typeof span === "string" ? span : String.fromCharCode(FIRST + at++))).join("");
  for (const [long, short] of SHORTER) text = text.replace(long, short);
  const back = (told: string): Line =>
    told
      .split(new RegExp(`(${SPAN})`))
      .filter(Boolean)
      .map((each) => spans[each.charCodeAt(0) - FIRST] ?? each);
  const [, who = "", said = ""] = new RegExp(`^(${SPAN} )?(.*?)\\.?$`).exec(text) ?? [];
  let parts = said.split(BETWEEN);
  const whole = (): Line => back(`${who}${listed(parts)}.`);
  for (const spared of SPARED) {
    while (length(whole()) > most && parts.length > 1 && parts.some((part) => spared.test(part)))
      parts = parts.filter((_, n) => n !== parts.findLastIndex((part) => spared.test(part)));
  }
  return whole();
}

/** How long a sentence is to the eye: a card is a sign of three letters. */
const length = (line: Line): number =>
  line.reduce(
    (sum, span) =>
      sum +
      (typeof span === "string"
        ? span.length
        : "cards" in span
          ? (span.cards.length / 2) * 4
          : "ranks" in span
            ? span.ranks.length + 1
            : "number" in span
              ? 4
              : "text" in span
                ? (span.text ?? "").length
                : 6),
    0,
  );
