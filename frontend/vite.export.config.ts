// The page that `canasta export` writes a match into: one file, whose policy allows only its own style and script.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { drawings, face, faces } from "./vite.plugins";

const FONT = "/* Figtree: Copyright 2022 The Figtree Project Authors, SIL Open Font License 1.1. */";
const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Browsers refuse modules of a file on a disk, so what was built is put into elements of one page. */
const whole: Plugin = {
  name: "whole",
  enforce: "post",
  generateBundle(_, bundle) {
    let [style, script] = [FONT, ""];
    for (const [name, built] of Object.entries(bundle)) {
      if (built.type === "chunk") script += built.code;
      else if (name.endsWith(".css")) style += String(built.source);
      delete bundle[name];
    }
    // Nothing in a script may end its element early, or hide that end.
    script = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
    const policy = [
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)}`,
      "img-src data:",
      "font-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types svelte-trusted-html",
    ].join("; ");
    const parts = {
      policy,
      style: `<style>${style}</style>`,
      cards: drawings(),
      script: `<script>${script}</script>`,
    };
    let source = readFileSync(new URL("export.html", import.meta.url), "utf8");
    for (const [name, part] of Object.entries(parts)) source = source.replace(`<!--${name}-->`, () => part);
    this.emitFile({ type: "asset", fileName: "replay.html", source });
  },
};

export default defineConfig({
  publicDir: false,
  plugins: [face, faces, svelte(), whole],
  build: {
    outDir: new URL("../src/canasta/export/bundle/", import.meta.url).pathname,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    modulePreload: false,
    minify: "terser",
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    reportCompressedSize: false,
    rollupOptions: { input: "src/export.ts", output: { format: "iife", inlineDynamicImports: true } },
  },
});
