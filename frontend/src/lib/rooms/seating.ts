// Who sits where at a table that keeps the score of real cards, as it is said before the table is made.

import { LONGEST_NAME, type Ask } from "../source/protocol";
import type { Game } from "../table/game.svelte";
import { lengthOf } from "../table/seats";

export interface Seating {
  /** What the players are called, in the order of the seats; "" for whoever makes the table. */
  names: string[];
  /** The seat that deals first, from 1; 0 leaves it to the rules. */
  dealer: number;
  /** The seat that keeps the score and never deals, from 1; 0 for none. */
  keeper: number;
}

/** Why the name of the seat `at` can't be used beside the others and the `host`; empty if it can. */
export function wrongName(names: string[], at: number, host: string): string {
  const name = names[at]!.trim();
  const alike = (other: string, place: number): boolean =>
    place !== at && other.trim().toLowerCase() === name.toLowerCase();
  if (!name) return "";
  if (lengthOf(name) > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  return names.some(alike) || alike(host, -1)
    ? "Someone here has this name already. Add a letter to tell them apart."
    : "";
}

/** Seat everyone and begin; whether the table did it all. What is done already is not asked for again. */
export async function seat(game: Game, { names, dealer, keeper }: Seating): Promise<boolean> {
  const asks = names.flatMap((called, at): Ask[] => {
    const number = at + 1;
    if (!called) return game.you?.seat ? [] : [{ act: "sit", seat: number }];
    return game.state?.public.seats[number]?.name === called ? [] : [{ act: "name-seat", seat: number, called }];
  });
  const start: Ask = { act: "start", ...(dealer ? { dealer } : {}), ...(keeper ? { keeper } : {}) };
  for (const ask of [...asks, start]) if (!(await game.ask(ask))) return false;
  return true;
}
