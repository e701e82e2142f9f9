// The page that plays without a server: relative addresses, workers, and what the server's page gets from its server.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
import { face, faces, sprite } from "./vite.plugins";

const SITE = new URL("../build/site/", import.meta.url).pathname;
const PUBLIC = new URL("public/", import.meta.url);
const PICTURES = ["icon.svg", "icon-180.png", "icon-192.png", "icon-512.png"];
const TABLES = ["table-day.webp", "table-night.webp", "table-wide.webp"];

/** Nothing comes from another origin, and no text becomes a script. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; " +
  "base-uri 'none'; form-action 'self'; " +
  "require-trusted-types-for 'script'; trusted-types svelte-trusted-html canasta-worker";

const page: Plugin = {
  name: "site",
  transformIndexHtml: {
    order: "pre",
    handler: (html: string) =>
      html
        .replace("/src/main.ts", "/src/site.ts")
        .replace(
          '<meta charset="utf-8" />',
          `$&\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
        )
        .replace("It loads everything from this server", "It loads everything from this site")
        .replaceAll('href="/', 'href="./'),
  },
  closeBundle: () => {
    for (const name of [...PICTURES, ...TABLES]) copyFileSync(new URL(name, PUBLIC), SITE + name);
    copyFileSync(new URL("site/licences.txt", import.meta.url), `${SITE}licences.txt`);
    const manifest = readFileSync(new URL("manifest.webmanifest", PUBLIC), "utf8")
      .replace('"Canasta with friends far away, or with bots."', '"Canasta with bots, on your device."')
      .replace('"/?play=now"', '"./#/?play=now"')
      .replace('"/new"', '"./#/new"')
      .replace('"name": "Make a table for friends", "short_name": "New table"', '"name": "Choose a game"')
      .replaceAll('": "/', '": "./');
    writeFileSync(`${SITE}manifest.webmanifest`, manifest);
  },
};

export default defineConfig({
  base: "./",
  mode: "site",
  publicDir: false,
  plugins: [face, faces, sprite, page, svelte()],
  worker: { format: "es" },
  build: {
    outDir: SITE,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    reportCompressedSize: false,
  },
});
