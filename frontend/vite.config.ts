import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { face, faces, sprite } from "./vite.plugins";

/** Where the server reads the page: part of its Python package. */
const BUNDLE = new URL("../src/canasta/server/bundle/", import.meta.url).pathname;
/**
 * The server that `npm run dev` asks: `canasta serve`, at its usual port unless CANASTA_SERVER names another address.
 */
const SERVER = process.env["CANASTA_SERVER"] ?? "http://127.0.0.1:8000";

/** Packed once, when the page is built, as small as it gets. */
const packed: Plugin = {
  name: "packed",
  apply: "build",
  closeBundle: () => {
    for (const name of readdirSync(BUNDLE, { recursive: true, encoding: "utf8" })) {
      if (!/\.(css|html|js|json|svg|txt|webmanifest)$/.test(name)) continue;
      const content = readFileSync(BUNDLE + name);
      writeFileSync(
        `${BUNDLE}${name}.br`,
        brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      );
      writeFileSync(`${BUNDLE}${name}.gz`, gzipSync(content, { level: 9 }));
    }
  },
};

// The server checks where requests come from, so the proxy asks in its name.
const toServer = { target: SERVER, headers: { origin: SERVER }, changeOrigin: true };

export default defineConfig({
  // Tests look at the page as it is built, and at modules that need no face.
  plugins: [process.env["VITEST"] ? [] : [face, sprite, packed], faces, svelte()],
  server: {
    proxy: { "/api": toServer, "^/t/.*/(ws|qr\\.svg)": { ...toServer, ws: true } },
  },
  build: {
    outDir: BUNDLE,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    reportCompressedSize: false,
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "node",
    pool: "threads",
    poolOptions: { threads: { singleThread: true } },
  },
});
