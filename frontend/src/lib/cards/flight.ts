// Which cards fly where when something happens, and when: plain data, which `table/flying` shows. Only pictures wait
// for each other; the state is always the newest.

import { cardsOf } from "./cards";
import type { Moved } from "../table/moved";
import type { Happening } from "../source/protocol";

/** A place that cards leave or reach: `meld` is the newest meld of a rank of a seat's side. */
export type Spot =
  | { at: "stock" | "pile" | "hand" | "tray" }
  | { at: "seat"; seat: number }
  | { at: "meld"; seat: number; rank: string };

export interface Flight {
  from: Spot;
  to: Spot;
  /** "?" for backs. */
  cards: string[];
  ms: number;
  /** The time between one card and the next. */
  gap: number;
  /** When it begins, in milliseconds after the scene does. */
  at: number;
  /** A canasta that is squared up there when the cards arrive. */
  closes?: boolean;
}

const MS = { draw: 220, discard: 260, lay: 300, take: 380, deal: 260 };
const LAY_GAP = 25;
const DEAL_GAP = 45;
const DEAL_MOST = 900;
/** A pile comes card after card, but however large it is, not for longer than this. */
const TAKE_MOST = 200;
/** So soon one meld follows another of the same turn. */
const MELD_GAP = 110;
/** So long a packet is lifted before its cards come to the hand. */
export const LIFT_MS = 300;
/** So many backs stand for any number of cards that others draw. */
const BACKS = 3;

/** Let `flights` follow each other; melds, closely. */
function timed(flights: Omit<Flight, "at">[]): Flight[] {
  let at = 0;
  return flights.map((each, n) => {
    if (each.from.at === "seat" && each.to.at === "hand") at += LIFT_MS;
    const flight: Flight = { ...each, at };
    at += each.to.at === "meld" && flights[n + 1]?.to.at === "meld" ? MELD_GAP : lasts(flight);
    return flight;
  });
}

/** The flights of one entry, in their order; `mine` is the seat of this page, 0 for a spectator. */
export function flightsOf(events: readonly (Moved | Happening)[], mine: number): Flight[] {
  const flights: Omit<Flight, "at">[] = [];
  const home = (seat: number): Spot => (seat === mine ? { at: "hand" } : { at: "seat", seat });
  const backs = (seat: number, count: number, cards: string | undefined): string[] =>
    seat === mine && cards !== undefined ? cardsOf(cards) : Array.from({ length: Math.min(count, BACKS) }, () => "?");
  for (const event of events) {
    if (event.e === "dealt" && event.seat === mine) {
      const cards = cardsOf(event.cards);
      flights.push({
        from: { at: "stock" },
        to: { at: "hand" },
        cards,
        ms: MS.deal,
        gap: Math.min(DEAL_GAP, (DEAL_MOST - MS.deal) / Math.max(1, cards.length)),
      });
    } else if (event.e === "drew")
      flights.push({
        from: { at: "stock" },
        to: home(event.seat),
        cards: backs(event.seat, event.count, event.cards),
        ms: MS.draw,
        gap: LAY_GAP,
      });
    else if (event.e === "took-pile") {
      const cards = cardsOf(event.cards);
      const gap = Math.min(LAY_GAP, TAKE_MOST / Math.max(1, cards.length));
      flights.push({ from: { at: "pile" }, to: home(event.seat), cards, ms: MS.take, gap });
    } else if (event.e === "reserve-taken")
      flights.push({
        from: { at: "seat", seat: event.seat },
        to: home(event.seat),
        cards: backs(event.seat, event.count, event.cards),
        ms: MS.take,
        gap: LAY_GAP,
      });
    else if (event.e === "discarded")
      flights.push({ from: home(event.seat), to: { at: "pile" }, cards: [event.card], ms: MS.discard, gap: 0 });
    else if (event.e === "melded")
      flights.push({
        from: home(event.seat),
        to: { at: "meld", seat: event.seat, rank: event.rank },
        cards: cardsOf(event.cards),
        ms: MS.lay,
        gap: LAY_GAP,
      });
    else if (event.e === "red-three-on-canasta")
      flights.push({
        from: home(event.seat),
        to: { at: "meld", seat: event.seat, rank: event.rank },
        cards: [event.card],
        ms: MS.lay,
        gap: 0,
      });
    else if (event.e === "red-three-laid")
      flights.push({
        from: home(event.seat),
        to: { at: "meld", seat: event.seat, rank: "reds" },
        cards: [event.card],
        ms: MS.lay,
        gap: 0,
      });
    else if (event.e === "canasta-made") {
      const last = flights.findLast((flight) => flight.to.at === "meld" && flight.to.rank === event.rank);
      if (last) last.closes = true;
    }
  }
  return timed(
    flights.filter((flight) => flight.cards.length > 0 && !(flight.from.at === "seat" && flight.to.at === "seat")),
  );
}

/** How long a flight lasts from when it begins. */
export const lasts = (flight: Omit<Flight, "at">): number => flight.ms + flight.gap * (flight.cards.length - 1);

/** How much longer than usual everything takes; 0 for no motion at all. */
export const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5, none: 0 } as const;
