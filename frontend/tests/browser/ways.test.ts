// The ways to do things: the typed line, one's own order of the hand, dragging the pile, talk, what is
// shown while the server is slow, and cards that fly.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answering, type Message, type Seen, Stand, fixture } from "./stand";

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

const done = (seen: Seen): Message[] => seen.sent.filter((message) => message["t"] === "do");
const moves = (seen: Seen): unknown[] => done(seen).map((message) => message["move"] ?? message["act"]);
const accept: Answering = (message, socket) => {
  if (message["t"] === "do" || message["t"] === "say")
    socket.send(JSON.stringify({ t: "done", cmd: message["cmd"], seq: 0 }));
  if (message["t"] === "try") socket.send(JSON.stringify({ t: "tried", n: message["n"], worth: null, refused: null }));
};
const order = (seen: Seen): Promise<string[]> =>
  seen.page.locator(".held-card").evaluateAll((cards) =>
    cards
      .map((card) => ({ id: (card as HTMLElement).dataset["id"] ?? "", box: card.getBoundingClientRect() }))
      .sort((one, other) => one.box.top - other.box.top || one.box.left - other.box.left)
      .map((each) => each.id),
  );

test("the typed line sends what is typed, shows why it is refused, remembers and completes", async () => {
  const seen = await stand.show(fixture("four-late"), 390, 844, {
    answer: (message, socket) => {
      if (message["move"] === "lay QQQ")
        socket.send(
          JSON.stringify({ t: "refused", cmd: message["cmd"], clause: "turn.cards", text: "You hold only 1 queen." }),
        );
      else accept(message, socket);
    },
  });
  await seen.page.getByRole("button", { name: "Help" }).click();
  await seen.page.getByRole("button", { name: "Type a move" }).click();
  const line = seen.page.getByLabel("Type a move");
  await line.fill("lay QQQ");
  await line.press("Enter");
  await seen.page.getByRole("alert").getByText("You hold only 1 queen.").waitFor();
  expect(await line.inputValue()).toBe("lay QQQ");
  await line.fill("x 8");
  await line.press("Enter");
  await expect.poll(() => line.inputValue()).toBe("");
  for (const [key, text] of [
    ["ArrowUp", "x 8"],
    ["ArrowUp", "lay QQQ"],
    ["ArrowDown", "x 8"],
    ["ArrowDown", ""],
  ] as const) {
    await line.press(key);
    expect(await line.inputValue()).toBe(text);
  }
  await line.fill("add");
  await line.press("Tab");
  expect(await line.inputValue()).toBe("add K");
  await line.fill("undo");
  await line.press("Enter");
  await line.fill("score");
  await line.press("Enter");
  await seen.page.getByRole("heading", { name: "Score" }).waitFor();
  expect(moves(seen)).toEqual(["lay QQQ", "x 8", "undo"]);
  await seen.page.keyboard.press("Escape");
  await line.press("Escape");
  await seen.page.locator('[role="toolbar"]').waitFor();
  await seen.context.close();
}, 60_000);

test("cards lie in one's own order, by keyboard and by mouse, and it is kept", async () => {
  const seen = await stand.show(fixture("four-late"), 1280, 800, { settings: { hand: "own" } });
  const before = await order(seen);
  expect(before).toHaveLength(5);
  await seen.page.locator(`[data-id="${before[0]}"]`).focus();
  await seen.page.keyboard.press("Shift+ArrowRight");
  await seen.page.keyboard.press("Shift+ArrowRight");
  const after = [before[1], before[2], before[0], before[3], before[4]];
  await expect.poll(() => order(seen)).toEqual(after);
  const from = (await seen.page.locator(`[data-id="${after[4]}"]`).boundingBox())!;
  const to = (await seen.page.locator(`[data-id="${after[0]}"]`).boundingBox())!;
  await seen.page.mouse.move(from.x + 12, from.y + 12);
  await seen.page.mouse.down();
  await seen.page.mouse.move(from.x - 20, from.y + 12, { steps: 3 });
  await seen.page.mouse.move(to.x + 4, to.y + 30, { steps: 4 });
  await seen.page.mouse.up();
  const last = [after[4], ...after.slice(0, 4)];
  await expect.poll(() => order(seen)).toEqual(last);
  await seen.page.reload();
  await seen.page.locator(".held-card").first().waitFor();
  expect(await order(seen)).toEqual(last);
  expect(moves(seen)).toEqual([]);
  await seen.context.close();
}, 60_000);

test("the pile dragged to the hand is taken", async () => {
  const seen = await stand.show(fixture("four-draw"), 1280, 800, { answer: accept });
  const from = (await seen.page.locator('[data-zone="pile"] .cards').boundingBox())!;
  const to = (await seen.page.locator(".hand").boundingBox())!;
  await seen.page.mouse.move(from.x + 12, from.y + 12);
  await seen.page.mouse.down();
  await seen.page.mouse.move(from.x + 30, from.y + 40, { steps: 3 });
  await seen.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await seen.page.mouse.up();
  await expect
    .poll(() => moves(seen))
    .toEqual([`take ${(fixture("four-draw").table.state.own!.choices!["take"] as { with: string }[])[0]!.with}`]);
  await seen.context.close();
}, 60_000);

test("a slow server: cards wait greyed, the page says so, and the command goes again with the same id", async () => {
  const seen = await stand.show(fixture("four-draw"), 390, 844, { clock: true });
  await seen.page.locator('[data-zone="stock"]').click();
  await seen.page.clock.runFor(450);
  await seen.page.getByText("Sending…").waitFor();
  await seen.page.clock.runFor(2_700);
  await seen.page.getByText("No answer. Trying again…").waitFor();
  await expect.poll(() => done(seen).length).toBe(2);
  const [first, second] = done(seen);
  expect(second).toEqual(first);
  await seen.context.close();
}, 60_000);

test("undo takes the last move back, and the turn can be started again", async () => {
  const shown = fixture("four-late");
  shown.table.state.own!["undo"] = true;
  const seen = await stand.show(shown, 390, 844, { answer: accept });
  await seen.page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => moves(seen)).toEqual(["undo"]);
  await seen.page.getByRole("button", { name: "More" }).click();
  await seen.page.getByRole("button", { name: "Start my turn again" }).click();
  await expect.poll(() => moves(seen)).toEqual(["undo", "restart"]);
  await seen.context.close();
}, 60_000);

test("table talk: words, reactions, and someone who is not heard any more", async () => {
  const seen = await stand.show(fixture("four-late"), 390, 844, { answer: accept });
  const say = (n: number, name: string, said: Message): void =>
    seen.socket().send(JSON.stringify({ t: "said", n, name, at: 0, ...said }));
  say(1, "Ruth", { reaction: "well-played" });
  const bubble = seen.page.locator(".bubble");
  const [said, plate] = [
    await bubble.boundingBox(),
    await seen.page.locator(".plate", { hasText: "Ruth" }).boundingBox(),
  ];
  expect(await bubble.textContent()).toBe("Well played!");
  expect(said!.y).toBeGreaterThanOrEqual(plate!.y + plate!.height);
  expect(Math.abs(said!.x - plate!.x)).toBeLessThan(plate!.width);
  await bubble.waitFor({ state: "hidden" });
  await seen.page.getByRole("button", { name: "Table talk, 1 new" }).click();
  await seen.page.getByRole("dialog").getByText("Ruth:").waitFor();
  await seen.page.getByRole("button", { name: "Thank you." }).click();
  await seen.page.getByLabel("Say something").fill("nice one");
  await seen.page.getByRole("button", { name: "Say", exact: true }).click();
  await expect
    .poll(() =>
      seen.sent.filter((message) => message["t"] === "say").map((message) => message["reaction"] ?? message["text"]),
    )
    .toEqual(["thanks", "nice one"]);
  seen.socket().send(
    JSON.stringify({
      t: "happened",
      seq: fixture("four-late").table.seq + 2,
      at: 0,
      act: "join",
      cmd: "j",
      events: [],
      lines: [],
      public: { people: { Ruth: { id: "p-ruth" } } },
    }),
  );
  await seen.page.getByRole("button", { name: "Mute for me" }).click();
  say(2, "Ruth", { text: "still here" });
  say(3, "Tom", { text: "hello" });
  await seen.page.getByRole("dialog").getByText("Tom:").waitFor();
  expect(await seen.page.getByRole("dialog").getByText("Ruth:").count()).toBe(0);
  await seen.page.getByRole("button", { name: "Mute for all" }).click();
  await expect.poll(() => done(seen).at(-1)).toMatchObject({ act: "mute", person: "p-ruth", muted: true });
  await seen.context.close();
}, 60_000);

test("on a desktop table talk has its place beside the story", async () => {
  const seen = await stand.show(fixture("four-late"), 1280, 800, { answer: accept });
  seen.socket().send(JSON.stringify({ t: "said", n: 1, name: "Ruth", at: 0, text: "nice one" }));
  await seen.page.locator(".aside").getByText("nice one").waitFor();
  await seen.page.getByRole("button", { name: "Table talk", exact: true }).waitFor();
  await seen.page.locator(".aside").getByLabel("Say something").fill("d thanks");
  await seen.page.keyboard.press("Enter");
  await expect
    .poll(() => seen.sent.filter((message) => message["t"] === "say").map((message) => message["text"]))
    .toEqual(["d thanks"]);
  expect(done(seen)).toEqual([]);
  await seen.context.close();
}, 60_000);

test("cards fly without holding anything up, and with less motion they wear a ring instead", async () => {
  for (const motion of [true, false]) {
    const shown = fixture("four-draw");
    const seen = await stand.show(shown, 390, 844, { motion });
    await seen.page.evaluate(() => {
      const kept = window as unknown as { flown: number };
      kept.flown = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...told): Animation {
        kept.flown += 1;
        return animate.apply(this, told);
      };
    });
    const hand = shown.table.state.own!.hand!;
    seen.socket().send(
      JSON.stringify({
        t: "happened",
        seq: shown.table.seq + 2,
        at: 0,
        by: shown.table.you["seat"],
        cmd: "x",
        lines: [],
        public: { table: { stock: [156] } },
        own: { hand: `${hand}JhQd`, choices: { discard: "Jh Qd" } },
      }),
    );
    // The new state is there at once.
    await seen.page.locator('[data-id="Jh.0"]').waitFor({ timeout: 2_000 });
    await expect
      .poll(() => seen.page.evaluate(() => (window as unknown as { flown: number }).flown))
      .toBe(motion ? 2 : 0);
    expect(await seen.page.locator(".held-card.came").count()).toBe(motion ? 0 : 2);
    await expect.poll(() => seen.page.locator(".came").count(), { timeout: 3_000 }).toBe(0);
    expect(seen.errors).toEqual([]);
    await seen.context.close();
  }
}, 60_000);

test("a meld is seen, and its new count, when the cards land that make it", async () => {
  const shown = fixture("four-late");
  const seen = await stand.show(shown, 390, 844, { motion: true });
  const sides = (
    shown.table.state.public as unknown as {
      table: { sides: Record<string, { melds: Record<string, { cards: string }> }> };
    }
  ).table.sides;
  const fives = sides["1"]!.melds["5.1"]!.cards;
  await seen.page.evaluate(() => {
    const kept = window as unknown as { hidden: string[] };
    kept.hidden = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...told): Animation {
      if (Array.isArray(frames) && frames.every((each) => each["opacity"] === 0))
        kept.hidden.push(
          `${this.closest("[data-drop]")!.getAttribute("data-drop")} ${this.getAttribute("class")!.split(" ")[0]}`,
        );
      return animate.call(this, frames, ...told);
    };
  });
  seen.socket().send(
    JSON.stringify({
      t: "happened",
      seq: shown.table.seq + 2,
      at: 0,
      by: 3,
      cmd: "x",
      lines: [],
      public: {
        table: {
          hands: { 3: { cards: 1 } },
          sides: { 1: { melds: { "5.1": { cards: `${fives}5s` }, "T.1": { cards: "TcTdTh" } } } },
        },
      },
    }),
  );
  await expect
    .poll(() => seen.page.evaluate(() => (window as unknown as { hidden: string[] }).hidden.sort()))
    .toEqual(["meld:5.1 number", "meld:5.1 ticks", "meld:T.1 meld"]);
  expect(seen.errors).toEqual([]);
  await seen.context.close();
}, 60_000);
