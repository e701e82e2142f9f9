// What this browser keeps of tables: where its person was last, a lesson that goes on, promises to be checked, who sat where.

import { store, stored } from "./settings";

const KEY = "canasta.tables";
const MOST = 6;

/** The codes of the tables visited, the last one first. */
export function visited(): string[] {
  try {
    const kept: unknown = JSON.parse(stored(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === "string" && /^[A-Z0-9]{8}$/.test(each)).slice(0, MOST) : [];
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

/** Where the promise of a deal is kept until it can be checked. */
export const promiseKey = (code: string, deal: number): string => `canasta.promise.${code}.${deal}`;

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

// A lesson goes on after a reload, until it is left.

const LESSON = "canasta.lesson";
export const lessonAt = (): string => stored(LESSON, () => sessionStorage) ?? "";
export const keepLesson = (code: string | null): void => store(LESSON, code, () => sessionStorage);
