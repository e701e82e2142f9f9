// What the page asks over HTTP. Every answer is either the data or a sentence to show.

export interface GameInfo {
  name: string;
  title: string;
  players: number[];
  usual: number;
  options: { name: string; says: string }[];
}
export interface Problem {
  path: string;
  text: string;
}
export interface Findings {
  title?: string;
  players?: number;
  text?: string;
  problems: Problem[];
  advice: Problem[];
}
export interface Wanted {
  game: string;
  players: number;
  options: string[];
  house: string;
  name: string;
}
export type Told<T> = { data: T } | { sentence: string };

const AWAY = "The server does not answer. Check the connection and try again.";

async function asked<T>(path: string, body?: unknown): Promise<Told<T>> {
  try {
    const answer = await fetch(path, body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const told: unknown = await answer.json().catch(() => null);
    if (answer.ok && told !== null) return { data: told as T };
    const { text, detail } = (told ?? {}) as { text?: unknown; detail?: unknown };
    return { sentence: typeof text === "string" ? text : typeof detail === "string" ? detail : `The server could not do this (${answer.status}).` };
  } catch {
    return { sentence: AWAY };
  }
}

export const listGames = (): Promise<Told<GameInfo[]>> => asked("/api/games");
export const whoAmI = (): Promise<Told<{ person?: string; name?: string }>> => asked("/api/me");
export const checkRules = (wanted: Wanted): Promise<Told<Findings>> =>
  asked("/api/rules", { game: wanted.game, players: wanted.players, options: wanted.options, house: wanted.house });
export const makeTable = (wanted: Wanted): Promise<Told<{ code: string; shown: string; link: string }>> => asked("/api/tables", wanted);
export const lookAt = (code: string): Promise<Told<{ code: string; title: string }>> => asked(`/api/tables/${encodeURIComponent(code)}`);
export const takeSeat = (key: string, name: string): Promise<Told<{ code: string }>> => asked("/api/seat", { key, name });

/** A code as people type it, without blanks and in capitals; empty if it cannot be one. */
export function readCode(text: string): string {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return code.length === 8 ? code : "";
}
