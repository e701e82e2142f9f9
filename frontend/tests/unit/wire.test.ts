import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { merged } from "../../src/lib/source/merge";
import type { Json, TableState } from "../../src/lib/source/protocol";
import { delayBefore } from "../../src/lib/source/reconnect";
import type { Connection } from "../../src/lib/source/source";
import { Wire } from "../../src/lib/source/wire";
import { FakeSocket, FakeWorld } from "./world";

interface Stream {
  first: { seq: number; you: Json; state: TableState };
  frames: { seq: number; t: string }[];
  last: { seq: number; state: TableState };
}
const stream = JSON.parse(readFileSync(new URL("../../fixtures/stream.json", import.meta.url), "utf8")) as Stream;

describe("merge patches", () => {
  test("set, nest, replace lists and take away", () => {
    expect(merged<Json>({ a: 1, b: { c: 2 }, l: [1] }, { a: null, b: { d: 3 }, l: [2], n: { x: { y: 1 } } })).toEqual({
      b: { c: 2, d: 3 },
      l: [2],
      n: { x: { y: 1 } },
    });
  });
  test("leave untouched parts the same objects", () => {
    const before = { a: { deep: 1 }, b: { c: 1 } };
    const after = merged(before, { b: { c: 2 } });
    expect(after.a).toBe(before.a);
    expect(before.b.c).toBe(1);
  });
});

test("delays are drawn by chance below a bound that doubles up to 15 s", () => {
  expect([0, 1, 2, 5, 9, 40].map((attempt) => delayBefore(attempt, () => 1))).toEqual([
    300, 600, 1200, 9600, 15_000, 15_000,
  ]);
  expect(delayBefore(9, () => 0)).toBe(0);
});

describe("the wire", () => {
  let world: FakeWorld;
  let wire: Wire;
  let states: Connection[];
  const welcome = { t: "welcome", protocol: 1, seq: 0, you: stream.first.you, now: 0 };
  function opened(): FakeSocket {
    world.socket.onopen?.({} as Event);
    world.socket.tell(welcome);
    return world.socket;
  }
  beforeEach(() => {
    world = new FakeWorld();
    states = [];
    wire = new Wire("ws://table.test/t/K7M4XHPC/ws", world);
    wire.listen({ table: () => {}, happened: () => {}, connection: (state) => states.push(state), other: () => {} });
    wire.open();
  });

  test("folds a whole deal to what the server has", () => {
    const socket = opened();
    socket.tell({ t: "table", ...stream.first });
    for (const frame of stream.frames) socket.tell(frame);
    expect(wire.seq).toBe(stream.last.seq);
    expect(wire.state).toEqual(stream.last.state);
  });

  test("asks again from where it is when a frame is missing, and ignores what it has", () => {
    const socket = opened();
    socket.tell({ t: "table", ...stream.first });
    socket.tell(stream.frames[0]!);
    socket.tell(stream.frames[0]!);
    expect(world.sockets).toHaveLength(1);
    socket.tell(stream.frames[2]!);
    expect(world.sockets).toHaveLength(2);
    world.socket.onopen?.({} as Event);
    expect(world.socket.sent).toEqual([{ t: "hello", have: stream.frames[0]!.seq, events: false }]);
    world.socket.tell(welcome);
    for (const frame of stream.frames.slice(1)) world.socket.tell(frame);
    expect(wire.state).toEqual(stream.last.state);
  });

  test("sends a command again with the same id until it is answered", async () => {
    const socket = opened();
    const answer = wire.do({ move: "draw" });
    const [first] = socket.sent.slice(-1);
    expect(first).toMatchObject({ t: "do", move: "draw" });
    world.pass(3_000);
    expect(socket.sent.slice(-1)).toEqual([first]);
    socket.close();
    world.pass(15_000);
    const again = opened();
    expect(again.sent).toEqual([{ t: "hello", have: 0, events: false }, first]);
    again.tell({ t: "done", cmd: first!["cmd"], seq: 9 });
    expect(await answer).toEqual({ seq: 9 });
    expect(wire.unanswered).toBe(0);
    world.pass(9_000);
    expect(again.sent.filter((message) => message["t"] === "do")).toHaveLength(1);
  });

  test("gives a refusal to whoever asked", async () => {
    const socket = opened();
    const answer = wire.do({ move: "discard 4c" });
    socket.tell({ t: "refused", cmd: socket.sent.at(-1)!["cmd"], clause: "turn.draw", text: "Draw first." });
    expect(await answer).toMatchObject({ refused: { clause: "turn.draw", text: "Draw first." } });
  });

  test("notices a server that has gone silent, and pings before", () => {
    const socket = opened();
    world.pass(21_000);
    expect(socket.sent.some((message) => message["t"] === "ping")).toBe(true);
    world.pass(20_000);
    expect(socket.closed).toBe(true);
    expect(states).toContain("lost");
    world.pass(15_000);
    expect(world.sockets.length).toBeGreaterThan(1);
  });

  test("waits longer and longer, and connects at once when asked to", () => {
    opened().close();
    expect(wire.connection).toBe("lost");
    world.pass(149);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
    world.socket.close();
    wire.retry();
    expect(world.sockets).toHaveLength(3);
    opened();
    expect(wire.connection).toBe("open");
  });

  test("ends for good when it is closed", () => {
    opened();
    wire.close();
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});
