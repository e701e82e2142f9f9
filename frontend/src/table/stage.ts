// What is on the table where, and what moves on it: by the Web Animations API, transforms and opacity only.

import { drawnAs } from "../lib/cards/faces.svelte";
import type { Spot } from "../lib/cards/flight";

export const EASE = "cubic-bezier(.2, .7, .3, 1)";
const SVG = "http://www.w3.org/2000/svg";

export type Box = Pick<DOMRect, "left" | "top" | "width" | "height">;
/** Where everything stood before the page changed. */
export interface Before {
  cards: Map<string, Box>;
  boxes: Map<string, Box>;
  /** The melds by their sides. */
  melds: Set<string>;
}

const table = (): Element | null => document.querySelector(".table");
export const boxOf = (node: Element | null | undefined): Box | null => {
  const box = node?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
};

/** What a side has on the table, whether it is a panel or a line. */
export function sideOf(seat: number): Element | null {
  const sides = [...(table()?.querySelectorAll("[data-side]") ?? [])];
  return sides.find((each) => (each.getAttribute("data-seats") ?? "").split(" ").includes(String(seat))) ?? null;
}

/** Where the score of a side stands: best where it says what lies on the table. */
export function scoreOf(seat: number): Element | null {
  const side = sideOf(seat)?.getAttribute("data-side");
  const places = [...(table()?.querySelectorAll(`[data-score="${side}"]`) ?? [])];
  return places.find((each) => boxOf(each.querySelector(".so-far"))) ?? places.find(boxOf) ?? null;
}

export function nodeOf(spot: Spot): Element | null {
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
      const side = sideOf(spot.seat);
      const key = spot.rank === "reds" ? "reds" : `${spot.rank}.`;
      const melds = side?.querySelectorAll(`[data-drop^="meld:${key}"], [data-meld^="${key}"]`);
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
export function lay(before: Before, node: Element): boolean {
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

export const centre = (box: Box): { x: number; y: number } => ({
  x: box.left + box.width / 2,
  y: box.top + box.height / 2,
});

/** Where a packet is lifted at the hand or the plate in `home`: towards the middle of the table. */
export function packetOf(home: Box | null): Box | null {
  if (!home) return null;
  const width = Math.min(64, Math.max(40, innerWidth / 9));
  const { x, y } = centre(home);
  const above = y > innerHeight / 2;
  const top = above ? Math.min(home.top + width, y) - width * 1.6 : home.top + home.height + width * 0.3;
  return { left: Math.min(Math.max(x, width), innerWidth - width) - width / 2, top, width, height: width * 1.4 };
}

/** The transform that shows in the middle of `from` what lies at `to`, at most twice as large. */
export function moved(from: Box, to: Box, scale: number): string {
  const start = centre(from);
  const end = centre(to);
  return `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${Math.min(2, scale)})`;
}

/** All that moves over the table and on it; it can end at any moment, and everything is where it belongs. */
export class Stage {
  #running = new Set<Animation>();
  #layer: HTMLElement | null = null;

  /** Whether something moves, or waits to. */
  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Add `node` to what is shown above the table. */
  add<Shown extends Element>(node: Shown): Shown {
    if (!this.#layer?.isConnected) {
      this.#layer = document.createElement("div");
      this.#layer.className = "flights";
      this.#layer.setAttribute("aria-hidden", "true");
      document.body.append(this.#layer);
    }
    this.#layer.append(node);
    return node;
  }

  /** Add a drawing of `card` in the middle of `box`, `width` wide. */
  card(card: string, box: Box, width: number): SVGSVGElement {
    const ghost = drawing(card, width);
    ghost.style.left = `${centre(box).x - width / 2}px`;
    ghost.style.top = `${centre(box).y - width * 0.7}px`;
    return this.add(ghost);
  }

  run(
    node: Element,
    frames: Keyframe[],
    delay: number,
    duration: number,
    { fill = "backwards", easing = EASE }: { fill?: FillMode; easing?: string } = {},
  ): Animation {
    const animation = node.animate(frames, { delay, duration, easing, fill });
    this.#running.add(animation);
    const done = (): void => {
      this.#running.delete(animation);
    };
    animation.finished.then(done, done);
    return animation;
  }

  /** The same for what was added: it is there only while it moves. */
  pass(node: Element, frames: Keyframe[], delay: number, duration: number, easing = EASE): void {
    const remove = (): void => node.remove();
    this.run(node, frames, delay, duration, { fill: "both", easing }).finished.then(remove, remove);
  }

  /** Everything is where it belongs at once. */
  stop(): void {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
    this.#layer?.remove();
    this.#layer = null;
  }
}
