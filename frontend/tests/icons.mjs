// The icons for home screens, drawn from public/icon.svg, and the picture
// that chats show beside a link: node tests/icons.mjs
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const PUBLIC = new URL("../public/", import.meta.url).pathname;
const DRAWINGS = new URL("../src/drawings/", import.meta.url);
const shared = (name) => readFileSync(new URL(name, DRAWINGS), "utf8");
// The corners are cut by whoever shows the icon, so its ground fills all of it.
const drawn = readFileSync(`${PUBLIC}icon.svg`, "utf8").replace(' rx="7"', "");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const size of [180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawn}`);
  await page.screenshot({ path: `${PUBLIC}icon-${size}.png` });
  await page.close();
}
const face = readFileSync(new URL("../node_modules/.face/figtree.woff2", import.meta.url)).toString("base64");
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
const card = (name, suit) => `<svg class="card ${suit}" viewBox="0 0 50 70"><use href="#card-${name}" /></svg>`;
// Flat colours, so that the picture is small.
await page.setContent(`<html data-theme="night"><style>
  @font-face { font-family: Figtree; font-weight: 400 700; src: url(data:font/woff2;base64,${face}) }
  ${shared("colours.css")} ${shared("cards.css")}
  body { display: grid; place-content: center; justify-items: center; gap: 56px; height: 100vh; margin: 0 }
  body { background: #113a2c; color: #f4f1e6; font-family: Figtree }
  h1 { margin: 0; font-size: 104px; font-weight: 700; letter-spacing: -.02em; line-height: 1 }
  div { display: flex; --w: 200px }
  .card { width: 200px; height: 280px }
  .card + .card { margin-left: -34px }
  .card:nth-child(1) { rotate: -9deg } .card:nth-child(2) { translate: 0 -12px } .card:nth-child(3) { rotate: 9deg }
</style>${shared("cards.svg")}
<div>${card("Kh", "h")}${card("Jk", "joker")}${card("7s", "s")}</div><h1>Canasta</h1></html>`);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: `${PUBLIC}preview.png` });
await browser.close();
