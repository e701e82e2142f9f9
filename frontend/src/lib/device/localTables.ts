// What this browser keeps of tables: where its person was last, a lesson that
// goes on, promises to be checked, who sat where.

import type { Counts } from "../rooms/keep.svelte";
import type { Seating } from "../rooms/seating";
import type { TableState, You } from "../source/protocol";
import { store, stored } from "./settings";

const KEY = "canasta.tables";
const MOST = 6;

/** The codes of the tables visited, the last one first. */
export function visited(): string[] {
  try {
    const kept: unknown = JSON.parse(stored(KEY) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((each): each is string => typeof each === "string" && /^[A-Z0-9]{8}$/.test(each)).slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

export function remember(code: string): void {
  store(KEY, JSON.stringify([code, ...visited().filter((each) => each !== code)].slice(0, MOST)));
}

export function forget(code: string): void {
  store(KEY, JSON.stringify(visited().filter((each) => each !== code)));
}

/**
 * What this browser keeps of a deal's shuffle until it can be checked: the promise
 * it heard, then its seat and the numbers it sent.
 */
export interface Kept {
  promise: string;
  seat: number;
  numbers: string[];
}
const promiseKey = (code: string, deal: number): string => `canasta.promise.${code}.${deal}`;

export function keptShuffle(code: string, deal: number): Kept {
  const [promise = "", seat = "0", ...numbers] = (stored(promiseKey(code, deal)) ?? "").split(" ");
  return { promise, seat: Number(seat), numbers };
}

/** Keep the promise of a deal; a new promise makes what was kept for the last one void. */
export function keepPromise(code: string, deal: number, promise: string): void {
  if (keptShuffle(code, deal).promise !== promise) store(promiseKey(code, deal), promise);
}

/**
 * The number that this browser gives from `seat` after `promise`, the same in each
 * of its windows: one sent before, or else `fresh`.
 */
export function numberFor(code: string, deal: number, promise: string, seat: number, fresh: () => string): string {
  keepPromise(code, deal, promise);
  const kept = keptShuffle(code, deal);
  const known = kept.seat === seat ? kept.numbers.at(-1) : undefined;
  if (known !== undefined) return known;
  const number = fresh();
  store(promiseKey(code, deal), [promise, seat, number].join(" "));
  return number;
}

// The host of a table that goes on with a record sees who played which seat.

const satKey = (code: string): string => `canasta.sat.${code}`;
export const keepSeats = (code: string, names: string[]): void => store(satKey(code), JSON.stringify(names));

/** Who sat in each seat of the record, seat 1 first; empty at other tables. */
export function keptSeats(code: string): string[] {
  try {
    const kept: unknown = JSON.parse(stored(satKey(code)) ?? "[]");
    return Array.isArray(kept) && kept.every((each) => typeof each === "string") ? kept : [];
  } catch {
    return [];
  }
}

// A table that keeps the score of real cards: who sits where, until they are seated; counts that are not entered yet;
// what was shown last of the table visited last, to be seen before it can be heard.

const read = <T>(key: string): T | null => {
  try {
    return JSON.parse(stored(key) ?? "null") as T | null;
  } catch {
    return null;
  }
};
const seatingKey = (code: string): string => `canasta.seating.${code}`;
export const keptSeating = (code: string): Seating | null => read(seatingKey(code));
export const keepSeating = (code: string, seating: Seating | null): void =>
  store(seatingKey(code), seating && JSON.stringify(seating));

const countsKey = (code: string): string => `canasta.counts.${code}`;
export const keptCounts = (code: string): Counts | null => read(countsKey(code));
export const keepCounts = (code: string, counts: Counts | null): void =>
  store(countsKey(code), counts && JSON.stringify(counts));

const SCORE = "canasta.score";
type Score = { state: TableState; you: You };
export function keptScore(code: string): Score | null {
  const kept = read<Score & { code: string }>(SCORE);
  return kept?.code === code ? kept : null;
}
export const keepScore = (code: string, { state, you }: Score): void =>
  store(SCORE, JSON.stringify({ code, state, you }));

// A lesson goes on at its step after a reload, until it is left.

const LESSON = "canasta.lesson";
const keptLesson = (): string[] => (stored(LESSON, () => sessionStorage) ?? "").split(" ");
export const lessonAt = (): string => keptLesson()[0]!;
export const lessonStep = (): number => Number(keptLesson()[1] ?? 0);
export const keepLesson = (code: string | null, step = 0): void =>
  store(LESSON, code && `${code} ${step}`, () => sessionStorage);
