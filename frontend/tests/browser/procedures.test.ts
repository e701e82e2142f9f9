// Every procedure that only some games have, played through the page in every game that has it. What the server answers
// was recorded at real tables (`make fixtures`); a move that is not the recorded one fails the test.

import { readFileSync } from "node:fs";
import type { WebSocketRoute } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Player, type Way, spelled } from "./player";
import { type Fixture, type Message, type Seen, Stand } from "./stand";

interface Step {
  seat: number;
  move: string;
  tried?: Message;
  frame: Message & { t: string; text?: string };
}
interface Procedure {
  id: string;
  game: string;
  players: number;
  says: string;
  table: Fixture["table"];
  steps: Step[];
}
const ALL = JSON.parse(readFileSync(new URL("../../fixtures/procedures.json", import.meta.url), "utf8")) as Procedure[];

/** What the page has to show, by procedure: before the first step (0), or after that many of them. */
const SHOWN: Record<string, [number, string][]> = {
  foot: [
    [0, ".plate.me .reserve:not(.gone)"],
    [1, ".plate.me .reserve.gone"],
    [1, "text=/1[13] new cards\\./"],
  ],
  knee: [[9, ".plate.me .reserve.gone"]],
  "knee-by-hand": [
    [1, "text=Pick up your knee"],
    [2, ".plate.me .reserve.gone"],
  ],
  pony: [[1, ".plate.me .reserve.gone"]],
  "pony-at-will": [[0, "text=Pick up your pony"]],
  "stock-piles": [[0, ".heaps .card:nth-child(4)"]],
  "frozen-in-time": [
    [0, "text=Frozen in time"],
    [2, '.mine [data-drop="meld:K.1"]'],
  ],
  restore: [
    [0, "text=Try the top card"],
    [1, "text=for 50 points"],
  ],
  permission: [[1, "text=You asked Tom whether to go out"]],
  asked: [
    [1, "text=Tom asks: may I go out?"],
    [1, "text=You hold 2 cards, 10 points against you"],
  ],
  knock: [[1, "text=knock to end your turn"]],
  "black-three-canasta": [[1, '.canasta .band:has-text("black")']],
  "red-three-on-canasta": [[1, ".red-three"]],
  "last-lap": [
    [1, "text=The last lap: 4 more turns after this one."],
    [8, "text=this is the last turn"],
  ],
  "no-stock": [
    [0, "text=/drawing ends the (deal|round)/"],
    [0, '.acts [data-do="draw"]:has-text("End the")'],
  ],
  end: [[0, "text=/take the pile: end the (deal|round)/"]],
  "sevens-kept": [[0, "text=end your turn without a discard"]],
  "sevens-refused": [[1, "text=Sevens may not be discarded until"]],
  fives: [[1, "text=Melds of fives take no wild cards"]],
  sevens: [[1, ".canasta.special"]],
  "special-hand": [
    [0, "text=You hold a special hand: show it to end the deal, or play on."],
    [0, '.acts [data-do="end"]:has-text("Show your special hand")'],
  ],
  "open-with-the-pile": [[1, '.mine [data-drop="meld:A.1"]']],
};

let stand: Stand;
let seen: Seen;
let answering: (message: Message, socket: WebSocketRoute) => void = () => {};
beforeAll(async () => {
  stand = await Stand.open();
  seen = await stand.show({ table: ALL[0]!.table, told: [] }, 390, 844, {
    touch: true,
    answer: (message, socket) => answering(message, socket),
  });
}, 60_000);
afterAll(() => stand.close());

async function played(procedure: Procedure, way: Way): Promise<void> {
  const { page } = seen;
  const { table, steps } = procedure;
  const wrong: string[] = [];
  let at = 0;
  let mine = 0;
  answering = (message, socket) => {
    if (message["t"] === "try") {
      const step = steps.find((each) => spelled(each.move) === spelled(String(message["move"])));
      const short = { clause: "opening.minimum", text: "These melds are not worth enough." };
      const tried = step?.tried ?? (/^take/.test(String(message["move"])) ? { refused: short } : {});
      socket.send(JSON.stringify({ t: "tried", n: message["n"], worth: null, refused: null, ...tried }));
    }
    if (message["t"] !== "do") return;
    const step = steps[at];
    if (
      !step ||
      step.seat !== 1 ||
      spelled(String(message["move"])) !== spelled(String(step.tried?.["move"] ?? step.move))
    )
      wrong.push(`${String(message["move"])}, but ${step?.seat}: ${step?.move} was to come`);
    if (step?.frame.t === "happened") {
      socket.send(JSON.stringify(step.frame));
      socket.send(JSON.stringify({ t: "done", cmd: message["cmd"], seq: step.frame["seq"] }));
    } else socket.send(JSON.stringify({ ...step?.frame, cmd: message["cmd"] }));
    mine += 1;
  };
  // The same page sits down at another table: what was chosen or typed before is put away, as a player would.
  if (await page.locator("#typed").count()) await page.locator("#typed").press("Escape");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Escape");
  seen.socket().send(JSON.stringify(table));
  await page
    .locator(".table .title b", {
      hasText: String((table.state as unknown as { rules: { title: string } }).rules.title),
    })
    .waitFor();
  const player = new Player(page, way);
  const check = async (): Promise<void> => {
    for (const [number, what] of SHOWN[procedure.id] ?? [])
      if (number === at) await page.locator(what).first().waitFor({ timeout: 4_000 });
  };
  await check();
  for (const step of steps) {
    if (step.seat !== 1) seen.socket().send(JSON.stringify(step.frame));
    else {
      const before = mine;
      await player.move(step.move);
      if (step.frame.t === "happened") await expect.poll(() => mine, { timeout: 4_000 }).toBe(before + 1);
      else
        await page
          .getByRole("alert")
          .getByText(step.frame.text ?? "")
          .waitFor({ timeout: 4_000 });
    }
    expect(wrong).toEqual([]);
    at += 1;
    await check();
  }
  expect(seen.errors).toEqual([]);
}

for (const procedure of ALL) {
  test(`${procedure.game}, ${procedure.players} players: ${procedure.says}`, () => played(procedure, "tap"), 30_000);
}
// Each kind of move once by the other ways.
const KINDS = [
  "foot",
  "pony",
  "frozen-in-time",
  "restore",
  "permission-of-one",
  "asked",
  "knock",
  "red-three-on-canasta",
  "open-with-the-pile",
  "two-melds",
  "top-card-alone",
  "wild-card",
  "end",
  "special-hand",
];
for (const way of ["keys", "typed"] as const) {
  for (const id of KINDS)
    test(
      `${id} by ${way}`,
      () =>
        played(
          ALL.find((procedure) => procedure.id === id)!,
          way,
        ),
      30_000,
    );
}
