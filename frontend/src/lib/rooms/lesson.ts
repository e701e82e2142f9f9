// The steps of the first lesson: three turns of a deal. What is done and where the ring stands follow from the table;
// what may be done stays the server's to say. The cards are those of `src/canasta/session/lesson.toml`.

import { rankOf } from "../cards/cards";
import type { Game } from "../table/game.svelte";

export interface Step {
  lead: string;
  text: string;
  /** What to touch or to look at, as a selector; a ring goes around each. */
  at: (game: Game) => string;
  /** Whether the step has been taken, or is of no use any more. */
  done: (game: Game) => boolean;
  /** Something to read: it lasts until "Next". */
  read?: boolean;
  /** The cards to choose, how many of which rank: these and no others. */
  cards?: Record<string, number>;
}

const rank = (wanted: string): string => `.hand [data-id^="${wanted}"]`;
const STOCK = '[data-zone="stock"]';
const PILE = '[data-zone="pile"]';
const ACTS = ".acts";

const own = (game: Game): string => `[data-side="${game.model?.own?.side ?? 0}"]`;

const held = (game: Game, wanted: string): number =>
  game.hand.cards.filter((each) => rankOf(each.card) === wanted).length;
const chosen = (game: Game, wanted: string): number =>
  game.hand.chosenCards.filter((each) => rankOf(each.card) === wanted).length;
const staged = (game: Game, wanted: string): boolean => game.tray.groups.some((group) => group.rank === wanted);
const laid = (game: Game, wanted: string): number =>
  Math.max(0, ...(game.model?.own?.melds ?? []).map((meld) => (meld.rank === wanted ? meld.cards.length : 0)));
const opened = (game: Game): boolean => Boolean(game.model?.own?.opened);
const myTurn = (game: Game): boolean => game.state?.public.table?.turn === game.state?.own?.seat;
const drawn = (game: Game): boolean => !myTurn(game) || game.state?.own?.choices?.draw === undefined;
const foot = (game: Game): boolean => !game.model?.reserve;
const past = (game: Game): boolean => opened(game) || !myTurn(game);
/** Whether the cards of each rank in `wanted` are in the tray, or chosen and no others with them. */
const picked = (game: Game, wanted: Record<string, number>): boolean => {
  const missing = Object.entries(wanted).filter(([each]) => !staged(game, each));
  return (
    missing.every(([each, many]) => chosen(game, each) === many) &&
    game.hand.chosenCards.length === missing.reduce((sum, [, many]) => sum + many, 0)
  );
};

const KINGS = { K: 3 };
const EIGHTS = { 8: 2, 2: 1 };
const LAST = { 9: 3, 7: 3, J: 3 };
const FIVE_AND = { K: 2 };
const ALL = Object.keys(LAST);

export const STEPS: Step[] = [
  { lead: "Every turn begins with a draw.", text: "Tap the stock to draw two cards.", at: () => STOCK, done: drawn },
  {
    lead: "Suits do not matter, ranks do.",
    text: "Your hand lies in columns of equal cards; three or more make a meld. Tap your three kings.",
    at: () => rank("K"),
    cards: KINGS,
    done: (game) => past(game) || picked(game, KINGS),
  },
  {
    lead: "Cards to lay go into the tray first.",
    text: "Nothing is played yet. Put the kings there.",
    at: () => ACTS,
    done: (game) => past(game) || staged(game, "K"),
  },
  {
    lead: "Three kings are worth 30.",
    text: "The first melds of a side must be worth 50 together in this deal. Try to lay 30 and see.",
    at: () => ACTS,
    done: (game) => past(game) || game.asking.refusal !== null || staged(game, "8"),
  },
  {
    lead: "A star is wild.",
    text:
      "Twos and jokers stand for any card. “Why?” shows the rule, here and everywhere. " +
      "Now tap both eights and the two.",
    at: () => `${rank("8")}, ${rank("2")}`,
    cards: EIGHTS,
    done: (game) => past(game) || staged(game, "8") || picked(game, EIGHTS),
  },
  {
    lead: "Eights are worth 10, twos 20.",
    text: "Two eights and a star make a meld, too. Put them into the tray.",
    at: () => ACTS,
    done: (game) => past(game) || (staged(game, "8") && staged(game, "K")),
  },
  {
    lead: "70 of 50: that is enough.",
    text: "Lay both melds. This opens for your side, once in each deal.",
    at: () => ACTS,
    done: past,
  },
  {
    lead: "Every turn ends with a discard.",
    text: "Tap the four of clubs, then discard it.",
    at: (game) => (game.hand.chosen.length ? ACTS : rank("4")),
    done: (game) => !myTurn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Now the others play.",
    text:
      "Tom, opposite you, is your partner: what he lays is yours as well. " +
      "The sentence above your hand tells what happens.",
    at: () => '.saying, .plate[data-seat="3"]',
    done: (game) => myTurn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Two queens take a queen.",
    text:
      "Tom has added two kings, and Ivy has discarded a queen. You hold two: " +
      "take the pile instead of drawing. Tap it.",
    at: () => PILE,
    done: (game) => drawn(game) || laid(game, "Q") > 0 || foot(game),
  },
  {
    lead: "Now empty your hand.",
    text: "With the cards of the pile you have three nines, three sevens and three jacks. Tap all nine.",
    at: () => ALL.map(rank).join(", "),
    cards: LAST,
    done: (game) => !myTurn(game) || foot(game) || ALL.every((each) => held(game, each) < 3) || picked(game, LAST),
  },
  {
    lead: "The tray sorts them by rank.",
    text: "Put them there: three melds at once.",
    at: () => ACTS,
    done: (game) => !myTurn(game) || foot(game) || ALL.every((each) => staged(game, each) || held(game, each) < 3),
  },
  {
    lead: "Your side has opened.",
    text: "From now on any meld is good, whatever it is worth. Lay all three.",
    at: () => ACTS,
    done: (game) => !myTurn(game) || foot(game) || ALL.every((each) => held(game, each) < 3),
  },
  {
    lead: "One card is left.",
    text: "Discard it and see what happens.",
    at: (game) => (game.hand.chosen.length ? ACTS : rank("4")),
    done: (game) => !myTurn(game) || foot(game),
  },
  {
    lead: "This is your foot.",
    text:
      "Thirteen more cards that waited for an empty hand. " +
      "If you never get there, they count against you. The others play.",
    at: () => ".hand",
    done: (game) => myTurn(game) || !foot(game) || laid(game, "K") > 5,
  },
  {
    lead: "A black three blocks the pile.",
    text: "Ivy has put one there, so nobody can take it now. Draw two cards.",
    at: () => STOCK,
    done: (game) => drawn(game) || laid(game, "K") > 5,
  },
  {
    lead: "A red three lies down by itself",
    text:
      "for 100 points, and you got another card for it. " +
      "Now look at the kings: your side has five. Tap your two kings.",
    at: () => rank("K"),
    cards: FIVE_AND,
    done: (game) => !myTurn(game) || laid(game, "K") !== 5 || picked(game, FIVE_AND),
  },
  {
    lead: "Five and two are seven.",
    text: "Cards that join a meld on the table can be laid at once: add them.",
    at: () => ACTS,
    done: (game) => !myTurn(game) || laid(game, "K") !== 5,
  },
  {
    lead: "A canasta!",
    text:
      "Seven of a rank. Red is clean, without stars: 500 points. " +
      "Black is dirty, with stars: 300. Seven stars alone are worth 1,500.",
    at: (game) => `${own(game)} .meld.canasta`,
    read: true,
    done: (game) => !myTurn(game) || laid(game, "K") < 7,
  },
  {
    lead: "What is missing stands here.",
    text: "Once your side has these canastas, whoever plays their last card ends the deal. Then everything is counted.",
    at: (game) => `${own(game)} .need, ${own(game)} .meld.needed`,
    read: true,
    done: (game) => !myTurn(game) || !opened(game),
  },
  {
    lead: "End your turn.",
    text: "Discard a card of which you have only one: pairs take piles.",
    at: (game) => (game.hand.chosen.length ? ACTS : ".hand"),
    done: (game) => !myTurn(game),
  },
];

export const END = {
  lead: "That is the game.",
  text:
    "Play on: the deal is yours now. “Hint” tells what a good player would do and why; " +
    "“More” leads to the rules and to what the signs mean.",
};

/** What is said where more than the cards of `step` is chosen. */
export const TOO_MANY = { lead: "Only the cards in the rings.", text: "Tap the others again to put them down." };
export const tooMany = ({ cards }: Step, game: Game): boolean =>
  cards !== undefined &&
  (game.hand.chosenCards.some((each) => !(rankOf(each.card) in cards)) ||
    Object.entries(cards).some(([each, many]) => chosen(game, each) > many));

/**
 * The first step from `from` on that is still to be taken; `STEPS.length` after the last.
 * Cards that are not chosen any more are chosen again.
 */
export function stepFrom(from: number, game: Game): number {
  let at = from;
  const before = STEPS[at - 1];
  if (before?.cards && !before.done(game) && !STEPS[at]?.done(game)) at -= 1;
  while (at < STEPS.length && STEPS[at]!.done(game)) at += 1;
  return at;
}
