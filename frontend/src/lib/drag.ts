// Dragging cards from the hand. Every drag has its taps; what a drop does is what the taps would do.

import type { HandCard } from "./cards";
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

/** Let a card of the hand be dragged: at once with a mouse, after holding it with a finger. */
export function dragging(game: Game, card: HandCard): (node: HTMLElement) => () => void {
  return (node) => {
    let from: { x: number; y: number; id: number; touch: boolean } | null = null;
    let hold: ReturnType<typeof setTimeout> | undefined;
    let ghost: HTMLElement | null = null;
    let over: Element | null = null;

    function lift(): void {
      if (!from) return;
      if (!game.chosen.includes(card.id)) game.toggle(card.id);
      node.setPointerCapture(from.id);
      ghost = document.createElement("div");
      ghost.className = "drag";
      const picked = document.querySelectorAll(".held-card.up .card, .held-card:focus .card");
      const cards = picked.length ? [...picked] : [...node.querySelectorAll(".card")];
      cards.slice(0, 5).forEach((each) => ghost?.append(each.cloneNode(true)));
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
      if (event.button !== 0) return;
      const touch = event.pointerType !== "mouse";
      from = { x: event.clientX, y: event.clientY, id: event.pointerId, touch };
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
