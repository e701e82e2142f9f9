// The player: where in the match we are, what moves it, and what is shown of it.

const $ = (id) => document.getElementById(id);
const BEAT = 1500;  // milliseconds for a moment at the plain speed
// The seats whose hands can be seen in some deal.
const SHOWN = match.players.map((_, seat) => seat).filter((seat) => match.deals.some((deal) => deal.shown.includes(seat)));
const WIDEST = SHOWN.length ? ALL : NOBODY;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const now = { deal: 0, moment: 0, eyes: WIDEST, timer: 0, picture: false, drawn: "", room: "", size: -1 };
const turns = match.deals.map(turnsOf);

const dealNow = () => match.deals[now.deal];
/** The last place of a deal: one after its last moment where it was counted. */
const lastOf = (deal) => deal.moments.length - (deal.after ? 0 : 1);
const isCount = () => now.moment === dealNow().moments.length;

/** Go to a *moment* of a *deal*, both as near as they exist. */
function go(deal, moment, options = {}) {
  now.deal = Math.max(0, Math.min(match.deals.length - 1, deal));
  now.moment = Math.max(0, Math.min(lastOf(dealNow()), moment));
  draw(options);
}

function step(by) {
  const moment = now.moment + by;
  if (moment < 0 && now.deal > 0) go(now.deal - 1, lastOf(match.deals[now.deal - 1]));
  else if (moment > lastOf(dealNow()) && now.deal + 1 < match.deals.length) go(now.deal + 1, 0);
  else go(now.deal, moment, { flies: by === 1 });
}

/** To where a turn begins: the one after this or, backwards, this one's or the one before. */
function turn(by) {
  const numbers = turns[now.deal];
  const last = numbers.length - 1;
  if (now.moment > last || (by > 0 && now.moment === last)) return step(by);
  if (by > 0) {
    const next = numbers.findIndex((each, at) => at > now.moment && each !== numbers[now.moment]);
    return go(now.deal, next < 0 ? lastOf(dealNow()) : next);
  }
  if (now.moment === 0) return step(-1);
  return go(now.deal, numbers.indexOf(numbers[now.moment - 1]));
}

const atEnd = () => now.deal === match.deals.length - 1 && now.moment === lastOf(dealNow());

function play(wanted = !now.timer) {
  clearTimeout(now.timer);
  now.timer = 0;
  if (wanted) {
    if (atEnd()) go(0, 0);
    now.timer = setTimeout(beat, beatLength());
  }
  $("play").setAttribute("aria-label", now.timer ? "Pause" : "Play");
  document.body.classList.toggle("playing", Boolean(now.timer));
}

const beatLength = () => (isCount() ? 4 : 1) * BEAT / Number($("speed").value);

function beat() {
  step(1);
  if (atEnd()) play(false);
  else now.timer = setTimeout(beat, beatLength());
}

// ---- what is shown

function draw({ flies = false } = {}) {
  const deal = dealNow();
  const counted = isCount();
  const scene = sceneAt(deal, Math.min(now.moment, deal.moments.length - 1));
  const flight = flies && !counted && !calm.matches ? placesNow() : null;
  $("stage").hidden = counted;
  $("hands").hidden = counted;
  $("count").hidden = !counted;
  if (counted) {
    drawCount($("count"), deal);
  } else {
    const room = `${now.deal} ${now.eyes} ${innerWidth} ${innerHeight}`;
    if (now.room !== room) now.size = sizeFor($("stage"), $("hands"), deal, now.eyes);
    now.room = room;
    if (now.size < 0) drawTable($("stage"), $("hands"), scene, deal, now.eyes);
    else now.size = drawFitting($("stage"), $("hands"), scene, deal, now.eyes, now.size);
  }
  if (flight) fly($("stage"), scene, flight);
  drawSentence(deal, counted);
  const done = match.deals.slice(0, now.deal + (counted ? 1 : 0));
  $("score").replaceChildren(totalsTable(done, false, counted ? null : scene));
  drawStory(deal, counted);
  drawPlace(deal);
}

function drawSentence(deal, counted) {
  const [, text = "", ...comments] = counted ? [] : deal.moments[now.moment];
  const lines = counted ? [[deal.winners || `${dealWord} ${deal.number} is counted.`]] : heard(text, deal, now.eyes);
  if (!lines.length) lines.push([`${dealWord} ${deal.number} begins.`]);
  if (!counted && now.moment === deal.moments.length - 1 && deal.ends) lines.push([`Here the record stops: ${deal.ends}.`]);
  const shown = lines.map((line) => make("span", { class: "line" }, ...line));
  $("sentence").replaceChildren(...shown, ...comments.map((comment) => make("q", {}, comment)));
  // What does not fit is made smaller, then scrolled, and what scrolls is reached with the keyboard.
  const place = $("told");
  const cramped = () => place.scrollHeight > place.clientHeight;
  place.classList.remove("long");
  place.classList.toggle("long", cramped());
  place.toggleAttribute("tabindex", false);
  if (cramped()) place.tabIndex = 0;
}

/** The sentences up to now, the last one marked; each leads to its moment. */
function drawStory(deal, counted) {
  const list = $("story");
  const key = `${now.deal} ${now.eyes}`;
  if (now.drawn !== key) list.replaceChildren();
  now.drawn = key;
  while (list.children.length && Number(list.lastChild.dataset.moment) > now.moment) list.lastChild.remove();
  const from = list.children.length ? Number(list.lastChild.dataset.moment) + 1 : 0;
  for (let at = from; at <= Math.min(now.moment, deal.moments.length - 1); at += 1) {
    const [, text, ...comments] = deal.moments[at];
    const lines = heard(text, deal, now.eyes);
    if (!lines.length && !comments.length) continue;
    const entry = make("li", { class: at && turns[now.deal][at] !== turns[now.deal][at - 1] ? "turn" : "" });
    entry.dataset.moment = at;
    const leads = make("button", { type: "button", class: "line" });
    lines.forEach((line, number) => leads.append(...(number ? [make("br")] : []), ...line));
    leads.addEventListener("click", () => go(now.deal, at));
    entry.append(leads, ...comments.map((comment) => make("q", {}, comment)));
    list.append(entry);
  }
  for (const entry of list.children) entry.classList.toggle("now", !counted && Number(entry.dataset.moment) === now.moment);
  list.scrollTop = list.scrollHeight;
  const remarks = [now.deal === 0 ? match.comment : "", deal.comment || ""].filter(Boolean).join(" ");
  $("remark").textContent = remarks;
  $("remark").hidden = !remarks;
}

function drawPlace(deal) {
  const last = lastOf(deal);
  const slider = $("slider");
  slider.max = last;
  slider.value = now.moment;
  slider.setAttribute("aria-valuetext", isCount() ? "counted" : `moment ${now.moment} of ${last}`);
  $("place").textContent = `${now.moment} / ${last}`;
  $("deal").value = now.deal;
  $("eyes").value = now.eyes;
  for (const id of ["deal-back", "turn-back", "step-back"]) $(id).disabled = now.deal === 0 && now.moment === 0;
  for (const id of ["turn-on", "step-on"]) $(id).disabled = atEnd();
  $("deal-on").disabled = now.deal === match.deals.length - 1;
  const eyes = now.eyes === WIDEST ? "" : `s${now.eyes === NOBODY ? 0 : now.eyes + 1}`;
  if (now.picture) $("about").textContent = `${dealWord} ${deal.number}${isCount() ? "" : `, moment ${now.moment}`}`;
  const place = `#d${deal.number}m${now.moment}${eyes}`;
  if (place !== location.hash && !now.picture) history.replaceState(null, "", place);
}

/** Go where the address says: deal, moment, whose eyes (0 an onlooker's), p for a picture without what surrounds it, k for dark colours. */
function readAddress() {
  const address = /^#d(\d+)(?:m(\d+))?(?:s(\d))?(p?)(k?)$/.exec(location.hash);
  if (!address) return false;
  const deal = match.deals.findIndex((each) => each.number === Number(address[1]));
  const seat = address[3] === undefined ? NaN : Number(address[3]);
  now.eyes = seat === 0 ? NOBODY : SHOWN.includes(seat - 1) ? seat - 1 : WIDEST;
  now.picture = address[4] === "p";
  document.body.classList.toggle("picture", now.picture);
  if (address[5]) document.documentElement.dataset.theme = "dark";
  if (deal < 0) return false;
  go(deal, Number(address[2] || 0));
  return true;
}

// ---- what can be done

const KEYS = {
  " ": () => play(),
  ArrowRight: () => step(1),
  ArrowLeft: () => step(-1),
  PageDown: () => turn(1),
  PageUp: () => turn(-1),
  Home: () => go(now.deal, 0),
  End: () => go(now.deal, lastOf(dealNow())),
};

function pressed(event) {
  const action = KEYS[event.key];
  if (!action || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const at = event.target;
  const own = at.closest("select, summary, input:not([type=range])") || (event.key === " " && at.closest("button"));
  if (own) return;
  event.preventDefault();
  if (event.key !== " ") play(false);
  action();
}

function choices(select, entries) {
  select.replaceChildren(...entries.map(([value, text]) => make("option", { value }, text)));
}

/** Keep a choice for the next visit, where the browser allows it. */
function keep(name, value) {
  try {
    if (value === undefined) return localStorage.getItem(`canasta-${name}`) || "";
    localStorage.setItem(`canasta-${name}`, value);
  } catch {
    // A browser that keeps nothing for files on the disk.
  }
  return value || "";
}

function look() {
  document.documentElement.dataset.theme = $("theme").value;
  document.documentElement.dataset.suits = $("four").checked ? "four" : "two";
  keep("theme", $("theme").value);
  keep("four", $("four").checked ? "yes" : "");
}

function begin() {
  const bots = match.players.filter((player) => player.bot).length;
  const who = `${match.players.length} players${bots === match.players.length ? ", all bots" : ""}`;
  $("about").textContent = [who, match.goal, match.date].filter(Boolean).join(" · ");
  $("deal-word").textContent = dealWord;
  choices($("deal"), match.deals.map((deal, at) => [at, `${dealWord} ${deal.number}`]));
  const all = SHOWN.length === match.players.length ? "all players" : "all who are known";
  choices($("eyes"), [
    ...(SHOWN.length ? [[ALL, all]] : []),
    ...SHOWN.map((seat) => [seat, nameOf(seat)]),
    [NOBODY, "an onlooker"],
  ]);
  $("eyes").closest("label").hidden = !SHOWN.length;
  $("theme").value = keep("theme");
  $("four").checked = keep("four") === "yes";
  look();

  const by = (action) => () => { play(false); action(); };
  $("play").addEventListener("click", () => play());
  $("step-on").addEventListener("click", by(() => step(1)));
  $("step-back").addEventListener("click", by(() => step(-1)));
  $("turn-on").addEventListener("click", by(() => turn(1)));
  $("turn-back").addEventListener("click", by(() => turn(-1)));
  $("deal-on").addEventListener("click", by(() => go(now.deal + 1, 0)));
  $("deal-back").addEventListener("click", by(() => go(now.moment ? now.deal : now.deal - 1, 0)));
  $("slider").addEventListener("input", by(() => go(now.deal, Number($("slider").value))));
  $("deal").addEventListener("change", by(() => go(Number($("deal").value), 0)));
  $("eyes").addEventListener("change", () => { now.eyes = Number($("eyes").value); draw(); });
  $("theme").addEventListener("change", look);
  $("four").addEventListener("change", look);
  document.addEventListener("keydown", pressed);
  document.addEventListener("click", (event) => { if (!event.target.closest("#more")) $("more").open = false; });
  addEventListener("resize", () => draw());
  addEventListener("hashchange", readAddress);
  if (!readAddress()) go(0, 0);
}

begin();
