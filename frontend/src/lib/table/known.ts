import type { Settings } from "../device/settings";
import type { TableState } from "../source/protocol";
import type { TableModel } from "./model";

/** The table as this page knows it now: what the parts of a game look at. */
export interface Known {
  readonly code: string;
  readonly state: TableState | null;
  readonly model: TableModel | null;
  readonly settings: Settings;
}
