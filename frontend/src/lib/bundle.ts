// Whether the server has another version of this page than the one that runs here.

import { store, stored } from "./settings";

const SCRIPT = /\/assets\/index-[\w-]+\.js/;
const KEY = "canasta.reloaded";
const AGAIN_MS = 60_000;

/** The script that `html` loads, by its name; empty if it loads none. */
export const scriptIn = (html: string): string => SCRIPT.exec(html)?.[0] ?? "";

const running = (): string => {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? scriptIn(script.getAttribute("src") ?? "") : "";
};

/** Whether the server answers with a page that loads another script; false where it does not answer. */
export async function isOutdated(): Promise<boolean> {
  const mine = running();
  if (!mine) return false;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const theirs = answer.ok ? scriptIn(await answer.text()) : "";
    return theirs !== "" && theirs !== mine;
  } catch {
    return false;
  }
}

/** Load the page again, at most once a minute; says whether it does. What lies in the tray is kept. */
export function reloadOnce(now = Date.now()): boolean {
  const last = Number(stored(KEY, () => sessionStorage) ?? 0);
  if (now - last < AGAIN_MS) return false;
  store(KEY, String(now), () => sessionStorage);
  location.reload();
  return true;
}
