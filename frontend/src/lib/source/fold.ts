import { movedBetween } from "../table/moved";
import { merged } from "./merge";
import type { TableState } from "./protocol";
import type { Happened, Heard } from "./source";

/** The table after what `happened` at it, as `seat` knows it, and what a listener hears of that. */
export function folded(before: TableState, happened: Happened, seat: number): { state: TableState; heard: Heard } {
  const state: TableState = { ...before, public: merged(before.public, happened.public) };
  if (happened.own) state.own = merged(before.own ?? { seat }, happened.own);
  const back = ["undo", "restart", "take-back"].includes(happened.act ?? "");
  return { state, heard: { ...happened, moved: back ? [] : movedBetween(before, state, happened.by ?? 0) } };
}
