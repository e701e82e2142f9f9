// The table: players around it, stock and pile in the middle, what the sides have laid.

// How many sit at the top, left and right; the others sit at the bottom. Seats go round clockwise.
const ROUND = { 2: [1, 0, 0], 3: [2, 0, 0], 4: [1, 1, 1], 5: [3, 0, 0], 6: [3, 0, 0], 7: [4, 0, 0], 8: [4, 0, 0] };

/** The seats by the edges of the table, left to right or top to bottom, *first* in the middle at the bottom. */
function around(first) {
  const count = match.players.length;
  const [top, left, right] = ROUND[count];
  const bottom = count - top - left - right;
  const before = Math.floor((bottom - 1) / 2);
  const seats = match.players.map((_, at) => (first - before + at + 2 * count) % count);
  const take = (howMany) => seats.splice(0, howMany);
  const edges = { bottom: take(bottom).reverse(), left: take(left).reverse(), top: take(top), right: take(right) };
  return edges;
}

/** The cards in the hand of *seat* for *eyes*: those that may be seen, and the other ones unseen. */
function handOf(scene, deal, seat, eyes) {
  const [own, known] = [scene.zones[`h${seat}`] || "", scene.zones[`k${seat}`] || ""];
  const freshOwn = scene.fresh[`h${seat}`] || "";
  const sees = seesHand(deal, eyes, seat);
  const shown = sees ? own : UNSEEN.repeat(own.length);
  const fresh = (sees ? freshOwn : UNSEEN.repeat(freshOwn.length)) + (scene.fresh[`k${seat}`] || "");
  return { sees, cards: sorted(shown + known), fresh, known };
}

function handLabel(seat, hand) {
  const begins = `${nameOf(seat)}, ${number(hand.cards.length, "card")}`;
  return hand.cards.length && (hand.sees || hand.known) ? `${begins}: ${cardNames(hand.cards)}` : begins;
}

/** In how many rows *held* cards, each *wide*, lie best within *width*. */
function rowsFor(held, width, wide) {
  const most = Math.max(4, Math.floor((width - wide) / (wide * 0.34)) + 1);
  return Math.max(1, Math.min(2, Math.ceil(held / most)));
}

/** A hand, with room for *rows* rows. */
function drawHand(scene, deal, seat, eyes, rows) {
  const hand = handOf(scene, deal, seat, eyes);
  const cards = markFresh(hand.cards, hand.fresh);
  const drawn = make("div", { class: `hand rows-${rows}`, role: "img", "aria-label": handLabel(seat, hand) });
  drawn.dataset.zone = `h${seat}`;
  const each = Math.max(Math.ceil(cards.length / rows), Math.min(cards.length, 8));
  for (let at = 0; at < cards.length; at += each) {
    drawn.append(make("div", { class: "cards" }, ...slots(cards.slice(at, at + each))));
  }
  return drawn;
}

/** Name, cards and packets of a player. */
function plate(scene, seat, eyes) {
  const held = (scene.zones[`h${seat}`] || "").length + (scene.zones[`k${seat}`] || "").length;
  const actor = scene.facts.a === String(seat);
  const drawn = make("div", { class: `plate${actor ? " actor" : ""}${eyes === seat ? " own" : ""}` });
  drawn.dataset.zone = `k${seat}`;
  drawn.append(
    sideSign(sideOf(seat)),
    make("span", { class: "name" }, nameOf(seat)),
    make("span", { class: "held" }, `${held}`, make("span", { class: "hidden" }, held === 1 ? " card" : " cards")),
  );
  match.words.reserves.forEach((name, index) => {
    const size = (scene.zones[`v${seat}${index}`] || "").length;
    if (!size) return;
    const reserve = make("span", { class: "reserve", title: `${name}, ${number(size, "card")}` }, name);
    reserve.dataset.zone = `v${seat}${index}`;
    drawn.append(reserve);
  });
  if (actor) drawn.append(make("span", { class: "hidden" }, ", to play"));
  return drawn;
}

function seatAt(scene, deal, seat, eyes, rows) {
  const drawn = make("section", { class: "seat", "aria-label": nameOf(seat) });
  drawn.append(plate(scene, seat, eyes), drawHand(scene, deal, seat, eyes, rows));
  return drawn;
}

/** For whom the pile is frozen, in words; empty where it is not. */
function frozenText(scene, eyes) {
  const frozen = [...scene.facts.f].map((bit) => bit === "1");
  if (!scene.zones[PILE] || !frozen.includes(true)) return "";
  if (!frozen.includes(false)) return "frozen";
  const seat = eyes >= 0 ? eyes : Number(scene.facts.t);
  return frozen[sideOf(seat)] ? `frozen for ${nameOf(seat)}` : "";
}

/** Stock and pile, with at most *deep* of the cards under its top one. */
function pool(scene, eyes, deep) {
  const stock = (scene.zones.s || "").length;
  const pile = [...(scene.zones[PILE] || "")];
  const frozen = frozenText(scene, eyes);
  const stockDrawn = make("div", { class: "stock", role: "img", "aria-label": `Stock, ${number(stock, "card")}` });
  stockDrawn.dataset.zone = "s";
  const stockCard = stock ? card(UNSEEN) : make("span", { class: "card nothing" });
  stockDrawn.append(make("span", { class: `deep-${Math.min(3, Math.ceil(stock / 40))}` }, stockCard));
  stockDrawn.append(make("span", { class: "note" }, make("b", {}, stock ? String(stock) : "empty"), " stock"));

  const top = pile.length ? cardName(pile[pile.length - 1]) : "";
  const label = pile.length ? `Pile, ${number(pile.length, "card")}, ${top} on top` : "Pile, empty";
  const pileDrawn = make("div", {
    class: `pile${frozen ? " frozen" : ""}`, role: "img", "aria-label": label + (frozen ? `, ${frozen}` : ""),
  });
  pileDrawn.dataset.zone = PILE;
  const fresh = scene.fresh[PILE] || "";
  const cards = make("div", { class: "cards" });
  const under = pile.slice(0, -1).slice(-deep);
  cards.append(...slots(under.map((letter) => [letter, false])));
  if (pile.length) cards.append(make("span", { class: "slot last" }, card(pile[pile.length - 1], fresh !== "")));
  if (!pile.length) cards.append(make("span", { class: "slot last" }, make("span", { class: "card nothing" })));
  const count = make("b", {}, pile.length ? String(pile.length) : "empty");
  pileDrawn.append(cards, make("span", { class: "note" }, count, frozen ? " pile " : " pile", frozen ? make("em", {}, `❄︎ ${frozen}`) : ""));
  return make("div", { class: "pool" }, stockDrawn, pileDrawn);
}

// Where many sides leave no room above them, stock and pile lie amid them: columns, and the place among the panels.
const AMID = { 5: [3, 1], 6: [4, 5], 7: [4, 5], 8: [3, 4] };

/** The sides from that of *eyes* on. */
function sidesFrom(eyes) {
  const first = eyes >= 0 ? sideOf(eyes) : 0;
  return Array.from({ length: match.sides }, (_, at) => (first + at) % match.sides);
}

/** Draw *scene* into *stage*; hands that have no room there on small screens go into *hands*. */
function drawTable(stage, hands, scene, deal, eyes) {
  const small = getComputedStyle(hands).display !== "none";
  const wide = parseFloat(getComputedStyle(stage).getPropertyValue("--hand"));
  const most = fullest(deal).hands;
  const edgeWidth = innerWidth < 1376 ? 195 : 240;
  const edges = around(eyes >= 0 ? eyes : 0);
  const seats = Object.entries(edges).map(([edge, seated]) => {
    const across = edge === "top" || edge === "bottom";
    const width = across ? stage.clientWidth / seated.length - 40 : edgeWidth;
    const rows = seated.map((seat) => rowsFor(most[seat], width, wide));
    return make("div", { class: `edge ${edge}` }, ...seated.map((seat) => seatAt(scene, deal, seat, eyes, Math.max(...rows))));
  });
  const panels = make("div", { class: "sides" });
  panels.append(...sidesFrom(eyes).map((side) => sidePanel(scene, side)));
  const count = match.players.length;
  const actor = Number(scene.facts.a);
  const seen = match.players.map((_, at) => (actor + at) % count).filter((seat) => seesHand(deal, eyes, seat));
  const strips = seen.map((seat) => make("section", { class: "strip", "aria-label": `${nameOf(seat)}’s hand` },
    plate(scene, seat, eyes),
    drawHand(scene, deal, seat, eyes, rowsFor(handOf(scene, deal, seat, eyes).cards.length, stage.clientWidth - 24, wide)),
  ));
  const [columns, place] = (!small && AMID[match.sides]) || [0, 0];
  const middle = pool(scene, eyes, small ? (edges.left.length ? 3 : 14) : columns === 4 ? 5 : columns ? 9 : 18);
  if (columns) panels.insertBefore(middle, panels.children[place]);
  panels.dataset.columns = columns;
  stage.replaceChildren(...seats, ...(columns ? [] : [middle]), ...strips.slice(0, 1), panels);
  hands.replaceChildren(...strips.slice(1));
}

// Sizes to try where the room is given, from the largest: of cards in hands, and of those in melds.
const SIZES = [[56, 68, 50], [50, 60, 50], [46, 48, 38], [40, 38, 26], [34, 30, 18]].flatMap(([hand, largest, least]) => (
  Array.from({ length: (largest - least) / 2 + 1 }, (_, at) => [hand, largest - 2 * at])
));

/** Draw the table in the size *at*; says whether it has room. */
function drawSized(stage, hands, scene, deal, eyes, at) {
  const [hand, meld] = SIZES[at];
  stage.style.setProperty("--hand", `${hand}px`);
  stage.style.setProperty("--top", `${hand * 1.3}px`);
  stage.style.setProperty("--meld", `${meld}px`);
  drawTable(stage, hands, scene, deal, eyes);
  return stage.parentElement.scrollHeight <= stage.parentElement.clientHeight;
}

/** Draw the table in the first size from *at* on in which it has room; returns the place of that size. */
function drawFitting(stage, hands, scene, deal, eyes, at) {
  const fits = drawSized(stage, hands, scene, deal, eyes, at);
  return fits || at + 1 === SIZES.length ? at : drawFitting(stage, hands, scene, deal, eyes, at + 1);
}

/** The size in which *deal* has room when its cards are most, so that hardly anything changes size on the way. */
function sizeFor(stage, hands, deal, eyes) {
  for (const name of ["--hand", "--meld", "--top"]) stage.style.removeProperty(name);
  if (getComputedStyle(hands).display !== "none") return -1;
  const scene = sceneAt(deal, fullest(deal).moment);
  let [least, most] = [0, SIZES.length - 1];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (drawSized(stage, hands, scene, deal, eyes, middle)) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** Let the cards that have just come fly from where they were; *places* says where each zone was. */
function fly(stage, scene, places) {
  const visible = (zone) => [...document.querySelectorAll(`[data-zone="${zone}"]`)].filter((each) => each.getClientRects().length);
  for (const move of scene.moves) {
    const from = places.get(move.from) || places.get(move.from.replace(/^h/, "k"));
    if (!from) continue;
    for (const zone of visible(move.to.replace(/^k/, "h"))) {
      for (const drawn of zone.querySelectorAll(".card.fresh")) {
        const to = drawn.getBoundingClientRect();
        const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top + from.height / 2 - to.top - to.height / 2];
        drawn.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 320, easing: "cubic-bezier(.2, .7, .3, 1)" });
      }
    }
  }
}

/** Where the zones are on the screen now. */
function placesNow() {
  const places = new Map();
  for (const each of document.querySelectorAll("[data-zone]")) {
    const box = each.getBoundingClientRect();
    if (box.width && !places.has(each.dataset.zone)) places.set(each.dataset.zone, box);
  }
  return places;
}
