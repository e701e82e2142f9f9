// Dragging cards from the hand. Every drag has its taps; what a drop does is what the taps would do.

import type { Game } from "./game.svelte";

const MOUSE_PX = 6;
const HOLD_MS = 200;
const SLACK_PX = 10;

function drop(game: Game, target: string): void {
  const cards = game.chosenCards;
  if (target === "tray" || target.startsWith("group:")) game.stage(target === "tray" ? null : target.slice(6));
  else if (target === "pile") void game.ask({ move: cards.length === 1 ? `discard ${cards[0]?.card}` : "discard" });
  else if (target.startsWith("meld:")) {
    const key = target.slice(5);
    if (game.lit.includes(key)) game.tapMeld(key);
    else game.stage(key.slice(0, key.indexOf(".")));
  }
}

/** Let the cards in a hand be dragged: at once with a mouse, after holding one with a finger. */
export function dragging(game: Game): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; pointer: number; touch: boolean; card: HTMLElement } | null = null;
    let hold: ReturnType<typeof setTimeout> | undefined;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;

    function lift(): void {
      if (!from) return;
      const { card } = from;
      const id = card.dataset["id"] ?? "";
      const others = [...node.querySelectorAll(".held-card.up")].filter((each) => each !== card);
      if (!game.chosen.includes(id)) game.toggle(id);
      node.setPointerCapture(from.pointer);
      ghost = document.createElement("div");
      ghost.className = "drag";
      for (const each of [card, ...others].slice(0, 5)) {
        const drawn = each.querySelector(".card");
        if (drawn) ghost.append(drawn.cloneNode(true));
      }
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
      const card = (event.target as Element).closest<HTMLElement>("[data-id]");
      if (event.button !== 0 || !card) return;
      const touch = event.pointerType !== "mouse";
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId, touch, card };
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
      const target = ghost ? document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-drop]")?.dataset["drop"] : undefined;
      const dragged = ghost !== null;
      end();
      if (!dragged) return;
      // The click that follows a drag is no tap.
      const swallow = (click: Event): void => click.stopImmediatePropagation();
      node.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
      if (target && target !== "hand") drop(game, target);
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
  };
}
