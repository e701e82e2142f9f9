// What a side counts after a deal with real cards, question by question, as it is entered. No rule is here: the table
// says what there is to count, and what the answers come to.

import type { Answers, KeepingState, TableState, TallyQuestion, You } from "../source/protocol";

/** The count of a side as far as it is entered. */
export interface Draft {
  answers: Record<string, number>;
  /** The questions that have been answered, with 0 or no, too. */
  done: string[];
  /** The questions about cards that are answered by kind. */
  kinds: string[];
  /** Whether the side has added it all up, and enters one sum. */
  inAll: boolean;
  /** Why the table insists on what can't be. */
  note: string;
  /** The entry with which the side was counted before, as far as this was seen; 0 if it was not. */
  after: number;
}

/** Who counts what: the drafts of a deal, and the question that is asked now. */
export interface Sitting {
  deal: number;
  side: number;
  /** The key of the question; empty where the whole count is looked at. */
  at: string;
  /** The digits that are typed. */
  typed: string;
  drafts: Record<number, Draft>;
}

export const OUT = "out";
export const POINTS = "points";
/** The largest number of things that one tap enters. */
export const AT_ONCE = 11;
/** The most digits of a number. */
const LONGEST = 5;

export const emptyDraft = (after: number): Draft => ({
  answers: {},
  done: [],
  kinds: [],
  inAll: false,
  note: "",
  after,
});

/** What a side has said already, to be corrected. */
export function draftOf(answers: Answers, questions: TallyQuestion[], after: number): Draft {
  const numbers = Object.fromEntries(
    Object.entries(answers).filter((each): each is [string, number] => typeof each[1] === "number"),
  );
  return {
    answers: numbers,
    done: questions.map((each) => each.key),
    kinds: questions.filter((each) => each.kinds?.some(({ key }) => numbers[key])).map((each) => each.key),
    inAll: POINTS in numbers,
    note: String(answers["note"] ?? ""),
    after,
  };
}

/** The sides whose counts this person may enter. */
export function sidesToCount(state: TableState, you: You | null): number[] {
  // Where everyone plays alone, the rules name no sides.
  const sides = state.rules.values.table.sides || Object.keys(state.public.seats).length;
  if (you?.role === "host") return Array.from({ length: sides }, (_, at) => at + 1);
  return you?.seat ? [((you.seat - 1) % sides) + 1] : [];
}

/** What was entered for a side in a deal. */
export const enteredFor = (keeping: KeepingState, deal: number, side: number) => keeping.counts[deal]?.[side];

/** The side that is known to have gone out in the deal, by what other sides have entered; 0 if none is. */
export function outBefore(keeping: KeepingState, deal: number, side: number): number {
  const [found] =
    Object.entries(keeping.counts[deal] ?? {}).find(([at, each]) => Number(at) !== side && each.answers[OUT]) ?? [];
  return Number(found ?? 0);
}

/** Whether a question about cards has been answered, and there are none. */
const none = (draft: Draft, question: TallyQuestion): boolean =>
  draft.done.includes(question.key) &&
  !draft.answers[question.key] &&
  !question.kinds?.some(({ key }) => draft.answers[key]);

/** Whether nothing is left to ask: of threes in an empty hand, of how someone went out who did not. */
function idle(question: TallyQuestion, draft: Draft, questions: TallyQuestion[]): boolean {
  if (draft.answers[question.key]) return false;
  if (question.kind === "yes" && question.group === "bonuses" && question.key !== OUT)
    return !question.key.startsWith("special hand") && draft.done.includes(OUT) && !draft.answers[OUT];
  const place = questions.find((each) => each.kind === "cards" && question.key.startsWith(`${each.key} `));
  return place !== undefined && none(draft, place);
}

/** Whether only points are entered, as in a game that has no rules here. */
export const pointsOnly = (questions: TallyQuestion[]): boolean => questions.every((each) => each.key === POINTS);

/** Whether the side enters one sum. */
const summed = (questions: TallyQuestion[], draft: Draft): boolean => draft.inAll || pointsOnly(questions);

/** The questions that a side is asked, in the order of its sheet. */
export const asked = (questions: TallyQuestion[], draft: Draft): TallyQuestion[] =>
  summed(questions, draft)
    ? questions.filter((each) => each.key === POINTS || each.key === OUT)
    : questions.filter((each) => each.key !== POINTS && !idle(each, draft, questions));

/** The first question after `at` that is not answered, or else the first of all; empty if none is left. */
export function nextQuestion(questions: TallyQuestion[], draft: Draft, at: string): string {
  const open = asked(questions, draft).filter((each) => !draft.done.includes(each.key));
  const place = questions.findIndex((each) => each.key === at);
  return (open.find((each) => questions.indexOf(each) > place) ?? open[0])?.key ?? "";
}

/** What a draft says to the table: 0 and no are left out. */
export function answersOf(draft: Draft, questions: TallyQuestion[]): Answers {
  const sum = summed(questions, draft);
  const keys = new Set(
    sum
      ? [POINTS, OUT]
      : questions.flatMap((each) => [
          each.key,
          ...(draft.kinds.includes(each.key) ? (each.kinds ?? []).map(({ key }) => key) : []),
        ]),
  );
  if (!sum) keys.delete(POINTS);
  const told: Answers = {};
  for (const [key, number] of Object.entries(draft.answers)) if (keys.has(key) && number) told[key] = number;
  if (draft.note.trim()) told["note"] = draft.note.trim();
  return told;
}

const changedDraft = (sitting: Sitting, side: number, change: Partial<Draft>): Record<number, Draft> => ({
  ...sitting.drafts,
  [side]: { ...sitting.drafts[side]!, ...change },
});

const withKey = (keys: string[], key: string): string[] => (keys.includes(key) ? keys : [...keys, key]);

/** Ask the question `at`, or look at the whole count where it is empty; digits that were typed are dropped. */
export const goTo = (sitting: Sitting, at: string): Sitting => ({ ...sitting, at, typed: "" });

/** Answer the question that is asked with `number`, and go on to the next. */
export function answered(sitting: Sitting, questions: TallyQuestion[], number: number): Sitting {
  const { side, at } = sitting;
  const draft = sitting.drafts[side]!;
  const question = questions.find((each) => each.key === at);
  const kinds = (question?.kinds ?? []).map(({ key }) => key);
  const others = Object.fromEntries(Object.entries(draft.answers).filter(([key]) => !kinds.includes(key)));
  const drafts = changedDraft(sitting, side, {
    answers: { ...others, [at]: number },
    done: withKey(draft.done, at),
    kinds: draft.kinds.filter((each) => each !== at),
  });
  return goTo({ ...sitting, drafts }, nextQuestion(questions, drafts[side]!, at));
}

/** Say which side went out, 0 for nobody: that answers the question for every side that is still to count. */
export function wentOut(sitting: Sitting, questions: TallyQuestion[], out: number): Sitting {
  const drafts: Record<number, Draft> = {};
  for (const [side, draft] of Object.entries(sitting.drafts))
    drafts[Number(side)] = {
      ...draft,
      answers: { ...draft.answers, [OUT]: Number(Number(side) === out) },
      done: withKey(draft.done, OUT),
    };
  return goTo({ ...sitting, drafts }, nextQuestion(questions, drafts[sitting.side]!, OUT));
}

/** Tell the cards that are asked for by kind, or as a sum again. */
export function byKind(sitting: Sitting, question: TallyQuestion, kinds: boolean): Sitting {
  const draft = sitting.drafts[sitting.side]!;
  const keys = [question.key, ...(question.kinds ?? []).map(({ key }) => key)];
  return {
    ...sitting,
    typed: "",
    drafts: changedDraft(sitting, sitting.side, {
      kinds: kinds ? withKey(draft.kinds, question.key) : draft.kinds.filter((each) => each !== question.key),
      answers: Object.fromEntries(Object.entries(draft.answers).filter(([key]) => !keys.includes(key))),
    }),
  };
}

/** Count `more` cards of the kind `key` than before. */
export function counted(sitting: Sitting, key: string, more: number): Sitting {
  const draft = sitting.drafts[sitting.side]!;
  const number = Math.max(0, Math.min(999, (draft.answers[key] ?? 0) + more));
  return {
    ...sitting,
    drafts: changedDraft(sitting, sitting.side, { answers: { ...draft.answers, [key]: number } }),
  };
}

/** The cards that are asked for are told by kind, and these were all. */
export function kindsTold(sitting: Sitting, questions: TallyQuestion[]): Sitting {
  const draft = sitting.drafts[sitting.side]!;
  const drafts = changedDraft(sitting, sitting.side, { done: withKey(draft.done, sitting.at) });
  return goTo({ ...sitting, drafts }, nextQuestion(questions, drafts[sitting.side]!, sitting.at));
}

/** Say why the table insists. */
export const insisted = (sitting: Sitting, note: string): Sitting => ({
  ...sitting,
  drafts: changedDraft(sitting, sitting.side, { note }),
});

/** Enter the points in all, or what they are made of. */
export function inAll(sitting: Sitting, questions: TallyQuestion[], whole: boolean): Sitting {
  const drafts = changedDraft(sitting, sitting.side, { inAll: whole });
  return goTo({ ...sitting, drafts }, nextQuestion(questions, drafts[sitting.side]!, ""));
}

/** Type `key`: digits, "−" for the sign, "back" for one digit less. */
export function typed(text: string, key: string): string {
  if (key === "back") return text.slice(0, -1);
  if (key === "−") return text.startsWith("-") ? text.slice(1) : `-${text}`;
  const sign = text.startsWith("-") ? "-" : "";
  return sign + `${text.slice(sign.length)}${key}`.replace(/^0+(?=\d)/, "").slice(0, LONGEST);
}

/** The number that was typed: none is 0. */
export const numberOf = (text: string): number => Number(text === "-" ? 0 : text) || 0;

/** The question before the one that is asked now; empty where that is the first. */
export function questionBefore(sitting: Sitting, questions: TallyQuestion[]): string {
  const all = asked(questions, sitting.drafts[sitting.side]!);
  const at = sitting.at ? all.findIndex((each) => each.key === sitting.at) : all.length;
  return all[at - 1]?.key ?? "";
}
