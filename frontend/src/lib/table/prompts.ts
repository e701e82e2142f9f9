// The one sentence above the hand: what is going on, and what can be done about it.

import { cardSign, cardsOf, counted, inWords, isWild, points, worthOf } from "../cards/cards";
import type { Choices, Line, OwnState } from "../source/protocol";
import { type Scene, type Told, canShow, isDrawing, meldsThatTake, nameOf, trayTotal, values } from "./scene";

export interface Prompt {
  lead: string;
  turn: boolean;
  text: string;
  cards: string[];
  after: string;
  why: string;
  clause: string;
  /** What someone did; stands first. */
  told: Line | null;
}

const prompt = (parts: Partial<Prompt>): Prompt => ({
  lead: "",
  turn: false,
  text: "",
  cards: [],
  after: "",
  why: "",
  clause: "",
  told: null,
  ...parts,
});

export function prompting(scene: Scene): Prompt {
  const { own, model, state, groups, doubt, lately } = scene;
  const deal = state.public.table;
  if (!deal) return prompt({});
  const choices = own?.choices ?? {};
  const playing = model.players.find((player) => player.acts);
  if (state.public.paused) return prompt({ lead: "Paused.", text: whoIsReady(scene) });
  // The end of a deal: what was done last stays until the count.
  if (!playing) return prompt({ told: said(scene.last) });
  if (!own && scene.coming) {
    const name = state.public.seats[scene.coming]?.name ?? "a bot";
    return prompt({
      told: said(lately),
      text: `You play seat ${scene.coming} from the next ${state.rules.words.deal} on; ${name} plays it until then.`,
    });
  }
  if (!own && lately) return prompt({ told: said(lately), text: whoPlays(scene, playing) });
  if (!own)
    return prompt({
      text: `${playing?.name ?? "Nobody"} is playing. Hands are shown when the ${state.rules.words.deal} is counted.`,
    });
  if (choices.answer && deal.asked) return question(scene, own, deal.asked.by);
  if (deal.asked?.by === own.seat) {
    const name = nameOf(model, deal.asked.seat, "your partner");
    return prompt({ text: `You asked ${name} whether to go out.`, after: `${name} is thinking.` });
  }
  if (doubt) return prompt({ lead: `Discard ${cardSign(doubt.card)}?`, text: doubt.text });
  if (isDrawing(own) && !scene.taking) return drawPrompt(scene, choices);
  if (scene.taking || groups.length > 0) return trayPrompt(scene);
  return playPrompt(scene, own, playing);
}

/** What someone did, as it has room on two lines of a telephone. */
const said = (told: Told | null): Line | null => told && (told.brief ?? told.line);
/** The same as it has room beside what to do. */
const saidBeside = (told: Told | null): Line | null => told && (told.briefest ?? said(told));

/** Who has said that they are ready, in a pause; the others are waited for. */
function whoIsReady({ state }: Scene): string {
  const people = Object.entries(state.public.seats).filter(([, seat]) => seat.plays === "person");
  const ready = people.filter(([seat]) => state.public.ready?.includes(Number(seat)));
  return ready.length
    ? `${ready.length} of ${people.length} are ready: ${ready.map(([, seat]) => seat.name).join(", ")}.`
    : "Play goes on when everyone is ready.";
}

function question({ model, state }: Scene, own: OwnState, by: number): Prompt {
  const hand = cardsOf(own.hand);
  const worth = hand.reduce((sum, card) => sum + worthOf(card, values(state.rules)), 0);
  return prompt({
    lead: `${nameOf(model, by, "Your partner")} asks: may I go out?`,
    text: `You hold ${counted(hand.length, "card")}, ${counted(worth, "point")} against you.`,
  });
}

function drawPrompt(scene: Scene, choices: Choices): Prompt {
  const { model, state, lately } = scene;
  const [take] = choices.take ?? [];
  const top = model.pile.cards.at(-1) ?? "";
  const word = state.rules.words.deal;
  if (choices.restore) {
    const cost = counted(state.rules.values.pile.restore, "point");
    const ways = take ? "take the pile with it, or put it back" : "put it back";
    return prompt({ text: `You lifted ${cardSign(top)}: ${ways}, for ${cost}.` });
  }
  const turn = { lead: "Your turn.", turn: true, told: saidBeside(lately) };
  if (choices.end)
    return prompt({
      ...turn,
      text: `The stock is empty. ${take ? "Take the pile, or" : "You can't take the pile:"} end the ${word}.`,
    });
  const draw =
    choices.draw === undefined
      ? ""
      : choices.ends
        ? `The stock is empty: drawing ends the ${word}`
        : choices.draw === 0
          ? "The stock is empty: play on without drawing"
          : choices.draw === 1
            ? "Draw a card"
            : `Draw ${inWords(choices.draw)} cards`;
  if (take) {
    const taken = take.card ? "the top card" : `${inWords(take.gets)} from the pile`;
    return prompt({ ...turn, text: `${draw ? `${draw}, or take` : "Take"} ${taken}.` });
  }
  if (model.pile.frozen && model.pile.because)
    return prompt({ ...turn, text: `${draw}. ${model.pile.because}`, why: "Why?", clause: "pile.frozen" });
  return prompt({ ...turn, text: `${draw}${choices.lift ? ", or try the top card of the pile" : ""}.` });
}

/** Whose turn it is, where what was done last does not say it. */
const whoPlays = ({ lately }: Scene, playing: { seat: number; name: string } | undefined): string =>
  !playing || lately?.by === playing.seat ? "" : `${playing.name} is playing.`;

function playPrompt(
  scene: Scene,
  mine: OwnState,
  playing: { seat: number; name: string; me: boolean } | undefined,
): Prompt {
  const { own, model, chosen, state } = scene;
  const choices = mine.choices ?? {};
  if (meldsThatTake(own, chosen).length > 1)
    return prompt({ text: `Tap the meld that ${chosen.length === 1 ? `the ${one(chosen)}` : "they"} should join.` });
  if (!playing) return prompt({});
  if (!playing.me)
    return prompt({
      told: said(scene.lately),
      text: `${whoPlays(scene, playing)}${mine.choices ? " You may go on melding." : ""}`.trim(),
    });
  const [what, after] = canShow(own)
    ? [`You hold a special hand: show it to end the ${state.rules.words.deal}, or play on.`, ""]
    : choices.knock
      ? ["Lay cards, or knock to end your turn.", ""]
      : choices.stuck
        ? ["You can't discard these cards: end your turn without a discard.", ""]
        : choices["pick up"]
          ? [`Pick up your ${model.reserve}.`, ""]
          : ["", "Lay cards, or choose one to discard."];
  if (what) return prompt({ text: what });
  const fresh = cardsOf(mine.fresh);
  if (fresh.length > 4) return prompt({ text: `${counted(fresh.length, "new card")}.`, after });
  return fresh.length
    ? prompt({ text: fresh.length === 1 ? "New card:" : "New cards:", cards: fresh, after })
    : prompt({ text: after });
}

const one = (chosen: { card: string }[]): string => {
  const card = chosen[0]?.card ?? "";
  return card === "Jk" ? "joker" : isWild(card) ? "two" : "card";
};

function trayPrompt(scene: Scene): Prompt {
  const { sum, needs } = trayTotal(scene);
  const wilds = scene.chosen.filter((each) => isWild(each.card));
  const join =
    wilds.length && wilds.length === scene.chosen.length
      ? `Tap the cards that ${wilds.length === 1 ? `the ${one(wilds)}` : "they"} should join.`
      : "";
  if (!scene.own?.choices)
    return prompt({
      lead: needs === null ? "" : `${points(sum)} of ${points(needs)}.`,
      text: join || "These cards wait here for your turn.",
    });
  if (needs !== null && sum < needs)
    return prompt({
      lead: `${points(needs - sum)} more to open.`,
      text: join || "Add cards, or put these back.",
      why: `Why ${points(needs)}?`,
      clause: "opening.minimum",
    });
  if (scene.tried?.refused)
    return prompt({ text: scene.tried.refused.text, why: "Why?", clause: scene.tried.refused.clause });
  if (needs !== null)
    return prompt({
      lead: `${points(sum)} of ${points(needs)}.`,
      text: join || (scene.taking ? "You may open with the pile." : "You may open."),
    });
  return prompt({ text: join || "Lay these cards, or add more." });
}
