// A page for when the server is away, kept by a service worker where the
// browser allows one: over https and on this machine.

const WORKER = "/sw.js";
/** Not while the page has more important things to load. */
const AFTER_MS = 4_000;

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** The address of the worker, as browsers want it that allow only addresses from a named policy. */
function address(): string {
  const { trustedTypes } = window as unknown as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy("canasta-worker", {
    createScriptURL: (url) => (url === WORKER ? url : ""),
  });
  return (policy?.createScriptURL(WORKER) ?? WORKER) as string;
}

export function keepOfflinePage(): void {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  setTimeout(() => {
    // A browser may forbid it all the same; then there is no such page.
    navigator.serviceWorker.register(address()).catch(() => {});
  }, AFTER_MS);
}
