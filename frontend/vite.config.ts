import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const SHARED = new URL("../src/canasta/export/shared/", import.meta.url);

/** The drawings of the cards stand in the page itself: one request less, and CSS reaches into them. */
const sprite = {
  name: "cards",
  transformIndexHtml: (html: string) => html.replace("<!--cards-->", readFileSync(new URL("cards.svg", SHARED), "utf8").trim()),
};

export default defineConfig({
  plugins: [svelte(), sprite],
  server: { fs: { allow: [".", "../src/canasta/export/shared"] }, proxy: { "/api": "http://127.0.0.1:8737", "^/t/.*/ws": { target: "ws://127.0.0.1:8737", ws: true } } },
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  test: { include: ["tests/**/*.test.ts"], environment: "node", pool: "threads", poolOptions: { threads: { singleThread: true } } },
});
