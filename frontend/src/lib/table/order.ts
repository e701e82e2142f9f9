// The hand in the player's own order: kept for each table on this device, by the ids of the cards.

import type { HandCard } from "../cards/cards";
import { store, stored } from "../device/settings";

/** `hand` in the kept order; cards that came since stand at the right end, in the order of the hand. */
export function inOwnOrder(hand: HandCard[], order: string[]): HandCard[] {
  const place = new Map(order.map((id, at) => [id, at]));
  const known = hand
    .filter((each) => place.has(each.id))
    .sort((one, other) => place.get(one.id)! - place.get(other.id)!);
  return [...known, ...hand.filter((each) => !place.has(each.id))];
}

/** The ids in `order` with those of `moving` taken out and put in before `before`, or at the end. */
export function reordered(order: string[], moving: string[], before: string | null): string[] {
  if (before !== null && moving.includes(before)) return order;
  const rest = order.filter((id) => !moving.includes(id));
  const at = before === null ? rest.length : rest.indexOf(before);
  return [...rest.slice(0, at), ...order.filter((id) => moving.includes(id)), ...rest.slice(at)];
}

const key = (code: string): string => `canasta.order.${code}`;

export function keptOrder(code: string): string[] {
  try {
    const told: unknown = JSON.parse(stored(key(code)) ?? "[]");
    return Array.isArray(told) ? told.filter((each): each is string => typeof each === "string") : [];
  } catch {
    return [];
  }
}
export const keepOrder = (code: string, order: string[]): void =>
  store(key(code), order.length ? JSON.stringify(order) : null);
