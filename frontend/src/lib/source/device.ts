// Tables on this device, without a server: a worker runs canasta, and speaks the protocol of the server with the page.

import type { Found, GameInfo, Made, Told } from "./answers";
import type { Kept, Source, TableSource } from "./source";
import { browser, Wire, type Socket, type World } from "./wire";

/** What a page asks the worker, and what it is told: see `canasta.device.desk`. */
export type ToWorker =
  | { ask: string; n: number; with: unknown }
  | { open: number; code: string }
  | { from: number; frame: string }
  | { close: number }
  | { done: number; result: unknown };
export type FromWorker =
  | { n: number; data: unknown }
  | { n: number; sentence: string; status: number }
  | { to: number; frame: string }
  | { task: { id: number } }
  /** Whether canasta is there, and anything is kept; else why it is not. */
  | { ready: boolean; keeps: boolean; sentence: string };

/** The part of a worker that is used here. */
export interface Port {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
/** Starts workers: the one of the tables, and one for what takes long. */
export interface Workers {
  tables(): Port;
  thinker(): Port;
}

export const BROKEN = "The game stopped working in this browser. Load the page again: every move so far is kept.";
/** Loading canasta takes a while, the first time above all. */
const PATIENCE = 30;

/** A newer version of the site that waits until no window shows this one any more. */
async function waiting(): Promise<ServiceWorker | null> {
  if (!("serviceWorker" in navigator)) return null;
  const kept = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return kept?.active ? kept.waiting : null;
}

class PortSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;

  constructor(
    private readonly page: number,
    private readonly post: (message: ToWorker) => void,
    private readonly ended: () => void,
  ) {}

  send(text: string): void {
    this.post({ from: this.page, frame: text });
  }
  close(): void {
    this.ended();
    this.post({ close: this.page });
  }
}

export class Device implements Source {
  readonly largestRecord = 96 * 1024;
  readonly #tables: Port;
  #thinker: Port | null = null;
  #number = 0;
  #asked = new Map<number, (told: Told<never>) => void>();
  #sockets = new Map<number, PortSocket>();
  /** Why nothing works here; empty while it does. */
  #broken = "";

  /** `ready` is called when canasta is loaded. */
  constructor(
    private readonly workers: Workers,
    private readonly ready: () => void = () => {},
  ) {
    this.#tables = workers.tables();
    this.#tables.onmessage = (event) => this.#hear(event.data as FromWorker);
    this.#tables.onerror = (event) => {
      event.preventDefault();
      this.#break(BROKEN);
    };
  }

  #keep: (keeps: boolean) => void = () => {};
  readonly #keeps = new Promise<boolean>((resolve) => (this.#keep = resolve));

  readonly kept: Kept = {
    keeps: () => this.#keeps,
    whole: (code) => this.#ask("record", { code, unfinished: true }),
    forget: (code) => this.#ask("forget", { code }),
    backup: () => this.#ask("backup"),
    restore: (text) => this.#ask("restore", { text }),
  };

  table(code: string): TableSource {
    const world: World = { ...browser, patience: PATIENCE, connect: () => this.#connect(code) };
    return new Wire(code, world);
  }

  /** The games stand beside the page, so that they can be read before canasta is loaded. */
  readonly games: Source["games"] = async () => {
    const answer = await fetch(new URL("games.json", document.baseURI)).catch(() => null);
    const told: unknown = await (answer?.ok ? answer.json().catch(() => null) : null);
    return told === null ? this.#ask("games") : { data: told as GameInfo[] };
  };
  readonly me: Source["me"] = () => this.#ask("me");
  readonly sayName: Source["sayName"] = (name) => this.#ask("sayName", { name });
  readonly checkRules: Source["checkRules"] = ({ game, players, options, house, pad = {} }) =>
    this.#ask("checkRules", { game, players, options, house, pad });
  readonly makeTable: Source["makeTable"] = (wanted) => this.#ask<Made>("makeTable", wanted);
  readonly playNow: Source["playNow"] = (name) => this.#ask("playNow", { name });
  readonly makeLesson: Source["makeLesson"] = (name) => this.#ask("makeLesson", { name });
  readonly takeSeat: Source["takeSeat"] = (key, name) => this.#ask("takeSeat", { key, name });
  readonly lookAt: Source["lookAt"] = (code) => this.#ask("lookAt", { code });
  readonly bots: Source["bots"] = (code) => this.#ask("bots", { code });
  readonly readRules: Source["readRules"] = (code) => this.#ask("readRules", { code });
  readonly watchDeal: Source["watchDeal"] = (code, deal) => this.#ask("watchDeal", { code, deal });
  readonly watchRecord: Source["watchRecord"] = (text, deal) => this.#ask("watchRecord", { text, deal });
  readonly readPromises: Source["readPromises"] = (code) => this.#ask("readPromises", { code });
  readonly record: Source["record"] = (code) => this.#ask("record", { code });
  readonly tables: Source["tables"] = () => this.#ask<Found[]>("tables");
  readonly scoreSheet: Source["scoreSheet"] = async (code) => {
    const told = await this.#ask<string>("sheet", { code });
    return "data" in told ? { data: { page: told.data } } : told;
  };
  readonly onDevice = null;
  readonly invitationTo = (): null => null;
  readonly isOutdated = async (): Promise<boolean> => (await waiting()) !== null;
  async update(): Promise<void> {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    (await waiting())?.postMessage("change");
  }

  #ask<T>(name: string, told: unknown = {}): Promise<Told<T>> {
    if (this.#broken) return Promise.resolve({ sentence: this.#broken, status: 0 });
    const n = ++this.#number;
    return new Promise((resolve) => {
      this.#asked.set(n, resolve as (told: Told<never>) => void);
      this.#post({ ask: name, n, with: told });
    });
  }

  #post(message: ToWorker): void {
    this.#tables.postMessage(message);
  }

  #connect(code: string): Socket {
    const page = ++this.#number;
    const socket = new PortSocket(
      page,
      (message) => this.#post(message),
      () => this.#sockets.delete(page),
    );
    this.#sockets.set(page, socket);
    // Whoever connects listens only after this.
    queueMicrotask(() => {
      if (!this.#sockets.has(page)) return;
      this.#post({ open: page, code });
      socket.onopen?.(new Event("open"));
      if (this.#broken) this.#stop(socket);
    });
    return socket;
  }

  #hear(told: FromWorker): void {
    if ("to" in told) this.#sockets.get(told.to)?.onmessage?.(new MessageEvent("message", { data: told.frame }));
    else if ("task" in told) this.#think(told.task);
    else if ("ready" in told) {
      this.#keep(told.keeps);
      if (told.ready) this.ready();
      else this.#break(told.sentence);
    } else {
      this.#asked.get(told.n)?.(told as Told<never>);
      this.#asked.delete(told.n);
    }
  }

  /** Have a task done by a worker of its own, which is started with the first one. */
  #think(task: { id: number }): void {
    if (this.#thinker === null) {
      const thinker = this.workers.thinker();
      const waiting = new Set<number>();
      const failed = (sentence: string): void => {
        this.#thinker = null;
        for (const done of waiting) this.#post({ done, result: { sentence, status: 500 } });
      };
      thinker.onmessage = (event) => {
        const { done, result, ready, sentence } = event.data as {
          done: number;
          result: unknown;
          ready?: boolean;
          sentence: string;
        };
        if (ready === false) failed(sentence);
        else if (ready === undefined) {
          waiting.delete(done);
          this.#post({ done, result });
        }
      };
      thinker.onerror = (event) => {
        event.preventDefault();
        failed(BROKEN);
      };
      const post = thinker.postMessage.bind(thinker);
      this.#thinker = {
        onmessage: null,
        onerror: null,
        postMessage: (each) => {
          waiting.add((each as { id: number }).id);
          post(each);
        },
      };
    }
    this.#thinker.postMessage(task);
  }

  #break(sentence: string): void {
    if (!sentence || this.#broken) return;
    this.#broken = sentence;
    for (const resolve of this.#asked.values()) resolve({ sentence, status: 0 });
    this.#asked.clear();
    for (const socket of this.#sockets.values()) this.#stop(socket);
  }

  #stop(socket: PortSocket): void {
    const data = JSON.stringify({ t: "stopped", text: this.#broken });
    socket.onmessage?.(new MessageEvent("message", { data }));
  }
}
