// Cards that fly, by the Web Animations API: where they were is measured before the page changes, where they are
// afterwards. Only transforms and opacity are animated.

import { drawnAs } from "../lib/cards/faces.svelte";
import { type Flight, Queue, type Spot, lasts } from "../lib/cards/flight";

const EASE = "cubic-bezier(.2, .7, .3, 1)";
const SQUARE_MS = 350;
const RING_MS = 1_000;
const SVG = "http://www.w3.org/2000/svg";

type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;
/** Where everything stood before the page changed. */
export interface Before {
  cards: Map<string, Box>;
  boxes: Map<string, Box>;
  /** The melds by their sides. */
  melds: Set<string>;
}

const table = (): Element | null => document.querySelector(".table");
const boxOf = (node: Element | null | undefined): Box | null => {
  const box = node?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
};

function nodeOf(spot: Spot): Element | null {
  const root = table();
  if (!root) return null;
  switch (spot.at) {
    case "stock":
      return (
        root.querySelector('[data-zone="stock"] .cards > :last-child') ??
        root.querySelector('[data-zone="pile"] .cards')
      );
    case "pile":
      return root.querySelector('[data-zone="pile"] .cards > :last-child');
    case "hand":
      return root.querySelector(".hand");
    case "tray":
      return root.querySelector(".tray .groups");
    case "seat":
      return root.querySelector(`[data-seat="${spot.seat}"] .held`) ?? root.querySelector(`[data-seat="${spot.seat}"]`);
    case "meld": {
      const side = [...root.querySelectorAll("[data-side]")].find((each) =>
        (each.getAttribute("data-seats") ?? "").split(" ").includes(String(spot.seat)),
      );
      const melds = side?.querySelectorAll(
        spot.rank === "reds" ? '[data-drop="meld:reds"]' : `[data-drop^="meld:${spot.rank}."]`,
      );
      return melds?.[melds.length - 1] ?? side ?? null;
    }
  }
}

export function measured(): Before {
  const root = table();
  const cards = new Map<string, Box>();
  const boxes = new Map<string, Box>();
  for (const node of root?.querySelectorAll<HTMLElement>(".held-card") ?? [])
    cards.set(node.dataset["id"] ?? "", node.getBoundingClientRect());
  for (const at of ["pile", "tray"] as const) {
    const box = boxOf(nodeOf({ at }));
    if (box) boxes.set(at, box);
  }
  const melds = [...(root?.querySelectorAll("[data-drop]") ?? [])].map(meldKey);
  return { cards, boxes, melds: new Set(melds) };
}

const meldKey = (node: Element): string =>
  `${node.closest("[data-side]")?.getAttribute("data-side")} ${node.getAttribute("data-drop")}`;
/** Whether a meld lay there before; a canasta, as an open meld of its rank. */
function lay(before: Before, node: Element): boolean {
  const key = meldKey(node);
  return before.melds.has(key) || (key.includes(".c") && before.melds.has(key.replace(/\.c.*/, ".1")));
}

function drawing(card: string, width: number): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 50 70");
  const drawn = drawnAs(card, width);
  svg.setAttribute("class", drawn.look);
  svg.style.setProperty("--w", `${width}px`);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${drawn.drawing}`);
  svg.append(use);
  return svg;
}

const centre = (box: Box): { x: number; y: number } => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** The transform that shows in the middle of `from` what lies at `to`, at most twice as large. */
function moved(from: Box, to: Box, scale: number): string {
  const start = centre(from);
  const end = centre(to);
  return `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${Math.min(2, scale)})`;
}

export class Flying {
  #queue = new Queue();
  #running = new Set<Animation>();
  #layer: HTMLElement | null = null;

  /** Show `flights`, `speed` times as long as usual, after those that still fly; those of an `own` move at once. */
  show(flights: Flight[], before: Before, speed: number, own: boolean): void {
    const length = flights.reduce((longest, flight) => longest + lasts(flight), 0) * speed;
    const now = performance.now();
    const place = this.#queue.place(now, length, own, document.visibilityState === "hidden");
    if (!place) {
      this.stop();
      return;
    }
    let delay = place.begins - now;
    for (const flight of flights) {
      const rate = speed * place.factor;
      if (flight.to.at === "hand") this.#toHand(flight, before, delay, rate);
      else this.#toPlace(flight, before, delay, rate);
      delay += lasts(flight) * rate;
    }
  }

  /** What is new to the hand, one card after another from where it comes. */
  #toHand(flight: Flight, before: Before, delay: number, rate: number): void {
    const from = before.boxes.get(flight.from.at) ?? boxOf(nodeOf(flight.from));
    if (!from) return;
    const fresh = [...document.querySelectorAll<HTMLElement>(".held-card")].filter(
      (node) => !before.cards.has(node.dataset["id"] ?? ""),
    );
    fresh.forEach((node, at) => {
      const box = node.getBoundingClientRect();
      const transform = moved(from, box, Math.max(0.2, from.width / box.width));
      this.#run(node, [{ transform }, { transform: "none" }], delay + at * flight.gap * rate, flight.ms * rate);
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
      const ghost = drawing(card, width);
      ghost.style.left = `${centre(to).x - width / 2}px`;
      ghost.style.top = `${centre(to).y - width * 0.7}px`;
      this.#ground().append(ghost);
      const transform = moved(from, to, Math.max(0.3, from.width / width));
      const begins = delay + at * flight.gap * rate;
      const animation = this.#run(
        ghost,
        [
          { transform, opacity: 1 },
          { transform: "none", opacity: 1 },
        ],
        begins,
        flight.ms * rate,
        "both",
      );
      const remove = (): void => ghost.remove();
      animation.finished.then(remove, remove);
    });
    // What lies there already shows itself when the cards arrive.
    const arrives = delay + flight.ms * rate;
    const hidden =
      flight.to.at === "pile" || !lay(before, node) ? [node] : node.querySelectorAll(".number, .ticks, .tag");
    if (flight.to.at === "pile" || node.matches("[data-drop]"))
      for (const each of hidden) this.#run(each, [{ opacity: 0 }, { opacity: 0 }], 0, arrives);
    if (flight.closes)
      this.#run(
        node,
        [{ transform: "scale(1.14) rotate(-3deg)" }, { transform: "none" }],
        arrives,
        SQUARE_MS * rate,
        "none",
      );
    const band = flight.closes ? node.querySelector(".band") : null;
    if (band)
      this.#run(
        band,
        [
          { transform: "translateX(-60%)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        arrives,
        SQUARE_MS * rate,
      );
  }

  /** Without motion: a ring for a second around what came. */
  ring(flights: Flight[], before: Before): void {
    const nodes = new Set<Element>();
    for (const flight of flights) {
      if (flight.to.at === "hand")
        for (const node of document.querySelectorAll<HTMLElement>(".held-card"))
          if (!before.cards.has(node.dataset["id"] ?? "")) nodes.add(node);
      const node = flight.to.at === "meld" || flight.to.at === "pile" ? nodeOf(flight.to) : null;
      if (node) nodes.add(node);
    }
    for (const node of nodes) node.classList.add("came");
    setTimeout(() => {
      for (const node of nodes) node.classList.remove("came");
    }, RING_MS);
  }

  /** Everything is where it belongs at once. */
  stop(): void {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.#layer?.remove();
    this.#layer = null;
  }

  #ground(): HTMLElement {
    if (this.#layer?.isConnected) return this.#layer;
    this.#layer = document.createElement("div");
    this.#layer.className = "flights";
    this.#layer.setAttribute("aria-hidden", "true");
    document.body.append(this.#layer);
    return this.#layer;
  }

  #run(node: Element, frames: Keyframe[], delay: number, duration: number, fill: FillMode = "backwards"): Animation {
    const animation = node.animate(frames, { delay, duration, easing: EASE, fill });
    this.#running.add(animation);
    const done = (): void => {
      this.#running.delete(animation);
    };
    animation.finished.then(done, done);
    return animation;
  }
}
