// Written by `make protocol` from src/canasta/server/protocol.py. Do not edit.

export const VERSION = 1;

/** The table goes on. */
export interface Again {
  t: "again";
}

/** The last message before the server ends the connection. */
export interface Bye {
  t: "bye";
  why: string;
}

/** What does this rule say? Answered by `told`. */
export interface Clause {
  t: "clause";
  /** Comes back with the answer. */
  n: number;
  clause: string;
}

/** Change settings. */
export interface DoConfigure {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "configure";
  settings: Record<string, number | boolean | string>;
}

/** Cut the deck, meaning to take *aim* cards. */
export interface DoCut {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "cut";
  aim: number;
}

/** Draw the card at a place in the draw for seats. */
export interface DoDrawCard {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "draw-card";
  place: number;
}

/** Make a move. */
export interface DoMove {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act?: "play";
  /** A move, such as "lay KhKdKc 5s5d5h". */
  move: string;
}

/** Mute a person, reactions included, or end that. */
export interface DoMute {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "mute";
  person: string;
  muted?: boolean;
}

/** Come to the table, or be called something else. */
export interface DoName {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "join" | "rename";
  called: string;
}

/** Give a number for the shuffle: 0 to 2**64 - 1, in digits. */
export interface DoNumber {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "number";
  number: string;
}

/** Something about a person. */
export interface DoPerson {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "remove" | "make-host";
  person: string;
}

/** Let a bot play a seat. */
export interface DoPutBot {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "put-bot";
  /** A seat, from 1. */
  seat: number;
  bot: string;
  called?: string;
}

/** Something about a seat. */
export interface DoSeat {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "sit" | "remove-bot" | "issue-link";
  /** A seat, from 1. */
  seat: number;
}

/** Something that needs no more words. */
export interface DoSimple {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "leave" | "stand" | "start" | "undo" | "restart" | "ready" | "pause" | "resume" | "redeal" | "rematch" | "decline" | "back" | "close";
}

/** Ask for a stand-in for your own seat; *seat* is not used yet. */
export interface DoStandIn {
  t: "do";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "stand-in";
  seat?: number | null;
}

/** A command is in the log as entry *seq*; the answer to the same id is the same again. */
export interface Done {
  t: "done";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The number of an entry; 0 for none. */
  seq: number;
}

export type FromClient = Hello | DoMove | DoSimple | DoName | DoSeat | DoStandIn | DoPutBot | DoPerson | DoMute | DoConfigure | DoNumber | DoDrawCard | DoCut | Try | Hint | Clause | Say | Ping;

export type FromServer = Welcome | TableNow | Happened | Done | Refused | Tried | Hinted | Told | Said | Stopped | Unsaved | Again | Wrong | Pong | Bye;

/** Which rules: a game with options, or house rules as the text of their file, which may name their game. */
export interface GameChoice {
  game?: string | null;
  players?: number | null;
  options?: string[];
  house?: string;
}

/** An entry of the log: what happened, and what has changed (JSON merge patches; null takes away). */
export interface Happened {
  t: "happened";
  /** The number of an entry; 0 for none. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The seat that did it. */
  by?: number | null;
  /** What was asked for; left out for moves. */
  act?: string;
  /** For programs that said so in `hello`. */
  events?: (Record<string, unknown>)[];
  /** What to read out: lines of spans. */
  lines: ((Record<string, unknown>)[])[];
  public: Record<string, unknown>;
  own?: Record<string, unknown> | null;
}

/** The first message of a client. */
export interface Hello {
  t: "hello";
  /** The last entry that the client has heard of. */
  have?: number;
  /** Whether `happened` shall have `events`; pages need only `lines`. */
  events?: boolean;
}

/** What would you do? Answered by `hinted`. */
export interface Hint {
  t: "hint";
  /** Comes back with the answer. */
  n: number;
}

/** The answer to `hint`: a move, and a line of spans that says why. */
export interface Hinted {
  t: "hinted";
  /** Comes back with the answer. */
  n: number;
  move: string;
  line: (Record<string, unknown>)[];
}

/** What you are called from now on. */
export interface Me {
  name: string;
}

/** Make a table; whoever asks is its host. */
export interface NewTable {
  game?: string | null;
  players?: number | null;
  options?: string[];
  house?: string;
  name: string;
  settings?: Record<string, number | boolean | string>;
}

/** Are you there? Answered by `pong`. */
export interface Ping {
  t: "ping";
  /** Comes back with the answer. */
  n?: number;
}

/** The answer to `ping`. */
export interface Pong {
  t: "pong";
  /** Comes back with the answer. */
  n: number;
}

/** A command is not accepted; nothing has changed. */
export interface Refused {
  t: "refused";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  clause: string;
  text: string;
  /** The same text as spans, where it has more than words. */
  line?: (Record<string, unknown>)[] | null;
  needed?: number | null;
  given?: number | null;
}

/** Somebody said something. */
export interface Said {
  t: "said";
  /** Comes back with the answer. */
  n: number;
  name: string;
  at: number;
  text?: string;
  reaction?: string;
}

/** Say something to the table: words, or a reaction. Answered by `done` (with seq 0) or `refused`. */
export interface Say {
  t: "say";
  /** Chosen by the sender. The same id again is the same command: it gets the same answer and is done once. */
  cmd: string;
  text?: string;
  reaction?: string;
}

/** A seat link's key, which can be used once. */
export interface SeatKey {
  key: string;
  name: string;
}

/** A seat of which the host wants a new link. */
export interface SeatWanted {
  /** A seat, from 1. */
  seat: number;
}

/** The table cannot go on here; the sentence says why. */
export interface Stopped {
  t: "stopped";
  text: string;
}

/** The whole table as you may see it; it takes the place of everything heard before. */
export interface TableNow {
  t: "table";
  /** The number of an entry; 0 for none. */
  seq: number;
  you: You;
  /** See `docs/protocol.md`. */
  state: Record<string, unknown>;
}

/** The answer to `clause`: the sentences of that rule in this game. */
export interface Told {
  t: "told";
  /** Comes back with the answer. */
  n: number;
  clause: string;
  sentences: string[];
}

/** The answer to `try`: the move as it is written, what its melds count, and why it would be refused, if it would. */
export interface Tried {
  t: "tried";
  /** Comes back with the answer. */
  n: number;
  move?: string;
  worth?: number | null;
  refused?: Why | null;
}

/** What would this move be worth, and may I? Changes nothing. Answered by `tried`. */
export interface Try {
  t: "try";
  /** Comes back with the answer. */
  n: number;
  /** A move, such as "lay KhKdKc 5s5d5h". */
  move: string;
}

/** Nothing can be saved now, so nothing goes on; `again` follows when it does. */
export interface Unsaved {
  t: "unsaved";
  text: string;
}

/** The answer to `hello`. Then come the entries that the client has missed, or `table`. */
export interface Welcome {
  t: "welcome";
  protocol: number;
  /** The number of an entry; 0 for none. */
  seq: number;
  you: You;
  /** Milliseconds since 1970. */
  now: number;
}

/** Why a move is refused. */
export interface Why {
  clause: string;
  text: string;
  /** The same text as spans, where it has more than words. */
  line?: (Record<string, unknown>)[] | null;
  needed?: number | null;
  given?: number | null;
}

/** A message that could not be used: what, where, and what would be right. */
export interface Wrong {
  t: "wrong";
  text: string;
  /** Of the command in it, if that could be read. */
  cmd?: string | null;
}

/** Who the server knows you to be. */
export interface You {
  person?: string | null;
  name?: string;
  seat?: number | null;
  role: "host" | "seat" | "spectator" | "nobody";
}
