// The messages between page and server. Seats, sides and deals count from 1; cards are texts such as "KhKdJk".

export type Json = { [key: string]: unknown };

export interface Refusal {
  clause: string;
  text: string;
  needed?: number | null;
  given?: number | null;
}

/** A piece of a sentence. A `name` without `text` is what the player in that seat is called; a `card` stands with its name as `text`. */
export interface Span {
  card?: string;
  text?: string;
  name?: number;
  cards?: string;
  ranks?: string;
  number?: number;
  clause?: string;
  style?: string;
}
export type Line = Span[];

export interface MeldState {
  cards: string;
  class?: string;
  red?: string;
}

export interface SideState {
  opened: boolean;
  needs: number;
  melds: Record<string, MeldState>;
  reds?: string;
  lacks?: string;
}

export interface HandState {
  cards: number;
  reserves?: string[];
  known?: string;
}

export interface PileState {
  /** Numbered from the bottom, from 1. */
  cards?: Record<string, string>;
  frozen?: number[];
  because?: string;
  blocked?: boolean;
}

/** The deal in progress, as everyone sees it. */
export interface DealState {
  turn: number;
  stock: number[];
  pile: PileState;
  sides: Record<string, SideState>;
  hands: Record<string, HandState>;
  /** Who is waited for; the player whose turn it is, unless this says otherwise. */
  waiting?: number[];
  aside?: number[];
  asked?: { by: number; seat: number };
  staged?: number;
  returned?: string;
  clock?: number;
}

export interface SheetLine {
  text: string;
  clause: string;
  count: number;
  points: number;
  each?: number;
}
export interface SheetState {
  parts: { title: string; lines: SheetLine[] }[];
  total: number;
}

export interface SeatState {
  plays: "nobody" | "person" | "bot" | "stand-in";
  name?: string;
  bot?: string;
  link?: number;
  away?: number;
  waited?: number;
}

export type Phase = "open" | "promising" | "numbers" | "drawing" | "cutting" | "playing" | "counting" | "over" | "closed";

export interface PublicState {
  state: Phase;
  people: Record<string, { id: string; seat?: number; host?: boolean; muted?: boolean }>;
  seats: Record<string, SeatState>;
  settings: Record<string, number | boolean | string>;
  paused?: boolean;
  ready?: number[];
  vote?: { for: string; agreed: number[] };
  shuffle?: { commitment: string; deal: number; given?: number[] };
  told?: Record<string, Json>;
  draw?: { waiting: number[]; cards: number; picked: Record<string, { seat: number; card: string }> };
  cut?: Record<string, number>;
  table?: DealState;
  dealer?: number;
  totals?: number[];
  deal?: number;
  minimums?: number[];
  deals?: Record<string, { sheets: SheetState[]; totals: number[] }>;
  cuts?: Record<string, { count: number; needed: number }>;
  winners?: number[];
}

export interface TakeChoice {
  gets: number;
  with?: string;
  onto?: number;
  card?: boolean;
}

/** What you may do now: enough to show it, and no decision of the page. */
export interface Choices {
  draw?: number;
  take?: TakeChoice[];
  lay?: string[];
  add?: Record<string, string>;
  discard?: string;
  ask?: number[];
  top?: string[];
  answer?: boolean;
  open?: boolean;
  end?: boolean;
  stuck?: boolean;
  knock?: boolean;
  lift?: boolean;
  restore?: boolean;
  "pick up"?: boolean;
}

export interface OwnState {
  seat: number;
  hand?: string;
  fresh?: string;
  choices?: Choices;
  undo?: boolean;
  number?: boolean;
}

export interface RulesState {
  digest: string;
  title: string;
  words: { deal: string; hand: string; canasta: string; canastas: string; natural: string; mixed: string; wild: string };
  values: {
    seats: number;
    table: { sides: number };
    meld: { size: number };
    reserves: { name: string }[];
    score: { cards: Record<string, number> };
    match: { deals: number; target: number };
    opening: { by: string };
    procedures: { exact_cut: number; seats: string; frozen_in_time: boolean };
  };
}

export interface TableState {
  rules: RulesState;
  public: PublicState;
  own?: OwnState;
}

export interface You {
  person?: string | null;
  name?: string;
  seat?: number | null;
  role: "host" | "seat" | "spectator" | "nobody";
}

export type FromServer =
  | { t: "welcome"; protocol: number; seq: number; you: You; now: number }
  | { t: "table"; seq: number; you: You; state: TableState }
  | { t: "happened"; seq: number; at: number; by?: number | null; act?: string; events?: Json[]; lines: Line[]; public: Json; own?: Json | null }
  | { t: "done"; cmd: string; seq: number }
  | ({ t: "refused"; cmd: string } & Refusal)
  | { t: "tried"; n: number; move?: string; worth?: number | null; refused?: Refusal | null }
  | { t: "hinted"; n: number; move: string; line: Line }
  | { t: "told"; n: number; clause: string; sentences: string[] }
  | { t: "said"; n: number; name: string; at: number; text?: string; reaction?: string }
  | { t: "stopped"; text: string }
  | { t: "unsaved"; text: string }
  | { t: "again" }
  | { t: "wrong"; text: string }
  | { t: "pong"; n: number }
  | { t: "bye"; why: string };

/** What a command asks for, without its id. */
export type Ask =
  | { move: string }
  | { act: "leave" | "stand" | "start" | "undo" | "restart" | "ready" | "pause" | "resume" | "redeal" | "rematch" | "decline" | "back" | "close" }
  | { act: "join" | "rename"; called: string }
  | { act: "sit" | "remove-bot" | "issue-link"; seat: number }
  | { act: "stand-in"; seat?: number }
  | { act: "put-bot"; seat: number; bot: string; called?: string }
  | { act: "remove" | "make-host"; person: string }
  | { act: "mute"; person: string; muted: boolean }
  | { act: "configure"; settings: Record<string, number | boolean | string> }
  | { act: "number"; number: string }
  | { act: "draw-card"; place: number }
  | { act: "cut"; aim: number };

export type FromClient =
  | { t: "hello"; have: number; events?: boolean }
  | ({ t: "do"; cmd: string; after: number } & Ask)
  | { t: "try"; n: number; move: string }
  | { t: "hint"; n: number }
  | { t: "clause"; n: number; clause: string }
  | { t: "say"; cmd: string; text?: string; reaction?: string }
  | { t: "ping"; n: number };

export const PROTOCOL = 1;
