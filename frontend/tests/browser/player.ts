// Someone who plays moves through the page: with taps, with the keyboard, or with the typed line.

import type { Page } from "playwright-core";

export type Way = "tap" | "keys" | "typed";

interface Group {
  cards: string[];
  /** The rank and the number of the meld it joins, where the move names one. */
  rank: string;
  slot: number;
}

const cardsOf = (text: string): string[] => text.match(/(?:Jk|[2-9TJQKA][cdhs])/g) ?? [];

function groupsOf(text: string): Group[] {
  return text
    .split(/[ ,]+/)
    .filter(Boolean)
    .map((part) => {
      const [, cards = "", rank = "", slot = ""] =
        /^((?:Jk|[2-9TJQKA][cdhs])*)(?:\+([2-9TJQKA]))?(?:@(\d))?$/.exec(part) ?? [];
      return { cards: cardsOf(cards), rank, slot: Number(slot) };
    });
}

/** A move with the cards of each group in one order, so that two spellings of it are the same text. */
export const spelled = (move: string): string =>
  move.replace(/(?:Jk|[2-9TJQKA][cdhs]){2,}/g, (cards) => cardsOf(cards).sort().join(""));

const KEYS: Record<string, string> = {
  draw: "d",
  yes: "y",
  no: "n",
  knock: "b",
  stuck: "b",
  lift: "b",
  restore: "b",
  end: "e",
  "pick up": "p",
};

const SLIP_MS = 270;

export class Player {
  #tapped = Date.now();

  constructor(
    private readonly page: Page,
    private readonly way: Way,
  ) {}

  /** Do what `move` says, as far as the page lets it be done. */
  async move(move: string): Promise<void> {
    if (this.way === "typed") return this.#type(move);
    const [, verb = "", rest = ""] = /^(pick up|\w+) ?(.*)$/.exec(move) ?? [];
    if (verb === "lay") await this.#lay(groupsOf(rest));
    else if (verb === "take") await this.#take(rest);
    else if (verb === "discard") await this.#discard(cardsOf(rest));
    else if (verb === "ask") await this.#ask(rest);
    else if (verb === "top") {
      await this.#choose(cardsOf(rest));
      await this.#press(`top ${rest.charAt(0)}`, "m");
    } else await this.#press(verb, KEYS[verb] ?? "");
  }

  async #type(move: string): Promise<void> {
    if ((await this.page.locator("#typed").count()) === 0) await this.page.keyboard.press("/");
    await this.page.locator("#typed").fill(move);
    await this.page.keyboard.press("Enter");
  }

  #button(id: string) {
    return this.page.locator(`.acts [data-do="${id}"]`);
  }
  async #press(id: string, key: string): Promise<void> {
    await this.#button(id).waitFor();
    if (this.way === "keys" && key) {
      await this.page.keyboard.press(key);
      return;
    }
    // A second tap at once, at the same place, is taken for a slip.
    const soon = this.#tapped + SLIP_MS - Date.now();
    if (soon > 0) await this.page.waitForTimeout(soon);
    const reason = (await this.#button(id).getAttribute("aria-disabled")) === "true";
    await this.#button(id).tap({ force: reason });
    this.#tapped = Date.now();
  }
  /** Whether one of `ids` stands among the buttons, and which. */
  async #offered(...ids: string[]): Promise<string> {
    const found = await this.page
      .locator(ids.map((id) => `.acts [data-do="${id}"]`).join(", "))
      .first()
      .getAttribute("data-do");
    return found ?? "";
  }

  async #choose(cards: string[]): Promise<void> {
    for (const card of cards) {
      this.#tapped = 0;
      const one = this.page.locator(`.held-card[data-id^="${card}."][aria-selected="false"]`).first();
      if (this.way === "tap") {
        await one.tap({ position: { x: 9, y: 9 } });
        continue;
      }
      const id = await one.getAttribute("data-id");
      await this.page.keyboard.press(card === "Jk" ? "*" : card.startsWith("T") ? "0" : card.charAt(0));
      for (
        let step = 0;
        step < 12 && (await this.page.evaluate(() => (document.activeElement as HTMLElement).dataset["id"])) !== id;
        step += 1
      )
        await this.page.keyboard.press("ArrowDown");
      await this.page.keyboard.press("Space");
    }
  }

  async #lay(groups: Group[]): Promise<void> {
    const [only, ...others] = groups;
    if (only && others.length === 0) {
      await this.#choose(only.cards);
      if (only.rank || only.slot) {
        const rank = only.rank || only.cards[0]?.charAt(0);
        await this.page.locator(`[data-drop="meld:${rank}.${only.slot || 1}"]`).press("Enter");
        return;
      }
      const way = await this.#offered("add", "lay", "stage");
      await this.#press(way, { add: "m", lay: "l", stage: "Enter" }[way] ?? "");
      if (way !== "stage") return;
    } else for (const group of groups) await this.#stage(group);
    await this.#press("lay", "l");
  }
  async #stage(group: Group): Promise<void> {
    await this.#choose(group.cards);
    await this.#press("stage", "Enter");
  }

  async #take(rest: string): Promise<void> {
    if (rest.startsWith("card")) {
      await this.#press("more", "o");
      await this.page.getByRole("button", { name: /^Take the card/ }).press("Enter");
      return;
    }
    const [, ...melds] = groupsOf(rest);
    await this.#press("take", "t");
    if (melds.length === 0) return;
    await this.page.locator(".tray").waitFor();
    for (const group of melds) await this.#stage(group);
    await this.#press("lay", "l");
  }

  async #discard(cards: string[]): Promise<void> {
    await this.#choose(cards);
    await this.#press("discard", "x");
    const sure = this.#button("sure");
    if ((await sure.count()) > 0) await this.#press("sure", "x");
  }

  async #ask(seat: string): Promise<void> {
    if ((await this.#button(`ask ${seat}`).count()) > 0) return this.#press(`ask ${seat}`, "i");
    await this.#press("ask", "i");
    await this.page.locator(`dialog [data-do="ask ${seat}"]`).press("Enter");
  }
}
