// How the table looks to people who read large print, want contrast, have long
// names or bots beside them; and that it stands still.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type Fixture, type Message, type Seen, Stand, fixture } from "./stand";

let stand: Stand;
beforeAll(async () => {
  stand = await Stand.open();
}, 60_000);
afterAll(() => stand.close());

async function sized(seen: Seen, width: number, height: number): Promise<void> {
  await seen.page.setViewportSize({ width, height });
  await seen.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
const seats = (shown: Fixture): Message[] =>
  Object.values(shown.table.state.public["seats"] as Record<string, Message>);
const SIZES = [
  [390, 664],
  [320, 568],
  [667, 375],
  [844, 390],
  [820, 1180],
  [1024, 768],
  [1280, 800],
] as const;
/** What leaves the box around it, of the elements that match. */
const cut = (seen: Seen, inner: string, outer: string): Promise<string[]> =>
  seen.page.evaluate(
    ([inner, outer]) =>
      [...document.querySelectorAll<HTMLElement>(inner!)].flatMap((node) => {
        const box = node.getBoundingClientRect();
        const around = node.closest(outer!)!.getBoundingClientRect();
        const out =
          box.right > around.right + 1 ||
          box.left < around.left - 1 ||
          box.bottom > around.bottom + 1 ||
          node.scrollWidth > node.clientWidth + 1;
        return box.width && out ? [`${inner} ${node.textContent}`] : [];
      }),
    [inner, outer],
  );

test("nothing moves because a sentence is long", async () => {
  const long =
    "To take the pile you need two natural nines from your hand; you hold one natural nine and three wild cards, " +
    "and the pile is frozen for you until your side has opened with 120 or more.";
  const seen = await stand.show(fixture("two-late"), 390, 664, {
    settings: { confirm: "never" },
    answer: (message, socket) => {
      if (message["cmd"])
        socket.send(JSON.stringify({ t: "refused", cmd: message["cmd"], clause: "pile.take", text: long }));
    },
  });
  const places = (): Promise<string[]> =>
    seen.page.evaluate(() =>
      [".field", ".work", ".heap", ".ground", ".hand", ".acts"].flatMap((zone) =>
        [...document.querySelectorAll(zone)].map((node) => `${zone} ${JSON.stringify(node.getBoundingClientRect())}`),
      ),
    );
  for (const [width, height] of SIZES) {
    await sized(seen, width, height);
    if ((await seen.page.locator(".held-card.up").count()) === 0)
      await seen.page
        .locator(".held-card")
        .first()
        .click({ position: { x: 8, y: 8 } });
    const before = await places();
    await seen.page.locator('[data-do="discard"]').click();
    await seen.page.locator(".say.refusal").getByText("two natural nines").waitFor();
    expect.soft(await places(), `${width}x${height}`).toEqual(before);
    await seen.page.keyboard.press("Escape");
    await seen.page.locator(".say.refusal").waitFor({ state: "detached" });
  }
  await seen.context.close();
}, 60_000);

test("the button that plays a hint keeps its words in one line", async () => {
  const seen = await stand.show(fixture("two-draw"), 390, 664, {
    answer: (message, socket) => {
      if (message["t"] === "hint")
        socket.send(
          JSON.stringify({
            t: "hinted",
            n: message["n"],
            move: "draw",
            moves: ["draw"],
            text: "Draw.",
            line: ["Draw."],
          }),
        );
    },
  });
  await seen.page.keyboard.press("h");
  await seen.page.locator('[data-do="follow"]').waitFor();
  expect(await seen.page.locator(".acts .btn:not(.only)").count()).toBe(3);
  for (const print of ["usual", "large"]) {
    await seen.page.evaluate((print) => (document.documentElement.dataset["print"] = print), print);
    for (const [width, height] of [
      [390, 664],
      [390, 844],
      [430, 932],
    ] as const) {
      await sized(seen, width, height);
      const lines = await seen.page.locator('[data-do="follow"]').evaluate((button) => {
        const words = document.createRange();
        words.selectNodeContents(button.querySelector("span")!);
        return new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size;
      });
      expect.soft(lines, `${print} ${width}x${height}`).toBe(1);
      expect
        .soft(
          await seen.page.locator(".acts").evaluate((row) => row.getBoundingClientRect().height),
          `${print} ${width}x${height}`,
        )
        .toBeLessThan(57);
      expect.soft(await cut(seen, ".acts .btn", ".acts"), `${print} ${width}x${height}`).toEqual([]);
    }
  }
  await seen.context.close();
}, 60_000);

test("bots, needs and away are seen on every side in every size", async () => {
  for (const name of ["eight-pairs", "eight-alone", "six-draw", "four-asked"]) {
    const shown = fixture(name);
    const bots = seats(shown).filter((seat) => seat["plays"] === "bot").length;
    const seen = await stand.show(shown, 390, 664);
    for (const [width, height] of SIZES) {
      await sized(seen, width, height);
      const told = await seen.page.evaluate(() => {
        const wide = (selector: string): number =>
          [...document.querySelectorAll(selector)].filter((node) => node.getBoundingClientRect().width >= 11).length;
        const ready = [...document.querySelectorAll<HTMLElement>(".need.ready")];
        return {
          bots: wide(":is(.plate, .line, .inline) .icon"),
          sides: document.querySelectorAll(".side, .line").length,
          needs: wide(".need") + document.querySelectorAll(".side:has(.needed)").length,
          cut: ready.filter((node) => node.scrollWidth > node.clientWidth).length,
          // No name is cut while what the side needs takes more than its least room.
          names: [...document.querySelectorAll<HTMLElement>("header:has(h2), .names:has(> .name .people)")].filter(
            (head) => {
              const need = head.querySelector<HTMLElement>(".need:not(.ready)");
              const spare = need
                ? need.getBoundingClientRect().width - 3.2 * parseFloat(getComputedStyle(need).fontSize)
                : 0;
              return spare > 1 && [...head.querySelectorAll("bdi")].some((name) => name.scrollWidth > name.clientWidth);
            },
          ).length,
          spoken: [...document.querySelectorAll(".line > .offstage")].every((node) =>
            /to open|to go out|may go out/.test(node.textContent ?? ""),
          ),
        };
      });
      expect
        .soft(told, `${name} ${width}x${height}`)
        .toEqual({ bots, sides: told.sides, needs: told.sides, cut: 0, names: 0, spoken: true });
    }
    await seen.context.close();
  }
}, 90_000);

test("large print enlarges the smallest print", async () => {
  const least = (seen: Seen): Promise<number[]> =>
    seen.page.evaluate(() =>
      [".number", ".band", ".held", ".who", ".star", ".need"].map((each) =>
        Math.min(
          ...[...document.querySelectorAll(`:is(.table) ${each}`)].map((node) =>
            parseFloat(getComputedStyle(node).fontSize),
          ),
        ),
      ),
    );
  const meld = (seen: Seen): Promise<number> =>
    seen.page.evaluate(() => document.querySelector(".mine .stack")!.getBoundingClientRect().width);
  const usual = await stand.show(fixture("four-draw"), 320, 568);
  const large = await stand.show(fixture("four-draw"), 320, 568, { look: "large" });
  const [small, big] = [await least(usual), await least(large)];
  for (const [at, size] of big.entries()) {
    expect.soft(size, `${at}`).toBeGreaterThan(small[at]!);
    expect.soft(size, `${at}`).toBeGreaterThanOrEqual(at === 4 ? 11 : 13);
  }
  expect(await meld(large)).toBeGreaterThanOrEqual(40);
  await usual.context.close();
  await large.context.close();
}, 60_000);

test("eight players are whole: names, needs, melds and their lines", async () => {
  for (const name of ["eight-pairs", "eight-alone"]) {
    const seen = await stand.show(fixture(name), 1024, 768);
    for (const [width, height] of [
      [667, 375],
      [844, 390],
      [768, 1024],
      [1024, 768],
      [1280, 800],
    ] as const) {
      await sized(seen, width, height);
      const where = `${name} ${width}x${height}`;
      for (const [inner, outer] of [
        [".who .name", ".plate"],
        [".has .reserve", ".has"],
        [":is(.side, .line) bdi", ".side, .line"],
        [".line.alone .name", ".line"],
        [".need", ".side, .line"],
        [".chip", ".line"],
      ] as const)
        expect.soft(await cut(seen, inner, outer), `${where} ${inner}`).toEqual([]);
      const hidden = await seen.page
        .locator(".melds, .others.lines")
        .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length);
      expect.soft(hidden, where).toBe(0);
      const covered = await seen.page
        .locator(".chips")
        .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length);
      expect.soft(covered, where).toBe(0);
      expect.soft(await seen.page.locator(".aside").count(), where).toBe(width >= 1180 ? 1 : 0);
    }
    await seen.context.close();
  }
}, 60_000);

test("all who play alone are in sight on a telephone", async () => {
  const seen = await stand.show(fixture("eight-alone"), 390, 664);
  for (const [width, height] of [
    [390, 664],
    [390, 844],
    [430, 932],
  ] as const) {
    await sized(seen, width, height);
    const lines = seen.page.locator(".others.lines");
    expect.soft(await lines.evaluate((all) => all.scrollHeight - all.clientHeight), `${width}x${height}`).toBe(0);
    expect.soft(await cut(seen, ".line .name", ".line"), `${width}x${height}`).toEqual([]);
  }
  await seen.context.close();
}, 60_000);

test("what lies on the table stands beside the total of each side at every size, in large print too", async () => {
  const seen = await stand.show(fixture("four-late"), 390, 664);
  for (const [width, height] of [...SIZES, [568, 320], [640, 360], [853, 533], [768, 1024]] as const) {
    for (const print of ["usual", "large"]) {
      await seen.page.evaluate((print) => (document.documentElement.dataset["print"] = print), print);
      await sized(seen, width, height);
      const shown = await seen.page
        .locator(".so-far")
        .evaluateAll((nodes) =>
          nodes
            .filter((node) => node.getBoundingClientRect().width > 0)
            .map((node) => node.textContent!.replace(/.*table/, "").trim()),
        );
      expect.soft([...shown].sort(), `${width}x${height} ${print}`).toEqual(["+4,630", "+7,000"]);
      expect
        .soft(
          await seen.page
            .locator(".acts .btn")
            .last()
            .evaluate((more) => more.getBoundingClientRect().bottom <= innerHeight),
          `${width}x${height} ${print}: More is in the window`,
        )
        .toBe(true);
      for (const around of [".side", ".line", ".scores", ".aside .row"])
        expect.soft(await cut(seen, `${around} .total`, around), `${width}x${height} ${print}`).toEqual([]);
    }
  }
  await sized(seen, 1280, 800);
  await seen.page.locator(".top").getByRole("button", { name: "Score" }).click();
  await seen.page.getByText("On the table now: You and Ivy 7,000; Tom and Ruth 4,630.").waitFor();
  await seen.context.close();
}, 60_000);

test("names of every script and length leave room for each other", async () => {
  const shown = fixture("eight-pairs");
  const names = [
    "WWWWWWWWWWWWWWWWWWWW",
    "שרה לוי כהן בן דוד",
    "مريم عبدالله الأنصار",
    "Ben",
    "Wilhelmina von Hbsb",
    "Jo",
    "MMMMMMMMMMMMMMMMMMMM",
    "Kim",
  ];
  seats(shown).forEach((seat, at) => Object.assign(seat, { name: names[at] }));
  const seen = await stand.show(shown, 390, 664);
  for (const [width, height] of SIZES) {
    await sized(seen, width, height);
    const narrow = await seen.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>(".people bdi, .inline .name, .plate .name")]
        .filter(
          (node) =>
            node.getBoundingClientRect().width > 0 &&
            node.getBoundingClientRect().width < 14 &&
            node.scrollWidth > node.clientWidth,
        )
        .map((node) => node.textContent),
    );
    expect.soft(narrow, `${width}x${height}`).toEqual([]);
    expect.soft(await cut(seen, ".aside .row .people", ".row"), `${width}x${height}`).toEqual([]);
    const totals = await seen.page.evaluate(
      () =>
        [...document.querySelectorAll(".aside .row")].filter(
          (row) =>
            row.querySelector(".people")!.getBoundingClientRect().right >
            row.querySelector(".total")!.getBoundingClientRect().left + 0.5,
        ).length,
    );
    expect.soft(totals, `${width}x${height}`).toBe(0);
  }
  expect(
    await seen.page
      .locator("h2 bdi")
      .first()
      .evaluate((node) => getComputedStyle(node).unicodeBidi),
  ).toBe("isolate");
  await seen.context.close();
}, 60_000);

test("high contrast by day has edges, and what cannot be used looks so", async () => {
  const seen = await stand.show(fixture("four-asked"), 390, 664, { look: "contrast,day" });
  const edges = await seen.page.evaluate(() =>
    [".plate:not(.now)", ".side"]
      .map((each) => getComputedStyle(document.querySelector(each)!))
      .map((style) => `${style.borderTopWidth} ${style.borderTopColor}`),
  );
  expect(edges).toEqual(["2px rgb(0, 0, 0)", "2px rgb(0, 0, 0)"]);
  await seen.context.close();
  const draw = await stand.show(fixture("four-late"), 390, 664, { look: "contrast,day" });
  const styles = await draw.page.evaluate(() =>
    [".btn.off", ".acts .btn:not(.off)"].map((each) => getComputedStyle(document.querySelector(each)!).borderTopStyle),
  );
  expect(styles).toEqual(["dashed", "none"]);
  await draw.context.close();
}, 60_000);

test("cards just drawn are marked in the hand", async () => {
  const seen = await stand.show(fixture("eight-pairs"), 390, 664);
  const marked = await seen.page
    .locator(".held-card")
    .evaluateAll((cards) =>
      cards
        .filter((card) => getComputedStyle(card, "::after").content !== "none")
        .map((card) => card.getAttribute("aria-label")),
    );
  expect(marked).toHaveLength(2);
  for (const label of marked) expect(label).toContain("new");
  await seen.context.close();
}, 60_000);

test("help explains the signs that this game has, and leads to its rules", async () => {
  for (const [name, has, lacks] of [
    ["four-draw", ["foot", "Deals this deal", "partners"], ["knocked"]],
    ["two-draw", ["own sign", "A finished"], ["partners"]],
  ] as const) {
    const seen = await stand.show(fixture(name), 390, 664);
    await seen.page.getByRole("button", { name: "Help" }).click();
    const signs = seen.page.locator(".signs");
    await signs.waitFor();
    const text = (await signs.textContent()) ?? "";
    for (const word of has) expect.soft(text, name).toContain(word);
    for (const word of lacks) expect.soft(text, name).not.toContain(word);
    if (process.env["PICTURES"]) await seen.page.screenshot({ path: `${process.env["PICTURES"]}/help-${name}.png` });
    await seen.page.getByRole("button", { name: /^The rules of/ }).click();
    await seen.page.getByRole("heading", { name: "The rules", exact: true }).waitFor();
    await seen.context.close();
  }
}, 60_000);

test("a game that has its own words is told in them, in every sheet and to screen readers", async () => {
  // "Deals this round": dealing is the same deed in every game.
  const usual = /\b(canastas?|deals?(?! this)|natural|mixed)\b/gi;
  const shown = (seen: Seen): Promise<string> =>
    seen.page.evaluate(() =>
      [
        document.body.textContent,
        ...[...document.querySelectorAll("[aria-label], [title]")].map(
          (node) => `${node.getAttribute("aria-label") ?? ""} ${node.getAttribute("title") ?? ""}`,
        ),
      ].join(" "),
    );
  const table = await stand.show(fixture("words-late"), 1280, 800);
  expect(await table.page.getByRole("listbox", { name: "Your looking hand" }).count()).toBe(1);
  expect((await shown(table)).match(usual)).toBeNull();
  for (const [sheet, word] of [
    ["Score", "Round 1"],
    ["Settings", "book"],
    ["Help", "A finished book"],
    ["Menu", "Settings"],
  ] as const) {
    await table.page.getByRole("button", { name: sheet, exact: true }).first().click();
    await table.page.getByRole("dialog").getByText(word).first().waitFor();
    expect((await shown(table)).match(usual), sheet).toBeNull();
    await table.page.keyboard.press("Escape");
  }
  const counted = await stand.show(fixture("words-counted"), 1280, 800);
  await counted.page.getByRole("region", { name: "This round, line by line" }).waitFor();
  expect((await shown(counted)).match(usual)).toBeNull();
  expect([...table.errors, ...counted.errors]).toEqual([]);
  await Promise.all([table.context.close(), counted.context.close()]);
}, 60_000);
