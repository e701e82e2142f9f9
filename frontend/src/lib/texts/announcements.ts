// What is read out when someone asks by a key, and what a screen reader hears by itself.

import { cardName, counted, points } from "../cards/cards";
import type { SideModel, TableModel } from "../table/model";

const sentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

export function heardSeat(model: TableModel, seat: number): string {
  const player = model.players.find((each) => each.seat === seat);
  if (!player) return `There is no seat ${seat} at this table.`;
  const side = model.sides.find((each) => each.side === player.side);
  return sentence(
    `seat ${seat}: ${player.spoken}${side ? `; ${side.title}: ${points(side.total)}, ${side.need}` : ""}`,
  );
}

/** The pile as it is named: how many cards, what lies on top, for whom it is frozen. */
export function spokenPile(model: TableModel): string {
  const { cards, frozenFor } = model.pile;
  const top = cards.at(-1);
  return top === undefined
    ? "pile, empty"
    : `pile, ${counted(cards.length, "card")}, ${cardName(top)} on top${frozenFor ? `, frozen ${frozenFor}` : ""}`;
}

export function heardPile(model: TableModel): string {
  const stock = model.stock.reduce((sum, each) => sum + each, 0);
  const because = model.pile.because ? `${model.pile.because} ` : "";
  return `${sentence(spokenPile(model))} ${because}${sentence(`stock, ${counted(stock, "card")}`)}`;
}

export const heardScores = (model: TableModel): string =>
  model.sides
    .map((side) =>
      sentence(`${side.title}: ${points(side.total)}${side.laid ? `, and ${points(side.laid)} on the table` : ""}`),
    )
    .join(" ");

export const heardMelds = (model: TableModel): string =>
  (model.own ? [model.own, ...model.others] : model.sides).map(meldsOfSide).join(" ");

function meldsOfSide(side: SideModel): string {
  const melds = side.melds.map((meld) => meld.spoken);
  return sentence(`${side.title}: ${melds.length ? melds.join("; ") : "nothing laid yet"}`);
}
