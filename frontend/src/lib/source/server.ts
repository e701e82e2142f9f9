// The server that this page came from: tables over WebSocket, all else over HTTP.

import type { Invitation, Told } from "./answers";
import type { Source, TableSource } from "./source";
import { Wire } from "./wire";
import { forget, visited } from "../device/localTables";

const AWAY = "The server does not answer. Check the connection and try again.";
const SCRIPT = /\/assets\/index-[\w-]+\.js/;

async function asked<T>(
  path: string,
  body?: unknown,
  read: (answer: Response) => Promise<unknown> = (answer) => answer.json(),
): Promise<Told<T>> {
  try {
    const text = typeof body === "string";
    const headers = { "content-type": text ? "text/plain" : "application/json" };
    const answer = await fetch(
      path,
      body === undefined ? {} : { method: "POST", headers, body: text ? body : JSON.stringify(body) },
    );
    const told: unknown = await (answer.ok ? read(answer) : answer.json()).catch(() => null);
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
  readonly kept = null;

  /** `origin`: where the server is, such as `https://canasta.example`. */
  constructor(private readonly origin: string) {}

  table(code: string): TableSource {
    return new Wire(`${this.origin.replace(/^http/, "ws")}/t/${code}/ws`);
  }
  readonly games: Source["games"] = () => asked("/api/games");
  readonly me: Source["me"] = () => asked("/api/me");
  readonly sayName: Source["sayName"] = (name) => asked("/api/me", { name });
  readonly checkRules: Source["checkRules"] = ({ game, players, options, house, pad = {} }) =>
    asked("/api/rules", { game, players, options, house, pad });
  readonly makeTable: Source["makeTable"] = (wanted) => asked("/api/tables", wanted);
  readonly playNow: Source["playNow"] = (name) => asked("/api/play", { name });
  readonly makeLesson: Source["makeLesson"] = (name) => asked("/api/lesson", { name });
  readonly takeSeat: Source["takeSeat"] = (key, name) => asked("/api/seat", { key, name });
  readonly lookAt: Source["lookAt"] = (code) => asked(at(code));
  readonly bots: Source["bots"] = (code) => asked(at(code));
  readonly readRules: Source["readRules"] = (code) => asked(`${at(code)}/clauses`);
  readonly watchDeal: Source["watchDeal"] = (code, deal) => asked(`${at(code)}/replay${ofDeal(deal)}`);
  readonly watchRecord: Source["watchRecord"] = (text, deal) => asked(`/api/replay${ofDeal(deal)}`, text);
  readonly readPromises: Source["readPromises"] = (code) => asked(`${at(code)}/fairness`);
  readonly record: Source["record"] = (code) => asked(`${at(code)}/record`, undefined, (answer) => answer.text());
  readonly scoreSheet: Source["scoreSheet"] = (code) => Promise.resolve({ data: { address: `${at(code)}/sheet` } });
  readonly tables: Source["tables"] = async () => {
    const looked = await Promise.all(visited().map(async (code) => ({ code, told: await this.lookAt(code) })));
    for (const { code, told } of looked) if ("status" in told && told.status === 404) forget(code);
    return { data: looked.flatMap(({ told }) => ("data" in told ? [told.data] : [])) };
  };
  get onDevice(): string | null {
    return document.querySelector<HTMLMetaElement>('meta[name="canasta-device"]')?.content ?? null;
  }
  invitationTo(code: string): Invitation {
    return { link: `${this.origin}/t/${code}`, picture: `/t/${code}/qr.svg` };
  }
  update(): void {
    location.reload();
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
