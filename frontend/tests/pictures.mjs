// Pictures of fixtures, for looking at: node tests/pictures.mjs FOLDER FIXTURE WIDTHxHEIGHT[:LOOK] …
import { mkdirSync } from "node:fs";
import { createServer } from "vite";

const [folder = "pictures", ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { Stand, fixture } = await vite.ssrLoadModule("/tests/browser/stand.ts");
const stand = await Stand.open();
for (let at = 0; at < wanted.length; at += 2) {
  const [size, look = ""] = wanted[at + 1].split(":");
  const [width, height] = size.split("x").map(Number);
  const seen = await stand.show(fixture(wanted[at]), width, height, { look });
  await seen.page.waitForTimeout(120);
  await seen.page.screenshot({ path: `${folder}/${wanted[at]}-${size}${look ? `-${look.replaceAll(",", "-")}` : ""}.png` });
  if (seen.errors.length) console.log(wanted[at], size, seen.errors.slice(0, 3));
  await seen.context.close();
}
await stand.close();
await vite.close();
