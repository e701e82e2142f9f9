// Where the page gets its tables from, and the answers to all else that it asks: a server, a deal that is watched, or
// a test. Nothing outside of this folder knows how they are reached.

import { getContext, setContext } from "svelte";
import type { Moved } from "../table/moved";
import type {
  Answers,
  Ask,
  FromServer,
  Impossible,
  Line,
  Refusal,
  SheetState,
  ShortForms,
  TableState,
  You,
} from "./protocol";
import type {
  Book,
  Bots,
  Findings,
  Found,
  GameInfo,
  GoingOn,
  Invitation,
  Made,
  Me,
  Promises,
  ScoreSheet,
  Told,
  Wanted,
  Watched,
} from "./answers";

export type Connection = "connecting" | "open" | "lost" | "ended";
/** The number of the entry that a command became, or why it could not. */
export type Answer = { seq: number } | { refused: Refusal };
/** What a move that is only tried would come to: null where nobody says it. */
export interface Tried {
  worth: number | null;
  refused: Refusal | null;
}
/** The sheet that a count would give a side, and what can't be in it; or why it can't be used. */
export type Tallied = { sheet: SheetState; impossible: Impossible[] } | { refused: Refusal };
/** The recommended turn, move by move, and why. */
export type Hinted = { line: Line; moves: string[] } | { refused: Refusal };

export type Happened = Extract<FromServer, { t: "happened" }>;
/** What happened at the table, and which cards moved by it. */
export type Heard = Happened & { moved: Moved[] };
/** What can be seen of something that happened. */
export type Step = Pick<Heard, "by" | "moved">;
/** What a table tells besides its state: what is said, who watches, that it is stopped. */
export type Message = Extract<
  FromServer,
  { t: "stopped" | "unsaved" | "bye" | "again" | "wrong" | "watching" | "said" }
>;

/** What hears a table; the state is always the whole state as its seat may know it. */
export interface Listener {
  /**
   * The table as it is now, the last lines of its story, and how the very last is told in short; with `step` it is one
   * step on from what was told before.
   */
  table(state: TableState, you: You, story: Line[], short?: ShortForms, step?: Step): void;
  /** One thing has happened, and the table is in `state` now. */
  happened(heard: Heard, state: TableState): void;
  connection(now: Connection): void;
  other(message: Message): void;
}

/** One table. Whoever opens it hears it until they close it. */
export interface TableSource {
  listen(listener: Listener): void;
  open(): void;
  /** Look at once whether the table can be heard: someone asks for it, or the device has a network again. */
  retry(): void;
  close(): void;
  /**
   * Ask the table for something, having seen its entries up to `after`; resolves when it has answered, whatever
   * happens meanwhile.
   */
  do(ask: Ask, after?: number): Promise<Answer>;
  /** Resolves when what the entry `seq` changed has been told. */
  reached(seq: number): Promise<void>;
  /** Say something: words, or a reaction. */
  say(text: string, reaction?: string): Promise<Answer>;
  try(move: string): Promise<Tried>;
  hint(): Promise<Hinted>;
  /** What these answers would come to as the count of a side after a deal with real cards. */
  tally(deal: number, side: number, answers: Answers): Promise<Tallied>;
}

/** What a device keeps that plays without a server. */
export interface Kept {
  /** Whether anything is kept at all: some private windows keep nothing. */
  keeps(): Promise<boolean>;
  /** The record of a table with the deal in progress: every hand is in it. */
  whole(code: string): Promise<Told<string>>;
  forget(code: string): Promise<Told<unknown>>;
  /** All tables as one text, to keep or to take along. */
  backup(): Promise<Told<string>>;
  /** Add the tables of a backup that are not here yet; says how many. */
  restore(text: string): Promise<Told<{ tables: number }>>;
}

/** All that the page asks for. */
export interface Source {
  table(code: string): TableSource;
  games(): Promise<Told<GameInfo[]>>;
  me(): Promise<Told<Me>>;
  /** Say what you are called; who is new here becomes someone. */
  sayName(name: string): Promise<Told<Me>>;
  checkRules(wanted: Omit<Wanted, "name">): Promise<Told<Findings>>;
  makeTable(wanted: Wanted | GoingOn): Promise<Told<Made>>;
  /** A table with bots at which cards are dealt at once. */
  playNow(name: string): Promise<Told<Made>>;
  makeLesson(name: string): Promise<Told<Made>>;
  /** Take the seat that a link with `key` is for. */
  takeSeat(key: string, name: string): Promise<Told<Made>>;
  lookAt(code: string): Promise<Told<Found>>;
  /** The bots that may sit at a table, and how each plays. It may take a moment. */
  bots(code: string): Promise<Told<Bots>>;
  readRules(code: string): Promise<Told<Book>>;
  /** A deal of a table to watch; 0 for the last one that is over. */
  watchDeal(code: string, deal: number): Promise<Told<Watched>>;
  /** A deal of the record `text`; 0 for its first. */
  watchRecord(text: string, deal: number): Promise<Told<Watched>>;
  /** The longest record that is read, in bytes. */
  readonly largestRecord: number;
  readPromises(code: string): Promise<Told<Promises>>;
  /** The record of the counted deals of a table, as a `.chh` file has it. */
  record(code: string): Promise<Told<string>>;
  /** The score sheet of a table: filled with what was counted, blank before that. */
  scoreSheet(code: string): Promise<Told<ScoreSheet>>;
  /** The tables that this person knows, the one that was played or visited last first. */
  tables(): Promise<Told<Found[]>>;
  /** Where others find a table; null where nobody else can come. */
  invitationTo(code: string): Invitation | null;
  /** What this device keeps of its own tables; null where a server keeps them. */
  readonly kept: Kept | null;
  /** Where the table is that plays on this device without a server; null where it is not offered, or is this one. */
  readonly onDevice: string | null;
  /** Whether there is a newer page than this one; false where nobody answers. */
  isOutdated(): Promise<boolean>;
  /** Load the newer page. */
  update(): void | Promise<void>;
}

const KEY = Symbol("source");
/** Let all components of the page ask `source`; called once, while the page is made. */
export const provideSource = (source: Source): Source => setContext(KEY, source);
/** Where a component asks; called while it is made. */
export const useSource = (): Source => getContext<Source>(KEY);
