// What a player does at the table, and what goes over the wire for it: by tap, by drag and by keyboard.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Message, type Seen, Stand, fixture } from "./stand";

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

const moves = (seen: Seen): unknown[] =>
  seen.sent.filter((message) => message["t"] === "do").map((message) => message["move"] ?? message["act"]);
const asked = (seen: Seen): Promise<void> =>
  expect.poll(() => moves(seen).length, { timeout: 5_000 }).toBeGreaterThan(0);
const firstOf = (name: string): string => fixture(name).table.state.own!.hand!.slice(0, 2);
const tap = (seen: Seen, id: string): Promise<void> =>
  seen.page.locator(`[data-id="${id}"]`).click({ position: { x: 9, y: 9 } });

test("a tap on the stock draws, a tap on the pile takes it", async () => {
  const [way] = fixture("four-draw").table.state.own!.choices!["take"] as { with: string }[];
  for (const [zone, move] of [
    ["stock", "draw"],
    ["pile", `take ${way!.with}`],
  ] as const) {
    const seen = await stand.show(fixture("four-draw"), 390, 844, { touch: true });
    await seen.page.locator(`[data-zone="${zone}"]`).tap();
    await asked(seen);
    expect(moves(seen)).toEqual([move]);
    await seen.context.close();
  }
}, 60_000);

test("by keyboard: choose a rank, put it into the tray, and lay", async () => {
  const seen = await stand.show(fixture("four-opening"), 1280, 800, {
    answer: (message, socket) => {
      if (message["t"] === "try")
        socket.send(JSON.stringify({ t: "tried", n: message["n"], worth: 155, refused: null }));
    },
  });
  await seen.page.keyboard.press("J");
  await seen.page.keyboard.press("Shift+Space");
  await seen.page.keyboard.press("Enter");
  await seen.page.getByRole("button", { name: "Lay 155" }).waitFor();
  await seen.page.keyboard.press("l");
  await asked(seen);
  expect(moves(seen)).toEqual([
    `lay ${fixture("four-opening")
      .table.state.own!.hand!.match(/J[cdhs]/g)!
      .join("")}`,
  ]);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);

test("a mouse drags a card to the pile", async () => {
  const seen = await stand.show(fixture("four-late"), 1280, 800);
  const drag = async (id: string, target: string): Promise<void> => {
    const from = (await seen.page.locator(`[data-id="${id}"]`).boundingBox())!;
    const to = (await seen.page.locator(target).first().boundingBox())!;
    await seen.page.mouse.move(from.x + 9, from.y + 9);
    await seen.page.mouse.down();
    await seen.page.mouse.move(from.x + 30, from.y - 20, { steps: 4 });
    await seen.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 6 });
    await seen.page.mouse.up();
  };
  const card = firstOf("four-late");
  await drag(`${card}.0`, '[data-zone="pile"]');
  await asked(seen);
  expect(moves(seen)).toEqual([`discard ${card}`]);
  await seen.context.close();
}, 60_000);

test("a refused move leaves the cards chosen, with the sentence beside them and the rule a tap away", async () => {
  const section = {
    chapter: "Turns",
    clause: "turn.discard",
    title: "The discard",
    sentences: [{ text: "You discard one card.", mark: "" }],
    notes: [],
  };
  const seen = await stand.show(fixture("eight-pairs"), 390, 844, {
    api: {
      "/api/tables/K7M4XHPC/clauses": { title: "Hand, Knee and Foot", short: [], sections: [section], causes: {} },
    },
    answer: (message, socket) => {
      if (message["t"] === "do")
        socket.send(
          JSON.stringify({ t: "refused", cmd: message["cmd"], clause: "turn.discard", text: "Not this card." }),
        );
    },
  });
  const id = `${firstOf("eight-pairs")}.0`;
  await tap(seen, id);
  // It fits a meld, so the page asks first; the second tap of a double tap does not answer.
  await seen.page.getByRole("button", { name: /^Discard \d/ }).dblclick();
  await seen.page.getByText(/^Discard .*\? It fits your/).waitFor();
  expect(moves(seen)).toEqual([]);
  await seen.page.waitForTimeout(260);
  await seen.page.getByRole("button", { name: /^Discard \d/ }).click();
  await seen.page.getByRole("alert").getByText("Not this card.").waitFor();
  expect(await seen.page.locator('[data-id="' + id + '"]').getAttribute("aria-selected")).toBe("true");
  await seen.page.getByRole("button", { name: "Why?" }).click();
  await seen.page.getByText("You discard one card.").waitFor();
  await seen.page.keyboard.press("Escape");
  await seen.context.close();
}, 60_000);

test("a refusal of another turn does not stay over the sentence of one's own; the table's has no rule", async () => {
  const shown = fixture("four-late");
  const own = shown.table.state.own!;
  const { choices } = own;
  delete own.choices;
  own["take_back"] = true;
  const seen = await stand.show(shown, 844, 390, {
    answer: (message, socket) => {
      if (message["t"] === "do")
        socket.send(
          JSON.stringify({
            t: "refused",
            cmd: message["cmd"],
            clause: "table.no-take-back",
            text: "This discard can't be taken back.",
          }),
        );
    },
  });
  await seen.page.getByRole("button", { name: "Take back" }).click();
  await seen.page.getByRole("alert").getByText("This discard can't be taken back.").waitFor();
  expect(await seen.page.getByRole("button", { name: "Why?" }).count()).toBe(0);
  seen.socket().send(
    JSON.stringify({
      t: "happened",
      seq: shown.table.seq + 2,
      at: 0,
      by: 4,
      cmd: "x",
      events: [],
      lines: [],
      public: {},
      own: { choices },
    }),
  );
  await seen.page.locator('[data-do="discard"]').waitFor();
  expect(await seen.page.getByRole("alert").getByText("taken back").count()).toBe(0);
  await seen.context.close();
}, 60_000);

test("what others do moves nothing, and takes nothing that is chosen away", async () => {
  const shown = fixture("four-opening");
  const seen = await stand.show(shown, 390, 844);
  const jacks = await seen.page.locator('[data-id^="J"]').count();
  for (const card of await seen.page.locator('[data-id^="J"]').all()) await card.click({ position: { x: 9, y: 9 } });
  await seen.page.getByRole("button", { name: "to the tray" }).click();
  const id = `${firstOf("four-opening")}.0`;
  await tap(seen, id);
  const places = (): Promise<unknown> =>
    seen.page.evaluate(
      (chosen) =>
        [".top", ".plates", ".others", ".mine", ".middle", ".tray", ".hand", ".acts", chosen].map((each) =>
          JSON.stringify(document.querySelector(each)?.getBoundingClientRect()),
        ),
      `[data-id="${id}"]`,
    );
  const before = await places();
  const table = shown.table.state.public.table as Message & { sides: Record<string, { melds: Message }> };
  const theirs = Object.entries(table.sides).find(([, side]) => Object.keys(side.melds).length > 0)![0];
  seen.socket().send(
    JSON.stringify({
      t: "happened",
      seq: shown.table.seq + 2,
      at: 0,
      by: 2,
      cmd: "x",
      events: [],
      lines: [],
      public: {
        table: {
          sides: {
            [theirs]: { melds: { "4.1": { cards: "4c4d4h" }, "7.1": { cards: "7c7d7h" }, "T.1": { cards: "TcTdTh" } } },
          },
        },
      },
    }),
  );
  await expect
    .poll(() => seen.page.locator(".others .place").count())
    .toBeGreaterThan(Object.keys(table.sides[theirs]!.melds).length + 2);
  expect(await places()).toEqual(before);
  expect(await seen.page.locator(".group").count()).toBe(1);
  // A reload keeps the tray.
  await seen.page.reload();
  await seen.page.locator(".group").waitFor();
  expect(await seen.page.locator(".group .card").count()).toBe(jacks);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);

test("without a connection the page says so, keeps the cards, and comes back", async () => {
  const seen = await stand.show(fixture("four-late"), 390, 844);
  // The longest of the delays that chance can draw.
  await seen.page.evaluate(() => {
    Math.random = () => 1;
  });
  const id = `${firstOf("four-late")}.0`;
  await tap(seen, id);
  await seen.socket().close();
  await seen.page.getByText("No connection. Trying again…").waitFor();
  expect(seen.sent.filter((message) => message["t"] === "hello")).toHaveLength(1);
  await seen.page.getByText("No connection").waitFor({ state: "detached" });
  expect(seen.sent.filter((message) => message["t"] === "hello")).toHaveLength(2);
  expect(await seen.page.locator('[data-id="' + id + '"]').getAttribute("aria-selected")).toBe("true");
  await seen.context.close();
}, 60_000);
