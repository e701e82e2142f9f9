// The table that wide windows show on the start page, by night and by day, and those that stores of apps show, drawn by
// the page itself: npm run build && node tests/home.mjs
import { writeFileSync } from "node:fs";
import { createServer } from "vite";

const PUBLIC = new URL("../public/", import.meta.url).pathname;
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom", logLevel: "error" });
const { Stand, fixture } = await vite.ssrLoadModule("/tests/browser/stand.ts");
const stand = await Stand.open();
for (const [name, look, width, height, scale] of [
  ["night", "night", 390, 664, 1.1],
  ["day", "day", 390, 664, 1.1],
  ["wide", "night", 1280, 800, 0.5],
]) {
  const seen = await stand.show(fixture("four-opening"), width, height, { look, scale });
  await seen.page.waitForTimeout(300);
  const shot = (await seen.page.screenshot()).toString("base64");
  // Chromium takes pictures as PNG and JPEG only; its canvas writes WebP, a third as large.
  const packed = await seen.page.evaluate(async (png) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", 0.3).split(",")[1];
  }, shot);
  writeFileSync(`${PUBLIC}table-${name}.webp`, Buffer.from(packed, "base64"));
  await seen.context.close();
}
await stand.close();
await vite.close();
