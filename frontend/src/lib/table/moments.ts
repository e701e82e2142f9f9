// The moments of a table that deserve to be seen: what they are, when each begins beside the cards that fly, and how
// long it lasts. `table/celebrating` shows them.

import { type Flight, LIFT_MS, lasts } from "../cards/flight";
import type { Moved } from "./moved";

export interface Moment {
  kind: "deal" | "pile" | "open" | "canasta" | "foot" | "out";
  /** Whose it is; 0 for everyone's. */
  seat: number;
  /** In milliseconds after the scene begins. */
  at: number;
  ms: number;
  /** Of the meld. */
  rank?: string;
  /** What a side gets, where it flies to its score. */
  points?: number;
  /** What a pile is of, and what a packet is called. */
  cards?: number;
  reserve?: string;
}

/** All between 300 and 900 ms. */
export const MOMENT_MS = { deal: 900, pile: 700, open: 700, canasta: 900, foot: 760, out: 900 } as const;
/** When in the moment of a canasta its band is stamped: that is when it sounds. */
export const STAMP_AT = 220;

/** The moments of one entry, beside its `flights`. */
export function momentsOf(events: readonly Moved[], flights: readonly Flight[]): Moment[] {
  const moments: Moment[] = [];
  const ended = Math.max(0, ...flights.map((flight) => flight.at + lasts(flight)));
  const end = (flight: Flight | undefined): number => (flight ? flight.at + lasts(flight) : ended);
  const closing = (rank: string): Flight | undefined =>
    flights.find((flight) => flight.closes && flight.to.at === "meld" && flight.to.rank === rank);
  const opening = flights.findLast((flight) => flight.to.at === "meld");
  const pile = flights.find((flight) => flight.from.at === "pile");
  const packet = flights.find((flight) => flight.from.at === "seat" && flight.to.at === "hand");
  const put = (kind: Moment["kind"], seat: number, at: number, more: Partial<Moment> = {}): void => {
    moments.push({ kind, seat, at, ms: MOMENT_MS[kind], ...more });
  };
  const closed = events.findLast((event) => event.e === "canasta-made");
  for (const event of events) {
    if (event.e === "dealt") put("deal", event.seat, 0);
    else if (event.e === "took-pile") put("pile", event.seat, pile?.at ?? 0, { cards: event.count });
    else if (event.e === "opened") put("open", event.seat, end(opening), closed ? {} : { points: event.points });
    else if (event.e === "canasta-made")
      put("canasta", event.seat, end(closing(event.rank)), {
        rank: event.rank,
        ...(event === closed ? { points: event.points } : {}),
      });
    else if (event.e === "reserve-taken")
      put("foot", event.seat, packet ? packet.at - LIFT_MS : ended, { reserve: event.reserve });
    else if (event.e === "went-out") put("out", event.seat, ended);
  }
  return moments;
}

/** How long a scene lasts: its flights and its moments. */
export const lengthOf = (flights: readonly Flight[], moments: readonly Moment[]): number =>
  Math.max(0, ...flights.map((each) => each.at + lasts(each)), ...moments.map((each) => each.at + each.ms));

/** When the moment called `kind` is heard, from the beginning of its scene; 0 where there is none. */
export function soundsAt(moments: readonly Moment[], kind: string | null): number {
  const moment = moments.find((each) => each.kind === kind);
  return moment ? moment.at + (kind === "canasta" ? STAMP_AT : 0) : 0;
}
