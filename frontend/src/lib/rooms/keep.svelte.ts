// The score room of a table with real cards: what this person enters, what the table says of it, and what is kept of it
// in this browser until the table has it.

import type { SideCount, TallyQuestion } from "../source/protocol";
import { Latest } from "../source/latest";
import type { Tallied } from "../source/source";
import { keepCounts, keptCounts } from "../device/localTables";
import type { Game } from "../table/game.svelte";
import {
  answersOf,
  asked,
  type Draft,
  draftOf,
  emptyDraft,
  enteredFor,
  nextQuestion,
  OUT,
  outBefore,
  sidesToCount,
  type Sitting,
} from "./tally";

/** What a browser keeps of counts that are not entered: each deal's, and which of them is open; 0 for none. */
export interface Counts {
  open: number;
  sittings: Record<number, Sitting>;
}
/** The sheet that a count comes to; `of` is the count, as text. */
type Preview = Tallied & { of: string };

export class Keeping {
  sitting = $state.raw<Sitting | null>(null);
  /** What the counts of the sides come to, as far as the table has said it. */
  previews = $state.raw<Record<number, Preview>>({});
  readonly #latest: Record<number, Latest> = {};
  #kept = $state.raw<Counts>({ open: 0, sittings: {} });

  constructor(readonly game: Game) {
    this.#kept = keptCounts(game.code) ?? this.#kept;
    this.sitting = this.#kept.sittings[this.#kept.open] ?? null;
  }

  get questions(): TallyQuestion[] {
    return this.game.state?.public.keeping?.questions ?? [];
  }

  /** Whether only points are entered, by no rules. */
  get pad(): boolean {
    return this.game.state?.public.settings.points_only ?? false;
  }

  /** The number of the deal that is played now. */
  get deal(): number {
    return this.game.state?.public.deal ?? 0;
  }

  get sides(): number[] {
    return this.game.state ? sidesToCount(this.game.state, this.game.you) : [];
  }

  entered(deal: number, side: number): SideCount | undefined {
    const keeping = this.game.state?.public.keeping;
    return keeping && enteredFor(keeping, deal, side);
  }

  get draft(): Draft | null {
    return this.sitting?.drafts[this.sitting.side] ?? null;
  }

  get question(): TallyQuestion | undefined {
    return this.questions.find((each) => each.key === this.sitting?.at);
  }

  get rows(): TallyQuestion[] {
    return this.draft ? asked(this.questions, this.draft) : [];
  }

  /** What someone else has entered for this side since it was begun here. */
  get conflict(): SideCount | null {
    if (!this.sitting || !this.draft) return null;
    const entered = this.entered(this.sitting.deal, this.sitting.side);
    return entered && entered.seq > this.draft.after && entered.by !== this.game.you?.name ? entered : null;
  }

  /** The sheet of the side as it stands; null until the table has said it. */
  get preview(): Preview | null {
    const preview = this.sitting && this.previews[this.sitting.side];
    return preview && this.draft && preview.of === this.#text(this.draft) ? preview : null;
  }

  /** Whether a count of this deal has been begun here. */
  get begun(): boolean {
    return this.deal in this.#kept.sittings;
  }

  /** Count the deal that was played: the sides of this person that are still to count. */
  count(): void {
    const kept = this.#kept.sittings[this.deal];
    const sides = this.sides.filter((side) => !this.entered(this.deal, side));
    const [side] = sides;
    if (side === undefined) return;
    const drafts = Object.fromEntries(sides.map((each) => [each, kept?.drafts[each] ?? this.#new(this.deal, each)]));
    const first = kept && kept.side in drafts ? kept.side : side;
    const at = first === kept?.side ? kept.at : nextQuestion(this.questions, drafts[first]!, "");
    this.change({ deal: this.deal, side: first, at, typed: "", drafts });
  }

  /** Correct what was entered for a side. */
  correct(deal: number, side: number): void {
    const entered = this.entered(deal, side);
    if (!entered) return;
    const draft = draftOf(entered.answers, this.questions, entered.seq);
    this.change({ deal, side, at: "", typed: "", drafts: { [side]: draft } });
  }

  /** Turn to another side. */
  turn(side: number): void {
    const draft = this.sitting?.drafts[side];
    if (draft) this.change({ ...this.sitting!, side, typed: "", at: nextQuestion(this.questions, draft, "") });
  }

  change(sitting: Sitting): void {
    this.sitting = sitting;
    this.#keep(sitting.deal, sitting);
  }

  /** Stop for now; what is entered is kept. */
  leave(): void {
    this.sitting = null;
    this.#keep(0);
  }

  /** Ask the table what the count of the side comes to. A later answer never gives way to an earlier one. */
  async ask(): Promise<void> {
    const { sitting, draft } = this;
    if (!sitting || !draft) return;
    const of = this.#text(draft);
    if (this.previews[sitting.side]?.of === of) return;
    const latest = (this.#latest[sitting.side] ??= new Latest());
    const answers = answersOf(draft, this.questions);
    const told = await latest.of(this.game.source.tally(sitting.deal, sitting.side, answers));
    if (told) this.previews = { ...this.previews, [sitting.side]: { ...told, of } };
  }

  /** Enter the count of the side; `over` says that another one has been seen, and gives way. */
  async enter(over = this.draft?.after ?? 0): Promise<void> {
    const { sitting, draft } = this;
    if (!sitting || !draft) return;
    const { deal, side } = sitting;
    const answers = answersOf(draft, this.questions);
    if (await this.game.ask({ act: "tally", deal, side, answers }, over)) this.#drop(deal, side);
  }

  /** Leave what someone else has entered for the side as it is. */
  give(): void {
    if (this.sitting) this.#drop(this.sitting.deal, this.sitting.side);
  }

  /** Throw away what has been entered here for the side, and go on with the next one. */
  #drop(deal: number, side: number): void {
    const sitting = this.#kept.sittings[deal];
    if (!sitting) return;
    const { [side]: _, ...drafts } = sitting.drafts;
    const { [side]: __, ...previews } = this.previews;
    this.previews = previews;
    const [next] = Object.keys(drafts).map(Number);
    if (next === undefined) {
      const { [deal]: ___, ...sittings } = this.#kept.sittings;
      this.#kept = { ...this.#kept, sittings };
      if (this.sitting?.deal === deal) this.leave();
      else this.#keep(this.#kept.open);
    } else {
      this.change({ ...sitting, drafts, side: next, typed: "", at: nextQuestion(this.questions, drafts[next]!, "") });
    }
  }

  #new(deal: number, side: number): Draft {
    const draft = emptyDraft(0);
    const keeping = this.game.state?.public.keeping;
    const out = keeping ? outBefore(keeping, deal, side) : 0;
    return out ? { ...draft, answers: { [OUT]: 0 }, done: [OUT] } : draft;
  }

  #text(draft: Draft): string {
    return JSON.stringify(answersOf(draft, this.questions));
  }

  #keep(open: number, sitting?: Sitting): void {
    this.#kept = {
      open,
      sittings: { ...this.#kept.sittings, ...(sitting ? { [sitting.deal]: sitting } : {}) },
    };
    keepCounts(this.game.code, Object.keys(this.#kept.sittings).length ? this.#kept : null);
  }
}
