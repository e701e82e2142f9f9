// What a browser keeps for canasta: one text by each key, in IndexedDB; without one, in memory until the page is
// closed.

import { openDB, type IDBPDatabase } from "idb";

const STORE = "kept";
const LOG = "log/";
const AFTER_LOG = "log0";

export interface Keeper {
  /** Whether anything is still there after the page was closed. */
  readonly keeps: boolean;
  /** Everything but logs. */
  small(): Promise<Record<string, string>>;
  /** The entries of the log of a table, in order. */
  log(code: string): Promise<string[]>;
  /**
   * Keep `rows` and delete those with the keys `drop`, all or nothing; resolves when that is safe. An entry is never
   * replaced.
   */
  keep(rows: Record<string, string>, drop: string[]): Promise<void>;
  /** Keep `rows` soon. */
  note(rows: Record<string, string>): void;
}

/** `path`: the page's, for other pages of the same host keep things, too. */
export async function openKeeper(path: string): Promise<Keeper> {
  try {
    const db = await openDB(`canasta ${path}`, 1, { upgrade: (made) => void made.createObjectStore(STORE) });
    return new Database(db);
  } catch {
    return new Memory();
  }
}

class Database implements Keeper {
  readonly keeps = true;

  constructor(private readonly db: IDBPDatabase) {}

  async small(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const range of [IDBKeyRange.upperBound(LOG, true), IDBKeyRange.lowerBound(AFTER_LOG)]) {
      const [keys, texts] = await Promise.all([this.db.getAllKeys(STORE, range), this.db.getAll(STORE, range)]);
      keys.forEach((key, at) => (found[String(key)] = String(texts[at])));
    }
    return found;
  }
  async log(code: string): Promise<string[]> {
    return (await this.db.getAll(STORE, IDBKeyRange.bound(`${LOG}${code}/`, `${LOG}${code}0`))) as string[];
  }
  async keep(rows: Record<string, string>, drop: string[]): Promise<void> {
    const change = this.db.transaction(STORE, "readwrite", { durability: "strict" });
    const done = [
      ...Object.entries(rows).map(([key, text]) =>
        key.startsWith(LOG) ? change.store.add(text, key) : change.store.put(text, key),
      ),
      ...drop.map((key) => change.store.delete(key)),
    ];
    await Promise.all([...done, change.done]);
  }
  note(rows: Record<string, string>): void {
    if (Object.keys(rows).length === 0) return;
    const change = this.db.transaction(STORE, "readwrite", { durability: "relaxed" });
    const puts = Object.entries(rows).map(([key, text]) => change.store.put(text, key));
    Promise.all([...puts, change.done]).catch(() => {}); // the next one has it, too
  }
}

class Memory implements Keeper {
  readonly keeps = false;
  readonly #rows = new Map<string, string>();

  small(): Promise<Record<string, string>> {
    return Promise.resolve({});
  }
  log(code: string): Promise<string[]> {
    const mine = [...this.#rows].filter(([key]) => key.startsWith(`${LOG}${code}/`));
    return Promise.resolve(mine.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text));
  }
  keep(rows: Record<string, string>, drop: string[]): Promise<void> {
    this.note(rows);
    for (const key of drop) this.#rows.delete(key);
    return Promise.resolve();
  }
  note(rows: Record<string, string>): void {
    for (const [key, text] of Object.entries(rows)) this.#rows.set(key, text);
  }
}
