// Who is at a table and which seats are free, as an invitation tells it.

import type { PublicState, TableState } from "../source/protocol";

export interface Place {
  number: number;
  name: string;
  plays: "nobody" | "person" | "bot" | "stand-in";
  bot: string;
  /** Since when its person is away: ms since 1970; 0 if they are here. */
  away: number;
  /** Who takes it with the next deal. */
  coming: string;
}

/** The seats in the order of play, from `first` on. */
export function placesOf(shown: PublicState, first = 1): Place[] {
  const all = Object.entries(shown.seats).map(([number, seat]) => ({
    number: Number(number),
    name: seat.name ?? `Seat ${number}`,
    plays: seat.plays,
    bot: seat.bot ?? "",
    away: seat.away ?? 0,
    coming: seat.coming ?? "",
  }));
  return [...all.slice(first - 1), ...all.slice(0, first - 1)];
}

/** The seats that nobody has, in the order of play. */
export const freeSeats = (shown: PublicState): number[] =>
  placesOf(shown).flatMap((each) => (each.plays === "nobody" ? [each.number] : []));

/** What the table is called: by its own name, or by its game. */
export const titleOf = ({ public: shown, rules }: TableState): string => shown.settings.name || rules.title;

/** What the host is called. */
export const hostOf = (shown: PublicState): string =>
  Object.entries(shown.people).find(([, person]) => person.host)?.[0] ?? "The host";

/** "2 of 4 are here". */
export function howMany(shown: PublicState): string {
  const seats = placesOf(shown);
  const here = seats.filter((each) => each.plays !== "nobody").length;
  return `${here} of ${seats.length} ${here === 1 ? "is" : "are"} here`;
}

/** What people are called who say no name. */
export const NAMELESS = "Guest";

/** How many characters `name` has: marks belong to the letter before them. */
export const lengthOf = (name: string): number =>
  [
    ...name
      .trim()
      .normalize("NFC")
      .replace(/ +/g, " ")
      .replace(/[\p{M}\u200c\u200d]/gu, ""),
  ].length;

/** `name`, or for people without one a name that nobody at the table has: "Guest 2". */
export function freeName(name: string, shown: PublicState): string {
  // "Player" is what a browser may have kept from before.
  if (!/^((Guest|Player)( \d+)?)?$/.test(name)) return name;
  const taken = new Set([...Object.keys(shown.people), ...placesOf(shown).map((each) => each.name)]);
  let number = 1;
  while (taken.has(number === 1 ? NAMELESS : `${NAMELESS} ${number}`)) number += 1;
  return number === 1 ? NAMELESS : `${NAMELESS} ${number}`;
}
