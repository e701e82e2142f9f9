// Lay out the cards from their parts: node cards/draw.mjs writes two files of drawings in src/drawings.
// cards.svg is in the first load: every card with an index that shows in a fan, and one large sign. faces.svg comes
// after the first paint: the people, and the whole faces of wide cards.
import { readFileSync, writeFileSync } from "node:fs";

const DRAWINGS = new URL("../src/drawings/", import.meta.url);
const SPRITE =
  '<svg xmlns="http://www.w3.org/2000/svg" class="sprite" width="0" height="0" aria-hidden="true" focusable="false">';
const RANKS = [..."23456789TJQKA"];
const SUITS = [..."cdhs"];
const COURTS = [..."JQK"];

/** The elements of a file of parts, without their comments. */
const parts = (name) =>
  readFileSync(new URL(name, import.meta.url), "utf8")
    .replace(/^<svg[^>]*>\n|<\/svg>\s*$|<!--.*?-->\n/gs, "")
    .trimEnd();
const use = (id, x, y, width, height, more = "") =>
  `<use href="#${id}" x="${x}" y="${y}" width="${width}" height="${height}"${more}/>`;
const symbol = (id, ...drawn) => `<symbol id="${id}" viewBox="0 0 50 70">${drawn.join("")}</symbol>`;
const write = (name, ...lines) => writeFileSync(new URL(name, DRAWINGS), [SPRITE, ...lines, "</svg>", ""].join("\n"));

/** A person on a narrow card, from the crown to the shoulders: below the index, cut by the edge of the card alone. */
const bust = (id) => use(`bust-${id}`, 5, 26.5, 49, 44.7, ' class="bust"');

/** A card up to 63 pixels wide. */
function narrow(rank, suit) {
  const index = rank === "T" ? use("rank-T", 1.8, 3, 18.4, 18.6) : use(`rank-${rank}`, 2.6, 3, 14.6, 18.6);
  const corner = use(`suit-${suit}`, 0, 0, 12, 12, ' class="corner"');
  const court = COURTS.includes(rank);
  const sign =
    rank === "2"
      ? use("wild-star", 20, 38, 27, 27, ' class="wild-pip"')
      : rank === "A"
        ? use(`suit-${suit}`, 15.5, 34, 31, 31)
        : use(`suit-${suit}`, 20, 38.5, 27, 27, court ? ' class="beheaded"' : "");
  return symbol(`card-${rank}${suit}`, index, corner, sign, court ? bust(rank) : "");
}

// Where the middles of pips stand; what stands in the upper half stands in the lower one too, upside down.
const [LEFT, MIDDLE, RIGHT] = [19.5, 25, 30.5];
const both = (y) => [
  [LEFT, y],
  [RIGHT, y],
];
const UPPER = {
  2: [[MIDDLE, 13]],
  3: [[MIDDLE, 13]],
  4: both(13),
  5: both(13),
  6: both(13),
  7: both(13),
  8: [...both(13), [MIDDLE, 24]],
  9: [...both(12), ...both(27.3)],
  T: [...both(12), ...both(27.3), [MIDDLE, 19.6]],
};
const ALONE = {
  3: [[MIDDLE, 35]],
  5: [[MIDDLE, 35]],
  6: both(35),
  7: [...both(35), [MIDDLE, 24]],
  8: both(35),
  9: [[MIDDLE, 35]],
};

/** Signs of the card's own suit at these places, in one path: `marker` says which suit (cards.css). */
const pips = (places) => `<path class="pips" d="M${places.map((place) => place.join(" ")).join("L")}"/>`;
/** Twice the same place, because a path needs two. */
const CORNER = [7.6, 22.6];
const FRAME = '<path class="frame" d="M17 3.5H44.5a2 2 0 0 1 2 2V39"/>';

/** The whole face of a card of 64 pixels and more: of all suits, but for the large sign of an ace. */
function wide(rank, suit = "") {
  const id = rank + suit;
  const half = [
    rank === "T" ? use("rank-T", 1.6, 3, 12.8, 14) : use(`rank-${rank}`, 2.2, 3, 11, 14),
    pips([CORNER, ...(UPPER[rank] ?? [CORNER])]),
    ...(COURTS.includes(rank) ? [FRAME] : []),
  ].join("");
  const middle = COURTS.includes(rank)
    ? use(`person-${rank}`, 0, 0, 50, 70)
    : rank === "A"
      ? use(`suit-${suit}`, 12.5, 22.5, 25, 25)
      : rank === "2"
        ? use("wild-star", 17.5, 27.5, 15, 15, ' class="wild-pip"')
        : ALONE[rank]
          ? pips(ALONE[rank].length > 1 ? ALONE[rank] : [...ALONE[rank], ...ALONE[rank]])
          : "";
  return symbol(`face-${id}`, middle, `<g id="half-${id}">${half}</g>`, other(`half-${id}`));
}

const other = (id) => `<use href="#${id}" transform="rotate(180 25 35)"/>`;
const BACK = symbol(
  "card-back",
  '<rect class="weave" x="3" y="3" width="44" height="64" rx="3"/>',
  '<path class="thread" d="M6.5 8.5a2 2 0 0 1 2-2h33a2 2 0 0 1 2 2v53a2 2 0 0 1-2 2h-33a2 2 0 0 1-2-2z"/>',
  '<rect x="7.5" y="7.5" width="35" height="55" fill="url(#weave)"/>',
  '<circle class="medal" cx="25" cy="35" r="14"/>',
  use("basket", 15, 25, 20, 20, ' class="motif"'),
);

write(
  "cards.svg",
  parts("parts.svg"),
  ...SUITS.flatMap((suit) => RANKS.map((rank) => narrow(rank, suit))),
  symbol(
    "card-Jk",
    use("cap", 1.8, 3, 18, 18),
    use("wild-star", 0, 0, 12, 12, ' class="corner wild-pip"'),
    use("cap", 18, 39, 29, 29, ' class="beheaded"'),
    bust("Jk"),
  ),
  BACK,
);

/** The other half of a person, and what hides where the two meet. */
const turned = (rank) => `<use href="#figure-${rank}" transform="rotate(180 120 168)"/>`;
const BELT = '<path class="fig-gold fig-line" d="M33 162H207V174H33z"/>';
const people = [...COURTS, "Jk"];
write(
  "faces.svg",
  `<defs>\n${parts("courts.svg")}\n</defs>`,
  ...people.flatMap((rank) => [
    `<symbol id="bust-${rank}" viewBox="28 4 184 168"><use href="#figure-${rank}"/></symbol>`,
    `<symbol id="person-${rank}" viewBox="0 0 240 336"><use href="#figure-${rank}"/>${turned(rank)}${BELT}</symbol>`,
  ]),
  ...SUITS.map((suit) =>
    [
      `<marker id="pip-${suit}" class="pip-${suit}" viewBox="0 0 24 24" refX="12" refY="12"`,
      ' markerWidth="8.8" markerHeight="8.8" markerUnits="userSpaceOnUse">',
      `${use(`suit-${suit}`, 0, 0, 24, 24)}</marker>`,
    ].join(""),
  ),
  ...RANKS.filter((rank) => rank !== "A").map((rank) => wide(rank)),
  ...SUITS.map((suit) => wide("A", suit)),
  symbol(
    "face-Jk",
    use("person-Jk", 0, 0, 50, 70),
    `<g id="half-Jk">${use("cap", 1.8, 2.6, 13, 13)}${use("wild-star", 3, 17.5, 9.2, 9.2)}${FRAME}</g>`,
    other("half-Jk"),
  ),
);
