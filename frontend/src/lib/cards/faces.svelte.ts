// How much of a card is drawn, by its width. The people and the whole faces come after the first paint.

import { type Component, mount } from "svelte";
import { rankOf, suitOf } from "./cards";

/** Nobody has a face on narrower cards. */
const FACED = 40;
/** Wider cards have whole faces. */
const WHOLE = 64;
/** Cards whose width only the style sheet knows. */
const USUAL = 56;

export const faces = $state({ here: false });

/** Load the faces once the page has been painted; until then, and if they don't come, suits stand for them. */
export function loadFaces(): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      import("virtual:faces.svelte").then(
        (drawn: { default: Component }) => {
          mount(drawn.default, { target: document.body });
          faces.here = true;
        },
        () => undefined,
      );
    }),
  );
}

/** Return the classes of a card's drawing and the id of what it shows: "Kh", "Jk", or "?" for a back. */
export function drawnAs(card: string, width = USUAL): { look: string; drawing: string } {
  if (card === "?") return { look: "card back", drawing: "card-back" };
  const faced = faces.here && width >= FACED;
  const rank = rankOf(card);
  return {
    look: `card ${suitOf(card)}${faced ? " faced" : ""}`,
    drawing: faced && width >= WHOLE ? `face-${rank === "A" ? card : rank}` : `card-${card}`,
  };
}
