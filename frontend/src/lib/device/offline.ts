// A page for when the server is away, kept by a service worker where the
// browser allows one: over https and on this machine.

import { trusted } from "./trusted";

const WORKER = "/sw.js";
/** Not while the page has more important things to load. */
const AFTER_MS = 4_000;

export function keepOfflinePage(): void {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  setTimeout(() => {
    // A browser may forbid it all the same; then there is no such page.
    navigator.serviceWorker.register(trusted(WORKER)).catch(() => {});
  }, AFTER_MS);
}

/** Keep all of this page on the device, where it needs no server. */
export function keepSite(): void {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register(trusted(new URL("sw.js", document.baseURI).href)).catch(() => {});
}
