import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const SHARED = new URL("../src/canasta/export/shared/", import.meta.url);
/** Where the server reads the page: part of its Python package. */
const BUNDLE = new URL("../src/canasta/server/bundle/", import.meta.url).pathname;
/**
 * The server that `npm run dev` asks: `canasta serve`, at its usual port unless CANASTA_SERVER names another address.
 */
const SERVER = process.env["CANASTA_SERVER"] ?? "http://127.0.0.1:8000";

/** The drawings of the cards stand in the page itself: one request less, and CSS reaches into them. */
const sprite: Plugin = {
  name: "cards",
  transformIndexHtml: (html: string) =>
    html.replace("<!--cards-->", readFileSync(new URL("cards.svg", SHARED), "utf8").trim()),
};

const FACE = new URL(
  "node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  import.meta.url,
);
const CUT = new URL("node_modules/.face/", import.meta.url);
const run = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join("");
/** Latin 1, and the punctuation of sentences; `styles/face.css` names the same as `unicode-range`. */
const LETTERS = `${run(0x20, 0x7e)}${run(0xa0, 0xff)}ıŒœ–—‘’‚“”„•…‹›€™−`;

/** Of the page's face, only the letters and the weights that the page uses. */
const face: Plugin = {
  name: "face",
  async buildStart() {
    mkdirSync(CUT, { recursive: true });
    writeFileSync(
      new URL("figtree.woff2", CUT),
      await subsetFont(readFileSync(FACE), LETTERS, {
        targetFormat: "woff2",
        variationAxes: { wght: { min: 400, max: 700 } },
      }),
    );
  },
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "figtree.txt", source: readFileSync(new URL("../LICENSE", FACE)) });
  },
};

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
  plugins: [process.env["VITEST"] ? [] : [face, sprite, packed], svelte()],
  server: {
    fs: { allow: [".", "../src/canasta/export/shared"] },
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
