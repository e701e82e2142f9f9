// A world for wires: sockets that do what the test says, and a clock that only goes on when it is told to.

import type { Json } from "../../src/lib/source/protocol";
import type { Socket, World } from "../../src/lib/source/wire";

export class FakeSocket implements Socket {
  sent: Json[] = [];
  closed = false;
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Json);
  }
  close(): void {
    this.closed = true;
    this.onclose?.({} as CloseEvent);
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as MessageEvent);
  }
}

export class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  time = 0;
  #timers: { at: number; run: () => void }[] = [];
  connect = (): Socket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  now = (): number => this.time;
  random = (): number => 0.5;
  after = (ms: number, run: () => void): unknown => {
    const timer = { at: this.time + ms, run };
    this.#timers.push(timer);
    return timer;
  };
  cancel = (timer: unknown): void => {
    this.#timers = this.#timers.filter((each) => each !== timer);
  };
  pass(ms: number): void {
    const end = this.time + ms;
    for (;;) {
      const next = this.#timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.time = next.at;
      this.cancel(next);
      next.run();
    }
    this.time = end;
  }
  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}
