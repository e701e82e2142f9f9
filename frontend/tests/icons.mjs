// The icons for home screens, drawn from public/icon.svg: node tests/icons.mjs
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";

const PUBLIC = new URL("../public/", import.meta.url).pathname;
// The corners are cut by whoever shows the icon, so its ground fills all of it.
const drawn = readFileSync(`${PUBLIC}icon.svg`, "utf8").replace(' rx="7"', "");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const size of [180, 192, 512]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawn}`);
  await page.screenshot({ path: `${PUBLIC}icon-${size}.png` });
  await page.close();
}
await browser.close();
