import { describe, expect, test } from "vitest";
import { Device, type Port } from "../../src/lib/source/device";
import type { Connection } from "../../src/lib/source/source";

type Sent = Record<string, unknown>;

class FakePort implements Port {
  sent: Sent[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: unknown): void {
    this.sent.push(message as Sent);
  }
  tell(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }
  fail(): void {
    this.onerror?.({ preventDefault: () => {} } as ErrorEvent);
  }
}

function made(): { device: Device; tables: FakePort; thinkers: FakePort[] } {
  const tables = new FakePort();
  const thinkers: FakePort[] = [];
  const thinker = (): Port => {
    const port = new FakePort();
    thinkers.push(port);
    return port;
  };
  return { device: new Device({ tables: () => tables, thinker }), tables, thinkers };
}

describe("a device without a server", () => {
  test("gives each question its own answer, in whatever order they come", async () => {
    const { device, tables } = made();
    const me = device.me();
    const look = device.lookAt("K7M4XHPC");
    const [first, second] = tables.sent as [Sent, Sent];
    tables.tell({ n: second["n"], sentence: "There is no such table.", status: 404 });
    tables.tell({ n: first["n"], data: { name: "Ann" } });
    expect(await me).toMatchObject({ data: { name: "Ann" } });
    expect(await look).toMatchObject({ sentence: "There is no such table.", status: 404 });
  });

  test("gives a score sheet as a page, and says why there is none", async () => {
    const { device, tables } = made();
    const [sheet, none] = [device.scoreSheet("K7M4XHPC"), device.scoreSheet("K7M4XHPD")];
    tables.tell({ n: tables.sent[0]!["n"], data: "<!doctype html>" });
    tables.tell({ n: tables.sent[1]!["n"], sentence: "There is no such table.", status: 404 });
    expect(await sheet).toEqual({ data: { page: "<!doctype html>" } });
    expect(await none).toMatchObject({ sentence: "There is no such table." });
  });

  test("opens a table as a wire does, and closes it", async () => {
    const { device, tables } = made();
    const table = device.table("K7M4XHPC");
    const now: Connection[] = [];
    table.listen({ table: () => {}, happened: () => {}, other: () => {}, connection: (each) => now.push(each) });
    table.open();
    await Promise.resolve();
    const [open, hello] = tables.sent as [Sent, Sent];
    expect(open).toMatchObject({ code: "K7M4XHPC" });
    expect(JSON.parse(hello["frame"] as string)).toMatchObject({ t: "hello", have: 0 });
    const welcome = { t: "welcome", protocol: 2, seq: 0, you: { role: "host" }, now: 0 };
    tables.tell({ to: open["open"], frame: JSON.stringify(welcome) });
    expect(now).toEqual(["open"]);
    table.close();
    expect(tables.sent.at(-1)).toEqual({ close: open["open"] });
  });

  test("has tasks done by one worker of their own, and says so where it failed", () => {
    const { tables, thinkers } = made();
    tables.tell({ task: { id: 1, task: "hint" } });
    tables.tell({ task: { id: 2, task: "step" } });
    expect(thinkers.length).toBe(1);
    thinkers[0]!.tell({ done: 1, result: { data: 7 } });
    expect(tables.sent.at(-1)).toEqual({ done: 1, result: { data: 7 } });
    thinkers[0]!.fail();
    expect(tables.sent.at(-1)).toMatchObject({ done: 2, result: { status: 500 } });
    tables.tell({ task: { id: 3, task: "hint" } });
    expect(thinkers.length).toBe(2);
  });

  test("answers with a sentence, now and later, where canasta could not be loaded", async () => {
    const { device, tables } = made();
    const asked = device.me();
    const said: string[] = [];
    const table = device.table("K7M4XHPC");
    table.listen({
      table: () => {},
      happened: () => {},
      connection: () => {},
      other: (message) => said.push("text" in message ? String(message.text) : message.t),
    });
    table.open();
    tables.tell({ ready: false, keeps: false, sentence: "The game could not be loaded." });
    await Promise.resolve();
    expect(await asked).toEqual({ sentence: "The game could not be loaded.", status: 0 });
    expect(await device.playNow("Ann")).toEqual({ sentence: "The game could not be loaded.", status: 0 });
    expect(said).toContain("The game could not be loaded.");
    expect(await device.kept.keeps()).toBe(false);
  });
});
