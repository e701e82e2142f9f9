// What the page asks over HTTP. Every answer is either the data or a sentence to show.

import type { Line, Patch, PublicState, RulesState, SeatState, You } from "./protocol";

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  players: number[];
  usual: number;
  options: { name: string; says: string; otherwise: string }[];
}
export interface Problem {
  path: string;
  text: string;
}
export interface Findings {
  title?: string;
  players?: number;
  text?: string;
  problems: Problem[];
  advice: Problem[];
}
export interface Wanted {
  game: string;
  players: number;
  options: string[];
  house: string;
  name: string;
  /** How the table is played, where it is not as usual. */
  settings?: { [key: string]: number | string };
}
/** A new table that goes on with a match: the text of its record has the rules, the score and who played. */
export interface GoingOn {
  record: string;
  name: string;
  settings?: { [key: string]: number | string };
}
/** A table as it is told to whoever knows its code. */
export interface Found {
  code: string;
  title: string;
  /** What the table is called; empty if it has no name. */
  name: string;
  state: string;
  deal: number;
  /** What the game calls a deal. */
  word: string;
  waiting: number[];
  seats: Record<string, SeatState>;
  /** The bots that may sit here, the strongest first. */
  bots: string[];
  /** What those that come with canasta are called, and how they play. */
  levels: Record<string, { title: string; says: string }>;
  you: You;
}
/** The rules clause by clause; `short` are those that say in a few lines how the game is played. */
export interface Book {
  title: string;
  short: string[];
  sections: {
    chapter: string;
    clause: string;
    title: string;
    sentences: { text: string; mark: string }[];
    notes: string[];
  }[];
  /** For causes of refusals, which have no section of their own: the clause that tells their rule. */
  causes: Record<string, string>;
}
/** A deal to watch: the table after the cards were dealt, and what each move changed. */
export interface Watched {
  rules: RulesState;
  names: string[];
  deal: number;
  deals: number[];
  /** The seats whose cards are known. */
  shown: number[];
  first: { public: PublicState; hands: Record<string, string> };
  moments: {
    seat?: number;
    turn: number;
    lines: Line[];
    open?: Line[];
    public: Patch<PublicState>;
    hands: Patch<Record<string, string>>;
  }[];
  ends: string;
}
export interface Promises {
  title: string;
  names: string[];
  packs: number;
  jokers: number;
  deals: { deal: number; commitment?: string; secret?: string; numbers?: string[]; deck?: string }[];
}
export type Told<T> = { data: T } | { sentence: string; status: number };

const AWAY = "The server does not answer. Check the connection and try again.";
export const LARGEST_RECORD = 96 * 1024;

async function asked<T>(path: string, body?: unknown): Promise<Told<T>> {
  try {
    const text = typeof body === "string";
    const headers = { "content-type": text ? "text/plain" : "application/json" };
    const answer = await fetch(
      path,
      body === undefined ? {} : { method: "POST", headers, body: text ? body : JSON.stringify(body) },
    );
    const told: unknown = await answer.json().catch(() => null);
    if (answer.ok && told !== null) return { data: told as T };
    const { text: sentence, detail } = (told ?? {}) as { text?: unknown; detail?: unknown };
    const said =
      typeof sentence === "string"
        ? sentence
        : typeof detail === "string"
          ? detail
          : `The server could not do this (${answer.status}).`;
    return { sentence: said, status: answer.status };
  } catch {
    return { sentence: AWAY, status: 0 };
  }
}

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;
export const listGames = (): Promise<Told<GameInfo[]>> => asked("/api/games");
export const whoAmI = (): Promise<Told<{ person?: string; name?: string }>> => asked("/api/me");
/** Say what you are called; who is new here becomes somebody. */
export const sayName = (name: string): Promise<Told<{ person: string; name: string }>> => asked("/api/me", { name });
export const checkRules = (wanted: Omit<Wanted, "name">): Promise<Told<Findings>> =>
  asked("/api/rules", { game: wanted.game, players: wanted.players, options: wanted.options, house: wanted.house });
/** `players`: who played in the record with which the table goes on, by seat. */
export const makeTable = (
  wanted: Wanted | GoingOn,
): Promise<Told<{ code: string; shown: string; link: string; players?: string[] }>> => asked("/api/tables", wanted);
/** A table with bots at which cards are dealt at once. */
export const playNow = (name: string): Promise<Told<{ code: string }>> => asked("/api/play", { name });
export const makeLesson = (name: string): Promise<Told<{ code: string }>> => asked("/api/lesson", { name });
export const lookAt = (code: string): Promise<Told<Found>> => asked(at(code));
export const readRules = (code: string): Promise<Told<Book>> => asked(`${at(code)}/clauses`);
export const watchDeal = (code: string, deal: number): Promise<Told<Watched>> =>
  asked(`${at(code)}/replay${deal ? `?deal=${deal}` : ""}`);
export const watchFile = (text: string, deal: number): Promise<Told<Watched>> =>
  asked(`/api/replay${deal ? `?deal=${deal}` : ""}`, text);
export const readPromises = (code: string): Promise<Told<Promises>> => asked(`${at(code)}/fairness`);
export const takeSeat = (key: string, name: string): Promise<Told<{ code: string }>> =>
  asked("/api/seat", { key, name });

/** A code as people type it, without blanks and in capitals; empty if it cannot be one. */
export function readCode(text: string): string {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return code.length === 8 ? code : "";
}
