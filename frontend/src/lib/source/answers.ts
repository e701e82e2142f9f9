// What the page asks for besides a table itself. Every answer is either the data or a sentence to show.

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
  sides?: number;
  /** Whether someone at the table can be named who keeps the score and never deals. */
  keeper?: boolean;
  text?: string;
  problems: Problem[];
  advice: Problem[];
}
/** What is said of a game that has no rules here, of which points are kept. */
export interface Pad {
  title: string;
  /** Whether every second player is a partner. */
  partners: boolean;
  /** What opens, from which score on: `0:30 100:60`; empty if nothing is needed. */
  minimums: string;
  /** The score that ends the match; 0 for none. */
  target: number;
}
export interface Wanted {
  /** null on a pad. */
  game: string | null;
  players: number;
  options: string[];
  house: string;
  /** In the place of a game and its rules. */
  pad?: Pad;
  name: string;
  /** How the table is played, where it is not as usual. */
  settings?: { [key: string]: number | string | boolean };
}
/** A new table that goes on with a match: the text of its record has the rules, the score and who played. */
export interface GoingOn {
  record: string;
  name: string;
  settings?: { [key: string]: number | string | boolean };
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
  /** When something last happened, in ms since 1970; only where this device keeps the table. */
  at?: number;
}
/** The bots that may sit at a table; `slow` says where one is left out because this device is too slow for it. */
export type Bots = Pick<Found, "bots" | "levels"> & { slow?: string };
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
/** A deal that was played with real cards: what each side counted, and what was corrected. */
export interface HandCount {
  answers: Record<string, Record<string, number | string>>;
  corrections: string[];
}
/** A deal of a match as it was recorded: the table after the cards were dealt, and what each move changed. */
export interface WatchedDeal {
  deal: number;
  /** The seats whose cards are known. */
  shown: number[];
  first: {
    public: PublicState;
    hands: Record<string, string>;
    comments?: string[];
    /** Only where the deal was played with real cards: then there are no moments, and no cards in `public`. */
    counted?: HandCount;
  };
  moments: {
    seat?: number;
    turn: number;
    lines: Line[];
    open?: Line[];
    public: Patch<PublicState>;
    hands: Patch<Record<string, string>>;
    /** What the record remarks here. */
    comments?: string[];
  }[];
  ends: string;
}
/** A match whose deals are watched one by one. */
export interface WatchedMatch {
  rules: RulesState;
  names: string[];
}
/** A deal to watch, and the numbers of all deals of its match. */
export type Watched = WatchedMatch & WatchedDeal & { deals: number[] };
export interface Promises {
  title: string;
  /** What the game calls a deal. */
  word: string;
  names: string[];
  packs: number;
  jokers: number;
  deals: { deal: number; commitment?: string; secret?: string; numbers?: string[]; deck?: string }[];
}
/** A table that was made: who played in the record with which it goes on, by seat. */
export interface Made {
  code: string;
  players?: string[];
}
/** A score sheet to print: where it is, or the page itself where it has no address. */
export type ScoreSheet = { address: string } | { page: string };
/** Who asks; someone who is new has no name. */
export interface Me {
  person?: string;
  name?: string;
}
/** Where people find a table: the address, and a picture of it for the camera of a phone. */
export interface Invitation {
  link: string;
  picture: string;
}
/** `status` is 0 where nothing answered, and else as in HTTP. */
export type Told<T> = { data: T } | { sentence: string; status: number };
