// What the player can do now, as buttons. All of it follows from the server's `choices`.

import { cardSign, cardsOf, counted, inWords, isRedThree, isWild, points, rankOf, rankPlural } from "../cards/cards";
import type { OwnState } from "../source/protocol";
import {
  type Button,
  type Deed,
  type Scene,
  addText,
  canShow,
  isDrawing,
  layText,
  meldsThatTake,
  nameOf,
  ranks,
  takeLabel,
  trayTotal,
} from "./scene";
import { BACK, FOLLOW, HINT, LEAVE, MORE, SEATS, STORY, TAKE_BACK, TALK } from "./fixedButtons";
import { cardsIn, groupsText } from "./groups";

const move = (text: string): Deed => ({ do: "ask", ask: { move: text } });
const reason = (clause: string, text: string): Deed => ({ do: "explain", refusal: { clause, text } });
const ROOM = 3;

export function buttons(scene: Scene): Button[] {
  const { own, state } = scene;
  if (!own || !state.public.table)
    return [LEAVE, ...(mayTakeSeat(scene) ? [SEATS] : []), ...(state.public.table ? [STORY] : [])];
  const [row, more] = rowNow(scene);
  return more ? [...row.slice(0, ROOM), ...(own.choices && !scene.advised ? [HINT] : []), MORE] : row;
}

/** Whether someone who looks on can have the seat of a bot. */
const mayTakeSeat = ({ state, coming }: Scene): boolean =>
  state.public.settings.late &&
  !coming &&
  Object.values(state.public.seats).some((seat) => seat.plays === "bot" && !seat.coming);

/** What else there is to do, for the sheet behind "More". */
export function moreButtons(scene: Scene): Button[] {
  const { own, model, groups } = scene;
  if (!own) return [];
  const choices = own.choices ?? {};
  const [row, more] = rowNow(scene);
  const rest = more ? row.slice(ROOM).filter((button) => button.look !== "off") : [];
  const top = model.pile.cards.at(-1) ?? "";
  for (const take of (choices.take ?? []).slice(1))
    rest.push({
      id: takeLabel(take, top),
      label: takeLabel(take, top),
      look: "plain",
      key: "",
      deed: { do: "take", take },
    });
  const asked = new Set(rest.map((button) => button.id));
  for (const seat of choices.ask ?? []) {
    if (!asked.has(`ask ${seat}`) && (choices.ask?.length ?? 0) > 1)
      rest.push({
        id: `ask ${seat}`,
        label: `Ask ${nameOf(model, seat, "your partner")}: may I go out?`,
        look: "plain",
        key: "",
        deed: move(`ask ${seat}`),
      });
  }
  const red = cardsOf(own.hand).find(isRedThree);
  for (const rank of choices.top ?? [])
    rest.push({
      id: `top ${rank}`,
      label: `Put a red three on the ${rankPlural(rank)}`,
      look: "plain",
      key: "",
      deed: move(`top ${rank} ${red ?? ""}`.trim()),
    });
  if (groups.length > 0 && !rest.some((button) => button.id === "back")) rest.push(BACK);
  if (own.undo)
    rest.push({
      id: "restart",
      label: "Start my turn again",
      look: "plain",
      key: "",
      deed: { do: "ask", ask: { act: "restart" } },
    });
  if (own.choices && (!more || scene.advised)) rest.push(HINT);
  return rest;
}

/**
 * The buttons of the moment; where a hint waits to be played, its button
 * comes first and is the only one that is filled.
 */
function rowNow(scene: Scene): [Button[], boolean] {
  const [row, more] = wholeRow(scene);
  if (!scene.advised || scene.doubt || scene.chosen.length > 0 || scene.own?.choices?.answer) return [row, more];
  return [
    [
      FOLLOW,
      ...row
        .filter((button) => button.id !== "hint")
        .map((button) => (button.look === "now" ? { ...button, look: "may" as const } : button)),
    ],
    more,
  ];
}

/** Every button of the moment, the most important first, and whether "More" stands beside them. */
function wholeRow(scene: Scene): [Button[], boolean] {
  const { own, state, doubt } = scene;
  const choices = own?.choices ?? {};
  if (state.public.paused && own) return [[readyButton(scene, own)], true];
  if (choices.answer) return [answerButtons(), false];
  const asked = state.public.table?.asked;
  if (own && asked?.by === own.seat) return [[waitingFor(nameOf(scene.model, asked.seat, "your partner"))], true];
  if (doubt) return [doubtButtons(scene), false];
  if (isDrawing(own) && !scene.taking) return [drawButtons(scene), true];
  if (scene.taking || scene.groups.length > 0) return [trayButtons(scene), false];
  if (scene.chosen.length > 0) return [chosenButtons(scene), false];
  return [idleButtons(scene), true];
}

const answerButtons = (): Button[] => [
  { id: "no", label: "No, wait", look: "may", key: "N", grow: true, deed: move("no") },
  { id: "yes", label: "Yes, go out", look: "may", key: "Y", grow: true, deed: move("yes") },
];
const waitingFor = (name: string): Button => ({
  id: "waiting",
  label: `Waiting for ${name}`,
  look: "off",
  key: "",
  grow: true,
  deed: reason("out.permission", `${name} has to answer first.`),
});

/** The way out of a pause: everyone says that they are ready. */
const readyButton = ({ state }: Scene, own: OwnState): Button =>
  state.public.ready?.includes(own.seat)
    ? {
        id: "ready",
        label: "Waiting for the others",
        look: "off",
        key: "",
        grow: true,
        deed: reason("table.paused", "Play goes on when everyone is ready."),
      }
    : { id: "ready", label: "Play on", look: "now", key: "", grow: true, deed: { do: "ask", ask: { act: "ready" } } };

const doubtButtons = ({ doubt }: Scene): Button[] => [
  { id: "keep", label: "Keep it", look: "may", key: "Esc", grow: true, deed: { do: "keep" } },
  {
    id: "sure",
    label: `Discard ${cardSign(doubt?.card ?? "")}`,
    look: "may",
    key: "X",
    grow: true,
    deed: { do: "sure" },
  },
];

/** Chosen cards go to the tray, if there is a natural one among them. */
function stageButton(scene: Scene, look: Button["look"]): Button[] {
  const { chosen } = scene;
  if (chosen.every((each) => isWild(each.card))) return [];
  const signs = chosen.length > 4 ? counted(chosen.length, "card") : ranks(chosen.map((each) => each.card));
  return [{ id: "stage", label: `${signs} to the tray`, look, key: "Enter", grow: true, deed: { do: "stage" } }];
}

function drawButtons(scene: Scene): Button[] {
  const { own, model, groups, state } = scene;
  const choices = own?.choices ?? {};
  const word = state.rules.words.deal;
  const row: Button[] = stageButton(scene, "plain");
  const top = model.pile.cards.at(-1) ?? "";
  if (choices.draw !== undefined)
    row.push({
      id: "draw",
      label: choices.ends ? `End the ${word}` : choices.draw ? `Draw ${inWords(choices.draw)}` : "Play on",
      look: choices.ends ? "plain" : "now",
      key: "D",
      grow: true,
      deed: move("draw"),
    });
  const [take] = choices.take ?? [];
  const alone = choices.draw === undefined;
  if (take)
    row.push({
      id: "take",
      label: takeLabel(take, top),
      look: alone ? "now" : "may",
      key: "T",
      grow: alone,
      deed: { do: "take", take },
    });
  if (choices.restore)
    row.push({ id: "restore", label: "Put the card back", look: "may", key: "B", grow: true, deed: move("restore") });
  if (choices.end)
    row.push({
      id: "end",
      label: `End the ${word}`,
      look: take ? "may" : "now",
      key: "E",
      grow: true,
      deed: move("end"),
    });
  if (choices.lift) row.push({ id: "lift", label: "Try the top card", look: "plain", key: "B", deed: move("lift") });
  if (groups.length > 0) row.push(BACK);
  if (!take && model.pile.cards.length && !choices.lift && !choices.restore)
    row.push({ id: "take", label: "Take the pile", look: "off", key: "T", deed: move("take") });
  return row;
}

function trayButtons(scene: Scene): Button[] {
  const { sum, needs } = trayTotal(scene);
  const { own, taking, tried } = scene;
  const stage = stageButton(scene, "now");
  const short = needs === null ? 0 : needs - sum;
  const verb = taking ? (taking.card ? "Take the card" : `Take ${taking.gets}`) : "Lay";
  const what = taking
    ? `${verb} · ${points(sum)}`
    : needs === null
      ? `Lay ${counted(cardsIn(scene.groups).length, "card")}`
      : `Lay ${points(sum)}`;
  const off = (label: string, deed: Deed): Button => ({ id: "lay", label, look: "off", key: "L", grow: true, deed });
  let lay: Button;
  if (!own?.choices) lay = off(what, reason("turn.waiting", "It isn't your turn yet. These cards wait here."));
  else if (short > 0) {
    const why = tried?.refused?.text ?? `You need ${points(needs ?? 0)} to open; these melds are worth ${points(sum)}.`;
    lay = off(stage.length ? what : `${what} · ${points(short)} short`, reason("opening.minimum", why));
  } else if (tried?.refused) lay = off(what, { do: "explain", refusal: tried.refused });
  else
    lay = {
      id: "lay",
      label: what,
      look: stage.length ? "may" : "now",
      key: "L",
      grow: true,
      deed: move(layText(scene)),
    };
  return stage.length ? [BACK, ...stage, { ...lay, grow: false }] : [BACK, lay, ...(own?.choices ? [HINT] : [])];
}

function chosenButtons(scene: Scene): Button[] {
  const { own, chosen, model } = scene;
  if (!own) return [];
  const choices = own.choices ?? {};
  const row: Button[] = undoButton(own);
  const cards = chosen.map((each) => each.card);
  const [only] = cards;
  const lone = cards.length === 1 && only !== undefined ? only : null;
  const naturals = [...new Set(cards.filter((card) => !isWild(card)).map(rankOf))];
  const rank = naturals.length === 1 ? naturals[0] : naturals.length === 0 ? "wild" : undefined;
  const [target, ...others] = meldsThatTake(own, chosen);
  if (lone && isRedThree(lone) && choices.top?.length) {
    for (const on of choices.top)
      row.push({
        id: `top ${on}`,
        label: `Put ${cardSign(lone)} on the ${rankPlural(on)}`,
        look: "now",
        key: "M",
        grow: true,
        deed: move(`top ${on} ${lone}`),
      });
  } else if (target && others.length === 0) {
    row.push({
      id: "add",
      label: `Add ${lone ? cardSign(lone) : ranks(cards)} to ${rankPlural(target.slice(0, target.indexOf(".")))}`,
      look: "now",
      key: "M",
      grow: true,
      deed: move(addText(own, chosen, target)),
    });
  } else if (model.own?.opened && rank !== undefined && cards.length >= 3 && choices.lay?.includes(rank)) {
    row.push({
      id: "lay",
      label: `Lay ${ranks(cards)}`,
      look: "now",
      key: "L",
      grow: true,
      deed: move(`lay ${groupsText([{ rank, slot: 0, cards: chosen }])}`),
    });
  } else if (naturals.length > 0) row.push(...stageButton(scene, cards.length > 1 ? "now" : "plain"));
  else if (rank === "wild" && cards.length >= 3)
    row.push({
      id: "stage",
      label: `${ranks(cards)} to the tray`,
      look: "now",
      key: "Enter",
      grow: true,
      deed: { do: "stage" },
    });
  if (choices.discard === undefined && !own.choices)
    return own.take_back || row.length === 0 ? [...meanwhile(own), ...row].slice(0, ROOM) : row;
  const may = lone !== null && cardsOf(choices.discard).includes(lone);
  const busy = Boolean(target) || row.some((each) => each.look === "now");
  row.push({
    id: "discard",
    label: lone ? `Discard ${cardSign(lone)}` : "Discard",
    key: "X",
    look: !may ? "off" : busy ? "plain" : "now",
    grow: !row.some((each) => each.grow),
    deed: lone ? { do: "discard", card: lone } : reason("turn.discard", "Choose one card to discard."),
  });
  return row;
}

function idleButtons({ own, model }: Scene): Button[] {
  const choices = own?.choices ?? {};
  const row: Button[] = own ? undoButton(own) : [];
  const [partner, ...others] = choices.ask ?? [];
  if (canShow(own))
    row.push({ id: "end", label: "Show your special hand", look: "now", key: "E", grow: true, deed: move("end") });
  if (choices["pick up"])
    row.push({
      id: "pick up",
      label: `Pick up your ${model.reserve}`,
      look: canShow(own) ? "may" : "now",
      key: "P",
      grow: true,
      deed: move("pick up"),
    });
  if (choices.knock) row.push({ id: "knock", label: "Knock", look: "may", key: "B", grow: true, deed: move("knock") });
  if (choices.stuck)
    row.push({ id: "stuck", label: "End without a discard", look: "may", key: "B", grow: true, deed: move("stuck") });
  if (choices.open)
    row.push({
      id: "open",
      label: "Open",
      look: canShow(own) ? "may" : "now",
      key: "",
      grow: true,
      deed: move("open"),
    });
  if (choices.discard !== undefined)
    row.push({
      id: "discard",
      label: "Discard",
      look: "off",
      key: "X",
      grow: true,
      deed: reason("turn.discard", "Choose the card to discard first: tap it."),
    });
  if (partner !== undefined && others.length === 0)
    row.push({
      id: `ask ${partner}`,
      label: `Ask ${nameOf(model, partner, "your partner")}`,
      look: "may",
      key: "I",
      deed: move(`ask ${partner}`),
    });
  else if (partner !== undefined)
    row.push({ id: "ask", label: "Ask a partner", look: "may", key: "I", deed: { do: "show", what: "more" } });
  return !own || row.length > 0 || own.choices ? row : meanwhile(own);
}

/**
 * While others play, the row is for what they did and for talk; for a moment, talk gives its
 * place to taking back a discard that was a slip.
 */
const meanwhile = (own: OwnState): Button[] => [STORY, own.take_back ? TAKE_BACK : TALK];

const undoButton = (own: OwnState): Button[] =>
  own.undo
    ? [{ id: "undo", label: "Undo", look: "plain", key: "U", icon: "undo", deed: { do: "ask", ask: { act: "undo" } } }]
    : [];
