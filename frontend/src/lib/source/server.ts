// The server that this page came from: tables over WebSocket, all else over HTTP.

import type {
  Book,
  Findings,
  Found,
  GameInfo,
  GoingOn,
  Invitation,
  Made,
  Me,
  Promises,
  Told,
  Wanted,
  Watched,
} from "./answers";
import type { Source, TableSource } from "./source";
import { Wire } from "./wire";

const AWAY = "The server does not answer. Check the connection and try again.";
const SCRIPT = /\/assets\/index-[\w-]+\.js/;

async function asked<T>(path: string, body?: unknown): Promise<Told<T>> {
  try {
    const text = typeof body === "string";
    const headers = { "content-type": text ? "text/plain" : "application/json" };
    const answer = await fetch(
      path,
      body === undefined ? {} : { method: "POST", headers, body: text ? body : JSON.stringify(body) },
    );
    const told: unknown = await answer.json().catch(() => null);
    if (answer.ok && told !== null) return { data: told as T };
    const { text: sentence, detail } = (told ?? {}) as { text?: unknown; detail?: unknown };
    const said =
      typeof sentence === "string"
        ? sentence
        : typeof detail === "string"
          ? detail
          : `The server could not do this (${answer.status}).`;
    return { sentence: said, status: answer.status };
  } catch {
    return { sentence: AWAY, status: 0 };
  }
}

const at = (code: string): string => `/api/tables/${encodeURIComponent(code)}`;
const ofDeal = (deal: number): string => (deal ? `?deal=${deal}` : "");

/** The script that `html` loads, by its name; empty if it loads none. */
export const scriptIn = (html: string): string => SCRIPT.exec(html)?.[0] ?? "";

export class Server implements Source {
  readonly largestRecord = 96 * 1024;

  /** `origin`: where the server is, such as `https://canasta.example`. */
  constructor(private readonly origin: string) {}

  table(code: string): TableSource {
    return new Wire(`${this.origin.replace(/^http/, "ws")}/t/${code}/ws`);
  }
  games(): Promise<Told<GameInfo[]>> {
    return asked("/api/games");
  }
  me(): Promise<Told<Me>> {
    return asked("/api/me");
  }
  sayName(name: string): Promise<Told<Me>> {
    return asked("/api/me", { name });
  }
  checkRules({ game, players, options, house }: Omit<Wanted, "name">): Promise<Told<Findings>> {
    return asked("/api/rules", { game, players, options, house });
  }
  makeTable(wanted: Wanted | GoingOn): Promise<Told<Made>> {
    return asked("/api/tables", wanted);
  }
  playNow(name: string): Promise<Told<Made>> {
    return asked("/api/play", { name });
  }
  makeLesson(name: string): Promise<Told<Made>> {
    return asked("/api/lesson", { name });
  }
  takeSeat(key: string, name: string): Promise<Told<Made>> {
    return asked("/api/seat", { key, name });
  }
  lookAt(code: string): Promise<Told<Found>> {
    return asked(at(code));
  }
  readRules(code: string): Promise<Told<Book>> {
    return asked(`${at(code)}/clauses`);
  }
  watchDeal(code: string, deal: number): Promise<Told<Watched>> {
    return asked(`${at(code)}/replay${ofDeal(deal)}`);
  }
  watchRecord(text: string, deal: number): Promise<Told<Watched>> {
    return asked(`/api/replay${ofDeal(deal)}`, text);
  }
  readPromises(code: string): Promise<Told<Promises>> {
    return asked(`${at(code)}/fairness`);
  }
  recordOf(code: string): string {
    return `${at(code)}/record`;
  }
  invitationTo(code: string): Invitation {
    return { link: `${this.origin}/t/${code}`, picture: `/t/${code}/qr.svg` };
  }
  async isOutdated(): Promise<boolean> {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
    const mine = scriptIn(script?.getAttribute("src") ?? "");
    if (!mine) return false;
    try {
      const answer = await fetch("/", { cache: "no-store" });
      const theirs = answer.ok ? scriptIn(await answer.text()) : "";
      return theirs !== "" && theirs !== mine;
    } catch {
      return false;
    }
  }
}
