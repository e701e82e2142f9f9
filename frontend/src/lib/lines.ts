import { cardName, cardsOf, points } from "./cards";
import type { Line, PublicState } from "./protocol";

/** `line` with the names of players filled in where it only says their seats. */
export const named = (line: Line, shown: PublicState): Line =>
  line.map((span) => (span.name !== undefined && span.text === undefined ? { ...span, text: shown.seats[span.name]?.name ?? `Seat ${span.name}` } : span));

/** A sentence of the server's as it is spoken. */
export function lineText(line: Line): string {
  return line
    .map((span) => {
      if (span.cards !== undefined) return cardsOf(span.cards).map(cardName).join(", ");
      if (span.ranks !== undefined) return span.ranks;
      if (span.number !== undefined) return points(span.number);
      return span.text ?? span.clause ?? "";
    })
    .join("");
}
