// Dragging cards from the hand, and the pile to the tray. Every drag has its
// taps; what a drop does is what the taps would do.

import { discard, tapMeld, tapPile } from "../table/actions";
import type { Game } from "../table/game.svelte";

const MOUSE_PX = 6;
const HOLD_MS = 200;
const SLACK_PX = 10;
const MOST_DRAWN = 5;

function drop(game: Game, target: string): void {
  const cards = game.hand.chosenCards;
  if (target === "tray" || target.startsWith("group:")) game.tray.stage(target === "tray" ? null : target.slice(6));
  else if (target === "pile") {
    const [card] = cards;
    if (cards.length === 1 && card) discard(game, card.card);
    else void game.ask({ move: "discard" });
  } else if (target.startsWith("meld:")) {
    const key = target.slice(5);
    if (game.hand.lit.includes(key)) tapMeld(game, key);
    else game.tray.stage(key.slice(0, key.indexOf(".")));
  }
}

/** Put the dragged cards where they are dropped within the hand: before the card under the pointer, or after it. */
function place(game: Game, under: Element | null, x: number): void {
  if (game.settings.hand !== "own") return;
  const card = under?.closest<HTMLElement>("[data-id]");
  const ids = game.hand.chosen;
  let before: string | null = null;
  if (card) {
    const box = card.getBoundingClientRect();
    const all = game.hand.held.map((each) => each.id);
    const at = all.indexOf(card.dataset["id"] ?? "") + (x > box.left + box.width / 2 ? 1 : 0);
    before = all.slice(at).find((id) => !ids.includes(id)) ?? null;
  }
  game.hand.move(ids, before);
  game.hand.chosen = [];
}

interface Source {
  /** What is picked up at `target`; null where nothing is. */
  pick(target: Element): HTMLElement | null;
  /** The drawings that follow the pointer; what is picked up is chosen now. */
  lift(picked: HTMLElement): Element[];
  drop(over: string, under: Element | null, x: number): void;
}

/** Let the cards in a hand be dragged: at once with a mouse, after holding one with a finger. */
export function dragging(game: Game): (node: HTMLElement) => () => void {
  return (node) =>
    draggable(node, {
      pick: (target) => target.closest<HTMLElement>("[data-id]"),
      lift: (card) => {
        const id = card.dataset["id"] ?? "";
        const others = [...node.querySelectorAll(".held-card.up")].filter((each) => each !== card);
        if (!game.hand.chosen.includes(id)) game.hand.toggle(id);
        return [card, ...others].map((each) => each.querySelector(".card")).filter((each) => each !== null);
      },
      drop: (over, under, x) => (over === "hand" ? place(game, under, x) : drop(game, over)),
    });
}

/** Let the pile be dragged to the tray, or to the hand where the tray is empty: that takes it. */
export function draggingPile(game: Game): (node: HTMLElement) => () => void {
  return (node) =>
    draggable(node, {
      pick: () => (game.state?.own?.choices?.take?.length ? node : null),
      lift: () => [...node.querySelectorAll(".card")].slice(-MOST_DRAWN),
      drop: (over) => {
        if (over !== "pile") tapPile(game);
      },
    });
}

function draggable(node: HTMLElement, source: Source): () => void {
  let from: { x: number; y: number; pointer: number; touch: boolean; picked: HTMLElement } | null = null;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let ghost: HTMLElement | null = null;
  let over: Element | null = null;

  function lift(): void {
    if (!from) return;
    node.setPointerCapture(from.pointer);
    ghost = document.createElement("div");
    ghost.className = "drag";
    for (const drawing of source.lift(from.picked).slice(0, MOST_DRAWN)) ghost.append(drawing.cloneNode(true));
    ghost.style.setProperty("--w", getComputedStyle(node).getPropertyValue("--w"));
    document.body.append(ghost);
  }
  function end(): void {
    clearTimeout(hold);
    ghost?.remove();
    over?.classList.remove("over");
    ghost = over = from = null;
  }
  function down(event: PointerEvent): void {
    const picked = source.pick(event.target as Element);
    if (event.button !== 0 || !picked) return;
    const touch = event.pointerType !== "mouse";
    from = { x: event.clientX, y: event.clientY, pointer: event.pointerId, touch, picked };
    if (touch) hold = setTimeout(lift, HOLD_MS);
  }
  function move(event: PointerEvent): void {
    if (!from) return;
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y);
    if (!ghost) {
      if (from.touch && far > SLACK_PX) end();
      else if (!from.touch && far > MOUSE_PX) lift();
    }
    if (!ghost) return;
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-drop]") ?? null;
    if (under !== over) {
      over?.classList.remove("over");
      under?.classList.add("over");
      over = under;
    }
    event.preventDefault();
  }
  function up(event: PointerEvent): void {
    const dragged = ghost !== null;
    const under = dragged ? document.elementFromPoint(event.clientX, event.clientY) : null;
    const target = under?.closest<HTMLElement>("[data-drop]")?.dataset["drop"];
    end();
    if (!dragged) return;
    // The click that follows a drag is no tap.
    const swallow = (click: Event): void => click.stopImmediatePropagation();
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
    if (target) source.drop(target, under, event.clientX);
  }
  const touchmove = (event: TouchEvent): void => {
    if (ghost) event.preventDefault();
  };
  node.addEventListener("pointerdown", down);
  node.addEventListener("pointermove", move);
  node.addEventListener("pointerup", up);
  node.addEventListener("pointercancel", end);
  node.addEventListener("touchmove", touchmove, { passive: false });
  return () => {
    end();
    node.removeEventListener("pointerdown", down);
    node.removeEventListener("pointermove", move);
    node.removeEventListener("pointerup", up);
    node.removeEventListener("pointercancel", end);
    node.removeEventListener("touchmove", touchmove);
  };
}
