// What the player can do now, as buttons and one sentence. All of it follows from the server's `choices`.

import { type HandCard, cardSign, cardsOf, counted, inWords, isWild, points, rankOf, rankPlural, shownRank, worthOf } from "./cards";
import type { TableModel } from "./model";
import type { Ask, OwnState, Refusal, RulesState, TableState, TakeChoice } from "./protocol";
import { type Group, cardsIn, groupsText, worthIn } from "./tray";
import type { Tried } from "./wire";

export type Deed =
  | { do: "ask"; ask: Ask }
  | { do: "stage" }
  | { do: "put back" }
  | { do: "more" }
  | { do: "hint" }
  | { do: "explain"; refusal: Refusal };

export interface Button {
  id: string;
  label: string;
  look: "now" | "may" | "plain" | "off";
  key: string;
  deed: Deed;
  icon?: "undo" | "more";
  grow?: boolean;
}

export interface Prompt {
  lead: string;
  turn: boolean;
  text: string;
  cards: string[];
  after: string;
  why: string;
  clause: string;
}

export interface Scene {
  state: TableState;
  model: TableModel;
  own: OwnState | null;
  chosen: HandCard[];
  groups: Group[];
  tried: Tried | null;
}

const move = (text: string): Deed => ({ do: "ask", ask: { move: text } });
const reason = (clause: string, text: string): Deed => ({ do: "explain", refusal: { clause, text } });
const ranks = (cards: string[]): string => cards.map((card) => shownRank(rankOf(card))).join(" ");
const values = (rules: RulesState): Record<string, number> => rules.values.score.cards;

/** What the tray is worth, and what an opening needs; null where the side has opened. */
export function trayTotal(scene: Scene): { sum: number; needs: number | null } {
  const staged = scene.state.public.table?.staged ?? 0;
  const side = scene.model.own;
  const told = side && scene.state.public.table?.sides[side.side];
  const sum = scene.tried?.worth ?? worthIn(scene.groups, values(scene.state.rules));
  return { sum: sum + staged, needs: told && !told.opened ? told.needs : null };
}

export function takeText(take: TakeChoice, groups: Group[]): string {
  const place = take.onto === undefined ? "" : `@${take.onto}`;
  const first = (take.with ?? "") + place;
  const word = take.card ? "card" : first ? "" : "onto";
  return ["take", word, first, groupsText(groups)].filter(Boolean).join(" ");
}

function takeLabel(take: TakeChoice, top: string): string {
  const what = take.card ? "Take the card" : `Take ${take.gets}`;
  return take.with ? `${what} with ${ranks(cardsOf(take.with))}` : `${what} for ${rankPlural(rankOf(top))}`;
}

/** The melds on the table that take every chosen card, by their keys. */
export function meldsThatTake(own: OwnState | null, chosen: HandCard[]): string[] {
  const add = own?.choices?.add;
  if (!add || chosen.length === 0) return [];
  const naturals = new Set(chosen.filter((each) => !isWild(each.card)).map((each) => rankOf(each.card)));
  return Object.entries(add)
    .filter(([key, cards]) => {
      const takes = new Set(cardsOf(cards).map(kindOf));
      const rank = key.slice(0, key.indexOf("."));
      return chosen.every((each) => takes.has(kindOf(each.card))) && [...naturals].every((each) => each === rank);
    })
    .map(([key]) => key);
}
const kindOf = (card: string): string => rankOf(card);

/** The move that adds the chosen cards to the meld with `key`. */
export function addText(own: OwnState, chosen: HandCard[], key: string): string {
  const [rank = "", slot = "1"] = key.split(".");
  const several = Object.keys(own.choices?.add ?? {}).filter((each) => each.startsWith(`${rank}.`)).length > 1;
  return `lay ${groupsText([{ rank, slot: several ? Number(slot) : 0, cards: chosen }])}`;
}

export function buttons(scene: Scene): Button[] {
  const { own, model, state } = scene;
  const choices = own?.choices ?? {};
  const shown = state.public;
  const deal = shown.table;
  if (!own || !deal) return [{ id: "sit", label: "Leave", look: "plain", key: "", deed: { do: "ask", ask: { act: "leave" } } }];
  const more: Button = { id: "more", label: "More", look: "plain", key: "", icon: "more", deed: { do: "more" } };
  if (choices.answer) {
    return [
      { id: "no", label: "No, wait", look: "may", key: "N", grow: true, deed: move("no") },
      { id: "yes", label: "Yes, go out", look: "may", key: "Y", grow: true, deed: move("yes") },
    ];
  }
  if (deal.asked?.by === own.seat) {
    const name = model.players.find((player) => player.seat === deal.asked?.seat)?.name ?? "your partner";
    return [{ id: "waiting", label: `Waiting for ${name}`, look: "off", key: "", grow: true, deed: reason("out.permission", `${name} has to answer first.`) }, more];
  }
  if (scene.groups.length > 0 && choices.draw === undefined) return trayButtons(scene);
  if (choices.draw !== undefined || choices.take) return [...drawButtons(scene), more];
  if (scene.chosen.length > 0 && own.choices) return chosenButtons(scene);
  return idleButtons(scene, more);
}

function drawButtons({ own, model, groups }: Scene): Button[] {
  const choices = own?.choices ?? {};
  const row: Button[] = [];
  const top = model.pile.cards.at(-1) ?? "";
  if (choices.draw !== undefined) row.push({ id: "draw", label: `Draw ${inWords(choices.draw)}`, look: "now", key: "D", grow: true, deed: move("draw") });
  const [take] = choices.take ?? [];
  if (take) row.push({ id: "take", label: takeLabel(take, top), look: "may", key: "T", grow: row.length === 0, deed: move(takeText(take, groups)) });
  else if (model.pile.cards.length) row.push({ id: "take", label: "Take the pile", look: "off", key: "T", deed: move("take") });
  if (choices.lift) row.push({ id: "lift", label: "Try the top card", look: "plain", key: "", deed: move("lift") });
  return row;
}

function trayButtons(scene: Scene): Button[] {
  const { sum, needs } = trayTotal(scene);
  const back: Button = { id: "back", label: "Put back", look: "plain", key: "Esc", deed: { do: "put back" } };
  const text = `lay ${groupsText(scene.groups)}`;
  const staged = cardsIn(scene.groups).length;
  const naturals = scene.chosen.filter((each) => !isWild(each.card));
  const stage: Button[] = naturals.length
    ? [{ id: "stage", label: `${ranks(scene.chosen.map((each) => each.card))} to the tray`, look: "now", key: "Enter", grow: true, deed: { do: "stage" } }]
    : [];
  const short = needs === null ? 0 : needs - sum;
  const refused = scene.tried?.refused;
  const lay: Button =
    short > 0
      ? { id: "lay", label: stage.length ? `Lay ${points(sum)}` : `Lay ${points(sum)} · ${points(short)} short`, look: "off", key: "L", grow: true, deed: reason("opening.minimum", refused?.text ?? `You need ${points(needs ?? 0)} to open; these melds are worth ${points(sum)}.`) }
      : refused
        ? { id: "lay", label: `Lay ${points(sum)}`, look: "off", key: "L", grow: true, deed: { do: "explain", refusal: refused } }
        : { id: "lay", label: needs === null ? `Lay ${counted(staged, "card")}` : `Lay ${points(sum)}`, look: stage.length ? "may" : "now", key: "L", grow: true, deed: move(text) };
  return stage.length ? [back, ...stage, { ...lay, grow: false }] : [back, lay, { id: "hint", label: "Hint", look: "plain", key: "H", deed: { do: "hint" } }];
}

function chosenButtons(scene: Scene): Button[] {
  const { own, chosen, model } = scene;
  if (!own) return [];
  const choices = own.choices ?? {};
  const undo = undoButton(own);
  const cards = chosen.map((each) => each.card);
  const naturals = [...new Set(cards.filter((card) => !isWild(card)).map(rankOf))];
  const targets = meldsThatTake(own, chosen);
  const row: Button[] = undo ? [undo] : [];
  const discards = new Set(cardsOf(choices.discard));
  const [only] = cards;
  const [target] = targets;
  const rank = naturals.length === 1 ? naturals[0] : naturals.length === 0 ? "wild" : undefined;
  const signs = cards.length <= 2 && cards.every((card) => !isWild(card)) && cards.length === 1 ? cardSign(cards[0] ?? "") : ranks(cards);
  if (targets.length === 1 && target) {
    const [of = ""] = target.split(".");
    row.push({ id: "add", label: `Add ${signs} to ${rankPlural(of)}`, look: "now", key: "M", grow: true, deed: move(addText(own, chosen, target)) });
  } else if (model.own?.opened && rank !== undefined && cards.length >= 3 && choices.lay?.includes(rank)) {
    row.push({ id: "lay", label: `Lay ${ranks(cards)}`, look: "now", key: "L", grow: true, deed: move(`lay ${groupsText([{ rank, slot: 0, cards: chosen }])}`) });
  } else if (naturals.length > 0 && (choices.lay || choices.add)) {
    row.push({ id: "stage", label: `${ranks(cards)} to the tray`, look: cards.length > 1 ? "now" : "plain", key: "Enter", grow: true, deed: { do: "stage" } });
  }
  const may = cards.length === 1 && only !== undefined && discards.has(only);
  row.push({
    id: "discard", label: cards.length === 1 && only ? `Discard ${cardSign(only)}` : "Discard", key: "X",
    look: !may ? "off" : targets.length || row.some((each) => each.look === "now") ? "plain" : "now", grow: !row.some((each) => each.grow),
    deed: may ? move(`discard ${only}`) : cards.length === 1 ? move(`discard ${only}`) : reason("turn.discard", "Choose one card to discard."),
  });
  return row;
}

function idleButtons({ own }: Scene, more: Button): Button[] {
  const choices = own?.choices ?? {};
  const row: Button[] = [];
  const undo = own ? undoButton(own) : null;
  if (undo) row.push(undo);
  if (choices["pick up"]) row.push({ id: "pick up", label: "Pick up", look: "now", key: "", grow: true, deed: move("pick up") });
  if (choices.restore) row.push({ id: "restore", label: "Put the card back", look: "may", key: "", deed: move("restore") });
  if (choices.open) row.push({ id: "open", label: "Open", look: "now", key: "", grow: true, deed: move("open") });
  if (choices.end) row.push({ id: "end", label: "Done", look: "may", key: "E", deed: move("end") });
  if (choices.knock) row.push({ id: "knock", label: "Knock", look: "may", key: "K", deed: move("knock") });
  if (choices.stuck) row.push({ id: "stuck", label: "End without a discard", look: "may", key: "", deed: move("stuck") });
  if (choices.discard !== undefined && row.length < 3) {
    row.push({ id: "discard", label: "Discard", look: "off", key: "X", grow: true, deed: reason("turn.discard", "Choose the card to discard first: tap it.") });
  }
  if (row.length === 0) row.push({ id: "hint", label: "Hint", look: own?.choices ? "plain" : "off", key: "H", grow: true, deed: own?.choices ? { do: "hint" } : reason("turn.waiting", "It isn't your turn yet. You can sort and choose cards meanwhile.") });
  return [...row.slice(0, 3), more];
}

const undoButton = (own: OwnState): Button | null =>
  own.undo ? { id: "undo", label: "Undo", look: "plain", key: "U", icon: "undo", deed: { do: "ask", ask: { act: "undo" } } } : null;

/** What else there is to do, for the sheet behind "More". */
export function moreButtons(scene: Scene): Button[] {
  const { own, model, groups } = scene;
  const choices = own?.choices ?? {};
  const top = model.pile.cards.at(-1) ?? "";
  const row: Button[] = [];
  for (const take of (choices.take ?? []).slice(1)) row.push({ id: takeText(take, []), label: takeLabel(take, top), look: "plain", key: "", deed: move(takeText(take, groups)) });
  for (const seat of choices.ask ?? []) {
    const name = model.players.find((player) => player.seat === seat)?.name ?? "";
    row.push({ id: `ask ${seat}`, label: `Ask ${name}: may I go out?`, look: "plain", key: "A", deed: move(`ask ${seat}`) });
  }
  for (const rank of choices.top ?? []) row.push({ id: `top ${rank}`, label: `Put a red three on the ${rankPlural(rank)}`, look: "plain", key: "", deed: move(`top ${rank}`) });
  if (own?.undo) row.push({ id: "restart", label: "Start my turn again", look: "plain", key: "", deed: { do: "ask", ask: { act: "restart" } } });
  if (own?.choices) row.push({ id: "hint", label: "Hint", look: "plain", key: "H", deed: { do: "hint" } });
  return row;
}

const prompt = (parts: Partial<Prompt>): Prompt => ({ lead: "", turn: false, text: "", cards: [], after: "", why: "", clause: "", ...parts });

export function prompting(scene: Scene): Prompt {
  const { own, model, state, chosen, groups } = scene;
  const deal = state.public.table;
  if (!deal) return prompt({});
  const choices = own?.choices ?? {};
  const playing = model.players.find((player) => player.acts);
  if (state.public.paused) return prompt({ lead: "Paused.", text: "Play goes on when everyone is ready." });
  if (!own) return prompt({ text: `${playing?.name ?? "Nobody"} is playing. Hands are shown when the ${state.rules.words.deal} is counted.` });
  if (choices.answer && deal.asked) {
    const asker = model.players.find((player) => player.seat === deal.asked?.by)?.name ?? "Your partner";
    const hand = cardsOf(own.hand);
    const worth = hand.reduce((sum, card) => sum + worthOf(card, values(state.rules)), 0);
    return prompt({ lead: `${asker} asks: may I go out?`, text: `You hold ${counted(hand.length, "card")}, ${counted(worth, "point")} against you.` });
  }
  if (deal.asked?.by === own.seat) {
    const name = model.players.find((player) => player.seat === deal.asked?.seat)?.name ?? "your partner";
    return prompt({ text: `You asked ${name} whether to go out.`, after: `${name} is thinking.` });
  }
  if (groups.length > 0 && own.choices && choices.draw === undefined) return trayPrompt(scene);
  if (choices.draw !== undefined || choices.take) {
    const draw = choices.draw === undefined ? "" : choices.draw === 1 ? "Draw a card" : `Draw ${inWords(choices.draw)} cards`;
    const [take] = choices.take ?? [];
    if (take) return prompt({ lead: "Your turn.", turn: true, text: `${draw ? `${draw}, or take` : "Take"} ${take.card ? "the top card" : `${inWords(take.gets)} from the pile`}.` });
    if (model.pile.frozen && model.pile.because) return prompt({ lead: "Your turn.", turn: true, text: `${draw}. ${model.pile.because}`, why: "Why?", clause: "pile.frozen" });
    return prompt({ lead: "Your turn.", turn: true, text: `${draw}.` });
  }
  const fresh = cardsOf(own.fresh);
  const targets = meldsThatTake(own, chosen);
  if (targets.length > 1) return prompt({ text: `Tap the meld that ${chosen.length === 1 ? `the ${wildName(chosen)}` : "they"} should join.` });
  if (playing?.me) {
    const what = "Lay cards, or choose one to discard.";
    return fresh.length && fresh.length <= 4 ? prompt({ text: "You drew", cards: fresh, after: what }) : fresh.length ? prompt({ text: `You took ${counted(fresh.length, "card")}.`, after: what }) : prompt({ text: what });
  }
  return prompt({ text: playing ? `${playing.name} is playing.${own.choices ? " You may go on melding." : ""}` : "" });
}

const wildName = (chosen: HandCard[]): string => (chosen[0]?.card === "Jk" ? "joker" : "two");

function trayPrompt(scene: Scene): Prompt {
  const { sum, needs } = trayTotal(scene);
  const wilds = scene.chosen.filter((each) => isWild(each.card));
  const join = wilds.length && wilds.length === scene.chosen.length ? `Tap the cards that ${wilds.length === 1 ? `the ${wildName(wilds)}` : "they"} should join.` : "";
  if (needs !== null && sum < needs) return prompt({ lead: `${points(needs - sum)} more to open.`, text: join || "Add cards, or put these back.", why: `Why ${points(needs)}?`, clause: "opening.minimum" });
  if (scene.tried?.refused) return prompt({ text: scene.tried.refused.text, why: "Why?", clause: scene.tried.refused.clause });
  if (needs !== null) return prompt({ lead: `${points(sum)} of ${points(needs)}.`, text: join || "You may open." });
  return prompt({ text: join || "Lay these cards, or add more." });
}
