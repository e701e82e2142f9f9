// A hint at the page: the recommended turn, and the button that plays it
// for as long as the table is as the hint saw it.

import type { WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Message, type Seen, Stand, fixture } from "./stand";

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

const TURN = ["lay KcKs", "discard Qc"];
const LINE = ["Lay ", { ranks: "KK" }, ", discard ", { cards: "Qc" }, "."];
/** What everyone reads of it. */
const HINT = /^Lay .*discard/;
const AFTER: Record<string, Message> = {
  "lay KcKs": { hand: "8sTdQc", choices: { add: null, discard: "8sTdQc" } },
  "discard Qc": { hand: "8sTd", choices: null },
};
const moves = (seen: Seen): unknown[] =>
  seen.sent.filter((message) => message["t"] === "do").map((message) => message["move"]);

/**
 * A table of one's own with five cards; `drawn` come to the hand with the first move, before which `others` do
 * something, and `refused` is the move that is refused.
 */
async function sitDown({ drawn = "", others = null as Message | null, refused = "" } = {}): Promise<
  Seen & { tell: (what: Message) => void }
> {
  const shown = { ...fixture("four-late"), told: [] };
  let seq = shown.table.seq;
  const told = (socket: WebSocketRoute, what: Message): void => {
    seq += 1;
    socket.send(JSON.stringify({ t: "happened", seq, at: 0, lines: [], public: {}, ...what }));
  };
  const seen = await stand.show(shown, 390, 844, {
    answer: (message, socket) => {
      if (message["t"] === "hint")
        socket.send(JSON.stringify({ t: "hinted", n: message["n"], move: TURN[0], moves: TURN, line: LINE }));
      if (message["t"] !== "do") return;
      const move = String(message["move"]);
      if (move === refused) {
        socket.send(JSON.stringify({ t: "refused", cmd: message["cmd"], clause: "", text: "Not this one." }));
        return;
      }
      if (others) told(socket, others);
      // As at a real server, the answer may come before what it did.
      socket.send(JSON.stringify({ t: "done", cmd: message["cmd"], seq: seq + 1 }));
      told(socket, { by: 1, own: { ...AFTER[move], ...(drawn ? { hand: `8sTdQc${drawn}` } : {}) } });
    },
  });
  return { ...seen, tell: (what) => told(seen.socket(), what) };
}

async function hinted(seen: Seen): Promise<void> {
  await seen.page.keyboard.press("h");
  await seen.page.getByText(HINT).waitFor();
}

test("a button plays the whole turn, one move after another", async () => {
  const seen = await sitDown();
  await seen.page.getByRole("button", { name: "Hint" }).click();
  await seen.page.getByText(HINT).waitFor();
  expect(moves(seen)).toEqual([]);
  await seen.page.getByRole("button", { name: "Play this" }).click();
  await expect.poll(() => moves(seen)).toEqual(TURN);
  await expect.poll(() => seen.page.locator(".held-card").count()).toBe(2);
  expect(await seen.page.getByRole("button", { name: "Play this" }).count()).toBe(0);
  expect(await seen.page.getByText(HINT).count()).toBe(0);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);

test("Enter plays it once, and so does an empty typed line", async () => {
  for (const way of ["h", "/"]) {
    const seen = await sitDown();
    if (way === "h") await hinted(seen);
    else {
      await seen.page.keyboard.press("/");
      await seen.page.locator("#typed").fill("hint");
      await seen.page.keyboard.press("Enter");
      await seen.page.getByText(HINT).waitFor();
      await expect.poll(() => seen.page.locator("#typed").inputValue()).toBe("");
    }
    await seen.page.keyboard.press("Enter");
    await seen.page.keyboard.press("Enter");
    await expect.poll(() => seen.page.locator(".held-card").count()).toBe(2);
    await seen.page.keyboard.press("Enter");
    await seen.page.waitForTimeout(150);
    expect(moves(seen)).toEqual(TURN);
    await seen.context.close();
  }
}, 60_000);

test("it stops at a refusal, which is shown", async () => {
  const seen = await sitDown({ refused: TURN[0]! });
  await hinted(seen);
  await seen.page.getByRole("button", { name: "Play this" }).click();
  await seen.page.getByRole("alert").getByText("Not this one.").waitFor();
  expect(moves(seen)).toEqual([TURN[0]]);
  expect(await seen.page.getByRole("button", { name: "Play this" }).count()).toBe(0);
  await seen.context.close();
}, 60_000);

test.each([
  ["new cards", { drawn: "9h" }, "You have new cards. Ask for another hint."],
  ["what others do", { others: { by: 3 } }, "The table has changed. Ask for another hint."],
] as const)(
  "it stops at %s",
  async (_, what, said) => {
    const seen = await sitDown(what);
    await hinted(seen);
    await seen.page.getByRole("button", { name: "Play this" }).click();
    await seen.page.getByText(said).waitFor();
    await seen.page.waitForTimeout(150);
    expect(moves(seen)).toEqual([TURN[0]]);
    await seen.context.close();
  },
  60_000,
);

test("a hint for another state of the table can't be played", async () => {
  const seen = await sitDown();
  await hinted(seen);
  // Someone is away: that changes nothing.
  seen.tell({ act: "away", by: 3, public: { seats: { 3: { away: 1 } } } });
  await expect.poll(() => seen.page.getByText("away").count()).toBeGreaterThan(0);
  expect(await seen.page.getByRole("button", { name: "Play this" }).count()).toBe(1);
  seen.tell({ by: 3, public: { table: { lap: 2 } } });
  await expect.poll(() => seen.page.getByRole("button", { name: "Play this" }).count()).toBe(0);
  await seen.page.keyboard.press("Enter");
  await seen.page.waitForTimeout(150);
  expect(moves(seen)).toEqual([]);
  await seen.context.close();
}, 60_000);

test("no line of a long hint begins with a comma or ends before one", async () => {
  const shown = { ...fixture("four-late"), told: [] };
  const line = [
    "Lay ",
    { ranks: "882" },
    " and ",
    { ranks: "999" },
    ", lay ",
    { ranks: "10 10 10" },
    ", discard ",
    { cards: "Qc" },
    ". About as good: lay ",
    { cards: "KcKs" },
    ".",
  ];
  const seen = await stand.show(shown, 390, 664, {
    answer: (message, socket) => {
      if (message["t"] === "hint")
        socket.send(JSON.stringify({ t: "hinted", n: message["n"], move: TURN[0], moves: TURN, line }));
    },
  });
  await hinted(seen);
  const lines: string[] = [];
  for (let width = 320; width <= 460; width += 4) {
    await seen.page.setViewportSize({ width, height: 664 });
    lines.push(
      ...(await seen.page.locator(".kept").evaluateAll((kept) =>
        kept.flatMap((each) => {
          const sign = each.querySelector(".said")!.getBoundingClientRect();
          const range = document.createRange();
          const after = [...each.childNodes].filter(
            (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.textContent ?? ""),
          );
          return after.flatMap((node) => {
            range.selectNodeContents(node);
            const box = range.getBoundingClientRect();
            return box.top > sign.bottom || box.left < sign.right - 1 ? [`${each.textContent}`] : [];
          });
        }),
      )),
    );
  }
  expect(
    await seen.page
      .locator(".kept")
      .evaluateAll((kept) =>
        kept.map((each) => each.lastChild?.textContent).filter((text) => text && /^[.,]/.test(text)),
      ),
  ).toEqual([",", ",", ".", "."]);
  expect(lines).toEqual([]);
  await seen.context.close();
}, 60_000);
