// How the page looks and behaves for this person on this device. Kept locally, if the browser allows it.

import { ON_DEVICE } from "./address";

export interface Settings {
  theme: "auto" | "night" | "day";
  look: "felt" | "ink" | "paper";
  large: boolean;
  fourColours: boolean;
  contrast: boolean;
  left: boolean;
  sound: boolean;
  motion: "slow" | "normal" | "fast" | "none";
  confirm: "never" | "hurts" | "always";
  hand: "columns" | "fan" | "own";
}

export const DEFAULTS: Settings = {
  theme: "auto",
  look: "felt",
  large: false,
  fourColours: false,
  contrast: false,
  left: false,
  sound: true,
  motion: "normal",
  confirm: "hurts",
  hand: "columns",
};
const KEY = "canasta.settings";

/** Without a server, other pages of the same host may keep such things, too. */
const own = (key: string): string => (ON_DEVICE ? `${location.pathname} ${key}` : key);

/** Text kept under `key`; null if there is none, or if the browser forbids storage. */
export function stored(key: string, store: () => Storage = () => localStorage): string | null {
  try {
    return store().getItem(own(key));
  } catch {
    return null;
  }
}

/** Keep `text` under `key`, or forget it; does nothing where the browser forbids storage. */
export function store(key: string, text: string | null, where: () => Storage = () => localStorage): void {
  try {
    if (text === null) where().removeItem(own(key));
    else where().setItem(own(key), text);
  } catch {
    // Without storage everything works until the page is closed.
  }
}

/**
 * Settings from what was kept and from a link such as `?look=large,day`; anything unknown is left at its default.
 * A `phone` is silent until someone wants to hear it.
 */
export function readSettings(kept: string | null, look: string | null, phone = false): Settings {
  const settings: Settings = { ...DEFAULTS, sound: !phone };
  try {
    const told = JSON.parse(kept ?? "{}") as Record<string, unknown>;
    for (const key of Object.keys(DEFAULTS) as (keyof Settings)[]) {
      if (typeof told[key] === typeof DEFAULTS[key]) (settings as unknown as Record<string, unknown>)[key] = told[key];
    }
  } catch {
    // Kept by another version, or broken: the defaults hold.
  }
  for (const word of (look ?? "").split(",")) {
    if (word === "large") settings.large = true;
    else if (word === "left") settings.left = true;
    else if (word === "four") settings.fourColours = true;
    else if (word === "contrast") settings.contrast = true;
    else if (word === "calm") settings.motion = "none";
    else if (word === "day" || word === "night") settings.theme = word;
    else if (word === "felt" || word === "ink" || word === "paper") settings.look = word;
  }
  return settings;
}

/** Held in a hand, among others: a small screen that is touched. */
const PHONE = "(pointer: coarse) and (max-width: 599px), (pointer: coarse) and (max-height: 599px)";
export const loadSettings = (): Settings =>
  readSettings(stored(KEY), new URLSearchParams(location.search).get("look"), matchMedia(PHONE).matches);
export const saveSettings = (settings: Settings): void => store(KEY, JSON.stringify(settings));

/** Put settings where the style sheets see them. */
export function applySettings(settings: Settings, root: HTMLElement, prefersDay: boolean): void {
  const day = settings.theme === "day" || (settings.theme === "auto" && prefersDay);
  root.dataset["theme"] = day ? "day" : "night";
  root.dataset["look"] = settings.look;
  root.dataset["suits"] = settings.fourColours ? "four" : "two";
  root.dataset["contrast"] = settings.contrast ? "high" : "usual";
  root.dataset["print"] = settings.large ? "large" : "usual";
  root.dataset["side"] = settings.left ? "left" : "right";
  root.dataset["motion"] = settings.motion;
  // The bar of the system, above an installed page, has the colour of the ground.
  const ground = getComputedStyle(root).getPropertyValue("--bg").trim();
  if (ground) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}
