// Cards as texts of two letters: "Kh", "Tc", "Jk" for a joker.

const RANKS = "456789TJQKA";
const NAMES: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const SUITS: Record<string, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export const JOKER = "Jk";
export const rankOf = (card: string): string => (card === JOKER ? JOKER : card.charAt(0));
export const suitOf = (card: string): string => (card === JOKER ? "joker" : card.charAt(1));
export const isWild = (card: string): boolean => card === JOKER || card.startsWith("2");
export const isRed = (card: string): boolean => card !== JOKER && (card.endsWith("d") || card.endsWith("h"));
export const isRedThree = (card: string): boolean => card === "3d" || card === "3h";

/** "KhKdJk" as three cards. */
export function cardsOf(text: string | undefined): string[] {
  return text === undefined ? [] : (text.replaceAll(" ", "").match(/../g) ?? []);
}

/** "10" for "T", a star for jokers and melds of wild cards. */
export const shownRank = (rank: string): string =>
  rank === "T" ? "10" : rank === JOKER || rank === "wild" ? "★" : rank;

/** "K♥", "10♣", "★". */
export const cardSign = (card: string): string =>
  card === JOKER ? "★" : shownRank(rankOf(card)) + (SIGNS[suitOf(card)] ?? "");

/** "king of hearts", "joker". */
export const cardName = (card: string): string =>
  card === JOKER ? "joker" : `${NAMES[rankOf(card)]} of ${SUITS[suitOf(card)]}`;

/** "kings", "sixes", "wild cards". */
export function rankPlural(rank: string): string {
  if (rank === "wild") return "wild cards";
  if (rank === JOKER) return "jokers";
  const name = NAMES[rank] ?? rank;
  return name === "six" ? "sixes" : `${name}s`;
}

/** Ranks as they are written, "KKK2" or "10 10 Jk", as they are spoken: "three kings and a two". */
export function spokenRanks(text: string): string {
  const counts = new Map<string, number>();
  for (const rank of text.match(/10|Jk|JKR|[2-9JQKAT]/g) ?? []) {
    const name = rank === "10" ? "ten" : rank.length > 1 ? "joker" : (NAMES[rank] ?? rank);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const parts = [...counts].map(([name, count]) =>
    count === 1
      ? `${/^[ae]/.test(name) ? "an" : "a"} ${name}`
      : `${inWords(count)} ${name === "six" ? "sixes" : `${name}s`}`,
  );
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** The column of the hand in which a card lies: ranks from four to ace, then twos, jokers, black threes, red threes. */
export function columnOf(card: string): string {
  if (card.startsWith("3")) return isRed(card) ? "3r" : "3b";
  return rankOf(card);
}
const COLUMNS = [...RANKS, "2", JOKER, "3b", "3r"];
const ORDER = new Map(COLUMNS.map((column, at) => [column, at]));
const SUIT_ORDER = "cdhs";

export function byHandOrder(one: string, other: string): number {
  const columns = (ORDER.get(columnOf(one)) ?? 0) - (ORDER.get(columnOf(other)) ?? 0);
  return columns || SUIT_ORDER.indexOf(suitOf(one)) - SUIT_ORDER.indexOf(suitOf(other));
}

/** A card of the hand: equal cards are told apart by a number. */
export interface HandCard {
  id: string;
  card: string;
}

/** The hand with an id for each card, "Kh.0", "Kh.1"; ids of cards that stay are the same from state to state. */
export function withIds(cards: string[]): HandCard[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const number = seen.get(card) ?? 0;
    seen.set(card, number + 1);
    return { id: `${card}.${number}`, card };
  });
}

/** The hand in columns, lowest rank first, wild cards and threes at the right. */
export function columnsOf(hand: HandCard[]): HandCard[][] {
  const columns = new Map<string, HandCard[]>();
  for (const each of [...hand].sort((one, other) => byHandOrder(one.card, other.card))) {
    const column = columnOf(each.card);
    const cards = columns.get(column);
    if (cards) cards.push(each);
    else columns.set(column, [each]);
  }
  return [...columns.values()];
}

/** The points of a card where it is laid, from the rules' own table; red threes have none there. */
export function worthOf(card: string, values: Record<string, number>): number {
  if (card === JOKER) return values["joker"] ?? 0;
  if (card.startsWith("2")) return values["two"] ?? 0;
  if (card.startsWith("3")) return isRed(card) ? 0 : (values["black three"] ?? 0);
  return values[rankOf(card)] ?? 0;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
export const inWords = (number: number): string => NUMBERS[number] ?? String(number);
export const points = (value: number): string => value.toLocaleString("en").replace("-", "−");
/** "+350", "−100". */
export const signed = (value: number): string => (value > 0 ? "+" : "") + points(value);
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
