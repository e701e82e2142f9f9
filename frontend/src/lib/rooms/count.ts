// The score of a deal as one table: a row for each item, a column for each side, mine first.

import { capital, counted } from "../cards/cards";
import type { SheetState, TableState } from "../source/protocol";

export interface CountCell {
  points: number;
  note: string;
}
export interface CountRow {
  title: string;
  clause: string;
  cells: (CountCell | null)[];
}
export interface CountSide {
  side: number;
  title: string;
  players: { seat: number; name: string; me: boolean }[];
}
export interface Count {
  /** The deal whose lines and points these are. */
  number: number;
  sides: CountSide[];
  rows: CountRow[];
  deal: number[];
  /** All deals so far, with the totals after each. */
  deals: { number: string; points: number[]; after: number[] }[];
  totals: number[];
  minimums: number[];
}

/** The sides by their players, mine first: "You and Tom", "Ruth and Ivy". `called`: what I am called. */
export function sidesOf(state: TableState, called = "You"): CountSide[] {
  const { public: shown, own, rules } = state;
  const seats = Object.keys(shown.seats).map(Number);
  const sides = shown.totals?.length ?? (rules.values.table.sides || seats.length);
  const mine = own ? ((own.seat - 1) % sides) + 1 : 0;
  const name = (seat: number): string => (seat === own?.seat ? called : (shown.seats[seat]?.name ?? `Seat ${seat}`));
  const titled = Array.from({ length: sides }, (_, at) => {
    const side = at + 1;
    const members = seats
      .filter((seat) => ((seat - 1) % sides) + 1 === side)
      .sort((one, other) => Number(other === own?.seat) - Number(one === own?.seat));
    const names = members.map(name);
    return {
      side,
      players: members.map((seat) => ({ seat, name: name(seat), me: seat === own?.seat })),
      title: names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`,
    };
  });
  return titled.sort((one, other) => Number(other.side === mine) - Number(one.side === mine));
}

/** The count of the deal `number`, or of the one that was counted last; null where it is not counted. */
export function countOf(state: TableState, number?: number, called?: string): Count | null {
  const deals = Object.entries(state.public.deals ?? {});
  const [at, last] = (number === undefined ? deals.at(-1) : deals.find(([each]) => Number(each) === number)) ?? [];
  if (!last) return null;
  const sides = sidesOf(state, called);
  const sheets: SheetState[] = sides.map(({ side }) => last.sheets[side - 1] ?? { parts: [], total: 0 });
  const keys: string[] = [];
  const titles = new Map<string, string>();
  const cells = new Map<string, (CountCell | null)[]>();
  const clauses = new Map<string, string>();
  sheets.forEach((sheet, column) => {
    for (const line of sheet.parts.flatMap((part) => part.lines)) {
      // Sheets that were counted before lines had items have a row for each text.
      const key = `${line.clause} ${line.item ?? line.text}`;
      if (!cells.has(key)) {
        keys.push(key);
        cells.set(
          key,
          sides.map(() => null),
        );
      }
      titles.set(key, line.title ?? line.text);
      clauses.set(key, line.clause);
      const note =
        line.each !== undefined
          ? line.count > 1 || Math.abs(line.each) !== Math.abs(line.points)
            ? `${line.count} × ${Math.abs(line.each).toLocaleString("en")}`
            : ""
          : line.item === undefined || line.count === 0
            ? ""
            : counted(line.count, "card");
      cells.get(key)![column] = { points: line.points, note };
    }
  });
  // Bonuses before what counts against a side, each in the order of the game.
  const against = (key: string): number => Number(cells.get(key)!.some((cell) => (cell?.points ?? 0) < 0));
  keys.sort((one, other) => against(one) - against(other));
  return {
    number: Number(at),
    sides,
    deal: sheets.map((sheet) => sheet.total),
    rows: keys.map((key) => ({
      title: capital(titles.get(key) ?? ""),
      clause: clauses.get(key) ?? "",
      cells: cells.get(key)!,
    })),
    deals: deals.map(([number, deal]) => ({
      number,
      points: sides.map(({ side }) => deal.sheets[side - 1]?.total ?? 0),
      after: sides.map(({ side }) => deal.totals[side - 1] ?? 0),
    })),
    totals: sides.map(({ side }) => state.public.totals?.[side - 1] ?? 0),
    minimums: sides.map(({ side }) => state.public.minimums?.[side - 1] ?? 0),
  };
}
