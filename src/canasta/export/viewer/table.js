// The table: players around it, stock and pile in the middle, what the sides have laid.

// How many sit at the top, left and right; the others sit at the bottom. Seats go round clockwise.
const ROUND = { 2: [1, 0, 0], 3: [2, 0, 0], 4: [1, 1, 1], 5: [2, 1, 1], 6: [2, 1, 1], 7: [3, 1, 1], 8: [3, 1, 1] };

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
function handOf(scene, seat, eyes) {
  const [own, known] = [scene.zones[`h${seat}`] || "", scene.zones[`k${seat}`] || ""];
  const freshOwn = scene.fresh[`h${seat}`] || "";
  const sees = seesHand(eyes, seat);
  const shown = sees ? own : UNSEEN.repeat(own.length);
  const fresh = (sees ? freshOwn : UNSEEN.repeat(freshOwn.length)) + (scene.fresh[`k${seat}`] || "");
  return { sees, cards: sorted(shown + known), fresh, known };
}

function handLabel(seat, hand) {
  const begins = `${nameOf(seat)}, ${number(hand.cards.length, "card")}`;
  return hand.cards.length && (hand.sees || hand.known) ? `${begins}: ${cardNames(hand.cards)}` : begins;
}

/** A hand in as many rows as *width* wants, for cards *wide* each; 0 for one row that takes what there is. */
function drawHand(scene, seat, eyes, width, wide) {
  const hand = handOf(scene, seat, eyes);
  const cards = markFresh(hand.cards, hand.fresh);
  const most = width ? Math.max(4, Math.floor((width - wide) / (wide * 0.33)) + 1) : cards.length;
  const rows = Math.max(1, Math.ceil(cards.length / most));
  const each = Math.ceil(cards.length / rows);
  const drawn = make("div", { class: "hand", role: "img", "aria-label": handLabel(seat, hand) });
  drawn.dataset.zone = `h${seat}`;
  for (let at = 0; at < rows; at += 1) {
    const slots = cards.slice(at * each, (at + 1) * each);
    drawn.append(make("div", { class: "cards" }, ...slots.map(([letter, fresh]) => (
      make("span", { class: "slot" }, card(letter, fresh))
    ))));
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

function seatAt(scene, seat, eyes, width, wide) {
  const drawn = make("section", { class: "seat", "aria-label": nameOf(seat) });
  drawn.append(plate(scene, seat, eyes), drawHand(scene, seat, eyes, width, wide));
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

/** Stock and pile. */
function pool(scene, eyes) {
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
  pile.forEach((letter, at) => {
    const last = at === pile.length - 1;
    cards.append(make("span", { class: last ? "slot last" : "slot" }, card(letter, last && fresh !== "")));
  });
  if (!pile.length) cards.append(make("span", { class: "slot last" }, make("span", { class: "card nothing" })));
  const count = make("b", {}, pile.length ? String(pile.length) : "empty");
  pileDrawn.append(cards, make("span", { class: "note" }, count, " pile", frozen ? make("em", {}, ` ❄︎ ${frozen}`) : ""));
  return make("div", { class: "pool" }, stockDrawn, pileDrawn);
}

/** The sides from that of *eyes* on. */
function sidesFrom(eyes) {
  const first = eyes >= 0 ? sideOf(eyes) : 0;
  return Array.from({ length: match.sides }, (_, at) => (first + at) % match.sides);
}

/** Draw *scene* into *stage*, and on small screens the hands that may be seen into *hands*. */
function drawTable(stage, hands, scene, deal, eyes) {
  const wide = parseFloat(getComputedStyle(stage).getPropertyValue("--hand"));
  const edges = around(eyes >= 0 ? eyes : 0);
  const seats = Object.entries(edges).map(([edge, seated]) => {
    const drawn = make("div", { class: `edge ${edge}` });
    const across = edge === "top" || edge === "bottom";
    const width = across ? stage.clientWidth / seated.length - 24 : Math.min(210, stage.clientWidth / 5);
    drawn.append(...seated.map((seat) => seatAt(scene, seat, eyes, width, wide)));
    return drawn;
  });
  const panels = make("div", { class: "sides" });
  panels.dataset.sides = match.sides;
  panels.append(...sidesFrom(eyes).map((side) => sidePanel(scene, side, deal.totals[side])));
  stage.replaceChildren(...seats, pool(scene, eyes), panels);
  stage.dataset.seats = match.players.length;

  const actor = Number(scene.facts.a);
  const seen = match.players.map((_, seat) => (actor + seat) % match.players.length).filter((seat) => seesHand(eyes, seat));
  hands.replaceChildren(...seen.map((seat) => (
    make("section", { "aria-label": nameOf(seat) }, plate(scene, seat, eyes), drawHand(scene, seat, eyes, hands.clientWidth, wide))
  )));
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
