// Python and canasta in a worker: loaded from files beside the page, unpacked here, so that any host of files will do.

/** The part of Pyodide that is used here. */
export interface Python {
  unpackArchive(archive: Uint8Array, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(module: string): Record<string, unknown>;
}
interface Pyodide {
  loadPyodide(options: Record<string, unknown>): Promise<Python>;
}

const TYPES: Record<string, string> = { wasm: "application/wasm", zip: "application/zip" };
const GZIP = [0x1f, 0x8b];
/** Where the engine lies, beside the folder of the workers: the name says which it is. */
export const ENGINE = new URL(`../${import.meta.env["VITE_ENGINE"]}/`, self.location.href).href;

/** The file at `address`, which lies there packed; some hosts unpack it on the way. */
async function unpacked(get: typeof fetch, address: string): Promise<Response> {
  const answer = await get(`${address}.gz`);
  if (!answer.ok) throw new Error(`${address}.gz: ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const packed = GZIP.every((byte, at) => bytes[at] === byte);
  const body = packed ? new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")) : bytes;
  const type = TYPES[/\w+$/.exec(address)?.[0] ?? ""] ?? "application/octet-stream";
  return new Response(body, { headers: { "content-type": type } });
}

/** What binds WebAssembly to the browser; read unpacked from the host, if that forbids to run what is unpacked here. */
async function glue(get: typeof fetch, address: string): Promise<unknown> {
  const script = new Blob([await (await unpacked(get, address)).arrayBuffer()], { type: "text/javascript" });
  const made = URL.createObjectURL(script);
  try {
    return ((await import(/* @vite-ignore */ made)) as { default: unknown }).default;
  } catch {
    return ((await import(/* @vite-ignore */ address)) as { default: unknown }).default;
  } finally {
    URL.revokeObjectURL(made);
  }
}

/** Load everything from the folder at the address `base`, which ends with a slash. */
export async function loadEngine(base = ENGINE): Promise<Python> {
  const get = self.fetch.bind(self);
  const canasta = unpacked(get, `${base}canasta.zip`).then((answer) => answer.arrayBuffer());
  // Pyodide asks for its files itself.
  self.fetch = (asked, options) => {
    const address = String(asked instanceof Request ? asked.url : asked);
    return /\.(wasm|zip)$/.test(address) ? unpacked(get, address) : get(asked, options);
  };
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as Pyodide;
  const python = await loadPyodide({
    indexURL: base,
    createPyodideModule: await glue(get, `${base}pyodide.asm.mjs`),
  });
  self.fetch = get;
  python.unpackArchive(new Uint8Array(await canasta), "zip", { extractDir: "/canasta" });
  python.runPython("import sys; sys.path.insert(0, '/canasta')");
  return python;
}

/** A sentence for whoever waits for an engine that did not come. */
export function why(): string {
  if (typeof WebAssembly === "undefined")
    return "This browser has no WebAssembly, which the game needs. Try another one.";
  if (typeof DecompressionStream === "undefined")
    return "This browser is too old for the game. Update it, or try another.";
  return "The game could not be loaded. Check the connection, and load the page again.";
}
