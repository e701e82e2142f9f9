// What a button or a typed line does.

import type { Game } from "./game.svelte";
import { lineText } from "./lines";
import type { Deed } from "./scene";
import { readTyped } from "./typed";

export function perform(game: Game, deed: Deed): void {
  switch (deed.do) {
    case "ask":
      void game.ask(deed.ask);
      break;
    case "discard":
      game.discard(deed.card);
      break;
    case "take":
      void game.take(deed.take);
      break;
    case "sure":
      if (game.doubt) void game.ask({ move: `discard ${game.doubt.card}` });
      game.doubt = null;
      break;
    case "keep":
      game.doubt = null;
      break;
    case "stage":
      game.stage();
      break;
    case "put back":
      game.putBack();
      break;
    case "show":
      if (deed.what === "talk") game.talk.unread = 0;
      game.sheet = { kind: deed.what };
      break;
    case "hint":
      void game.advice.ask();
      break;
    case "follow":
      void game.advice.follow();
      break;
    case "leave":
      game.leaving = true;
      void game.ask({ act: "leave" });
      break;
    case "explain":
      game.refuse(deed.refusal);
  }
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
      game.sheet = { kind: typed.what };
      break;
    case "rules":
      game.sheet = { kind: "rule", clause: typed.of.includes(".") ? typed.of : "" };
      break;
    case "hint":
      await game.advice.ask();
      break;
    case "why":
      game.why();
      break;
    case "pile":
      game.sheet = { kind: "pile" };
      break;
    case "melds": {
      const side = game.model?.own ?? game.model?.sides[0];
      if (side) game.sheet = { kind: "side", side: side.side };
      break;
    }
    case "table":
      game.read(game.prompt ? `${lineText(game.prompt.told ?? [])} ${game.prompt.lead} ${game.prompt.text}` : "");
      break;
    case "nothing":
      if (game.advice.moves.length) await game.advice.follow();
  }
  return true;
}
