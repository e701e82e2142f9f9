// The steps of the first lesson: three turns of a deal. What is done and where the ring stands follow from the table; what may
// be done stays the server's to say. The cards are those of `src/canasta/session/lesson.toml`.

import { isWild, rankOf } from "./cards";
import type { Game } from "./game.svelte";

export interface Step {
  lead: string;
  text: string;
  /** What to touch or to look at, as a selector; the ring goes around all of it. */
  at: (game: Game) => string;
  /** Whether the step has been taken, or is of no use any more. */
  done: (game: Game) => boolean;
  /** Something to read: it lasts until "Next". */
  read?: boolean;
}

const rank = (wanted: string): string => `.hand [data-id^="${wanted}"]`;
const WILD = '.hand [data-id^="2"]';
const STOCK = '[data-zone="stock"]';
const PILE = '[data-zone="pile"]';
const ACTS = ".acts";

const own = (game: Game): string => `[data-side="${game.model?.own?.side ?? 0}"]`;

const held = (game: Game, wanted: string): number => game.hand.filter((each) => rankOf(each.card) === wanted).length;
const chosen = (game: Game, wanted: string): number => game.chosenCards.filter((each) => rankOf(each.card) === wanted).length;
const staged = (game: Game, wanted: string): boolean => game.groups.some((group) => group.rank === wanted);
const laid = (game: Game, wanted: string): number => Math.max(0, ...(game.model?.own?.melds ?? []).map((meld) => (meld.rank === wanted ? meld.cards.length : 0)));
const opened = (game: Game): boolean => Boolean(game.model?.own?.opened);
const myTurn = (game: Game): boolean => game.state?.public.table?.turn === game.state?.own?.seat;
const drawn = (game: Game): boolean => !myTurn(game) || game.state?.own?.choices?.draw === undefined;
const foot = (game: Game): boolean => !game.model?.reserve;
const past = (game: Game): boolean => opened(game) || !myTurn(game);
/** Whether cards of each of `ranks` are chosen, in the tray or laid, as far as they are held: `many` of each. */
const picked = (game: Game, ranks: string[], many: number): boolean => ranks.every((each) => chosen(game, each) >= many || staged(game, each) || held(game, each) < many);

const LAST = ["9", "7", "J"];

export const STEPS: Step[] = [
  { lead: "Every turn begins with a draw.", text: "Tap the stock to draw two cards.", at: () => STOCK, done: drawn },
  {
    lead: "Suits do not matter, ranks do.", text: "Your hand lies in columns of equal cards; three or more make a meld. Tap your three kings.", at: () => rank("K"),
    done: (game) => past(game) || picked(game, ["K"], 3),
  },
  { lead: "Cards to lay go into the tray first.", text: "Nothing is played yet. Put the kings there.", at: () => ACTS, done: (game) => past(game) || staged(game, "K") },
  {
    lead: "Three kings are worth 30.", text: "The first melds of a side must be worth 50 together in this deal. Try to lay 30 and see.", at: () => ACTS,
    done: (game) => past(game) || game.refusal !== null || staged(game, "8"),
  },
  {
    lead: "A star is wild.", text: "Twos and jokers stand for any card. “Why?” shows the rule, here and everywhere. Now tap both eights and the two.", at: () => `${rank("8")}, ${WILD}`,
    done: (game) => past(game) || staged(game, "8") || (chosen(game, "8") >= 2 && game.chosenCards.some((each) => isWild(each.card))),
  },
  { lead: "Eights are worth 10, twos 20.", text: "Two eights and a star make a meld, too. Put them into the tray.", at: () => ACTS, done: (game) => past(game) || (staged(game, "8") && staged(game, "K")) },
  { lead: "70 of 50: that is enough.", text: "Lay both melds. This opens for your side, once in each deal.", at: () => ACTS, done: past },
  {
    lead: "Every turn ends with a discard.", text: "Tap the four of clubs, then discard it.", at: (game) => (game.chosen.length ? ACTS : rank("4")), done: (game) => !myTurn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Now the others play.", text: "Tom, opposite you, is your partner: what he lays is yours as well. The sentence above your hand tells what happens.", at: () => ".saying",
    done: (game) => myTurn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Two queens take a queen.", text: "Tom has added two kings, and Ivy has discarded a queen. You hold two: take the pile instead of drawing. Tap it.", at: () => PILE,
    done: (game) => drawn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Now empty your hand.", text: "With the cards of the pile you have three nines, three sevens and three jacks. Tap all nine.", at: () => LAST.map(rank).join(", "),
    done: (game) => !myTurn(game) || foot(game) || picked(game, LAST, 3),
  },
  { lead: "The tray sorts them by rank.", text: "Put them there: three melds at once.", at: () => ACTS, done: (game) => !myTurn(game) || foot(game) || LAST.every((each) => staged(game, each) || held(game, each) < 3) },
  { lead: "Your side has opened.", text: "From now on any meld is good, whatever it is worth. Lay all three.", at: () => ACTS, done: (game) => !myTurn(game) || foot(game) || LAST.every((each) => held(game, each) < 3) },
  { lead: "One card is left.", text: "Discard it and see what happens.", at: (game) => (game.chosen.length ? ACTS : rank("4")), done: (game) => !myTurn(game) || foot(game) },
  {
    lead: "This is your foot.", text: "Thirteen more cards that waited for an empty hand. Who never gets there pays for them at the count. The others play.", at: () => ".hand",
    done: (game) => myTurn(game) || !foot(game) || laid(game, "K") > 5,
  },
  { lead: "A black three blocks the pile.", text: "Ivy has put one there, so nobody can take it now. Draw two cards.", at: () => STOCK, done: (game) => drawn(game) || laid(game, "K") > 5 },
  {
    lead: "A red three lies down by itself", text: "for 100 points, and you got another card for it. Now look at the kings: your side has five. Tap the two of your foot.", at: () => rank("K"),
    done: (game) => !myTurn(game) || laid(game, "K") !== 5 || picked(game, ["K"], 2),
  },
  { lead: "Five and two are seven.", text: "Cards that join a meld on the table can be laid at once: add them.", at: () => ACTS, done: (game) => !myTurn(game) || laid(game, "K") !== 5 },
  {
    lead: "A canasta!", text: "Seven of a rank. Red is clean, without stars: 500 points. Black is dirty, with stars: 300. Seven stars alone are worth 1,500.", at: (game) => `${own(game)} .meld.canasta`, read: true,
    done: (game) => !myTurn(game) || laid(game, "K") < 7,
  },
  {
    lead: "What is missing stands here.", text: "Once your side has these canastas, whoever plays their last card ends the deal. Then everything is counted.", at: (game) => `${own(game)} .need, ${own(game)} .meld.needed`, read: true,
    done: (game) => !myTurn(game) || !opened(game),
  },
  { lead: "End your turn.", text: "Discard a card of which you have only one: pairs take piles.", at: (game) => (game.chosen.length ? ACTS : ".hand"), done: (game) => !myTurn(game) },
];

export const END = { lead: "That is the game.", text: "Play on: the deal is yours now. “Hint” tells what a good player would do and why; “More” leads to the rules and to what the signs mean." };

/** The first step from `from` on that is still to be taken; `STEPS.length` after the last. */
export function stepFrom(from: number, game: Game): number {
  let at = from;
  while (at < STEPS.length && STEPS[at]!.done(game)) at += 1;
  return at;
}
