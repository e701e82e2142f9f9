// Files that the page hands to whoever reads it.

/** Let the browser save `text` as the file `name`. */
export function save(name: string, text: string, type = "text/plain"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser may only begin to read it now.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
