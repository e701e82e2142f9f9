import { store, stored } from "./settings";

const KEY = "canasta.reloaded";
const AGAIN_MS = 60_000;

/** Load the page again, at most once a minute; says whether it does. What lies in the tray is kept. */
export function reloadOnce(now = Date.now()): boolean {
  const last = Number(stored(KEY, () => sessionStorage) ?? 0);
  if (now - last < AGAIN_MS) return false;
  store(KEY, String(now), () => sessionStorage);
  location.reload();
  return true;
}
