// Score sheets after a deal, and the totals.

const dealWord = match.words.deal[0].toUpperCase() + match.words.deal.slice(1);

function cell(tag, text, kind = "") {
  return make(tag, { class: kind, scope: tag === "th" ? "col" : null }, text);
}

function sheetTable(side, rows) {
  const body = make("tbody");
  for (const [text, value, heading] of rows) {
    const kind = heading ? "part" : "";
    body.append(make("tr", { class: kind }, make("th", { scope: "row" }, text), cell("td", points(value), value < 0 ? "minus" : "")));
  }
  const total = rows.filter((row) => !rows.some((each) => each[2]) || row[2]).reduce((sum, row) => sum + row[1], 0);
  body.append(make("tr", { class: "sum" }, make("th", { scope: "row" }, "Total"), cell("td", points(total))));
  return make("table", { class: "sheet" }, make("caption", {}, sideSign(side), " ", sideName(side)), body);
}

/** The points of *side* in *deal*. */
const gained = (deal, side) => deal.after[side] - deal.totals[side];

/** The totals after each deal that is over at this moment. */
function totalsTable(deals, deep) {
  const head = make("tr", {}, make("td", { class: "corner" }));
  const counted = deals.filter((deal) => deal.after);
  const shown = deep ? counted : counted.slice(-1);
  for (const deal of shown) head.append(cell("th", `${dealWord} ${deal.number}`));
  head.append(cell("th", "Total"));
  const body = make("tbody");
  const totals = counted.length ? counted[counted.length - 1].after : deals.length ? deals[0].totals : match.deals[0].totals;
  const best = Math.max(...totals);
  for (let side = 0; side < match.sides; side += 1) {
    const name = make("th", { scope: "row" }, sideSign(side), " ", make("span", { class: "name" }, sideName(side)));
    const cells = shown.map((deal) => cell("td", points(gained(deal, side)), gained(deal, side) < 0 ? "minus" : ""));
    const leads = counted.length && totals[side] === best;
    body.append(make("tr", { class: leads ? "leads" : "" }, name, ...cells, cell("td", points(totals[side]), "total")));
  }
  return make("table", { class: "totals" }, make("caption", { class: "hidden" }, "Totals"), make("thead", {}, head), body);
}

/** The whole count of *deal*, with the totals of all deals up to it. */
function drawCount(place, deal) {
  const title = deal.winners || `${dealWord} ${deal.number} is counted`;
  const sheets = make("div", { class: "sheets" }, ...deal.sheets.map((rows, side) => sheetTable(side, rows)));
  const until = match.deals.slice(0, match.deals.indexOf(deal) + 1);
  const wide = make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Totals" }, totalsTable(until, true));
  place.replaceChildren(make("h2", { id: "count-title" }, title), wide, sheets);
}
