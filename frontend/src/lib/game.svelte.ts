// One table as this page knows it: what the wire tells, and what the player has chosen. Components read it and call it.

import { type HandCard, byHandOrder, cardsOf, isWild, rankOf, withIds } from "./cards";
import { named } from "./lines";
import { type TableModel, tableModel } from "./model";
import type { Ask, Line, Refusal, TableState, You } from "./protocol";
import { type Button, type Deed, type Prompt, type Scene, addText, buttons, meldsThatTake, moreButtons, prompting, trayTotal } from "./scene";
import { store, stored } from "./settings";
import { type Group, cardsIn, groupsText, keep, stage } from "./tray";
import { type Connection, type Heard, type Tried, Wire } from "./wire";

const TRY_MS = 80;
const SENDING_MS = 400;
const LATE_MS = 3_000;
const STORY = 60;
const REACTIONS: Record<string, string> = {
  "well-played": "Well played!", thanks: "Thank you.", sorry: "Sorry!", wow: "Wow!", thinking: "Let me think.", hurry: "Your turn!", hello: "Hello!", bye: "Goodbye.",
};

export type Sheet = { kind: "side"; side: number } | { kind: "settings" | "more" | "score" | "talk" | "keys" | "menu" } | { kind: "rule"; clause: string };

export class Game {
  state = $state.raw<TableState | null>(null);
  you = $state.raw<You | null>(null);
  connection = $state<Connection>("connecting");
  chosen = $state.raw<string[]>([]);
  groups = $state.raw<Group[]>([]);
  tried = $state.raw<Tried | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  story = $state.raw<{ seq: number; line: Line }[]>([]);
  talk = $state.raw<{ n: number; name: string; text: string }[]>([]);
  unread = $state(0);
  sheet = $state.raw<Sheet | null>(null);
  waiting = $state<"" | "sending" | "late">("");
  stopped = $state("");
  hinted = $state.raw<Line[]>([]);
  mostCards = $state(0);
  spoken = $state("");

  readonly model: TableModel | null = $derived(this.state ? tableModel(this.state) : null);
  readonly hand: HandCard[] = $derived(withIds(cardsOf(this.state?.own?.hand).sort(byHandOrder)));
  readonly staged: Set<string> = $derived(new Set(cardsIn(this.groups).map((each) => each.id)));
  readonly held: HandCard[] = $derived(this.hand.filter((each) => !this.staged.has(each.id)));
  readonly chosenCards: HandCard[] = $derived(this.held.filter((each) => this.chosen.includes(each.id)));
  readonly scene: Scene | null = $derived(
    this.state && this.model
      ? { state: this.state, model: this.model, own: this.state.own ?? null, chosen: this.chosenCards, groups: this.groups, tried: this.tried }
      : null,
  );
  readonly buttons: Button[] = $derived(this.scene ? buttons(this.scene) : []);
  readonly more: Button[] = $derived(this.scene ? moreButtons(this.scene) : []);
  readonly prompt: Prompt | null = $derived(this.scene ? prompting(this.scene) : null);
  readonly total: { sum: number; needs: number | null } = $derived(this.scene ? trayTotal(this.scene) : { sum: 0, needs: null });
  readonly lit: string[] = $derived(meldsThatTake(this.state?.own ?? null, this.chosenCards));
  /** Whether chosen wild cards wait to be told which group of the tray they join. */
  readonly asksGroup: boolean = $derived(this.groups.length > 0 && this.chosenCards.length > 0 && this.chosenCards.every((each) => isWild(each.card)));

  readonly wire: Wire;
  readonly code: string;
  #trying: ReturnType<typeof setTimeout> | undefined;
  #deal = 0;
  #asking = false;
  #heardBy: ((heard: Heard) => void)[] = [];

  constructor(code: string, address: string) {
    this.code = code;
    this.wire = new Wire(address, {
      table: (state, you) => {
        this.you = you;
        this.#take(state);
      },
      happened: (told, state) => {
        const heard = { ...told, lines: told.lines.map((line) => named(line, state.public)) };
        this.#take(state);
        if (heard.lines.length) this.story = [...this.story, ...heard.lines.map((line) => ({ seq: heard.seq, line }))].slice(-STORY);
        for (const listen of this.#heardBy) listen(heard);
      },
      connection: (connection) => {
        this.connection = connection;
      },
      other: (message) => {
        if (message.t === "stopped" || message.t === "unsaved") this.stopped = message.text;
        else if (message.t === "bye") this.stopped = message.why;
        else if (message.t === "again") this.stopped = "";
        else if (message.t === "wrong") this.refusal = { clause: "", text: message.text };
        else if (message.t === "said") {
          this.talk = [...this.talk, { n: message.n, name: message.name, text: message.text || REACTIONS[message.reaction ?? ""] || "" }].slice(-STORY);
          if (this.sheet?.kind !== "talk") this.unread += 1;
        }
      },
    });
  }

  onHeard(listen: (heard: Heard) => void): void {
    this.#heardBy.push(listen);
  }

  #take(state: TableState): void {
    const deal = state.public.deal ?? 0;
    if (deal !== this.#deal) {
      this.#deal = deal;
      this.mostCards = 0;
    }
    this.state = state;
    if (this.groups.length === 0) this.#restore();
    this.mostCards = Math.max(this.mostCards, this.hand.length);
    // Nothing that is chosen is lost by what others do.
    this.groups = keep(this.groups, this.hand);
    this.chosen = this.chosen.filter((id) => this.hand.some((each) => each.id === id));
    this.#try();
  }

  // Choosing

  toggle(id: string): void {
    this.refusal = null;
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((each) => each !== id) : [...this.chosen, id];
  }

  /** Choose every card of a rank that is not chosen yet, or put all of them down. */
  toggleRank(card: HandCard): void {
    const rank = rankOf(card.card);
    const ids = this.held.filter((each) => rankOf(each.card) === rank).map((each) => each.id);
    const all = ids.every((id) => this.chosen.includes(id));
    this.chosen = all ? this.chosen.filter((id) => !ids.includes(id)) : [...new Set([...this.chosen, ...ids])];
  }

  clear(): void {
    if (this.refusal) this.refusal = null;
    else if (this.chosen.length) this.chosen = [];
    else this.putBack();
  }

  /** Put the chosen cards into the tray; wild cards go to `onto`, if that is said. */
  stage(onto: string | null = null): void {
    const after = stage(this.groups, this.chosenCards, onto);
    if (!after) {
      this.refusal = { clause: "", text: "Tap the cards in the tray that the wild card should join." };
      return;
    }
    this.refusal = null;
    this.groups = after;
    this.chosen = [];
    this.#try();
  }

  /** A tap on a group of the tray: chosen cards join it, else its cards go back to the hand. */
  tapGroup(group: Group): void {
    if (this.chosenCards.length && this.chosenCards.every((each) => isWild(each.card) || rankOf(each.card) === group.rank)) this.stage(group.rank);
    else {
      this.groups = this.groups.filter((each) => each !== group);
      this.#try();
    }
  }

  tapMeld(key: string): void {
    const own = this.state?.own;
    if (own && this.lit.includes(key)) void this.ask({ move: addText(own, this.chosenCards, key) });
    else if (this.model) {
      const side = this.model.sides.find((each) => each.melds.some((meld) => meld.key === key && each.own)) ?? null;
      if (side) this.sheet = { kind: "side", side: side.side };
    }
  }

  putBack(): void {
    this.groups = [];
    this.refusal = null;
    this.#try();
  }

  // Asking the table

  perform(deed: Deed): void {
    switch (deed.do) {
      case "ask":
        void this.ask(deed.ask);
        break;
      case "stage":
        this.stage();
        break;
      case "put back":
        this.putBack();
        break;
      case "more":
        this.sheet = { kind: "more" };
        break;
      case "hint":
        void this.hint();
        break;
      case "explain":
        this.refusal = deed.refusal;
    }
  }

  press(button: Button): void {
    this.perform(button.deed);
  }

  async ask(ask: Ask): Promise<boolean> {
    // One thing at a time: a second press before the answer is a slip.
    if (this.#asking) return false;
    this.#asking = true;
    this.refusal = null;
    this.hinted = [];
    const sending = setTimeout(() => (this.waiting = "sending"), SENDING_MS);
    const late = setTimeout(() => (this.waiting = "late"), LATE_MS);
    const answer = await this.wire.do(ask);
    clearTimeout(sending);
    clearTimeout(late);
    this.waiting = "";
    this.#asking = false;
    if ("refused" in answer) {
      this.refusal = answer.refused;
      return false;
    }
    if ("move" in ask) {
      this.chosen = [];
      if (/^(lay|take|add)/.test(ask.move)) this.groups = [];
      this.#keepTray();
    }
    return true;
  }

  async hint(): Promise<void> {
    const told = await this.wire.hint();
    if (told.t === "hinted") this.hinted = [told.line];
    else if (told.t === "refused" || told.t === "wrong") this.refusal = { clause: "", text: told.text };
  }

  /** Ask what the tray would come to, once the player pauses; the sum shown meanwhile is the page's own. */
  #try(): void {
    clearTimeout(this.#trying);
    this.tried = null;
    this.#keepTray();
    if (this.groups.length === 0 || !this.state?.own?.choices) return;
    const text = `lay ${groupsText(this.groups)}`;
    this.#trying = setTimeout(() => {
      void this.wire.try(text).then((tried) => {
        if (`lay ${groupsText(this.groups)}` === text) this.tried = tried;
      });
    }, TRY_MS);
  }

  // The tray survives a reload of the page.

  get #key(): string {
    return `canasta.tray.${this.code}.${this.#deal}`;
  }

  #keepTray(): void {
    store(this.#key, this.groups.length ? JSON.stringify(this.groups) : null, () => sessionStorage);
  }

  #restore(): void {
    const kept = stored(this.#key, () => sessionStorage);
    if (!kept) return;
    try {
      this.groups = keep(JSON.parse(kept) as Group[], this.hand);
    } catch {
      store(this.#key, null, () => sessionStorage);
    }
  }
}
