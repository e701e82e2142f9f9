// A visit to a table, from opening its address until the person leaves: what the page shows of it, and what may
// happen next. Nothing here knows the browser; what it needs from outside comes with the visit.

import type { Told } from "../source/answers";
import type { Game } from "./game.svelte";
import { freeName, freeSeats } from "./seats";
import type { Connection } from "../source/source";

export interface Outside {
  /** Open the table; call `changed` after whatever it tells. A link to a seat is used up by the first opening. */
  open(changed: () => void): Game;
  /** The name that this person has given before; empty if there is none. */
  name(): string;
  /** Give a name to the server, which makes someone of a newcomer. */
  sayName(name: string): Promise<Told<unknown>>;
  /** Ask whether there is such a table. */
  lookAt(code: string): Promise<Told<unknown>>;
  /** The connection has changed from `before` to `now`. */
  connected(now: Connection, before: Connection): void;
  /** There is no such table any more. */
  forget(code: string): void;
  /** The person has left the table. */
  leave(): void;
  /** Seat those who play with real cards, and begin, if the table was made for that; whether it was. */
  begin?(game: Game): boolean;
}

/**
 * Where a visit stands: **coming**, until the table says who this is; **naming**, where someone new says a name, and
 * `again` is why another one is wanted; **introducing**, while the server hears a name, which the person was `asked`
 * for or had already; **joining**, while the table is asked; **here**; **gone**, for the reason that `sentence` gives;
 * **left**.
 */
export type Stage =
  | { at: "coming" }
  | { at: "naming"; again: string }
  | { at: "introducing"; asked: boolean }
  | { at: "joining" }
  | { at: "here" }
  | { at: "gone"; sentence: string }
  | { at: "left" };

const NEXT: Record<Stage["at"], Stage["at"][]> = {
  coming: ["naming", "introducing", "joining", "here", "gone", "left"],
  naming: ["introducing", "joining", "here", "gone", "left"],
  introducing: ["coming", "naming", "here", "gone", "left"],
  joining: ["naming", "here", "gone", "left"],
  here: ["gone", "left"],
  gone: ["left"],
  left: [],
};

/** What the page shows of a table. */
export type View = "coming" | "naming" | "waiting" | "before" | "playing" | "counting" | "keeping" | "closed" | "gone";

const KEPT_OUT = "The host keeps you out of this table.";
const NO_LONGER = "You are no longer at this table. You can come back with its code.";

/** What was asked for is not possible where the visit stands: a fault of the page. */
export class WrongStage extends Error {}

export class Visit {
  game = $state.raw() as Game;
  #stage = $state.raw<Stage>({ at: "coming" });
  #connection: Connection = "connecting";
  #atTable = false;
  /** Whether this person sits down as soon as they are here. */
  #sits: boolean;
  /** Whether those who play with real cards are being seated. */
  #begun = false;

  readonly view: View = $derived.by(() => {
    const shown = this.game.state?.public;
    if (this.#stage.at === "gone") return "gone";
    if (!shown) return this.game.connection.stopped ? "gone" : "coming";
    // The question stays until its answer is heard.
    if (this.#stage.at === "naming" || (this.#stage.at === "introducing" && this.#stage.asked)) return "naming";
    if (shown.state === "closed") return "closed";
    if (shown.state === "open") return "waiting";
    if (shown.state === "keeping" || (shown.state === "over" && shown.keeping)) return "keeping";
    if (shown.state === "counting" || shown.state === "over") return "counting";
    return this.game.model ? "playing" : "before";
  });

  /** *hosting*: whoever has just made the table for friends gets its first seat. */
  constructor(
    readonly code: string,
    private readonly outside: Outside,
    { hosting = false }: { hosting?: boolean } = {},
  ) {
    this.#sits = hosting;
    this.#open();
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Why there is nothing to do here; empty if there is. */
  get sentence(): string {
    return this.#stage.at === "gone" ? this.#stage.sentence : this.game.state ? "" : this.game.connection.stopped;
  }

  /** Why the name before could not be used. */
  get again(): string {
    return this.#stage.at === "naming" ? this.#stage.again : "";
  }

  /** Show the table itself, which whoever has a name joins, or its rules, decks or deals, which need no joining. */
  show(table: boolean): void {
    this.#atTable = table;
    this.#look();
  }

  /** Join as `name`, and sit down if `sits`; once while it is heard. Throws `WrongStage` unless a name is asked for. */
  comeAs(name: string, sits: boolean): void {
    if (this.#stage.at === "introducing") return;
    if (this.#stage.at !== "naming") throw new WrongStage(`A name is given in a visit that is ${this.#stage.at}.`);
    this.#sits = sits;
    this.#come(name);
  }

  /** End the visit, from wherever it stands; its answers that are still to come change nothing. */
  end(): void {
    if (this.#stage.at !== "left") this.#go({ at: "left" });
    this.game.source.close();
  }

  #go(stage: Stage): void {
    if (!NEXT[this.#stage.at].includes(stage.at))
      throw new WrongStage(`A visit that is ${this.#stage.at} cannot be ${stage.at} next.`);
    this.#stage = stage;
  }

  #open(): void {
    this.#connection = "connecting";
    const game = this.outside.open(() => this.#changed(game));
    this.game = game;
  }

  #changed(game: Game): void {
    if (game !== this.game || this.#isOver) return;
    const before = this.#connection;
    this.#connection = game.connection.now;
    if (before !== game.connection.now) {
      this.outside.connected(game.connection.now, before);
      if (game.connection.now === "lost") void this.#isThere();
    }
    this.#look();
  }

  get #isOver(): boolean {
    return this.#stage.at === "gone" || this.#stage.at === "left";
  }

  /** Without a connection: is there such a table at all? */
  async #isThere(): Promise<void> {
    const told = await this.outside.lookAt(this.code);
    if (this.#isOver || "data" in told || told.status < 400 || told.status >= 500 || told.status === 429) return;
    this.outside.forget(this.code);
    this.#shut(told.sentence);
  }

  #shut(sentence: string): void {
    this.#go({ at: "gone", sentence });
    this.game.source.close();
  }

  /** Take account of what the table says about this person. */
  #look(): void {
    const { you, state, connection } = this.game;
    if (!this.#atTable || !you || !state || connection.now !== "open" || this.#isOver) return;
    if (you.role !== "nobody") {
      if (this.#stage.at !== "here") this.#go({ at: "here" });
      if (you.role === "host" && state.public.state === "open") this.#begin();
    } else if (this.#stage.at === "here") {
      if (connection.leaving) {
        this.end();
        this.outside.leave();
      } else this.#shut(state.public.kept_out?.[you.person ?? ""] ? KEPT_OUT : NO_LONGER);
    } else if (this.#stage.at === "coming" && state.public.state !== "closed") {
      const name = you.name || this.outside.name();
      if (name) this.#come(name);
      else this.#go({ at: "naming", again: "" });
    }
  }

  /** The host of a new table sits down, or seats all who play with real cards; once. */
  #begin(): void {
    if (!this.#begun && this.outside.begin?.(this.game)) this.#begun = true;
    else if (!this.#begun && this.#sits) this.#sit(1);
  }

  #sit(seat: number): void {
    this.#sits = false;
    void this.game.ask({ act: "sit", seat });
  }

  /** Come as `name`: whoever has never been at this server becomes someone first, and comes once more. */
  #come(name: string): void {
    const called = freeName(name, this.game.state!.public);
    void (this.game.you?.person ? this.#join(called) : this.#introduce(called));
  }

  async #introduce(called: string): Promise<void> {
    this.#go({ at: "introducing", asked: this.#stage.at === "naming" });
    const told = await this.outside.sayName(called);
    if (this.#stage.at !== "introducing") return;
    if ("sentence" in told) this.#go({ at: "naming", again: told.sentence });
    else {
      const before = this.game;
      this.#go({ at: "coming" });
      this.#open();
      before.source.close();
    }
  }

  async #join(called: string): Promise<void> {
    this.#go({ at: "joining" });
    const { game } = this;
    if (await game.ask({ act: "join", called })) {
      const [seat] = freeSeats(game.state!.public);
      if (this.#sits && seat && !this.#isOver) this.#sit(seat);
      return;
    }
    const why = game.asking.refusal;
    game.asking.refusal = null;
    if (this.#stage.at !== "joining" || !why || why.clause === "table.here") return;
    if (why.clause.startsWith("table.name")) this.#go({ at: "naming", again: why.text });
    else this.#shut(why.text);
  }
}
