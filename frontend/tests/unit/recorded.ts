// Recorded tables: a moment of one as a scene, or all frames of one, of which the test says when each is told, and in
// which order answers come.

import { readFileSync } from "node:fs";
import { byHandOrder, cardsOf, withIds } from "../../src/lib/cards/cards";
import { folded } from "../../src/lib/source/fold";
import type { Answers, Ask, Line, ShortForms, TableState, You } from "../../src/lib/source/protocol";
import type { Answer, Happened, Hinted, Listener, TableSource, Tallied, Tried } from "../../src/lib/source/source";
import { Game } from "../../src/lib/table/game.svelte";
import { tableModel } from "../../src/lib/table/model";
import type { Scene } from "../../src/lib/table/scene";

/** A table at one moment, and what was told last. */
interface Moment {
  table: { state: TableState };
  told: Line[];
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${name}.json`, import.meta.url), "utf8"));
export const momentOf = (name: string): Moment => read(name) as Moment;
export const stateOf = (name: string): TableState => momentOf(name).table.state;
/** Cards written beside each other, as they stand in a hand. */
export const hand = (text: string) => withIds(cardsOf(text).sort(byHandOrder));

/** The moment as a player has it before them who has done nothing yet, but for `parts`. */
export const sceneOf = (state: TableState, parts: Partial<Scene> = {}): Scene => ({
  state,
  model: tableModel(state)!,
  own: state.own ?? null,
  chosen: [],
  groups: [],
  taking: null,
  doubt: null,
  tried: null,
  lately: null,
  last: null,
  advised: false,
  ...parts,
});

interface Stream {
  first: { state: TableState; you: You };
  frames: Happened[];
}

/** What was asked, and how to answer it. */
export interface Asked<T> {
  what: string;
  answer(answer: T): void;
}

/** A whole deal of Hand and Foot for four, as Ann heard it in seat 1. */
export class RecordedTable implements TableSource {
  readonly commands: Asked<Answer>[] = [];
  readonly tries: Asked<Tried>[] = [];
  readonly hints: Asked<Hinted>[] = [];
  readonly tallies: Asked<Tallied>[] = [];
  readonly #frames: Happened[];
  readonly #you: You;
  #state: TableState;
  #listener: Listener | null = null;
  #at = 0;

  constructor() {
    const { first, frames } = read("stream") as Stream;
    this.#frames = frames;
    this.#state = first.state;
    this.#you = first.you;
  }

  /** A game at it, told up to the first frame after which `found` holds. */
  playing(found: (game: Game) => boolean = isMyMove): Game {
    const game = new Game("AAAABBBB", this);
    game.settings = { ...game.settings, motion: "none" };
    this.tellAll();
    this.open();
    this.until(() => found(game));
    return game;
  }

  /** Tell frames until `found`; throws where that never comes. */
  until(found: () => boolean): void {
    while (!found()) this.tell();
  }

  /** Tell the next frame, with `others` in it; throws at the end. */
  tell(others: Partial<Happened> = {}): Happened {
    const next = this.#frames[this.#at++];
    if (!next) throw new Error("The deal is over.");
    this.happen({ ...next, ...others });
    return next;
  }

  /** Something that is not in the record happens. */
  happen(happened: Happened): void {
    const { state, heard } = folded(this.#state, happened, 1);
    this.#state = state;
    this.#listener?.happened(heard, state);
  }

  /** Tell the whole table, as after a connection that was lost, with its story; `short` is the last line of it. */
  tellAll(story: Line[] = [], short?: ShortForms): void {
    this.#listener?.table(this.#state, this.#you, story, short);
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }
  open(): void {
    this.#listener?.connection("open");
  }
  /** Tell something that is no move. */
  say(): Promise<Answer> {
    return Promise.resolve({ seq: 0 });
  }
  retry(): void {
    this.#listener?.connection("open");
  }
  close(): void {
    this.#listener?.connection("ended");
  }
  lose(): void {
    this.#listener?.connection("lost");
  }
  other: Listener["other"] = (message) => this.#listener?.other(message);
  reached(): Promise<void> {
    return Promise.resolve();
  }
  do(ask: Ask): Promise<Answer> {
    return waiting(this.commands, "move" in ask ? ask.move : ask.act);
  }
  try(move: string): Promise<Tried> {
    return waiting(this.tries, move);
  }
  hint(): Promise<Hinted> {
    return waiting(this.hints, "hint");
  }
  tally(_: number, side: number, answers: Answers): Promise<Tallied> {
    return waiting(this.tallies, `${side} ${JSON.stringify(answers)}`);
  }
}

function waiting<T>(asked: Asked<T>[], what: string): Promise<T> {
  return new Promise((answer) => asked.push({ what, answer }));
}

/** Whether the player has drawn and can lay or discard. */
export const isMyMove = (game: Game): boolean => game.state?.own?.choices?.discard !== undefined;
/** Whether the turn begins. */
export const isMyDraw = (game: Game): boolean => game.state?.own?.choices?.draw !== undefined && !isMyMove(game);

/** Let every answer that was given arrive. */
export const settle = async (): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};
