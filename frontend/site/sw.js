// Keeps one whole version of the site, and changes to the next only as a whole: when no window shows this one any
// more, or someone asks for it. Written by `make site`, with the files of this version.

const VERSION = "__VERSION__";
const FILES = __FILES__;
const SCOPE = new URL(self.registration.scope).pathname;
const KEPT = `canasta ${SCOPE} ${VERSION}`;

self.addEventListener("install", (event) => {
  // As they are on the host now, whatever the browser remembers of them.
  const fresh = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
});
self.addEventListener("activate", (event) => {
  const old = async () => (await caches.keys()).filter((name) => name.startsWith(`canasta ${SCOPE} `) && name !== KEPT);
  event.waitUntil(
    old()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});
self.addEventListener("message", (event) => {
  if (event.data === "change") self.skipWaiting();
});

/** Answer from what is kept; what is asked for the first time is kept from then on, if it belongs to the site. */
async function answer(request, name) {
  const cache = await caches.open(KEPT);
  const kept = await cache.match(name);
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok && /^(rules|engine-)/.test(name)) await cache.put(name, found.clone());
  return found;
}
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || !url.pathname.startsWith(SCOPE)) return;
  const name = url.pathname.slice(SCOPE.length);
  event.respondWith(answer(request, name === "" ? "index.html" : name));
});
