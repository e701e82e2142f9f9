// A visit from its address to its end, at a table that answers as the test says.

import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Told } from "../../src/lib/source/answers";
import { Game } from "../../src/lib/table/game.svelte";
import type { Json, TableState } from "../../src/lib/source/protocol";
import { Visit, WrongStage } from "../../src/lib/table/visit.svelte";
import type { Connection } from "../../src/lib/source/source";
import { Wire } from "../../src/lib/source/wire";
import { FakeWorld } from "./world";

const fixture = JSON.parse(readFileSync(new URL("../../fixtures/waiting.json", import.meta.url), "utf8")) as {
  table: { state: TableState };
};
const open = fixture.table.state;
const ANN = { role: "nobody", person: "p-ann", name: "Ann" };

/** Lets every answer that is there arrive. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let world: FakeWorld;
let name: string;
let called: string[];
let naming: Told<object>;
let found: Told<object>;
let connections: [Connection, Connection][];
const left = vi.fn();
const forgotten = vi.fn();

function visiting(options: { hosting?: boolean } = {}): Visit {
  return new Visit(
    "AAAABBBB",
    {
      open: (changed) => {
        const game = new Game("AAAABBBB", new Wire("ws://table", world), changed);
        game.source.open();
        return game;
      },
      name: () => name,
      sayName: (said) => {
        called.push(said);
        return Promise.resolve(naming);
      },
      lookAt: () => Promise.resolve(found),
      connected: (now, before) => connections.push([before, now]),
      forget: forgotten,
      leave: left,
    },
    options,
  );
}

/** The table welcomes the person as `you`, and tells its `state`. */
function welcome(you: Json, state: TableState = open, seq = 1): void {
  world.socket.onopen?.({} as Event);
  world.socket.tell({ t: "welcome", you, seq });
  tell(you, state, seq);
}
const tell = (you: Json, state: TableState = open, seq = 1): void =>
  world.socket.tell({ t: "table", state, you, seq, story: [] });

/** What the page asked the table for last. */
const asked = (): Json => world.socket.sent.findLast((each) => each["t"] === "do") ?? {};
const answer = (told: object): void => world.socket.tell({ cmd: asked()["cmd"], ...told });

beforeEach(() => {
  world = new FakeWorld();
  name = "";
  called = [];
  connections = [];
  naming = { data: {} };
  found = { data: {} };
  left.mockClear();
  forgotten.mockClear();
});

describe("someone who has a name", () => {
  test("joins at once, and is here when the table says so", async () => {
    const visit = visiting();
    visit.show(true);
    expect(visit.view).toBe("coming");
    welcome(ANN);
    expect(visit.stage.at).toBe("joining");
    expect(asked()).toMatchObject({ act: "join", called: "Ann" });
    answer({ t: "done", seq: 2 });
    tell({ ...ANN, role: "spectator" }, open, 2);
    await settle();
    expect(visit.stage.at).toBe("here");
    expect(visit.view).toBe("waiting");
  });
  test("does not join where only the rules are read, until they come to the table", () => {
    const visit = visiting();
    visit.show(false);
    welcome(ANN);
    expect(visit.stage.at).toBe("coming");
    expect(asked()).toEqual({});
    visit.show(true);
    expect(visit.stage.at).toBe("joining");
  });
  test("joins once, however often the table is told again", () => {
    const visit = visiting();
    visit.show(true);
    welcome(ANN);
    const first = asked()["cmd"];
    tell(ANN, open, 2);
    expect(asked()["cmd"]).toBe(first);
  });
  test("gets the first seat of a table made for friends, once", () => {
    const visit = visiting({ hosting: true });
    visit.show(true);
    welcome({ ...ANN, role: "host" });
    expect(asked()).toMatchObject({ act: "sit", seat: 1 });
    const first = asked()["cmd"];
    answer({ t: "done", seq: 2 });
    tell({ ...ANN, role: "host" }, open, 2);
    expect(asked()["cmd"]).toBe(first);
  });
  test("stays outside for the reason that the table gives", async () => {
    const visit = visiting();
    visit.show(true);
    welcome(ANN);
    answer({ t: "refused", clause: "table.full", text: "There are too many spectators at this table already." });
    await settle();
    expect([visit.view, visit.sentence]).toEqual(["gone", "There are too many spectators at this table already."]);
    expect(world.socket.closed).toBe(true);
  });
});

describe("someone new", () => {
  test("is asked for a name, becomes someone, comes once more and sits down", async () => {
    const visit = visiting();
    visit.show(true);
    welcome({ role: "nobody" });
    expect(visit.view).toBe("naming");
    const before = visit.game;
    visit.comeAs("Eve", true);
    visit.comeAs("Eve", true); // a second tap
    expect(visit.view).toBe("naming");
    await settle();
    expect(called).toEqual(["Eve"]);
    expect(visit.stage.at).toBe("coming");
    expect(visit.game).not.toBe(before);
    welcome({ role: "nobody", person: "p-eve", name: "Eve" });
    expect(asked()).toMatchObject({ act: "join", called: "Eve" });
    answer({ t: "done", seq: 2 });
    await settle();
    expect(asked()).toMatchObject({ act: "sit" });
  });
  test("is asked again where the name cannot be used", async () => {
    naming = { sentence: "A name has at most 24 characters.", status: 422 };
    const visit = visiting();
    visit.show(true);
    welcome({ role: "nobody" });
    visit.comeAs("Eve", false);
    await settle();
    expect([visit.view, visit.again]).toEqual(["naming", "A name has at most 24 characters."]);
  });
  test("and where someone at the table has it", async () => {
    const visit = visiting();
    visit.show(true);
    welcome(ANN);
    answer({ t: "refused", clause: "table.name", text: "Someone here is called Ann already." });
    await settle();
    expect([visit.view, visit.again]).toEqual(["naming", "Someone here is called Ann already."]);
  });
  test("gives no name in any other stage", () => {
    const visit = visiting();
    expect(() => visit.comeAs("Eve", false)).toThrow(WrongStage);
    visit.show(true);
    welcome(ANN);
    expect(() => visit.comeAs("Eve", false)).toThrow("A name is given in a visit that is joining.");
  });
  test("is not asked for a name that this browser knows", async () => {
    name = "Eve";
    const visit = visiting();
    visit.show(true);
    welcome({ role: "nobody" });
    expect([visit.stage.at, visit.view]).toEqual(["introducing", "waiting"]);
    await settle();
    expect(called).toEqual(["Eve"]);
    expect(visit.stage.at).toBe("coming");
  });
  test("is not named by an answer that comes after they left", async () => {
    const visit = visiting();
    visit.show(true);
    welcome({ role: "nobody" });
    visit.comeAs("Eve", false);
    visit.end();
    await settle();
    expect(visit.stage.at).toBe("left");
    expect(world.sockets.length).toBe(1);
  });
});

describe("someone who is here", () => {
  let visit: Visit;
  beforeEach(() => {
    visit = visiting();
    visit.show(true);
    welcome({ ...ANN, role: "player", seat: 1 });
  });
  test("leaves without a word", () => {
    visit.game.connection.leaving = true;
    tell(ANN, open, 2);
    expect(visit.stage.at).toBe("left");
    expect(left).toHaveBeenCalledOnce();
  });
  test("is told that they are no longer at the table, or kept out of it", () => {
    tell(ANN, open, 2);
    expect(visit.sentence).toBe("You are no longer at this table. You can come back with its code.");
    const other = visiting();
    other.show(true);
    welcome({ ...ANN, role: "player" });
    tell(ANN, { ...open, public: { ...open.public, kept_out: { "p-ann": "Ann" } } } as TableState, 2);
    expect(other.sentence).toBe("The host keeps you out of this table.");
  });
  test("reads the rules to the end when they are sent away, and hears of it at the table", () => {
    visit.show(false);
    tell(ANN, open, 2);
    expect(visit.stage.at).toBe("here");
    visit.show(true);
    expect(visit.view).toBe("gone");
  });
  test("sees the room of what the table does", () => {
    const views = ["open", "drawing", "counting", "over", "closed"].map((state, at) => {
      tell({ ...ANN, role: "player" }, { ...open, public: { ...open.public, state } } as TableState, at + 2);
      return visit.view;
    });
    expect(views).toEqual(["waiting", "before", "counting", "counting", "closed"]);
  });
});

describe("without a connection", () => {
  test("a table that is no more is said and forgotten", async () => {
    found = { sentence: "There is no table with this code.", status: 404 };
    const visit = visiting();
    visit.show(true);
    world.socket.close();
    await settle();
    expect([visit.view, visit.sentence]).toEqual(["gone", "There is no table with this code."]);
    expect(forgotten).toHaveBeenCalledWith("AAAABBBB");
  });
  test("a server that is away is waited for", async () => {
    found = { sentence: "The server does not answer.", status: 0 };
    const visit = visiting();
    visit.show(true);
    world.socket.close();
    await settle();
    expect(visit.view).toBe("coming");
    world.pass(1_000);
    welcome({ ...ANN, role: "player" });
    expect(visit.stage.at).toBe("here");
    expect(connections).toEqual([
      ["connecting", "lost"],
      ["lost", "open"],
    ]);
  });
});
