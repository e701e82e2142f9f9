// The browser computes the decks that Python's `fair_deck` does; `fixtures/make.py` writes what is compared.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check, commitment, fairDeck, pack, readNumbers, readSecret, seatCards } from "../../src/lib/fair";

interface Known {
  secret: string;
  numbers: string[];
  packs: number;
  jokers: number;
  commitment: string;
  deck: string;
}
const KNOWN = JSON.parse(readFileSync(new URL("../../fixtures/fair.json", import.meta.url), "utf8")) as Known[];

test("every deck is the one that Python shuffles", () => {
  expect(KNOWN.length).toBeGreaterThanOrEqual(60);
  for (const each of KNOWN) {
    expect(commitment(each.secret)).toBe(each.commitment);
    expect(fairDeck(pack(each.packs, each.jokers), each.secret, each.numbers.map(BigInt)).join("")).toBe(each.deck);
  }
});

test("the draw for seats has a pack of its own", () => {
  // As `canasta.session.fairness.Shuffle.spread` has it.
  const cards = seatCards("ab".repeat(32), ["7", "0"]);
  expect(cards.slice(0, 5)).toEqual(["7s", "Kd", "5h", "8d", "3c"]);
  expect(new Set(cards).size).toBe(52);
});

test("a changed card, number or secret is noticed, and what is missing is not called fair", () => {
  const [one, other] = KNOWN as [Known, Known];
  const told = { deal: 1, ...one };
  expect(check(told, one.packs, one.jokers, "")).toMatchObject({ promise: true, deck: true, heard: null });
  expect(check(told, one.packs, one.jokers, one.commitment)).toMatchObject({ heard: true });
  expect(check(told, one.packs, one.jokers, other.commitment)).toMatchObject({ heard: false });
  expect(check({ ...told, deck: one.deck.slice(2) + one.deck.slice(0, 2) }, one.packs, one.jokers, "")).toMatchObject({ promise: true, deck: false });
  expect(check({ ...told, numbers: ["1", ...one.numbers.slice(1)] }, one.packs, one.jokers, "")).toMatchObject({ deck: false });
  expect(check({ ...told, secret: other.secret }, one.packs, one.jokers, "")).toMatchObject({ promise: false, deck: false });
  expect(check({ deal: 2, deck: one.deck }, one.packs, one.jokers, "")).toMatchObject({ promise: null, deck: null });
});

test("typed secrets and numbers are read, or refused", () => {
  expect(readSecret(`${"Ab 01".repeat(16)}`)).toBe("ab01".repeat(16));
  expect(readSecret("ab01")).toBeNull();
  expect(readNumbers("7, 18446744073709551615\n0")).toEqual([7n, 18446744073709551615n, 0n]);
  expect(readNumbers("18446744073709551616")).toBeNull();
  expect(readNumbers("seven")).toBeNull();
  expect(readNumbers("")).toBeNull();
});
