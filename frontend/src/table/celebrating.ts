// How the moments of a table look: light, a stamp, a word that rises, points that fly to the score. Nothing of it is
// the table itself, nothing waits for it, and it can end at any time.

import { capital, cardsOf, counted, signed } from "../lib/cards/cards";
import { type Moment, STAMP_AT } from "../lib/table/moments";
import { type Box, type Stage, boxOf, centre, nodeOf, packetOf, scoreOf, sideOf } from "./stage";

/** Fast at first, and over a little before it comes to rest: what is put down with a thud. */
const THUD = "cubic-bezier(.3, 1.6, .5, 1)";
const SQUARE_MS = 220;
const STAMP_MS = 200;
const BUMP_MS = 240;
const GLOW_MS = 620;
const HOP_MS = 300;
const HOP_GAP = 45;
/** Backs that fly to each of the others while cards are dealt. */
const DEALT = 2;
/** Half the width that a word needs on the screen. */
const ROOM = 74;

export class Celebrating {
  constructor(private readonly stage: Stage) {}

  /** Show `moments` as the page of the seat `mine`, `rate` times as long as usual, in `delay` milliseconds. */
  show(moments: Moment[], mine: number, delay: number, rate: number): void {
    for (const moment of moments) this.#show(moment, mine, delay + moment.at * rate, rate);
  }

  #show(moment: Moment, mine: number, at: number, rate: number): void {
    const { kind, seat } = moment;
    const ms = moment.ms * rate;
    const home = boxOf(nodeOf(seat === mine && mine ? { at: "hand" } : { at: "seat", seat }));
    const side = sideOf(seat);
    if (kind === "deal") this.#deal(mine, at, ms);
    else if (kind === "pile") this.#word(counted(moment.cards ?? 0, "card"), home, at + ms * 0.3, ms * 0.7);
    else if (kind === "open") {
      this.#glow(boxOf(side), at, rate);
      this.#score("Opened", moment, boxOf(side), at, ms);
    } else if (kind === "canasta") this.#close(moment, at, rate);
    else if (kind === "foot") this.#packet(capital(moment.reserve ?? ""), home, at, ms);
    else {
      this.#glow(boxOf(side), at, rate);
      [...(side?.querySelectorAll("[data-drop], [data-meld]") ?? [])].forEach((meld, n) =>
        this.stage.run(
          meld,
          [{ transform: "none" }, { transform: "translateY(-9px)" }, { transform: "none" }],
          at + n * HOP_GAP * rate,
          HOP_MS * rate,
        ),
      );
      this.#word("Out", home, at, ms);
    }
  }

  /** Backs fly from the stock to everyone else. */
  #deal(mine: number, at: number, ms: number): void {
    const stock = boxOf(nodeOf({ at: "stock" }));
    const held = [...document.querySelectorAll(".table [data-seat]:not([data-seat='0'])")].filter(
      (each) => each.getAttribute("data-seat") !== String(mine),
    );
    if (!stock) return;
    const each = ms / (held.length * DEALT + 2);
    for (let n = 0; n < held.length * DEALT; n += 1) {
      const to = boxOf(held[n % held.length]?.querySelector(".held"));
      if (!to) continue;
      const width = Math.min(stock.width, 60);
      const card = this.stage.card("?", stock, width);
      const end = `translate(${centre(to).x - centre(stock).x}px, ${centre(to).y - centre(stock).y}px) scale(.35)`;
      this.stage.pass(
        card,
        [
          { transform: "none", opacity: 0 },
          { transform: "none", opacity: 1, offset: 0.05 },
          { transform: end, opacity: 1, offset: 0.85 },
          { transform: end, opacity: 0 },
        ],
        at + n * each,
        each * 3,
      );
    }
  }

  /** The stack squares up, the band is stamped on it, and its points fly to the score. */
  #close(moment: Moment, at: number, rate: number): void {
    const node = nodeOf({ at: "meld", seat: moment.seat, rank: moment.rank ?? "" });
    const box = boxOf(node);
    if (!node || !box) return;
    const stack = node.matches("[data-drop]");
    if (stack) {
      const cards = cardsOf(moment.rank === "wild" ? "2h2sJk" : `${moment.rank}s${moment.rank}h${moment.rank}c`);
      cards.forEach((card, n) => {
        const way = n - 1;
        this.stage.pass(
          this.stage.card(card, box, box.width),
          [
            { transform: `translate(${way * 46}%, ${way ? 4 : -10}%) rotate(${way * 13}deg)`, opacity: 0 },
            {
              transform: `translate(${way * 40}%, ${way ? 3 : -8}%) rotate(${way * 11}deg)`,
              opacity: 1,
              offset: 0.25,
            },
            { transform: "none", opacity: 1 },
          ],
          at,
          SQUARE_MS * rate,
          "cubic-bezier(.5, 0, .7, 1)",
        );
      });
    }
    const stamp = at + STAMP_AT * rate;
    this.stage.run(
      node,
      [{ transform: "none" }, { transform: `scale(${stack ? 0.93 : 1.35})`, offset: 0.3 }, { transform: "none" }],
      stamp + 60 * rate,
      STAMP_MS * rate,
    );
    const band = node.querySelector(".band");
    if (band)
      this.stage.run(
        band,
        [
          { transform: "scale(1.9) rotate(-7deg)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        stamp,
        STAMP_MS * rate,
        { easing: THUD },
      );
    this.#score("", moment, box, stamp + STAMP_MS * 0.6 * rate, (moment.ms - STAMP_AT - STAMP_MS * 0.6) * rate);
  }

  /** A packet is lifted, and opens as a fan of backs. */
  #packet(name: string, home: Box | null, at: number, ms: number): void {
    const box = packetOf(home);
    if (!box) return;
    const { width } = box;
    for (const way of [-1, 0, 1])
      this.stage.pass(
        this.stage.card("?", box, width),
        [
          { transform: `translateY(${width}px) scale(.4)`, opacity: 0 },
          { transform: "none", opacity: 1, offset: 0.35 },
          {
            transform: `translate(${way * 38}%, ${Math.abs(way) * 5}%) rotate(${way * 14}deg)`,
            opacity: 1,
            offset: 0.8,
          },
          { transform: `translate(${way * 44}%, ${Math.abs(way) * 6}%) rotate(${way * 17}deg)`, opacity: 0 },
        ],
        at,
        ms,
      );
    this.#word(name, { ...box, top: box.top + width * 1.1 }, at + ms * 0.2, ms * 0.8);
  }

  /** Light on `box`, which comes and goes. */
  #glow(box: Box | null, at: number, rate: number): void {
    if (!box) return;
    const light = this.stage.add(document.createElement("i"));
    light.className = "glow";
    light.style.left = `${box.left}px`;
    light.style.top = `${box.top}px`;
    light.style.width = `${box.width}px`;
    light.style.height = `${box.height}px`;
    this.stage.pass(
      light,
      [
        { transform: "scale(.97)", opacity: 0 },
        { transform: "none", opacity: 1, offset: 0.35 },
        { transform: "none", opacity: 0 },
      ],
      at,
      GLOW_MS * rate,
      "ease-out",
    );
  }

  /** What a side gets rises from `box` and flies to its score, which answers. */
  #score(word: string, moment: Moment, box: Box | null, at: number, ms: number): void {
    const sum = moment.points ? signed(moment.points) : "";
    const score = scoreOf(moment.seat);
    const to = sum ? boxOf(score) : null;
    const text = [word, sum].filter(Boolean).join(" ");
    if (text) this.#word(text, box, at, ms, to);
    if (score && to)
      this.stage.run(
        score,
        [{ transform: "none" }, { transform: "scale(1.22)", offset: 0.4 }, { transform: "none" }],
        at + ms - BUMP_MS * 0.5,
        BUMP_MS,
      );
  }

  /** A word that rises from `box` and goes, or flies to `to`. */
  #word(text: string, box: Box | null, at: number, ms: number, to: Box | null = null): void {
    if (!box) return;
    const word = this.stage.add(document.createElement("b"));
    word.className = "word";
    word.textContent = text;
    const { x, y } = centre(box);
    const left = Math.min(Math.max(x, ROOM), innerWidth - ROOM);
    word.style.left = `${left}px`;
    word.style.top = `${y}px`;
    const there = (shift: string, scale: number): string => `translate(-50%, -50%) ${shift} scale(${scale})`;
    const end = to ? `translate(${centre(to).x - left}px, ${centre(to).y - y}px)` : "translateY(-22px)";
    this.stage.pass(
      word,
      [
        { transform: there("translateY(6px)", 0.5), opacity: 0 },
        { transform: there("translateY(-8px)", 1.12), opacity: 1, offset: 0.22 },
        { transform: there("translateY(-10px)", 1), opacity: 1, offset: to ? 0.5 : 0.75, easing: "ease-in-out" },
        { transform: there(end, to ? 0.6 : 0.96), opacity: to ? 0.3 : 0 },
      ],
      at,
      ms,
    );
  }
}
