// Written by `make protocol` from src/canasta/protocol/messages.py. Do not edit.

export const VERSION = 2;
export const LONGEST_NAME = 20;
export const LONGEST_TITLE = 40;

/** A JSON merge patch (RFC 7396) of `T`: null takes away what can be missing; lists are replaced. */
export type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Patch<T[K]> | ({} extends Pick<T, K> ? null : never) }
    : T;

/** The table goes on. */
export interface Again {
  t: "again";
}

/** A player answered that question. */
export interface AnsweredEvent {
  e: "answered";
  /** A seat, from 1. */
  seat: number;
  yes: boolean;
}

/** A player asked a partner whether to go out. */
export interface AskedEvent {
  e: "asked";
  /** A seat, from 1. */
  seat: number;
  partner: number;
}

/** A question that waits for its answer: *by* asks *seat* whether to go out. */
export interface AskedState {
  /** A seat, from 1. */
  by: number;
  seat: number;
}

/** A bot called *name* plays a seat; *text* says which bot. */
export interface BotEvent {
  e: "bot";
  /** A seat, from 1. */
  seat: number;
  name: string;
  text: string;
}

/** The bot called *name* failed to move for a seat, and why (*text*); after *number* more failures another plays for it. */
export interface BotFailedEvent {
  e: "bot-failed";
  /** A seat, from 1. */
  seat: number;
  name: string;
  number: number;
  text: string;
}

/** The last message before the server ends the connection. */
export interface Bye {
  t: "bye";
  why: string;
}

/** A meld became a canasta of a *class*, in the words of the game. */
export interface CanastaMadeEvent {
  e: "canasta-made";
  /** A seat, from 1. */
  seat: number;
  /** The rank of a meld: "K", "wild". */
  rank: string;
  class: string;
}

/** What a player did with one card. */
export interface CardEvent {
  e: "red-three-laid" | "lifted" | "restored" | "discarded";
  /** A seat, from 1. */
  seat: number;
  /** A card, such as "Td" or "Jk". */
  card: string;
}

/** A kind of card by which melded cards and cards left over can be told, and what one is worth. */
export interface CardKind {
  key: string;
  title: string;
  each: number;
}

/** A card by its name, which is the *text*. */
export interface CardSpan {
  /** A card, such as "Td" or "Jk". */
  card: string;
  text: string;
}

/** Cards with rank and suit. */
export interface CardsSpan {
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards: string;
}

/** What you may do now: all that a page needs to show it. */
export interface Choices {
  /** How many cards you would draw. */
  draw?: number;
  /** Drawing would end the deal: the stock is empty. */
  ends?: true;
  take?: TakeChoice[];
  /** Ranks you can begin melds of. */
  lay?: string[];
  /** The cards of your hand that open melds take. */
  add?: Record<string, string>;
  /** Ranks whose canastas a red three can go on. */
  top?: string[];
  /** Different cards, sorted, such as "4cJk". */
  discard?: string;
  /** Partners you may ask whether to go out. */
  ask?: number[];
  /** You are asked: answer yes or no. */
  answer?: true;
  open?: true;
  "pick up"?: true;
  lift?: true;
  restore?: true;
  knock?: true;
  stuck?: true;
  end?: true;
}

/** What does this rule say? Answered by `told`. */
export interface Clause {
  t: "clause";
  /** Comes back with the answer. */
  n: number;
  clause: string;
}

/** The name of a rule. */
export interface ClauseSpan {
  /** The name of a rule, such as "pile.frozen". */
  clause: string;
}

/** A cut of the deck: how many cards, and how many would be exact. */
export interface CutState {
  count: number;
  needed: number;
}

/** A deal began; *seat* deals, *first* has the first turn. */
export interface DealBeganEvent {
  e: "deal-began";
  /** A seat, from 1. */
  seat: number;
  deal: number;
  first: number;
  minimums: number[];
  keeper?: number;
}

/** A deal that was counted: the sheets of the sides, and their totals after it. */
export interface DealCount {
  sheets: SheetState[];
  totals: number[];
}

/** A deal was counted; its sheets are in the public part. */
export interface DealCountedEvent {
  e: "deal-counted";
  /** A seat, from 1. */
  seat: number;
  deal: number;
  totals: number[];
}

/** The deal is over; *seat* went out, if anyone did, or showed the *cards* of a special hand. */
export interface DealEndedEvent {
  e: "deal-ended";
  /** A seat, from 1. */
  seat?: number;
  how: "out" | "stock" | "lap" | "pile";
  concealed?: true;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards?: string;
}

/** The deal in progress as everyone sees it. */
export interface DealState {
  /** A seat, from 1. */
  turn: number;
  /** How many cards each pile of the stock has. */
  stock: number[];
  pile: PileState;
  sides: Record<string, SideState>;
  hands: Record<string, HandState>;
  /** Who is waited for, if it is not the one whose turn it is. */
  waiting?: number[];
  /** Who may go on melding between turns. */
  aside?: number[];
  asked?: AskedState;
  /** What the melds laid for an opening count so far. */
  staged?: number;
  /** Cards turned up first that went back into the stock. */
  returned?: string;
  /** On the last lap: how many turns follow this one. */
  lap?: number;
  /** When the time for this turn is up: ms since 1970. */
  clock?: number;
}

/** A seat was dealt its hand, or drew from the stock; only that seat hears which cards. */
export interface DealtEvent {
  e: "dealt" | "drew";
  /** A seat, from 1. */
  seat: number;
  count: number;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards?: string;
}

/** A dealer cut *count* cards, where *needed* would be exact. */
export interface DeckCutEvent {
  e: "deck-cut";
  /** A seat, from 1. */
  seat: number;
  count: number;
  needed: number;
}

/** Change settings. */
export interface DoConfigure {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "configure";
  settings: Record<string, number | boolean | string>;
}

/** Cut the deck, meaning to take *aim* cards. */
export interface DoCut {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "cut";
  aim: number;
}

/** Draw the card at a place in the draw for seats. */
export interface DoDrawCard {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "draw-card";
  place: number;
}

/** Make a move. */
export interface DoMove {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
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
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
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
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "join" | "rename";
  called: string;
}

/** Say who sits in a seat that no person here and no bot has, where real cards are played. */
export interface DoNameSeat {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "name-seat";
  /** A seat, from 1. */
  seat: number;
  called?: string;
}

/** Give a number for the shuffle: 0 to 2**64 - 1, in digits. */
export interface DoNumber {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "number";
  number: string;
}

/** Something about a person. */
export interface DoPerson {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "let-back" | "make-host";
  person: string;
}

/** Let a bot play a seat. */
export interface DoPutBot {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "put-bot";
  /** A seat, from 1. */
  seat: number;
  bot: string;
  called?: string;
}

/** Send a person away from the table, and keep them out with *ban*. */
export interface DoRemove {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "remove";
  person: string;
  ban?: boolean;
}

/** Something about a seat. */
export interface DoSeat {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
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
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "leave" | "stand" | "undo-tally" | "undo" | "restart" | "take-back" | "ready" | "pause" | "resume" | "redeal" | "let-in" | "rematch" | "decline" | "back" | "close";
}

/** Let a bot play for you until you are back; or, as the host, for the player of a seat who is away. */
export interface DoStandIn {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "stand-in";
  /** A seat, from 1. */
  seat?: number;
}

/** Begin the match. Where real cards are played, *dealer* deals first and *keeper* keeps the score, if they are named. */
export interface DoStart {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "start";
  /** A seat, from 1. */
  dealer?: number;
  keeper?: number;
}

/** Say what a side counted after a deal with real cards, or correct that: a number by the key of each question. */
export interface DoTally {
  t: "do";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The last entry the sender had seen; 0 if it does not matter. */
  after?: number;
  act: "tally";
  deal: number;
  /** A side, from 1. */
  side: number;
  answers: Record<string, number | boolean | string>;
}

/** A command is in the log as entry *seq*; the answer to the same id is the same again. */
export interface Done {
  t: "done";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  /** The number of an entry; 0 for none. */
  seq: number;
}

/** The draw for seats: who has still to draw, of how many cards, and the cards drawn, by their places. It stays until the first deal: when everyone has drawn, *waiting* is empty and the seats are the new ones. */
export interface DrawState {
  /** What the cards decide, in a sentence. */
  stakes: string;
  waiting: number[];
  cards: number;
  picked: Record<string, PickedCard>;
}

/** A card of the draw for seats, and whose it is: by the place before the draw. */
export interface DrawnCard {
  /** A seat, from 1. */
  place: number;
  /** A card, such as "Td" or "Jk". */
  card: string;
}

/** Why a request is not answered: the clause where the table refuses it, the problems where it can't be used. */
export interface Failure {
  clause?: string;
  text: string;
  /** The same text as spans, where it has more than words. */
  line?: Line;
  needed?: number;
  given?: number;
  problems?: Problem[];
}

export type FromClient = Hello | DoMove | DoStart | DoNameSeat | DoTally | DoSimple | DoName | DoSeat | DoStandIn | DoPutBot | DoPerson | DoRemove | DoMute | DoConfigure | DoNumber | DoDrawCard | DoCut | Try | Hint | View | Tally | Clause | Say | Ping;

export type FromServer = Welcome | TableNow | Happened | Done | Refused | Tried | Tallied | Hinted | Viewed | Told | Said | Stopped | Unsaved | Again | Wrong | Pong | Watching | Bye;

/** Which rules: a game with options, house rules as the text of their file, which may name their game, or a pad. */
export interface GameChoice {
  game?: string | null;
  players?: number | null;
  options?: string[];
  house?: string;
  /** In the place of the rules: points are kept for a game that has none here. */
  pad?: Record<string, number | boolean | string>;
}

/** A hand as everyone sees it: how many cards, and the reserves still to come, by name. */
export interface HandState {
  cards: number;
  reserves?: string[];
}

/** An entry of the log: what happened, and what has changed (JSON merge patches; null takes away). */
export interface Happened {
  t: "happened";
  /** The number of an entry; 0 for none. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The seat that did it. */
  by?: number;
  /** What was done, by its word; left out for moves. */
  act?: string;
  /** For those who did not say in `hello` that they need none. */
  events?: Happening[];
  /** What to read out. A bot's turn is one sentence, when it ends; until then there is none. */
  lines: Line[];
  /** Of each of `lines`, in their order; left out where none is long. */
  short?: ShortForms[];
  public: Patch<PublicState>;
  own?: Patch<OwnState>;
}

export type Happening = PlainEvent | PersonEvent | RenamedEvent | SeatEvent | SeatedEvent | BotEvent | StandInEvent | BotFailedEvent | TextEvent | NumbersEvent | KeepingEvent | TallyEvent | PickedEvent | DealtEvent | ReserveTakenEvent | TurnedUpEvent | TookPileEvent | CardEvent | MeldedEvent | CanastaMadeEvent | RedThreeOnCanastaEvent | OpenedEvent | AskedEvent | AnsweredEvent | TakenBackEvent | DealEndedEvent | SeatsDrawnEvent | DeckCutEvent | DealBeganEvent | DealCountedEvent | MatchOverEvent;

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

/** The answer to `hint`: a move, all moves of the turn that begins with it, and a line of spans that says why. */
export interface Hinted {
  t: "hinted";
  /** Comes back with the answer. */
  n: number;
  move: string;
  moves: string[];
  line: Line;
}

/** Answers to questions about the rules, by the names of the questions, each as people type it; later ones see the earlier ones. */
export interface HouseAnswers {
  game?: string | null;
  players?: number | null;
  options?: string[];
  house?: string;
  /** In the place of the rules: points are kept for a game that has none here. */
  pad?: Record<string, number | boolean | string>;
  answers?: Record<string, string>;
}

/** Something that can't be counted: the question it is about, a sentence, and the side; all of them without one. */
export interface Impossible {
  key: string;
  text: string;
  /** A side, from 1. */
  side?: number;
}

/** The deal *number* is played with real cards. */
export interface KeepingEvent {
  e: "keeping";
  number: number;
}

/** The deals of this match with real cards: what there is to count, and what the sides have counted. */
export interface KeepingState {
  questions: TallyQuestion[];
  /** By deal and side; also of the deal in progress. */
  counts: Record<string, Record<string, SideCount>>;
  /** What is told before the deal: who deals, how, what opens. */
  before?: string[];
  /** Whether the last count can be taken back. */
  undo?: true;
}

/** Canastas that a side still needs to go out: *count* of a *class*, or of any; *rank* is that of a special class. */
export interface LackState {
  count: number;
  class?: string;
  /** The class in the same word in every game. */
  band?: "natural" | "mixed" | "wild" | "special";
  /** The rank of a meld: "K", "wild". */
  rank?: string;
}

/** A step that a bot may take: its number, and what it does as a move is written, or ``open``. */
export interface LegalStep {
  step: number;
  text: string;
}

export type Line = Span[];

/** The match ended with its last deal: by the target, or by the number of deals. */
export interface MatchOverEvent {
  e: "match-over";
  how: "target" | "deals";
  winners: number[];
  totals: number[];
}

/** An earlier match at this table. */
export interface MatchResult {
  totals: number[];
  winners: number[];
  deals: number;
}

/** The end of the match; 0 means that the match does not end this way. */
export interface MatchRules {
  deals: number;
  target: number;
}

/** What you are called from now on. */
export interface Me {
  name: string;
}

/** The cards of a meld. The smallest has three cards, two of them natural unless all are wild. */
export interface MeldRules {
  size: number;
}

/** A meld; *class* is what the game calls a canasta like this, *red* a red three on it. */
export interface MeldState {
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards: string;
  class?: string;
  /** The class in the same word in every game. */
  band?: "natural" | "mixed" | "wild" | "special";
  /** A card, such as "Td" or "Jk". */
  red?: string;
}

/** Cards were laid on a meld, which has *size* cards now; *top* came from the pile. Where they were laid for an opening that does not yet stand, they add *worth* points to it, which makes *staged*. */
export interface MeldedEvent {
  e: "melded";
  /** A seat, from 1. */
  seat: number;
  /** The rank of a meld: "K", "wild". */
  rank: string;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards: string;
  size: number;
  /** A card, such as "Td" or "Jk". */
  top?: string;
  worth?: number;
  staged?: number;
}

/** The player in a seat; *text* is there where you call them otherwise than by the name of the seat, such as "you". */
export interface NameSpan {
  /** A seat, from 1. */
  name: number;
  text?: string;
}

/** Make a table; whoever asks is its host. With the *record* of a match that has not ended, the table goes on with it, by the rules of the record. */
export interface NewTable {
  game?: string | null;
  players?: number | null;
  options?: string[];
  house?: string;
  /** In the place of the rules: points are kept for a game that has none here. */
  pad?: Record<string, number | boolean | string>;
  /** In the place of the rules: a `.chh` file. */
  record?: string;
  name: string;
  settings?: Record<string, number | boolean | string>;
}

/** Points, or another number. */
export interface NumberSpan {
  number: number;
  style?: "strong" | "em" | "code" | "good" | "warn" | "mark";
}

/** The numbers for the shuffle are in; *number* of them were not given. */
export interface NumbersEvent {
  e: "numbers";
  number: number;
}

/** The opening of a side stands. */
export interface OpenedEvent {
  e: "opened";
  /** A seat, from 1. */
  seat: number;
  worth: number;
  minimum: number;
}

/** The own part of a seat: only its player gets it. */
export interface OwnState {
  /** A seat, from 1. */
  seat: number;
  /** Whether you have given a number for the shuffle. */
  number?: boolean;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  hand?: string;
  /** What came to your hand in this turn. */
  fresh?: string;
  choices?: Choices;
  /** You may take back your last move. */
  undo?: true;
  /** You may take back the discard that ended your turn. */
  take_back?: true;
}

/** Something about a person, by name. */
export interface PersonEvent {
  e: "made" | "joined" | "left" | "removed" | "kept-out" | "let-back" | "muted" | "unmuted" | "host" | "paused-by-host";
  name: string;
}

/** Someone at the table. */
export interface PersonState {
  id: string;
  /** A seat, from 1. */
  seat?: number;
  host?: true;
  muted?: true;
}

export type Phase = "open" | "promising" | "numbers" | "drawing" | "cutting" | "playing" | "keeping" | "counting" | "over" | "closed";

/** A card that was drawn in the draw for seats. */
export interface PickedCard {
  /** A seat, from 1. */
  seat: number;
  /** A card, such as "Td" or "Jk". */
  card: string;
}

/** Who drew a card in the draw for seats, at the place *number*. */
export interface PickedEvent {
  e: "picked";
  /** A seat, from 1. */
  seat: number;
  name: string;
  number: number;
  /** A card, such as "Td" or "Jk". */
  card: string;
}

/** Who may take the discard pile, and what comes with it. */
export interface PileRules {
  frozen_by: ("wild" | "upcard" | "black three")[];
  frozen_until_open: boolean;
  end: "discard" | "knock";
  restore: number;
}

/** The pile: its cards by their places, from the bottom; for which sides it is frozen, and why. */
export interface PileState {
  cards?: Record<string, string>;
  frozen?: number[];
  because?: string;
  /** Nobody can take the pile with this top card. */
  blocked?: true;
}

/** Are you there? Answered by `pong`. */
export interface Ping {
  t: "ping";
  /** Comes back with the answer. */
  n?: number;
}

/** Something that happened to the table. */
export interface PlainEvent {
  e: "settings" | "started" | "goes-on" | "known" | "resumed" | "draw-again" | "upgraded" | "closed";
}

/** The answer to `ping`. */
export interface Pong {
  t: "pong";
  /** Comes back with the answer. */
  n: number;
}

/** What is wrong at one place of a request, or of a file in it. */
export interface Problem {
  path: string;
  text: string;
}

/** What happens besides the play of the cards. */
export interface ProceduresRules {
  exact_cut: number;
  seats: "as agreed" | "draw for partners" | "draw for dealer";
}

/** The public part: the same for everyone. */
export interface PublicState {
  state: Phase;
  /** By name. */
  people: Record<string, PersonState>;
  seats: Record<string, SeatState>;
  /** Who may not come to the table again. */
  kept_out?: Record<string, string>;
  settings: SettingsState;
  paused?: true;
  ready?: number[];
  vote?: VoteState;
  shuffle?: ShuffleState;
  /** Shuffles whose secrets are told. */
  told?: Record<string, ToldShuffle>;
  /** Decks, moves of bots or a record were given when the table was made. */
  given?: true;
  draw?: DrawState;
  /** Who has to cut, and how many cards are exact. */
  cut?: Record<string, number>;
  table?: DealState;
  keeping?: KeepingState;
  /** A seat, from 1. */
  dealer?: number;
  /** Who keeps the score and never deals. */
  keeper?: number;
  /** The number of this deal, or of the next. */
  deal?: number;
  totals?: number[];
  /** What each side needs to open. */
  minimums?: number[];
  /** The deals counted so far. */
  deals?: Record<string, DealCount>;
  cuts?: Record<string, CutState>;
  winners?: number[];
  matches?: MatchResult[];
}

/** Cards laid together, of which only the ranks matter: "KK2". */
export interface RanksSpan {
  ranks: string;
}

/** A red three was put on a canasta. */
export interface RedThreeOnCanastaEvent {
  e: "red-three-on-canasta";
  /** A seat, from 1. */
  seat: number;
  /** The rank of a meld: "K", "wild". */
  rank: string;
  /** A card, such as "Td" or "Jk". */
  card: string;
}

/** Why something is refused. */
export interface Refusal {
  clause: string;
  text: string;
  /** The same text as spans, where it has more than words. */
  line?: Line;
  needed?: number;
  given?: number;
}

/** A command is not accepted; nothing has changed. */
export interface Refused {
  clause: string;
  text: string;
  /** The same text as spans, where it has more than words. */
  line?: Line;
  needed?: number;
  given?: number;
  t: "refused";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
}

/** The person called *name* is called *text* now. */
export interface RenamedEvent {
  e: "renamed";
  name: string;
  text: string;
}

/** A seat picked up its reserve; only that seat hears which cards. */
export interface ReserveTakenEvent {
  e: "reserve-taken";
  /** A seat, from 1. */
  seat: number;
  reserve: string;
  count: number;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards?: string;
}

/** Cards dealt to each player and picked up during the deal, such as a foot. */
export interface ReservesRules {
  name: string;
}

/** All values of the rules, as docs/rules-values.md explains them; those that the page reads have types here. */
export interface RuleValues {
  table: TableRules;
  pile: PileRules;
  meld: MeldRules;
  reserves: ReservesRules[];
  score: ScoreRules;
  match: MatchRules;
  procedures: ProceduresRules;
}

/** The rules that are played: their digest, title, the words of the game, and all values. */
export interface RulesState {
  digest: string;
  title: string;
  words: WordsRules;
  values: RuleValues;
}

/** Someone said something. */
export interface Said {
  t: "said";
  /** Comes back with the answer. */
  n: number;
  name: string;
  /** Milliseconds since 1970. */
  at: number;
  text?: string;
  reaction?: string;
}

/** Say something to the table: words, or a reaction. Answered by `done` (with seq 0) or `refused`. */
export interface Say {
  t: "say";
  /** Chosen by the sender. The same id again from the same person is the same command: it gets the same answer and is done once. */
  cmd: string;
  text?: string;
  reaction?: string;
}

/** The count at the end of a deal. */
export interface ScoreRules {
  cards: Record<string, number>;
}

/** Something that the player of a seat did, or that happened to a seat. */
export interface SeatEvent {
  e: "no-bot" | "link" | "number" | "ready" | "paused" | "redeal" | "let-in" | "rematch" | "declined" | "away" | "back" | "turn-began" | "knocked" | "stopped" | "went-out";
  /** A seat, from 1. */
  seat: number;
}

/** A seat link's key, which can be used once. */
export interface SeatKey {
  key: string;
  name: string;
}

/** Who plays a seat. */
export interface SeatState {
  plays: "nobody" | "person" | "bot" | "stand-in";
  name?: string;
  /** Which bot plays here. */
  bot?: string;
  /** The version of the link to this seat. */
  link?: number;
  /** Who has this seat from the next deal on; they have no cards of this one. */
  coming?: string;
  /** Since when its person is not connected: ms since 1970. */
  away?: number;
  /** How long the table has waited for them in this deal: ms. */
  waited?: number;
}

/** A seat of which the host wants a new link. */
export interface SeatWanted {
  /** A seat, from 1. */
  seat: number;
}

/** Who took or gave up a seat, or takes it with the next deal. */
export interface SeatedEvent {
  e: "sat" | "stood" | "coming" | "named";
  /** A seat, from 1. */
  seat: number;
  name: string;
}

/** Everyone drew: *players* says who sits where now, seat by seat, by their places before the draw. */
export interface SeatsDrawnEvent {
  e: "seats-drawn";
  rounds: DrawnCard[][];
  players: number[];
  /** A seat, from 1. */
  dealer: number;
  keeper?: number;
}

/** How the table is played; `docs/protocol.md` explains each setting. */
export interface SettingsState {
  pace: number;
  stand_in: string;
  away_delay: number;
  away_budget: number;
  clock: number;
  numbers_wait: number;
  next_deal: number;
  spectators: number;
  talk: boolean;
  undo: boolean;
  draw: boolean;
  late: boolean;
  real_cards: boolean;
  points_only: boolean;
  /** What the table is called; empty if it has no name. */
  name: string;
}

/** A line of a score sheet. */
export interface SheetLine {
  text: string;
  /** The name of a rule, such as "pile.frozen". */
  clause: string;
  count: number;
  points: number;
  each?: number;
  /** What is counted: the same word for every side and every number. */
  item?: string;
  /** What a table of all sides calls it, without a number. */
  title?: string;
}

/** A part of a score sheet. */
export interface SheetPart {
  title: string;
  lines: SheetLine[];
}

/** The score sheet of a side. */
export interface SheetState {
  parts: SheetPart[];
  total: number;
}

/** A long sentence for a glance, with what matters less left out; each form only where it is shorter than the one before. */
export interface ShortForms {
  /** In at most 100 letters, if that can be. */
  brief?: Line;
  /** In at most 64 letters, if that can be. */
  briefest?: Line;
}

/** The shuffle that is promised: for which deal (0: the draw for seats), and the seats that have given numbers. */
export interface ShuffleState {
  deal: number;
  commitment: string;
  given: number[];
}

/** What a side counted: a number by the key of each question, and perhaps a note; who entered it, and with which entry. */
export interface SideCount {
  answers: Record<string, number | string>;
  by: string;
  /** The number of an entry; 0 for none. */
  seq: number;
}

/** A side: what it needs to open, its *points* on the table, its melds and red threes, what it still lacks to go out. */
export interface SideState {
  opened: boolean;
  needs: number;
  points?: number;
  melds: Record<string, MeldState>;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  reds?: string;
  lacks?: LackState[];
}

export type Span = string | TextSpan | NameSpan | CardSpan | CardsSpan | RanksSpan | NumberSpan | ClauseSpan;

/** A bot plays for the person in a seat: until they are back, or because the time for this turn is up; or for a bot that failed. */
export interface StandInEvent {
  e: "stand-in" | "clock" | "back-up";
  /** A seat, from 1. */
  seat: number;
  text: string;
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
  state: TableState;
  /** What you have heard of the deal, or would have: its last sentences. Left out where there are none. */
  story?: Line[];
  /** Of the last sentence of `story`, if it is long. */
  short?: ShortForms;
}

/** Who plays with whom. */
export interface TableRules {
  sides: number;
}

/** The whole table as you may see it; spectators get no own part. */
export interface TableState {
  /** The number of an entry; 0 for none. */
  seq: number;
  rules: RulesState;
  public: PublicState;
  own?: OwnState;
}

/** A way to take the pile: the cards of your hand, the slot of the meld it goes onto, how many cards you get. */
export interface TakeChoice {
  gets: number;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  with?: string;
  onto?: number;
  /** Only the top card is taken. */
  card?: true;
}

/** Moves were taken back: *count* events hold no longer, beginning with those of *entry*. */
export interface TakenBackEvent {
  e: "taken-back";
  /** A seat, from 1. */
  seat: number;
  count: number;
  /** The number of an entry; 0 for none. */
  entry: number;
}

/** The answer to `tally`: the sheet, and what can't be; or why the answers can't be used. */
export interface Tallied {
  t: "tallied";
  /** Comes back with the answer. */
  n: number;
  sheet?: SheetState;
  impossible?: Impossible[];
  refused?: Refusal;
}

/** What sheet would these answers give a side, and can they be? Changes nothing. Answered by `tallied`. */
export interface Tally {
  t: "tally";
  /** Comes back with the answer. */
  n: number;
  deal: number;
  /** A side, from 1. */
  side: number;
  answers: Record<string, number | boolean | string>;
}

/** The person called *name* entered or changed the count of a side (*text*) in the deal *number*, or took the last one back. */
export interface TallyEvent {
  e: "tally" | "corrected" | "untally";
  name: string;
  number: number;
  text: string;
}

/** Something that there is to count. *key* is also the item of its line on the sheet. */
export interface TallyQuestion {
  key: string;
  /** What several of them are called: "clean canastas". */
  title: string;
  /** What one is called. */
  one: string;
  clause: string;
  /** A number of things; 1 for yes; what cards are worth, or cards by kind; points with a sign. */
  kind: "number" | "yes" | "cards" | "sum";
  group: "canastas" | "threes" | "bonuses" | "melded" | "caught" | "penalties" | "points";
  each?: number;
  kinds?: CardKind[];
}

/** A shuffle is promised (its commitment), or its secret is told; the deal was dropped (why, if there is more to say). */
export interface TextEvent {
  e: "promised" | "secret" | "void";
  text?: string;
}

/** Words that stand out. Others are a text alone. */
export interface TextSpan {
  text: string;
  style: "strong" | "em" | "code" | "good" | "warn" | "mark";
}

/** The answer to `clause`: the sentences of that rule in this game. */
export interface Told {
  t: "told";
  /** Comes back with the answer. */
  n: number;
  clause: string;
  sentences: string[];
}

/** A shuffle whose secret is told: anyone can check it. */
export interface ToldShuffle {
  deal: number;
  commitment: string;
  given: number[];
  /** The number of every seat, as digits; 0 where none was given. */
  numbers: string[];
  secret: string;
}

/** Cards of the pile came to a hand; *shown* are cards of the hand that were only shown for it. */
export interface TookPileEvent {
  e: "took-pile";
  /** A seat, from 1. */
  seat: number;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  cards?: string;
  shown?: string;
}

/** The answer to `try`: the move as it is written, what its melds count, and why it would be refused, if it would. */
export interface Tried {
  t: "tried";
  /** Comes back with the answer. */
  n: number;
  move?: string;
  worth?: number;
  refused?: Refusal;
}

/** What would this move be worth, and may I? Changes nothing. Answered by `tried`. */
export interface Try {
  t: "try";
  /** Comes back with the answer. */
  n: number;
  /** A move, such as "lay KhKdKc 5s5d5h". */
  move: string;
}

/** The first card of the pile, those under it, and those that went back into the stock. */
export interface TurnedUpEvent {
  e: "turned-up";
  /** A seat, from 1. */
  seat?: number;
  /** A card, such as "Td" or "Jk". */
  card?: string;
  /** Cards beside each other, sorted, such as "4c4dJk". */
  covered?: string;
  returned?: string;
}

/** Nothing can be saved now, so nothing goes on; `again` follows when it does. */
export interface Unsaved {
  t: "unsaved";
  text: string;
}

/** What does my seat see, or has it seen of a deal that was counted? For players that are programs. Answered by `viewed`. */
export interface View {
  t: "view";
  /** Comes back with the answer. */
  n: number;
}

/** The answer to `view`: your decision after entry *seq* as `docs/writing-a-bot.md` has it. No other seat gets this. */
export interface Viewed {
  t: "viewed";
  /** Comes back with the answer. */
  n: number;
  /** The number of an entry; 0 for none. */
  seq: number;
  /** All that your seat knows, as a position line with its history. */
  position: string;
  /** The steps that you may take now, none if you may do nothing. */
  legal: LegalStep[];
}

/** What is being agreed on, and the seats that have agreed. */
export interface VoteState {
  for: "redeal" | "let-in" | "rematch";
  agreed: number[];
}

/** For the host: how many look at the table who have not joined it, as far as the same process serves them. */
export interface Watching {
  t: "watching";
  count: number;
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

/** What this game calls things; its texts and score sheets use these words. */
export interface WordsRules {
  deal: string;
  hand: string;
  canasta: string;
  canastas: string;
  natural: string;
}

/** A message that could not be used: what, where, and what would be right. */
export interface Wrong {
  t: "wrong";
  text: string;
  /** Of the command in it, if that could be read. */
  cmd?: string;
}

/** Who the server knows you to be. */
export interface You {
  person?: string;
  name?: string;
  /** A seat, from 1. */
  seat?: number;
  role: "host" | "seat" | "spectator" | "nobody";
}
