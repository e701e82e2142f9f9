// Cards that fly: where they were is measured before the page changes, where they are afterwards.

import type { Flight } from "../lib/cards/flight";
import { type Before, type Box, type Stage, boxOf, lay, moved, nodeOf, packetOf } from "./stage";

const RING_MS = 1_000;

/** What has come to the hand since. */
const freshIn = (before: Before): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(".held-card")].filter(
    (node) => !before.cards.has(node.dataset["id"] ?? ""),
  );

export class Flying {
  constructor(private readonly stage: Stage) {}

  /** Show `flights`, `rate` times as long as usual, in `delay` milliseconds. */
  show(flights: Flight[], before: Before, delay: number, rate: number): void {
    const fresh = new Map<HTMLElement, Box>();
    for (const node of freshIn(before)) fresh.set(node, node.getBoundingClientRect());
    const last = flights.findLast((flight) => flight.to.at === "hand");
    for (const flight of flights) {
      const begins = delay + flight.at * rate;
      if (flight.to.at !== "hand") this.#toPlace(flight, before, begins, rate);
      else {
        // Where two flights reach the hand, each brings its own cards; the last one, all that are left.
        const cards = [...flight.cards];
        const own = [...fresh.keys()].filter((node) => {
          const at = cards.indexOf((node.dataset["id"] ?? "").split(".")[0] ?? "");
          if (at >= 0) cards.splice(at, 1);
          return at >= 0 || flight === last;
        });
        this.#toHand(flight, new Map(own.map((node) => [node, fresh.get(node)!])), before, begins, rate);
        for (const node of own) fresh.delete(node);
      }
    }
  }

  /** What is new to the hand, one card after another from where it comes. */
  #toHand(flight: Flight, fresh: Map<HTMLElement, Box>, before: Before, delay: number, rate: number): void {
    const from =
      flight.from.at === "seat"
        ? packetOf(boxOf(nodeOf({ at: "hand" })))
        : (before.boxes.get(flight.from.at) ?? boxOf(nodeOf(flight.from)));
    if (!from) return;
    [...fresh].forEach(([node, box], at) => {
      const transform = moved(from, box, Math.max(0.2, from.width / box.width));
      this.stage.run(
        node,
        [
          { transform, opacity: 0, offset: 0 },
          { opacity: 1, offset: 0.1 },
          { transform: "none", opacity: 1, offset: 1 },
        ],
        delay + at * flight.gap * rate,
        flight.ms * rate,
      );
    });
  }

  /** Drawings of the cards fly to where they lie already; they are gone when they arrive. */
  #toPlace(flight: Flight, before: Before, delay: number, rate: number): void {
    const node = nodeOf(flight.to);
    const to = boxOf(node);
    if (!node || !to) return;
    const gone = new Map(before.cards);
    for (const held of document.querySelectorAll<HTMLElement>(".held-card")) gone.delete(held.dataset["id"] ?? "");
    flight.cards.forEach((card, at) => {
      const own = flight.from.at === "hand" ? [...gone].find(([id]) => id.startsWith(`${card}.`)) : undefined;
      if (own) gone.delete(own[0]);
      const from =
        own?.[1] ?? (flight.from.at === "hand" ? before.boxes.get("tray") : undefined) ?? boxOf(nodeOf(flight.from));
      if (!from) return;
      const width = Math.max(20, Math.min(to.width, 70));
      const ghost = this.stage.card(card, to, width);
      const transform = moved(from, to, Math.max(0.3, from.width / width));
      const begins = delay + at * flight.gap * rate;
      this.stage.pass(
        ghost,
        [
          { transform, opacity: 1 },
          { transform: "none", opacity: 1 },
        ],
        begins,
        flight.ms * rate,
      );
    });
    // What lies there already shows itself when the cards arrive.
    const arrives = delay + flight.ms * rate;
    const hidden =
      flight.to.at === "pile" || !lay(before, node) ? [node] : node.querySelectorAll(".number, .ticks, .tag");
    if (flight.to.at === "pile" || node.matches("[data-drop]"))
      for (const each of hidden) this.stage.run(each, [{ opacity: 0 }, { opacity: 0 }], 0, arrives);
  }

  /** Without motion: a ring for a second around what came. */
  ring(flights: Flight[], before: Before): void {
    const nodes = new Set<Element>();
    for (const flight of flights) {
      if (flight.to.at === "hand") for (const node of freshIn(before)) nodes.add(node);
      const node = flight.to.at === "meld" || flight.to.at === "pile" ? nodeOf(flight.to) : null;
      if (node) nodes.add(node);
    }
    for (const node of nodes) node.classList.add("came");
    setTimeout(() => {
      for (const node of nodes) node.classList.remove("came");
    }, RING_MS);
  }
}
