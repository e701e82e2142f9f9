// What the page calls the messages between page and server. The types are
// those of the protocol: `make protocol` writes them.

import type { FromClient } from "../gen/protocol";

export { LONGEST_NAME, LONGEST_TITLE, VERSION as PROTOCOL } from "../gen/protocol";
export type {
  Choices,
  DealState,
  FromClient,
  FromServer,
  HandState,
  Happening,
  Impossible,
  KeepingState,
  LackState,
  Line,
  MeldState,
  OwnState,
  Patch,
  Phase,
  PileState,
  PublicState,
  Refusal,
  RulesState,
  SeatState,
  SettingsState,
  SheetLine,
  SheetState,
  SideCount,
  ShortForms,
  SideState,
  Span,
  TableState,
  TakeChoice,
  TallyQuestion,
  You,
} from "../gen/protocol";

/** What a side counted: a number by the key of each question, and perhaps a note. */
export type Answers = Record<string, number | string>;

export type Json = { [key: string]: unknown };

type WithoutId<Command> = Command extends { t: "do" } ? Omit<Command, "t" | "cmd" | "after"> : never;

/** What a command asks for, without its id. */
export type Ask = WithoutId<FromClient>;
