// Write what the worker loads to a folder: Pyodide, its standard library as far as canasta needs it, and canasta, as
// bytecode: `node site/pack.mjs SCRIPTS SOURCES MYPY_EXTENSIONS TARGET`.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [scripts, sources, module, target] = process.argv.slice(2);
const FROM = new URL("node_modules/pyodide/", import.meta.url);
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });

const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0" } });
for (const [at, folder] of Object.entries({
  "/scripts": scripts,
  "/sources": sources,
  "/target": target,
})) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, at);
}
// Alone: the packages beside it are not there in a worker, and what imports one must fail here.
python.FS.mkdirTree("/module");
python.FS.writeFile("/module/mypy_extensions.py", readFileSync(module));
try {
  python.runPython(`
import sys
from pathlib import Path
sys.path[:0] = ["/sources", "/module", "/scripts"]
from site_archive import pack
pack(Path("/sources"), Path("/module/mypy_extensions.py"), Path("/target"))
`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** A plain file server sends these as they are, so they are packed here. */
const packed = (name, content) => {
  writeFileSync(`${target}/${name}.gz`, gzipSync(content, { level: 9 }));
  rmSync(`${target}/${name}`, { force: true });
};
for (const name of ["python_stdlib.zip", "canasta.zip"]) packed(name, readFileSync(`${target}/${name}`));
packed("pyodide.asm.wasm", readFileSync(new URL("pyodide.asm.wasm", FROM)));
// Which Python this is, and that there is no package besides.
const { info } = JSON.parse(readFileSync(new URL("pyodide-lock.json", FROM), "utf8"));
writeFileSync(`${target}/pyodide-lock.json`, JSON.stringify({ info, packages: {} }));
const glue = readFileSync(new URL("pyodide.asm.mjs", FROM));
writeFileSync(`${target}/pyodide.asm.mjs.gz`, gzipSync(glue, { level: 9 }));
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(new URL(name, FROM), `${target}/${name}`);
