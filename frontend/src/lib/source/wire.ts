import { folded } from "./fold";
import {
  PROTOCOL,
  type Ask,
  type Answers,
  type FromClient,
  type FromServer,
  type TableState,
  type You,
} from "./protocol";
import { delayBefore } from "./reconnect";
import type { Answer, Connection, Happened, Hinted, Listener, TableSource, Tallied, Tried } from "./source";

const PING_MS = 20_000;
const SILENT_MS = 30_000;
const HELLO_MS = 8_000;
const RESEND_MS = 3_000;

/** The part of a WebSocket that is used here. */
export interface Socket {
  send(text: string): void;
  close(): void;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/** Where time, chance and connections come from; tests bring their own. */
export interface World {
  connect(address: string): Socket;
  now(): number;
  random(): number;
  after(ms: number, run: () => void): unknown;
  cancel(timer: unknown): void;
  /** How many times as long as usual a connection is waited for. */
  readonly patience?: number;
}

export const browser: World = {
  connect: (address) => new WebSocket(address),
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, run) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as number),
};

type Answering<T> = Extract<FromServer, { t: T }>;

interface Pending {
  cmd: string;
  text: string;
  sent: number;
  done(answer: Answer): void;
}

/**
 * One table's connection. It reconnects by itself, folds what happened into the state, and sends a command again with
 * the same id until it is answered, so that each is done exactly once.
 */
export class Wire implements TableSource {
  state: TableState | null = null;
  you: You | null = null;
  seq = 0;
  connection: Connection = "connecting";

  #socket: Socket | null = null;
  #attempt = 0;
  #heard = 0;
  #number = 0;
  #welcomed = false;
  #ended = false;
  #timers = new Set<unknown>();
  #pending: Pending[] = [];
  #awaited: { seq: number; resolve: () => void }[] = [];
  #questions = new Map<number, (message: FromServer) => void>();
  #listener: Listener | null = null;
  readonly #client: string;

  constructor(
    private readonly address: string,
    private readonly world: World = browser,
  ) {
    this.#client = Array.from({ length: 8 }, () => Math.floor(this.world.random() * 36).toString(36)).join("");
  }

  listen(listener: Listener): void {
    this.#listener = listener;
  }

  open(): void {
    if (this.#ended) return;
    this.#clear();
    this.#welcomed = false;
    this.#set(
      this.state === null && this.#attempt === 0 ? "connecting" : this.connection === "open" ? "lost" : this.connection,
    );
    const socket = this.world.connect(`${this.address}?v=${PROTOCOL}`);
    this.#socket = socket;
    this.#heard = this.world.now();
    socket.onopen = () => this.#send({ t: "hello", have: this.seq, events: false });
    socket.onmessage = (event) => this.#message(String(event.data));
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
    this.#later(HELLO_MS * (this.world.patience ?? 1), () => {
      if (!this.#welcomed) socket.close();
    });
    this.#beat();
  }

  /** Connect at once if there is no connection: the network is back, the tab is shown, or someone asks for it. */
  retry(): void {
    if (this.#ended) return;
    if (this.connection !== "open") {
      this.#drop();
      this.open();
    } else if (this.world.now() - this.#heard > PING_MS) this.#send({ t: "ping", n: 0 });
  }

  close(): void {
    this.#ended = true;
    this.#clear();
    this.#drop();
    this.#set("ended");
  }

  /**
   * Ask the table for something; resolves when the server has answered, whatever happens to the connection meanwhile.
   */
  do(ask: Ask, after = this.seq): Promise<Answer> {
    const cmd = `${this.#client}-${++this.#number}`;
    return this.#command(cmd, { t: "do", cmd, after, ...ask });
  }

  /** Say something: words, or a reaction. */
  say(text: string, reaction?: string): Promise<Answer> {
    const cmd = `${this.#client}-${++this.#number}`;
    return this.#command(cmd, reaction === undefined ? { t: "say", cmd, text } : { t: "say", cmd, reaction });
  }

  async try(move: string): Promise<Tried> {
    const n = ++this.#number;
    const { worth, refused } = await this.#question<Answering<"tried">>({ t: "try", n, move }, n);
    return { worth: worth ?? null, refused: refused ?? null };
  }

  hint(): Promise<Hinted> {
    const n = ++this.#number;
    return this.#question<Answering<"hinted">>({ t: "hint", n }, n);
  }

  async tally(deal: number, side: number, answers: Answers): Promise<Tallied> {
    const n = ++this.#number;
    const { sheet, impossible, refused } = await this.#question<Answering<"tallied">>(
      { t: "tally", n, deal, side, answers },
      n,
    );
    return sheet ? { sheet, impossible: impossible ?? [] } : { refused: refused! };
  }

  /** Commands that the server has not answered yet. */
  get unanswered(): number {
    return this.#pending.length;
  }

  /** Resolves when the state has the entry `seq`, which the server may confirm before it tells what it changed. */
  reached(seq: number): Promise<void> {
    return seq <= this.seq ? Promise.resolve() : new Promise((resolve) => this.#awaited.push({ seq, resolve }));
  }

  #arrived(): void {
    const there = this.#awaited.filter((each) => each.seq <= this.seq);
    this.#awaited = this.#awaited.filter((each) => each.seq > this.seq);
    for (const each of there) each.resolve();
  }

  #command(cmd: string, message: FromClient): Promise<Answer> {
    return new Promise((resolve) => {
      const pending = { cmd, text: JSON.stringify(message), sent: 0, done: resolve };
      this.#pending.push(pending);
      if (this.#welcomed) this.#resend(pending);
    });
  }

  #resend(pending: Pending): void {
    pending.sent = this.world.now();
    this.#socket?.send(pending.text);
    this.#later(RESEND_MS, () => {
      if (this.#welcomed && this.#pending.includes(pending) && this.world.now() - pending.sent >= RESEND_MS)
        this.#resend(pending);
    });
  }

  /** Questions change nothing: one that is lost with its connection is simply asked again. Their number says whose an
   * answer is. */
  #question<T extends FromServer>(message: FromClient, n: number): Promise<T> {
    return new Promise((resolve) => {
      this.#questions.set(n, (answer) => resolve(answer as T));
      this.#send(message);
    });
  }

  #send(message: FromClient): void {
    if (this.#socket !== null && (message.t === "hello" || this.#welcomed)) this.#socket.send(JSON.stringify(message));
  }

  #message(text: string): void {
    this.#heard = this.world.now();
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return;
    }
    switch (message.t) {
      case "welcome":
        this.you = message.you;
        this.#welcomed = true;
        this.#attempt = 0;
        this.#set("open");
        for (const pending of this.#pending) this.#resend(pending);
        break;
      case "table":
        this.state = message.state;
        this.you = message.you;
        this.seq = message.seq;
        this.#listener?.table(message.state, message.you, message.story ?? [], message.short);
        this.#arrived();
        break;
      case "happened":
        this.#happened(message);
        break;
      case "done":
        this.#answer(message.cmd, { seq: message.seq });
        break;
      case "refused":
        this.#answer(message.cmd, { refused: message });
        break;
      case "tallied":
      case "tried":
      case "hinted":
      case "told":
      case "viewed":
        this.#questions.get(message.n)?.(message);
        this.#questions.delete(message.n);
        break;
      case "pong":
        break;
      default:
        this.#listener?.other(message);
    }
  }

  #happened(happened: Happened): void {
    if (this.state === null || happened.seq <= this.seq) return;
    if (happened.seq > this.seq + 1) {
      // Something is missing. A new hello brings it, or the whole table.
      this.#drop();
      this.open();
      return;
    }
    const { state, heard } = folded(this.state, happened, this.you?.seat ?? 0);
    this.state = state;
    this.seq = happened.seq;
    this.#listener?.happened(heard, state);
    this.#arrived();
  }

  #answer(cmd: string, answer: Answer): void {
    const at = this.#pending.findIndex((pending) => pending.cmd === cmd);
    if (at >= 0) this.#pending.splice(at, 1)[0]?.done(answer);
  }

  #beat(): void {
    this.#later(PING_MS / 2, () => {
      const silent = this.world.now() - this.#heard;
      if (silent > SILENT_MS * (this.world.patience ?? 1)) this.#lost();
      else {
        if (silent > PING_MS / 2) this.#send({ t: "ping", n: 0 });
        this.#beat();
      }
    });
  }

  #lost(): void {
    if (this.#ended) return;
    this.#drop();
    this.#clear();
    this.#set("lost");
    this.#later(
      delayBefore(this.#attempt++, () => this.world.random()),
      () => this.open(),
    );
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #later(ms: number, run: () => void): void {
    const timer = this.world.after(ms, () => {
      this.#timers.delete(timer);
      run();
    });
    this.#timers.add(timer);
  }

  #clear(): void {
    for (const timer of this.#timers) this.world.cancel(timer);
    this.#timers.clear();
  }

  #set(connection: Connection): void {
    if (connection === this.connection) return;
    this.connection = connection;
    this.#listener?.connection(connection);
  }
}
