// The rooms beside the table: what they show, what they ask of the server, and that axe finds nothing.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Message, type Seen, Stand, fixture } from "./stand";

const PICTURES = process.env["PICTURES"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES: unknown = JSON.parse(readFileSync(new URL("../../fixtures/games.json", import.meta.url), "utf8"));
const API = {
  "/api/games": GAMES,
  "/api/me": {},
  "/api/rules": { problems: [], advice: [] },
  "/api/play": { code: "K7M4XHPC" },
  "/api/tables": { code: "K7M4XHPC", shown: "K7M4 XHPC", link: "http://table.test/t/K7M4XHPC" },
};

const level = (title: string, says = "plays well"): { title: string; says: string } => ({ title, says });
const LEVELS = {
  planner: level("strong"),
  "planner:cautious": level("cautious"),
  "planner:racer": level("racer", "opens as soon as it can"),
  "planner:gambler": level("gambler"),
  "planner:pile-hunter": level("pile hunter"),
  greedy: level("steady", "lays what it can and thinks of little else"),
  chance: level("careless"),
};
/** A table where these bots may sit, and one that the host offers. */
const TABLE = { "/api/tables/K7M4XHPC": { code: "K7M4XHPC", bots: [...Object.keys(LEVELS), "mine"], levels: LEVELS } };

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
  if (PICTURES) mkdirSync(PICTURES, { recursive: true });
}, 60_000);
afterAll(() => stand.close());

/** The room in five sizes: nothing sticks out sideways, every button can be hit, axe is content. */
async function sound(seen: Seen, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [844, 390],
    [640, 400],
    [1280, 800],
  ] as const) {
    await seen.page.setViewportSize({ width, height });
    await seen.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    if (PICTURES) await seen.page.screenshot({ path: `${PICTURES}/${name}-${width}x${height}.png` });
    const wrong = await seen.page.evaluate(() => {
      const found: string[] = [];
      const root = document.documentElement;
      for (const each of [root, document.querySelector("#page")!])
        if (each.scrollWidth > innerWidth || each.scrollHeight > innerHeight)
          found.push(`the page is ${each.scrollWidth} × ${each.scrollHeight}`);
      const content = document.querySelector(".content")?.getBoundingClientRect().height ?? innerHeight;
      if (content < innerHeight * 0.5) found.push(`only ${content} px of ${innerHeight} scroll`);
      for (const node of document.querySelectorAll(".foot .btn"))
        if (node.getBoundingClientRect().bottom > innerHeight) found.push(`"${node.textContent}" leaves the screen`);
      for (const node of document.querySelectorAll<HTMLElement>(
        ".content button, .content input:not(.offstage), .foot .btn, .panel",
      )) {
        const box = node.getBoundingClientRect();
        if (box.width && (box.left < -0.5 || box.right > innerWidth + 0.5))
          found.push(`${node.className} "${node.textContent?.slice(0, 30)}" leaves the screen`);
        if (node.matches(".btn, .way") && (box.width < 44 || box.height < 44))
          found.push(`"${node.textContent}" is ${box.width} × ${box.height}`);
      }
      return found;
    });
    expect.soft(wrong, `${name} ${width}x${height}`).toEqual([]);
  }
  await seen.page.evaluate(AXE);
  const found = await seen.page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }> };
      }
    ).axe.run();
    return violations.map(
      (each) =>
        `${each.id}: ${each.nodes
          .map((node) => node.html.slice(0, 140) + (node.failureSummary ?? ""))
          .slice(0, 2)
          .join(" | ")}`,
    );
  });
  expect.soft(found, name).toEqual([]);
  expect.soft(seen.errors, name).toEqual([]);
}

test("the count of many sides stands whole on a phone, what a row counts above its numbers", async () => {
  const counted = fixture("four-counted");
  const told = counted.table.state.public as {
    seats: Record<string, object>;
    totals: number[];
    deals: Record<string, { sheets: object[] }>;
  };
  told.seats["5"] = { ...told.seats["4"], name: "Maximilian" };
  told.totals = [8025, -7405, 11_010, 395, -2950];
  for (const deal of Object.values(told.deals)) deal.sheets = Array.from({ length: 5 }, () => deal.sheets[0]!);
  const seen = await stand.show(counted, 390, 664);
  await seen.page.locator(".count.lines").waitFor();
  const wide = await seen.page.evaluate(() =>
    [...document.querySelectorAll(".scroll")].map((each) => each.scrollWidth - each.clientWidth),
  );
  expect(wide).toEqual([0, 0]);
  const [title, number] = [
    seen.page.locator(".count.lines tbody th").first(),
    seen.page.locator(".count.lines tbody td").first(),
  ];
  // Names are whole: they wrap between words.
  for (const width of [390, 1280]) {
    await seen.page.setViewportSize({ width, height: 800 });
    expect(
      await seen.page
        .locator(".count thead bdi")
        .evaluateAll((names) =>
          names
            .filter(
              (name) =>
                name.getClientRects().length > 1 ||
                name.getBoundingClientRect().right > name.closest(".scroll")!.getBoundingClientRect().right - 8,
            )
            .map((name) => name.textContent),
        ),
    ).toEqual([]);
  }
  await seen.page.setViewportSize({ width: 390, height: 664 });
  expect((await title.boundingBox())!.height).toBeLessThan(40);
  expect((await number.boundingBox())!.y).toBeGreaterThan((await title.boundingBox())!.y);
  if (process.env["PICTURES"]) await seen.page.screenshot({ path: `${process.env["PICTURES"]}/count-five.png` });
  await seen.context.close();
}, 60_000);

test("the numbers of a match that is over are in sight on a phone held sideways", async () => {
  const seen = await stand.show(fixture("four-over"), 844, 390);
  await seen.page.locator(".count").first().waitFor();
  const foot = (await seen.page.locator(".foot").boundingBox())!.y;
  for (const row of await seen.page
    .locator("table.count:not(.lines) tbody tr")
    .all()
    .then((rows) => rows.slice(0, 2)))
    expect((await row.boundingBox())!.y + (await row.boundingBox())!.height).toBeLessThan(foot);
  await seen.context.close();
}, 60_000);

test("the win is a moment that a touch ends, and there is none in calm or with little motion", async () => {
  const sparks = (seen: Seen): Promise<number> => seen.page.locator(".sparks").count();
  for (const [skips, calm, motion] of [
    [false, false, true],
    [true, false, true],
    [false, true, true],
    [false, false, false],
  ] as const) {
    const seen = await stand.show(fixture("four-over"), 390, 664, {
      motion,
      clock: true,
      settings: { motion: calm ? "none" : "normal" },
    });
    await seen.page.getByRole("heading", { name: "You and Ivy win" }).waitFor();
    await seen.page.getByText("You and Ivy had the best deal: 7,890 points in deal 3.").waitFor();
    if (calm || !motion) expect(await sparks(seen)).toBe(0);
    else {
      await seen.page.locator(".sparks").waitFor({ state: "attached" });
      if (skips) await seen.page.mouse.click(200, 300);
      else await seen.page.clock.runFor(900);
      await seen.page.locator(".sparks").waitFor({ state: "detached", timeout: 3000 });
    }
    expect(await seen.page.locator(".chart rect").count()).toBe(8);
    await seen.context.close();
  }
}, 60_000);

for (const [name, look] of [
  ["waiting", "night"],
  ["seats", "day"],
  ["four-counted", "day"],
  ["four-over", "night"],
] as const) {
  test(`${name}: the room is sound`, async () => {
    const seen = await stand.show(fixture(name), 390, 844, { look });
    await sound(seen, name);
    await seen.context.close();
  }, 60_000);
}

test("home and new table are sound, and make a table", async () => {
  const seen = await stand.show(null, 390, 844, { api: API, look: "night" });
  await seen.page.getByRole("heading", { name: "Other games" }).waitFor();
  await sound(seen, "home");
  await seen.page.getByLabel("Your name").fill("Ann");
  await seen.page.getByRole("button", { name: "Make a table for friends" }).click();
  await seen.page.getByRole("heading", { name: "As you play it" }).waitFor();
  await sound(seen, "new-table");
  const request = seen.page.waitForRequest((each) => each.url().endsWith("/api/tables"));
  await seen.page.getByRole("switch").first().check();
  await seen.page.getByRole("button", { name: "Make the table" }).click();
  const body = (await request).postDataJSON() as Message;
  expect(body).toMatchObject({ game: "hand-and-foot", players: 4, name: "Ann", house: "" });
  expect(body["options"]).toHaveLength(1);
  await seen.page.waitForURL("**/t/K7M4XHPC");
  await seen.context.close();
}, 60_000);

test("house rules that cannot be played list every problem", async () => {
  const problems = [
    { path: "meld.wilds", text: "9 is too many." },
    { path: "out.natural", text: "must be a whole number." },
  ];
  const seen = await stand.show(null, 390, 844, {
    api: { ...API, "/api/rules": { text: "These house rules cannot be used.", problems, advice: [] } },
  });
  await seen.page.getByRole("button", { name: "Make a table for friends" }).click();
  await seen.page.getByText("meld.wilds").waitFor();
  await seen.page.getByText("must be a whole number.").waitFor();
  expect(await seen.page.getByRole("button", { name: "Make the table" }).isDisabled()).toBe(true);
  await seen.context.close();
}, 60_000);

test("a code that cannot be one is refused with a sentence", async () => {
  const seen = await stand.show(null, 390, 844, { api: API });
  await seen.page.getByLabel("Join with a code").fill("K7M4");
  await seen.page.getByRole("button", { name: "Join" }).click();
  await seen.page.getByText("A code has eight letters and digits").waitFor();
  await seen.context.close();
}, 60_000);

test("the waiting room asks for bots, and starts only when every seat is taken", async () => {
  const seen = await stand.show(fixture("waiting"), 390, 844, {
    api: TABLE,
    answer: (message, socket) => {
      if (message["cmd"]) socket.send(JSON.stringify({ t: "done", cmd: message["cmd"] }));
    },
  });
  await seen.page.getByRole("button", { name: "Start" }).click({ force: true });
  // The bot that stands in for people plays unless another one is chosen; all have a line each.
  await seen.page.getByText("They play: steady").click();
  expect(
    await seen.page
      .getByRole("radio")
      .evaluateAll((all) => all.map((each) => each.parentElement!.querySelector("b")!.textContent)),
  ).toEqual(["strong", "cautious", "racer", "gambler", "pile hunter", "steady", "careless", "mine"]);
  await seen.page.locator(".levels-list").getByText("– lays what it can and thinks of little else").waitFor();
  expect(await seen.page.getByRole("radio", { name: "steady" }).isChecked()).toBe(true);
  await seen.page.getByRole("radio", { name: "racer" }).check();
  await seen.page.getByText("They play: racer").waitFor();
  await sound(seen, "levels");
  await seen.page.getByRole("button", { name: "Add a bot at seat 4" }).click();
  await expect.poll(() => seen.sent.filter((message) => message["t"] === "do")).toHaveLength(1);
  expect(seen.sent.at(-1)).toMatchObject({ act: "put-bot", seat: 4, bot: "planner:racer" });
  // Another strength for a bot that sits there already.
  await seen.page.getByLabel("How Ruth plays").selectOption({ label: "strong" });
  await expect.poll(() => seen.sent.filter((message) => message["t"] === "do")).toHaveLength(2);
  expect(seen.sent.at(-1)).toMatchObject({
    act: "put-bot",
    seat: Number(
      Object.entries(fixture("waiting").table.state.public["seats"] as Record<string, Message>).find(
        ([, seat]) => seat["name"] === "Ruth",
      )![0],
    ),
  });
  await seen.context.close();
}, 60_000);

test("the invitation comes first, and seats stand in the order of play", async () => {
  const seen = await stand.show(fixture("waiting"), 390, 844, { api: TABLE });
  const tops = await seen.page.evaluate(() =>
    [".tiles", "[alt^=QR]", ".seat.mine"].map((each) => document.querySelector(each)!.getBoundingClientRect().bottom),
  );
  expect(tops[0]!).toBeLessThan(300);
  expect(tops[1]!).toBeLessThan(tops[2]!);
  await seen.context.close();
  const five = fixture("waiting");
  const shown = five.table.state.public as unknown as { seats: Record<string, object> };
  shown.seats = {
    1: shown.seats["2"]!,
    2: { plays: "nobody" },
    3: shown.seats["1"]!,
    4: { plays: "nobody" },
    5: { plays: "nobody" },
  };
  five.table.you["seat"] = 3;
  (five.table.state as unknown as { rules: { values: { table: { sides: number } } } }).rules.values.table.sides = 0;
  const other = await stand.show(five, 390, 844, { api: TABLE });
  expect(await other.page.locator(".seats-list .seat b").allTextContents()).toEqual([
    "Ann",
    "Seat 4",
    "Seat 5",
    "Ruth",
    "Seat 2",
  ]);
  await sound(other, "five");
  await other.context.close();
}, 60_000);

test("a guest sees who invites them to what, and sits down with one tap under a free name", async () => {
  const guest = fixture("waiting");
  guest.table.you = { person: "p-me", name: "", role: "nobody" } as unknown as Message;
  const shown = guest.table.state.public as unknown as { people: Record<string, object> };
  shown.people["Guest"] = { id: "p-other" };
  delete guest.table.state.own;
  const answer = (message: Message, socket: { send(text: string): void }): void => {
    if (message["t"] === "do") socket.send(JSON.stringify({ t: "done", cmd: message["cmd"], seq: guest.table.seq }));
  };
  const seen = await stand.show(guest, 390, 844, { api: TABLE, answer });
  await seen.page.getByText("Ann invites you to Hand and Foot").waitFor();
  await seen.page.getByText("3 of 4 are here").waitFor();
  expect(await seen.page.locator(".seat b").allTextContents()).toEqual(["Ann", "Ruth", "Tom", "Seat 4"]);
  await sound(seen, "invited");
  await seen.page.getByRole("button", { name: "Take a seat" }).click();
  const acts = (): Message[] => seen.sent.filter((message) => message["t"] === "do");
  await expect.poll(acts).toHaveLength(2);
  expect(acts()).toMatchObject([
    { act: "join", called: "Guest 2" },
    { act: "sit", seat: 4 },
  ]);
  await seen.context.close();
}, 60_000);

test("a name that is too long is said where it is typed, and nothing is asked with it", async () => {
  const long = "Maximiliane-Henriette";
  const guest = fixture("waiting");
  guest.table.you = { person: "p-me", name: "", role: "nobody" } as unknown as Message;
  delete guest.table.state.own;
  for (const [shown, path, buttons] of [
    [null, "", ["Play now", "Make a table for friends"]],
    [null, "new", ["Make the table"]],
    [guest, "", ["Take a seat"]],
  ] as const) {
    const seen = await stand.show(shown, 390, 844, { api: shown ? TABLE : API });
    if (path) await seen.page.getByRole("button", { name: "Make a table for friends" }).click();
    const field = seen.page.getByLabel("Your name");
    await field.fill(long.slice(0, 20));
    expect(await seen.page.getByRole("alert").count()).toBe(0);
    await field.fill(long);
    await seen.page.getByRole("alert").getByText("A name has at most 20 characters.").waitFor();
    const asked: string[] = [];
    seen.page.on(
      "request",
      (request) => request.method() === "POST" && !request.url().endsWith("/api/rules") && asked.push(request.url()),
    );
    for (const name of buttons) {
      await seen.page.getByRole("button", { name }).click();
      expect(await field.evaluate((each) => each === document.activeElement)).toBe(true);
    }
    expect(asked.concat(seen.sent.filter((message) => message["t"] === "do").map(String))).toEqual([]);
    await seen.context.close();
  }
}, 60_000);

test("wide windows show a table on the start page, by night and by day, and others load none", async () => {
  for (const [width, height, look] of [
    [1280, 800, "night"],
    [1920, 1080, "day"],
    [1024, 768, "night"],
    [844, 390, "day"],
  ] as const) {
    const seen = await stand.show(null, width, height, { api: API, look });
    await seen.page.getByRole("heading", { name: "Other games" }).waitFor();
    const picture = seen.page.getByAltText("A table of Hand and Foot", { exact: false });
    if (width < 1280) expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toBe("");
    else {
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(429);
      expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain(`/table-${look}.webp`);
      const box = (await picture.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      expect(
        await seen.page
          .locator(".way small")
          .first()
          .evaluate((each) => parseFloat(getComputedStyle(each).fontSize)),
      ).toBeGreaterThanOrEqual(16);
      expect(await seen.page.evaluate(() => document.querySelector(".content")!.scrollHeight <= innerHeight)).toBe(
        true,
      );
    }
    await seen.context.close();
  }
}, 60_000);

test("names are not cut in the waiting room, and a guest sits down without scrolling", async () => {
  const long = fixture("waiting");
  const shown = long.table.state.public as unknown as { seats: Record<string, { name?: string }> };
  for (const seat of Object.values(shown.seats)) if (seat.name) seat.name = "Maximiliane Sophie A";
  const guest = structuredClone(long);
  guest.table.you = { person: "p-me", name: "", role: "nobody" } as unknown as Message;
  delete guest.table.state.own;
  for (const [width, height] of [
    [390, 664],
    [844, 390],
    [667, 375],
    [1280, 800],
  ] as const) {
    const seen = await stand.show(long, width, height, { api: TABLE });
    const cut = await seen.page
      .locator(".seat b")
      .evaluateAll(
        (all) =>
          all.filter(
            (each) =>
              each.scrollWidth > each.clientWidth + 1 ||
              each.getBoundingClientRect().right > each.closest(".seat")!.getBoundingClientRect().right,
          ).length,
      );
    expect.soft(cut, `${width}`).toBe(0);
    expect
      .soft(await seen.page.evaluate(() => document.querySelector(".content")!.scrollWidth <= innerWidth), `${width}`)
      .toBe(true);
    await seen.context.close();
    const invited = await stand.show(guest, width, height, { api: TABLE });
    const box = (await invited.page.getByRole("button", { name: "Take a seat" }).boundingBox())!;
    expect.soft(box.y + 44, `${width}`).toBeLessThanOrEqual(height);
    await invited.context.close();
  }
}, 60_000);

test("the way back from a table that is being joined comes only when joining takes long", async () => {
  const seen = await stand.show(null, 390, 664, { path: "/t/K7M4XHPC", api: TABLE });
  await seen.page.getByText("Joining the table…").waitFor();
  const back = seen.page.getByText("Back to the start page");
  expect(await back.isVisible()).toBe(false);
  await back.waitFor();
  await seen.context.close();
}, 60_000);

test("play now asks for a table that deals, and an error about a code stands at its field", async () => {
  const seen = await stand.show(null, 390, 844, { api: API });
  await seen.page.route("**/api/tables/AAAAAAAA", (route) =>
    route.fulfill({ status: 404, json: { text: "There is no such table." } }),
  );
  await seen.page.getByLabel("Join with a code").fill("AAAA AAAA");
  await seen.page.getByRole("button", { name: "Join" }).click();
  await seen.page.locator("form").getByRole("alert").getByText("There is no such table.").waitFor();
  expect(await seen.page.locator(".notice").count()).toBe(0);
  seen.errors.length = 0;
  await seen.page.getByRole("button", { name: "Play now" }).click();
  await seen.page.waitForURL("**/t/K7M4XHPC");
  await seen.context.close();
}, 60_000);
