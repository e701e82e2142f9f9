// Write `sw.js` of the site in a folder, with all its files and a version made of what is in them:
// `node site/list.mjs FOLDER`.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Kept when they are first read: handbooks, and what only some hosts need. */
const LATER = /^(sw\.js|rules\/.*|.*\/pyodide\.asm\.mjs)$/;
const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => statSync(join(folder, name)).isFile() && !LATER.test(name))
  .sort();
const hash = createHash("sha256");
for (const name of files) hash.update(name).update(readFileSync(join(folder, name)));
const script = readFileSync(new URL("sw.js", import.meta.url), "utf8")
  .replace("__VERSION__", hash.digest("hex").slice(0, 12))
  .replace("__FILES__", JSON.stringify(files, null, 2));
writeFileSync(join(folder, "sw.js"), script);
