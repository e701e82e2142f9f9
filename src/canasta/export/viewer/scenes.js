// Scenes: what lies where at each moment, made from the first one of a deal by its changes.

const PILE = "p";

/** *cards* without one *letter*, the one that came last, or without an unseen one. */
function less(cards, letter) {
  const known = cards.lastIndexOf(letter);
  const at = known < 0 ? cards.lastIndexOf(UNSEEN) : known;
  return cards.slice(0, at) + cards.slice(at + 1);
}

/** The words of a change: moves of cards, and facts set. */
function words(change) {
  return change.split(" ").filter(Boolean).map((word) => {
    const move = /^([^>=]+)>([^:]+):(.*)$/.exec(word);
    if (move) return { from: move[1], to: move[2], cards: move[3] };
    const at = word.indexOf("=");
    return { name: word.slice(0, at), value: word.slice(at + 1) };
  });
}

/** Change *scene* as *change* says. */
function apply(scene, change) {
  for (const word of words(change)) {
    if (word.to) {
      for (const letter of word.cards) scene.zones[word.from] = less(scene.zones[word.from] || "", letter);
      scene.zones[word.to] = (scene.zones[word.to] || "") + word.cards;
    } else {
      scene.facts[word.name] = word.value;
    }
  }
}

/** The scene of *deal* at *moment*, with the cards that have just come to each zone. */
function sceneAt(deal, moment) {
  const scene = { zones: { ...deal.zones }, facts: { ...deal.facts }, fresh: {}, moves: [] };
  for (let at = 1; at <= moment; at += 1) apply(scene, deal.moments[at][0]);
  if (moment > 0) {
    scene.moves = words(deal.moments[moment][0]).filter((word) => word.to);
    for (const move of scene.moves) scene.fresh[move.to] = (scene.fresh[move.to] || "") + move.cards;
  }
  return scene;
}

/** The zones of *scene* that have cards and whose names begin with *start*. */
function zonesOf(scene, start) {
  return Object.keys(scene.zones).filter((zone) => zone.startsWith(start) && scene.zones[zone]).sort();
}

/** The number of the turn at each moment of *deal*. */
function turnsOf(deal) {
  let turn = Number(deal.facts.u);
  return deal.moments.map(([change], at) => {
    const set = at ? words(change).find((word) => word.name === "u") : null;
    if (set) turn = Number(set.value);
    return turn;
  });
}

/** The most that *deal* asks of the table: cards in each hand, and the moment when its melds are widest. */
const FULLEST = new Map();

function fullest(deal) {
  if (!FULLEST.has(deal)) FULLEST.set(deal, lookForFullest(deal));
  return FULLEST.get(deal);
}

function lookForFullest(deal) {
  const scene = { zones: { ...deal.zones }, facts: { ...deal.facts } };
  const most = { hands: match.players.map(() => 0), moment: 0, width: -1 };
  deal.moments.forEach(([change], at) => {
    if (at) apply(scene, change);
    let width = 0;
    for (const [zone, cards] of Object.entries(scene.zones)) {
      const packet = zone[0] === "c" || scene.facts[`+${zone}`];
      if ("mc".includes(zone[0]) && cards) width += packet ? 1.4 : 1.2 + 0.4 * cards.length;
    }
    if (width >= most.width) Object.assign(most, { width, moment: at });
    most.hands = most.hands.map((held, seat) => (
      Math.max(held, (scene.zones[`h${seat}`] || "").length + (scene.zones[`k${seat}`] || "").length)
    ));
  });
  return most;
}

const sideOf = (seat) => seat % match.sides;
const seatsOf = (side) => match.players.map((_, seat) => seat).filter((seat) => sideOf(seat) === side);
const nameOf = (seat) => match.players[seat].name;

/** What people call a side: the names of its players. */
function sideName(side) {
  const names = seatsOf(side).map(nameOf);
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last}` : last;
}
