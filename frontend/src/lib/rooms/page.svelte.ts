// The page: its address, the visit to a table if it shows one, and what its start page asks for.

import type { GoingOn, Made, Told, Wanted } from "../source/answers";
import type { Source } from "../source/source";
import { Game } from "../table/game.svelte";
import { type Route, routeOf, tablePath } from "./routes";
import { type Seating, seat } from "./seating";
import { NAMELESS } from "../table/seats";
import { address, go } from "../device/address";
import { type Settings, loadSettings, saveSettings, stored } from "../device/settings";
import { forget, keepLesson, keepSeating, keepSeats, keptScore, keptSeating, lessonAt } from "../device/localTables";
import { Visit } from "../table/visit.svelte";

export class Page {
  settings = $state.raw<Settings>(loadSettings());
  visit = $state.raw<Visit | null>(null);
  /** Why the server could not do what was asked of it. */
  problem = $state("");
  /** The server is asked for a table. */
  busy = $state(false);
  /** The server has a newer page than this one. */
  outdated = $state(false);
  /** The code of the table where the lesson goes on. */
  lesson = $state(lessonAt());
  #path = $state(address.path());
  /** A table that has just been made for friends. */
  #made = "";

  readonly route: Route = $derived(routeOf(this.#path));
  readonly code: string = $derived("code" in this.route ? this.route.code : "");

  constructor(private readonly source: Source) {
    this.arrive();
  }

  change(next: Settings): void {
    this.settings = next;
    if (this.visit) this.visit.game.settings = next;
    saveSettings(next);
  }

  /** Go to the address `to`; it takes the place of the one before where going back there would do something twice. */
  go(to: string, instead = false): void {
    go(to, instead);
    this.problem = "";
    this.arrive();
  }

  readonly home = (): void => this.go("/");

  /** Show what the browser's address says. */
  arrive(): void {
    this.#path = address.path();
    if (this.code !== (this.visit?.code ?? "")) {
      this.visit?.end();
      this.visit = this.code ? this.#visit(this.code) : null;
    }
    this.visit?.show(this.route.room === "table");
  }

  #visit(code: string): Visit {
    const hosting = this.#made === code;
    this.#made = "";
    return new Visit(
      code,
      {
        open: (changed) => this.#open(code, changed),
        name: () => stored("canasta.name") ?? "",
        sayName: (name) => this.source.sayName(name),
        lookAt: (looked) => this.source.lookAt(looked),
        connected: (now, before) => {
          if (before === "lost" && now === "open") void this.compare();
        },
        forget,
        leave: this.home,
        begin: (game) => {
          const seating = keptSeating(code);
          if (seating) void seat(game, seating).then((done) => done && keepSeating(code, null));
          return seating !== null;
        },
      },
      { hosting },
    );
  }

  #open(code: string, changed: () => void): Game {
    const game = new Game(code, this.source.table(code), changed);
    game.settings = this.settings;
    const score = keptScore(code);
    if (score) game.remember(score.state, score.you);
    const key = /^seat=([0-9a-f]{32})$/.exec(address.fragment())?.[1];
    if (key) {
      go(tablePath(code), true);
      void this.source.takeSeat(key, stored("canasta.name") ?? NAMELESS).then((told) => {
        if ("sentence" in told) this.problem = told.sentence;
        game.source.open();
      });
    } else game.source.open();
    return game;
  }

  /** Compare this page with the server's. */
  async compare(): Promise<boolean> {
    this.outdated = await this.source.isOutdated();
    return this.outdated;
  }

  // The start page

  /** Make a table; with `seating`, one that keeps the score of real cards. */
  make(wanted: Wanted | GoingOn, seating: Seating | null = null): Promise<void> {
    return this.#goTo(this.source.makeTable(wanted), ({ code, players }) => {
      if (seating) keepSeating(code, seating);
      else if (players) keepSeats(code, players);
      else this.#made = code;
    });
  }

  play(name: string): Promise<void> {
    return this.#goTo(this.source.playNow(name));
  }

  learn(name: string): Promise<void> {
    return this.#goTo(this.source.makeLesson(name), ({ code }) => {
      this.lesson = code;
      keepLesson(code);
    });
  }

  join(code: string): Promise<void> {
    return this.#goTo(this.source.lookAt(code));
  }

  leaveLesson(): void {
    this.lesson = "";
    keepLesson(null);
  }

  /** Wait for the table that is asked for, one at a time, and go there. */
  async #goTo<T extends Made>(asking: Promise<Told<T>>, then: (told: T) => void = () => {}): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    const told = await asking;
    this.busy = false;
    if ("sentence" in told) {
      this.problem = told.sentence;
      return;
    }
    then(told.data);
    this.go(tablePath(told.data.code), this.route.room === "new");
  }
}
