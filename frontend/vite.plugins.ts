// What all pages have, the server's, the site's and the exported one: the drawings of the cards, and the face.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const DRAWINGS = new URL("src/drawings/", import.meta.url);

/** The drawings of the cards stand in the page itself: one request less, and CSS reaches into them. */
export const drawings = (): string => readFileSync(new URL("cards.svg", DRAWINGS), "utf8").trim();
export const sprite: Plugin = {
  name: "cards",
  transformIndexHtml: (html: string) => html.replace("<!--cards-->", drawings),
};

const FACES = "virtual:faces.svelte";
/** The faces come later: as a component, because only templates of the page itself may become elements. */
export const faces: Plugin = {
  name: "faces",
  enforce: "pre",
  resolveId: (id) => (id === FACES ? id : null),
  load: (id) => (id === FACES ? readFileSync(new URL("faces.svg", DRAWINGS), "utf8").trim() : null),
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
export const face: Plugin = {
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
