// What has happened at the table, in sentences, and what of it stays in sight for a while.

import { lineText, named, namedForms, tellerOf } from "../texts/lines";
import type { Line, ShortForms, TableState } from "../source/protocol";
import type { Heard } from "../source/source";
import { Lately, readingTime } from "./lately.svelte";
import type { Told } from "./scene";

const KEPT = 60;

const toldOf = (line: Line, short?: ShortForms): Told => ({ ...short, by: tellerOf(line), line });

export class Story {
  told = $state.raw<Told[]>([]);
  /** How the deck was cut, until the first turn. */
  cuts = $state.raw<Line[]>([]);
  /** What ended the deal, while its end is still in sight; its count may have been told. */
  ended = $state.raw<Told | null>(null);
  readonly lately = new Lately();
  /** What was told last. */
  readonly last: Told | null = $derived(this.ended ?? this.told.at(-1) ?? null);

  /** The table was told whole, with the last `lines` of its story; the very last is news, perhaps in `short` forms. */
  begin(lines: Line[], short: ShortForms | undefined, { public: shown, own }: TableState, mine: boolean): void {
    const told = lines.map((line) => toldOf(named(line, shown)));
    const last = told.pop();
    this.told = told;
    this.cuts = [];
    this.lately.forget();
    if (last) this.#tell([{ ...last, ...(short && namedForms(short, shown)) }], own?.seat, mine);
  }

  /** The cut of a deck is kept until something else happens in `state`, the one before. */
  hearCut({ act, lines: [cut] }: Heard, state: TableState | null): void {
    if (act === "cut" && cut) this.cuts = [...this.cuts, cut];
    else if (act !== "cut" && state?.public.state !== "cutting") this.cuts = [];
  }

  /** Something happened; `mine` is whether the table waits for the player, who sits in `seat`. */
  hear({ lines, short }: Heard, seat: number | undefined, mine: boolean): void {
    this.#tell(
      lines.map((line, at) => toldOf(line, short?.[at])),
      seat,
      mine,
    );
  }

  /** How long the cut takes to read. */
  get cutTime(): number {
    return readingTime(this.cuts.map(lineText).join(" "));
  }

  #tell(news: Told[], seat: number | undefined, mine: boolean): void {
    this.told = [...this.told, ...news].slice(-KEPT);
    for (const each of news) {
      if (each.by && each.by !== seat) this.lately.hear(each, mine);
      else this.lately.forget();
    }
  }
}
