// Pictures of fixtures, for looking at: node tests/pictures.mjs FOLDER FIXTURE WIDTHxHEIGHT[:LOOK[:CARDS]] …
// The documents' own are made with FORMAT=jpeg.
// CARDS are ids of cards of the hand: "Jc.0,Js.0/Qc.0": those before a
// slash go to the tray, those at the end are chosen.
import { mkdirSync } from "node:fs";
import { createServer } from "vite";

const [folder = "pictures", ...wanted] = process.argv.slice(2);
const jpeg = process.env.FORMAT === "jpeg";
mkdirSync(folder, { recursive: true });
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { Stand, fixture } = await vite.ssrLoadModule("/tests/browser/stand.ts");
const stand = await Stand.open();
for (let at = 0; at < wanted.length; at += 2) {
  const [size, look = "", cards = ""] = wanted[at + 1].split(":");
  const [width, height] = size.split("x").map(Number);
  const seen = await stand.show(fixture(wanted[at]), width, height, { look });
  const groups = cards.split("/");
  for (const [n, group] of groups.entries()) {
    for (const id of group.split(",").filter(Boolean))
      await seen.page.locator(`[data-id="${id}"]`).click({ position: { x: 8, y: 8 } });
    if (n < groups.length - 1) await seen.page.getByRole("button", { name: "to the tray" }).click();
  }
  await seen.page.waitForTimeout(200);
  const name = [wanted[at], size, ...(cards ? ["cards"] : []), ...look.split(",").filter(Boolean)].join("-");
  const path = `${folder}/${name}.${jpeg ? "jpg" : "png"}`;
  await seen.page.screenshot(jpeg ? { path, type: "jpeg", quality: 82 } : { path });
  if (seen.errors.length) console.log(wanted[at], size, seen.errors.slice(0, 3));
  await seen.context.close();
}
await stand.close();
await vite.close();
