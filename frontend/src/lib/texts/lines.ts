import { cardName, cardsOf, points, spokenRanks } from "../cards/cards";
import type { Line, PublicState, ShortForms } from "../source/protocol";

/** `line` with the names of players filled in where it only says their seats. */
export const named = (line: Line, shown: PublicState): Line =>
  line.map((span) =>
    typeof span !== "string" && "name" in span && span.text === undefined
      ? { ...span, text: shown.seats[span.name]?.name ?? `Seat ${span.name}` }
      : span,
  );

/** The same for the short forms of a sentence. */
export const namedForms = ({ brief, briefest }: ShortForms, shown: PublicState): ShortForms => ({
  ...(brief && { brief: named(brief, shown) }),
  ...(briefest && { briefest: named(briefest, shown) }),
});

/** The seat whose player a sentence tells of; 0 if it begins with nobody. */
export const tellerOf = ([first]: Line): number => (typeof first === "object" && "name" in first ? first.name : 0);

/** A sentence of the server's as it is spoken. */
export function lineText(line: Line): string {
  return line
    .map((span) => {
      if (typeof span === "string") return span;
      if ("cards" in span) return cardsOf(span.cards).map(cardName).join(", ");
      if ("ranks" in span) return spokenRanks(span.ranks);
      if ("number" in span) return points(span.number);
      return "clause" in span ? span.clause : (span.text ?? "");
    })
    .join("");
}
