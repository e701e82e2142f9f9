import { cardName, cardsOf, points } from "./cards";
import type { Line } from "./protocol";

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
