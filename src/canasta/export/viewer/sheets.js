// Score sheets after a deal, and the totals.

const dealWord = match.words.deal[0].toUpperCase() + match.words.deal.slice(1);

function cell(tag, text, kind = "") {
  return make(tag, { class: kind, scope: tag === "th" ? "col" : null }, text);
}

const pointsCell = (value) => cell("td", points(value), value < 0 ? "minus" : "");

function sheetTable(deal, side) {
  const body = make("tbody");
  for (const [text, value, heading] of deal.sheets[side]) {
    body.append(make("tr", { class: heading ? "part" : "" }, make("th", { scope: "row" }, text), pointsCell(value)));
  }
  body.append(make("tr", { class: "sum" }, make("th", { scope: "row" }, "Total"), pointsCell(gained(deal, side))));
  const table = make("table", {}, make("caption", {}, sideSign(side), " ", sideName(side)), body);
  return make("div", { class: "sheet" }, table);
}

/** The points of *side* in *deal*. */
const gained = (deal, side) => deal.after[side] - deal.totals[side];

const sideHead = (side, scope) => (
  make("th", { scope }, sideSign(side), " ", make("span", { class: "name" }, sideName(side)))
);

/** The totals before the deals from *deals* on that are not over yet. */
function totalsAfter(deals) {
  const counted = deals.filter((deal) => deal.after);
  return counted.length ? counted[counted.length - 1].after : (deals[0] || match.deals[0]).totals;
}

/** Whether *side* has the most points, and any. */
const leads = (totals, side) => totals[side] === Math.max(...totals) && totals.some(Boolean);

/** The totals after *deals*, a line for each side, with the points on the table in *scene*, of the last deal or of all. */
function totalsTable(deals, all, scene = null) {
  const counted = deals.filter((deal) => deal.after).slice(all ? 0 : -1);
  const totals = totalsAfter(deals);
  const heads = counted.map((deal) => cell("th", `${dealWord} ${deal.number}`));
  const table = scene ? [cell("th", "On the table")] : [];
  const head = make("tr", {}, make("td"), cell("th", "Total"), ...table, ...heads);
  const rows = totals.map((total, side) => make("tr", { class: leads(totals, side) ? "leads" : "" },
    sideHead(side, "row"),
    cell("td", points(total), "total"),
    ...(scene ? [pointsCell(laidPoints(scene, side))] : []),
    ...counted.map((deal) => pointsCell(gained(deal, side))),
  ));
  return make("table", { class: "totals" },
    make("caption", { class: "hidden" }, "Totals"), make("thead", {}, head), make("tbody", {}, ...rows));
}

/** The totals after *deals* as people write them for few sides: a column for each side, a line for each deal. */
function totalsPage(deals) {
  const totals = totalsAfter(deals);
  const head = make("tr", {}, make("td"), ...totals.map((_, side) => sideHead(side, "col")));
  const rows = deals.filter((deal) => deal.after).map((deal) => make("tr", {},
    make("th", { scope: "row" }, `${dealWord} ${deal.number}`),
    ...totals.map((_, side) => pointsCell(gained(deal, side))),
  ));
  const sum = make("tr", { class: "sum" }, make("th", { scope: "row" }, "Total"),
    ...totals.map((total, side) => cell("td", points(total), leads(totals, side) ? "leads" : "")));
  return make("table", { class: "totals by-deal" },
    make("caption", { class: "hidden" }, "Totals"), make("thead", {}, head), make("tbody", {}, ...rows, sum));
}

/** The whole count of *deal*, with the totals of all deals up to it. */
function drawCount(place, deal) {
  const title = deal.winners || `${dealWord} ${deal.number} is counted`;
  const sheets = make("div", { class: "sheets" }, ...deal.sheets.map((_, side) => sheetTable(deal, side)));
  const until = match.deals.slice(0, match.deals.indexOf(deal) + 1);
  const wide = make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Totals" },
    match.sides > 3 ? totalsTable(until, true) : totalsPage(until));
  place.replaceChildren(make("h2", { id: "count-title" }, title), wide, sheets);
}
