// Melds: what each side has on the table, canastas as packets, open melds as rows of cards.

const CLASS_MARKS = ["natural", "mixed", "wild", "black"];
const MELD_RANKS = "joker,two,red three,black three,four,five,six,seven,eight,nine,ten,jack,queen,king,ace".split(",");

/** A sign for each side, that colour alone need not tell them apart. */
const SIGNS = [
  "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
  "M12 2l11 19H1z",
  "M3 3h18v18H3z",
  "M12 1l10.500 7.600-4 12.400h-13l-4-12.400z",
  "M9 2h6v7h7v6h-7v7H9v-7H2V9h7z",
  "M12 22L1 3h22z",
  "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zm0 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
  "M7 2h10l5 10-5 10H7L2 12z",
];

function sideSign(side) {
  const sign = make("svg", { class: `sign side-${side}`, viewBox: "0 0 24 24", "aria-hidden": "true" });
  sign.append(make("path", { d: SIGNS[side], "fill-rule": "evenodd" }));
  return sign;
}

/** The melds of *side*: zone, rank, cards, class (-1 for none) and the red three on it. */
function meldsOf(scene, side) {
  return [...zonesOf(scene, `c${side}`), ...zonesOf(scene, `m${side}`)].map((zone) => {
    const rank = parseInt(zone[2], 16);
    const cards = [...scene.zones[zone]];
    const sort = scene.facts[`+${zone}`] ? Number(scene.facts[`+${zone}`]) : -1;
    const top = rank > 3 ? cards.find(isRedThree) : undefined;
    return { zone, rank, sort, top, cards: cards.filter((letter) => letter !== top) };
  });
}

const meldName = (meld) => (meld.rank < 2 ? "wild cards" : plural(MELD_RANKS[meld.rank]));

/** "Canasta of kings, clean, 7 cards: …" */
function meldLabel(meld) {
  const { words } = match;
  const what = meld.sort < 0 ? `Meld of ${meldName(meld)}` : `${words.canasta} of ${meldName(meld)}`;
  const sort = meld.sort < 0 ? "" : `, ${words.classes[meld.sort]}`;
  const top = meld.top ? `, with the ${cardName(meld.top)} on it` : "";
  const said = `${what}${sort}, ${number(meld.cards.length, "card")}${top}: ${cardNames(sorted(meld.cards))}`;
  return said[0].toUpperCase() + said.slice(1);
}

/** Whether each of *cards* is one of those that have just come. */
function markFresh(cards, fresh = "") {
  const left = [...fresh];
  return cards.map((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return [letter, at >= 0];
  });
}

/** The card that lies on top of a canasta: its own rank, red for a natural one and black for a mixed one. */
function topOf(meld) {
  const own = meld.cards.filter((letter) => meld.rank < 2 || !FACES.get(letter).wild);
  const fits = own.find((letter) => isRed(FACES.get(letter)) === (meld.sort !== 1));
  return fits || own[0] || meld.cards[0];
}

/** An item of the list of melds: a picture that is read as *label*. */
function item(kind, zone, label, ...drawn) {
  const picture = make("span", { class: kind, role: "img", "aria-label": label }, ...drawn);
  picture.dataset.zone = zone;
  return make("li", {}, picture);
}

const slots = (cards) => cards.map(([letter, fresh]) => make("span", { class: "slot" }, card(letter, fresh)));

function packet(scene, meld) {
  const fresh = Boolean(scene.fresh[meld.zone]);
  const wilds = meld.rank < 2 ? 0 : meld.cards.filter((letter) => FACES.get(letter).wild).length;
  const stack = make("span", { class: "stack" }, card(topOf(meld), fresh));
  if (meld.top) stack.append(make("span", { class: "crosswise" }, card(meld.top)));
  if (meld.cards.length !== match.size) stack.append(make("span", { class: "size" }, `${meld.cards.length}`));
  if (wilds) stack.append(make("span", { class: "wilds" }, wilds < 4 ? "★".repeat(wilds) : `${wilds}★`));
  const name = make("span", { class: "class" }, match.words.classes[meld.sort]);
  return item(`packet ${CLASS_MARKS[meld.sort] || "special"}`, meld.zone, meldLabel(meld), stack, name);
}

function row(scene, meld) {
  const cards = markFresh(sorted(meld.cards), scene.fresh[meld.zone]);
  return item("meld", meld.zone, meldLabel(meld), ...slots(cards));
}

function redThrees(scene, side) {
  const zone = `r${side}`;
  const reds = scene.zones[zone];
  if (!reds) return [];
  return [item("meld reds", zone, `${[...reds].every(isRedThree) ? "Red threes" : "Threes"}: ${cardNames(reds)}`, ...slots(markFresh([...reds], scene.fresh[zone])))];
}

/** The points that *side* has on the table in *scene*. */
const laidPoints = (scene, side) => Number(scene.facts.p.split(",")[side]);

/** What *side* has on the table, and what that counts. */
function sidePanel(scene, side) {
  const panel = make("section", { class: "side", "aria-labelledby": `side-${side}` });
  const opened = scene.facts.o[side] === "1";
  const minimum = Number(scene.facts.n.split(",")[side]);
  panel.append(make("h3", { id: `side-${side}` },
    sideSign(side),
    make("span", { class: "name" }, sideName(side)),
    make("span", { class: "state" }, opened || !minimum ? "" : `opens with ${minimum}`),
    make("span", { class: "total", title: "Points on the table" }, points(laidPoints(scene, side)),
      make("span", { class: "hidden" }, " points on the table")),
  ));
  const melds = meldsOf(scene, side);
  const canastas = melds.filter((meld) => meld.sort >= 0);
  const open = melds.filter((meld) => meld.sort < 0).sort((one, other) => one.rank - other.rank);
  canastas.sort((one, other) => one.sort - other.sort || one.rank - other.rank);
  const items = [
    ...canastas.map((meld) => packet(scene, meld)),
    ...open.map((meld) => row(scene, meld)),
    ...redThrees(scene, side),
  ];
  if (items.length) panel.append(make("ul", { class: "melds", role: "list" }, ...items));
  else panel.append(make("p", { class: "none" }, "Nothing laid yet"));
  return panel;
}
