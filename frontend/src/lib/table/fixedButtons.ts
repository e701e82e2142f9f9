// Buttons that are the same whenever they are shown.

import type { Button } from "./scene";

export const MORE: Button = {
  id: "more",
  label: "More",
  look: "plain",
  key: "O",
  icon: "more",
  deed: { do: "show", what: "more" },
};
export const HINT: Button = { id: "hint", label: "Hint", look: "plain", key: "H", icon: "hint", deed: { do: "hint" } };
export const TAKE_BACK: Button = {
  id: "take-back",
  label: "Take back",
  look: "may",
  key: "U",
  grow: true,
  deed: { do: "ask", ask: { act: "take-back" } },
};
export const STORY: Button = {
  id: "story",
  label: "What happened",
  look: "plain",
  key: "",
  grow: true,
  deed: { do: "show", what: "story" },
};
export const TALK: Button = {
  id: "talk",
  label: "Talk",
  look: "plain",
  key: "",
  grow: true,
  deed: { do: "show", what: "talk" },
};
export const LEAVE: Button = { id: "leave", label: "Leave", look: "plain", key: "", deed: { do: "leave" } };
export const SEATS: Button = {
  id: "seats",
  label: "Take a seat",
  look: "may",
  key: "",
  grow: true,
  deed: { do: "show", what: "seats" },
};
export const FOLLOW: Button = {
  id: "follow",
  label: "Play this",
  look: "now",
  key: "Enter",
  grow: true,
  deed: { do: "follow" },
};
export const BACK: Button = { id: "back", label: "Put back", look: "plain", key: "Esc", deed: { do: "put back" } };
/** How many buttons stand beside "Hint" and "More"; what has no room goes behind it. */
