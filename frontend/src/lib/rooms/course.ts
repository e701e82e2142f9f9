// The story of a match that is over, in at most three lines.

import { capital, inWords, points } from "../cards/cards";
import type { TableState } from "../source/protocol";
import type { Count, CountSide } from "./count";

/** A side's title within a sentence: whoever reads it comes first in it. */
const within = ({ title, players }: CountSide): string =>
  players.some((each) => each.me) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;

/** Who led after each deal, as a place in `count.sides`; -1 where several did. */
function leaders(count: Count): number[] {
  return count.deals.map(({ after }) => {
    const best = Math.max(...after);
    return after.filter((each) => each === best).length > 1 ? -1 : after.indexOf(best);
  });
}

/** How the winner came to lead, if leading is what won. */
function lead(count: Count, winner: number, word: string): string {
  const led = leaders(count);
  if (led.length < 2 || led.at(-1) !== winner) return "";
  const { title } = count.sides[winner]!;
  const kept = led.findLastIndex((each) => each !== winner) + 1;
  if (kept === 0) return `${title} led from the first ${word} to the last.`;
  if (kept === led.length - 1) return `${title} took the lead in the last ${word}.`;
  const changes = led.filter((each, at) => at > 0 && each !== led[at - 1]).length;
  const { number } = count.deals[kept]!;
  if (changes < 2) return `${title} took the lead in ${word} ${number} and kept it.`;
  const often = changes === 2 ? "twice" : `${inWords(changes)} times`;
  return `The lead changed hands ${often}; ${within(count.sides[winner]!)} took it for good in ${word} ${number}.`;
}

/** The deal that brought a side most points. */
function bestDeal(count: Count, word: string): string {
  if (count.deals.length < 2) return "";
  const most = Math.max(...count.deals.flatMap((deal) => deal.points));
  const deal = count.deals.find((each) => each.points.includes(most))!;
  const { title } = count.sides[deal.points.indexOf(most)]!;
  return `${title} had the best ${word}: ${points(most)} points in ${word} ${deal.number}.`;
}

/** What counted most for a side, over all deals. */
function most(state: TableState, whose: CountSide): string {
  const sums = new Map<string, number>();
  for (const deal of Object.values(state.public.deals ?? {}))
    for (const line of deal.sheets[whose.side - 1]?.parts.flatMap((part) => part.lines) ?? []) {
      const item = line.title ?? line.text;
      sums.set(item, (sums.get(item) ?? 0) + line.points);
    }
  const [item, sum] = [...sums].reduce((one, other) => (other[1] > one[1] ? other : one), ["", 0]);
  return sum > 0 ? `${capital(item)} brought ${within(whose)} the most: ${points(sum)} points.` : "";
}

/** Tell how the match went; `word` is what its game calls a deal. With several winners only the best deal is told. */
export function courseOf(state: TableState, count: Count, word: string): string[] {
  const winners = state.public.winners ?? [];
  const winner = winners.length === 1 ? count.sides.findIndex((each) => each.side === winners[0]) : -1;
  return [
    winner < 0 ? "" : lead(count, winner, word),
    bestDeal(count, word),
    winner < 0 ? "" : most(state, count.sides[winner]!),
  ].filter(Boolean);
}
