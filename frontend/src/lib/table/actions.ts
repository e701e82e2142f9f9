// What a button, a tap or a typed line does.

import type { TakeChoice } from "../source/protocol";
import { lineText } from "../texts/lines";
import { readTyped } from "../texts/typed";
import type { Game } from "./game.svelte";
import { type Deed, addText } from "./scene";

export function perform(game: Game, deed: Deed): void {
  switch (deed.do) {
    case "ask":
      void game.ask(deed.ask);
      break;
    case "discard":
      discard(game, deed.card);
      break;
    case "take":
      void take(game, deed.take);
      break;
    case "sure":
      if (game.hand.doubt) void game.ask({ move: `discard ${game.hand.doubt.card}` });
      game.hand.doubt = null;
      break;
    case "keep":
      game.hand.doubt = null;
      break;
    case "stage":
      game.tray.stage();
      break;
    case "put back":
      game.tray.putBack();
      break;
    case "show":
      game.sheets.show({ kind: deed.what });
      break;
    case "hint":
      void game.hint.ask();
      break;
    case "follow":
      void game.hint.follow();
      break;
    case "leave":
      game.connection.leaving = true;
      void game.ask({ act: "leave" });
      break;
    case "explain":
      game.refuse(deed.refusal);
  }
}

/** Discard a card; one that hurts only when asked a second time. */
export function discard(game: Game, card: string): void {
  if (game.hand.mayDiscard(card)) void game.ask({ move: `discard ${card}` });
}

/** Take the pile; where that is too little to open, put melds together in the tray first. */
async function take(game: Game, choice: TakeChoice): Promise<void> {
  const move = await game.tray.take(choice);
  if (move) await game.ask({ move });
}

/** A tap on the pile, or the pile dragged to the tray. */
export function tapPile(game: Game): void {
  const choices = game.state?.own?.choices;
  const [one, ...others] = choices?.take ?? [];
  const [chosen, ...rest] = game.hand.chosenCards;
  if (one && others.length === 0) void take(game, one);
  else if (one) game.sheets.show({ kind: "more" });
  else if (choices?.discard !== undefined && choices.draw === undefined && chosen && rest.length === 0)
    discard(game, chosen.card);
  else if (choices?.draw !== undefined) void game.ask({ move: "take" });
  else game.sheets.show({ kind: "pile" });
}

/** A tap on a meld: the chosen cards join it, or else a sheet shows it with the others of its side. */
export function tapMeld(game: Game, key: string): void {
  const own = game.state?.own;
  if (own && game.hand.lit.includes(key)) void game.ask({ move: addText(own, game.hand.chosenCards, key) });
  else {
    const side = game.model?.sides.find((each) => each.melds.some((meld) => meld.key === key && each.own));
    if (side) game.sheets.show({ kind: "side", side: side.side });
  }
}

/** One step back: a refusal, a doubt, the chosen cards, the tray, in this order. */
export function stepBack(game: Game): void {
  const { asking, hand, tray } = game;
  if (asking.refusal) asking.refusal = null;
  else if (hand.doubt) hand.doubt = null;
  else if (hand.chosen.length) hand.chosen = [];
  else tray.putBack();
}

/** Open the rule behind the last refusal. */
export function why(game: Game): void {
  const clause = game.asking.refused?.clause || game.prompt?.clause || "";
  if (clause.includes(".")) game.sheets.rule(clause);
  else game.sheets.read("Nothing was refused.");
}

/** Do what a typed line says; false where it was refused, and the line stays to be mended. */
export async function type(game: Game, line: string): Promise<boolean> {
  const typed = readTyped(line);
  switch (typed.kind) {
    case "move":
      return game.ask({ move: typed.text });
    case "act":
      return game.ask({ act: typed.act });
    case "show":
      game.sheets.show({ kind: typed.what });
      break;
    case "rules":
      game.sheets.rule(typed.of.includes(".") ? typed.of : "");
      break;
    case "hint":
      await game.hint.ask();
      break;
    case "why":
      why(game);
      break;
    case "pile":
      game.sheets.show({ kind: "pile" });
      break;
    case "melds": {
      const side = game.model?.own ?? game.model?.sides[0];
      if (side) game.sheets.show({ kind: "side", side: side.side });
      break;
    }
    case "table": {
      const { prompt } = game;
      game.sheets.read(prompt ? `${lineText(prompt.told ?? [])} ${prompt.lead} ${prompt.text}` : "");
      break;
    }
    case "nothing":
      if (game.hint.moves.length) await game.hint.follow();
  }
  return true;
}
