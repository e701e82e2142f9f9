// The addresses of the page: what each shows.

export type Route =
  | { room: "home" | "new" | "fair" | "replay" | "matches" }
  | { room: "table" | "table-fair" | "table-replay" | "table-rules"; code: string };

const AT_TABLE = { "": "table", fair: "table-fair", replay: "table-replay", rules: "table-rules" } as const;

/** What the address `path` shows; an unknown one shows the start page. */
export function routeOf(path: string): Route {
  const [, code, rest = ""] = /^\/t\/([A-Za-z0-9]{8})(?:\/([a-z]+))?\/?$/.exec(path) ?? [];
  if (code !== undefined && rest in AT_TABLE)
    return { room: AT_TABLE[rest as keyof typeof AT_TABLE], code: code.toUpperCase() };
  const [, room] = /^\/(new|fair|replay|matches)\/?$/.exec(path) ?? [];
  return { room: (room as "new" | "fair" | "replay" | "matches" | undefined) ?? "home" };
}

/** The address of a table, or of a room beside it. */
export const tablePath = (code: string, room: keyof typeof AT_TABLE = ""): string =>
  `/t/${code}${room ? `/${room}` : ""}`;

/** A code as people type it, without blanks and in capitals; empty if it cannot be one. */
export function readCode(text: string): string {
  const code = text.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return code.length === 8 ? code : "";
}
