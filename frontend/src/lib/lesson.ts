// The nine steps of the first minute. What is done and where the ring stands follow from the table; what may be done stays
// the server's to say. The cards are those of `src/canasta/session/lesson.toml`.

import type { Game } from "./game.svelte";
import { rankOf } from "./cards";

export interface Step {
  lead: string;
  text: string;
  /** What to touch, as a selector; the ring goes around all of it. */
  at: (game: Game) => string;
  /** Whether the step has been taken, or is of no use any more. */
  done: (game: Game) => boolean;
}

const rank = (wanted: string): string => `.hand [data-id^="${wanted}"]`;
const chosen = (game: Game, wanted: string): boolean => game.chosenCards.filter((each) => rankOf(each.card) === wanted).length >= 3;
const staged = (game: Game, wanted: string): boolean => game.groups.some((group) => group.cards.some((each) => rankOf(each.card) === wanted));
const opened = (game: Game): boolean => Boolean(game.model?.own?.opened);
const myTurn = (game: Game): boolean => game.state?.public.table?.turn === game.state?.own?.seat;
const drawn = (game: Game): boolean => !myTurn(game) || game.state?.own?.choices?.draw === undefined;
const past = (game: Game): boolean => opened(game) || (drawn(game) && !myTurn(game));

export const STEPS: Step[] = [
  { lead: "Every turn begins with a draw.", text: "Tap the stock to draw two cards.", at: () => '[data-zone="stock"]', done: drawn },
  {
    lead: "Your hand lies in columns by rank.", text: "What counts is how many of each you hold. Tap your three kings.", at: () => rank("K"),
    done: (game) => past(game) || chosen(game, "K") || staged(game, "K"),
  },
  { lead: "Cards to lay go into the tray first.", text: "Nothing is played yet. Put the kings there.", at: () => ".acts", done: (game) => past(game) || staged(game, "K") },
  {
    lead: "Three kings are worth 30.", text: "The first melds of a side must be worth 50 together in this deal. Try to lay 30 and see.", at: () => ".acts",
    done: (game) => past(game) || game.refusal !== null || staged(game, "8"),
  },
  {
    lead: "20 are missing.", text: "“Why?” shows the rule, here and everywhere. Now tap your three eights as well.", at: () => rank("8"),
    done: (game) => past(game) || chosen(game, "8") || staged(game, "8"),
  },
  { lead: "Eights are worth 10 each.", text: "Put them into the tray, too.", at: () => ".acts", done: (game) => past(game) || (staged(game, "8") && staged(game, "K")) },
  { lead: "60 of 50: that is enough.", text: "Lay both melds. Your partner can add to them later.", at: () => ".acts", done: past },
  {
    lead: "Every turn ends with a discard.", text: "Tap the four of clubs, then discard it.", at: (game) => (game.chosen.length ? ".acts" : '.hand [data-id^="4c"]'),
    done: (game) => drawn(game) && !myTurn(game),
  },
  {
    lead: "Two queens take a queen.", text: "When the player before you discards one, you can take the pile instead of drawing: tap it.", at: () => '[data-zone="pile"]',
    done: (game) => myTurn(game) && drawn(game),
  },
];

export const END = { lead: "That is the game.", text: "Lay what you can, discard, and play on: seven cards of a rank are a canasta, and you need some to go out." };

/** The first step from `from` on that is still to be taken; `STEPS.length` after the last. */
export function stepFrom(from: number, game: Game): number {
  let at = from;
  while (at < STEPS.length && STEPS[at]!.done(game)) at += 1;
  return at;
}
