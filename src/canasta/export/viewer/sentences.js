// Sentences: what the record tells, with names and cards put in, for the eyes that look.

// Whose eyes: a seat from 0 up, all hands, or only what everybody sees.
const ALL = -1;
const NOBODY = -2;

/** Whether *eyes* see the hand of *seat* in *deal*, where its cards are known. */
const seesHand = (deal, eyes, seat) => deal.shown.includes(seat) && (eyes === ALL || eyes === seat);

/** A small card within a text. */
function smallCard(letter) {
  const face = FACES.get(letter);
  const sign = { c: "♣", d: "♦", h: "♥", s: "♠" }[face.suit] || "";
  // The sign after the suit keeps telephones from drawing a picture of their own.
  const text = face.suit ? `${face.rank === "T" ? "10" : face.rank}${sign}\ufe0e` : "Joker";
  return make("span", { class: `chip ${face.suit || "joker"}` }, text);
}

function smallRank(rank) {
  const text = rank === "Jk" ? "Joker" : rank;
  return make("span", { class: rank === "Jk" || rank === "2" ? "chip joker" : "chip" }, text);
}

/** "3 kings, 1 two" for the ranks of cards laid. */
function rankNames(ranks) {
  const counts = new Map();
  for (const rank of ranks) counts.set(rank, (counts.get(rank) || 0) + 1);
  return [...counts].map(([rank, count]) => number(count, rank === "Jk" ? "joker" : RANK_NAMES[rank])).join(", ");
}

/** Some small cards that are read as words. */
const told = (label, chips) => make("span", { class: "row", role: "img", "aria-label": label }, ...chips);

/** What *eyes* hear of the *text* of a moment of *deal*, one array of nodes for each line. */
function heard(text, deal, eyes) {
  const plain = text.replace(/\{(\d):([^|}]*)\|([^}]*)\}/g, (_, seat, whole, rest) => (
    seesHand(deal, eyes, Number(seat)) ? whole : rest
  ));
  return plain.split("\n").filter(Boolean).map((line) => (
    line.split(/(\$\d|\[[^\]]+\]|\^[^^]+\^)/).filter(Boolean).map((piece) => {
      if (/^\$\d$/.test(piece)) return make("b", {}, nameOf(Number(piece[1])));
      const inside = piece.slice(1, -1);
      if (/^\[[A-Za-z*]+\]$/.test(piece)) return told(cardNames(inside), [...inside].map(smallCard));
      if (/^\^.+\^$/.test(piece)) {
        const ranks = inside.split(" ");
        return told(rankNames(ranks), ranks.map(smallRank));
      }
      // A comma never begins a line, although a card stands before it.
      return /^[,.)]/.test(piece) ? `\u2060${piece}` : piece;
    })
  ));
}
