// Run a Python program in the engine of the site, as the worker loads it, but in Node:
// `node site/run.mjs ENGINE PROGRAM [FOLDER NAME=TEXT…]`. Modules in FOLDER can be imported; what it prints is printed.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [engine, program, folder, ...settings] = process.argv.slice(2);
// Here, for Pyodide finds a package of its own beside it.
const unpacked = mkdtempSync(fileURLToPath(new URL("node_modules/.engine-", import.meta.url)));
try {
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json"])
    writeFileSync(join(unpacked, name), readFileSync(join(engine, name)));
  for (const name of ["pyodide.asm.wasm", "python_stdlib.zip"])
    writeFileSync(join(unpacked, name), gunzipSync(readFileSync(join(engine, `${name}.gz`))));
  const { loadPyodide } = await import(pathToFileURL(join(unpacked, "pyodide.mjs")).href);
  const python = await loadPyodide({
    indexURL: `${unpacked}/`,
    env: { PYTHONHASHSEED: "0", ...Object.fromEntries(settings.map((each) => each.split("="))) },
  });
  const canasta = new Uint8Array(gunzipSync(readFileSync(join(engine, "canasta.zip.gz"))));
  python.unpackArchive(canasta, "zip", { extractDir: "/canasta" });
  python.FS.mkdirTree("/folder");
  if (folder) python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
  python.runPython("import sys; sys.path[:0] = ['/canasta', '/folder']");
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(unpacked, { recursive: true });
}
