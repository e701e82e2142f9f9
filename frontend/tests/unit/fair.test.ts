// The browser computes the decks that Python's `fair_deck` does; `make fixtures` writes what is compared.

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import {
  check,
  commitment,
  fairDeck,
  pack,
  readNumbers,
  readSecret,
  seatCards,
  verdict,
} from "../../src/lib/rooms/fair";
import { keepPromise, keptShuffle, numberFor } from "../../src/lib/device/localTables";

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

const kept = (promise = "", seat = 0, ...numbers: string[]) => ({ promise, seat, numbers });

test("a changed card, number or secret is noticed, and what is missing is not called fair", () => {
  const [one, other] = KNOWN as [Known, Known];
  const told = { deal: 1, ...one };
  expect(check(told, one.packs, one.jokers, kept())).toMatchObject({ promise: true, deck: true, heard: null });
  expect(check(told, one.packs, one.jokers, kept(one.commitment))).toMatchObject({ heard: true });
  expect(check(told, one.packs, one.jokers, kept(other.commitment))).toMatchObject({ heard: false });
  expect(
    check({ ...told, deck: one.deck.slice(2) + one.deck.slice(0, 2) }, one.packs, one.jokers, kept()),
  ).toMatchObject({ promise: true, deck: false });
  expect(check({ ...told, numbers: ["1", ...one.numbers.slice(1)] }, one.packs, one.jokers, kept())).toMatchObject({
    deck: false,
  });
  expect(check({ ...told, secret: other.secret }, one.packs, one.jokers, kept())).toMatchObject({
    promise: false,
    deck: false,
  });
  expect(check({ deal: 2, deck: one.deck }, one.packs, one.jokers, kept())).toMatchObject({
    promise: null,
    deck: null,
  });
});

test("a number that the server replaced or left out is noticed, and what is not known is not called fair", () => {
  const one = KNOWN.find((each) => each.numbers.length > 1 && each.numbers[1] !== "0")!;
  const told = { deal: 1, ...one };
  const own = (...numbers: string[]) => check(told, one.packs, one.jokers, kept(one.commitment, 2, ...numbers));
  expect([own(one.numbers[1]!).own, verdict(own(one.numbers[1]!))]).toEqual(["used", "fair ✓"]);
  // The server has searched a number for the deck that it wants, and everything else adds up.
  const replaced = own("6684362495548107377");
  expect(replaced).toMatchObject({
    promise: true,
    deck: true,
    heard: true,
    own: "replaced",
    sent: "6684362495548107377",
    used: one.numbers[1],
  });
  expect(verdict(replaced)).toBe("not fair ✗");
  expect([own().own, verdict(own())]).toEqual([null, "not checked in full"]);
  expect(verdict(check(told, one.packs, one.jokers, kept("", 2)))).toBe("not checked in full");
  const late = { ...told, numbers: [one.numbers[0]!, "0", ...one.numbers.slice(2)] };
  const deck = fairDeck(pack(one.packs, one.jokers), one.secret, late.numbers.map(BigInt)).join("");
  const left = check({ ...late, deck }, one.packs, one.jokers, kept(one.commitment, 2, "7"));
  expect([left.own, verdict(left)]).toEqual(["left out", "your number was left out ✗"]);
  expect(verdict(check({ deal: 2, deck: one.deck }, one.packs, one.jokers, kept()))).toBe("nothing to check");
});

test("the number of a shuffle is kept beside its promise, the same in every window", () => {
  const there = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => there.get(key) ?? null,
    setItem: (key: string, text: string) => there.set(key, text),
    removeItem: (key: string) => there.delete(key),
  });
  keepPromise("K7M4XHPC", 1, "aa");
  expect(keptShuffle("K7M4XHPC", 1)).toEqual({ promise: "aa", seat: 0, numbers: [] });
  expect([numberFor("K7M4XHPC", 1, "aa", 3, () => "41"), numberFor("K7M4XHPC", 1, "aa", 3, () => "42")]).toEqual([
    "41",
    "41",
  ]);
  keepPromise("K7M4XHPC", 1, "aa");
  expect(keptShuffle("K7M4XHPC", 1)).toEqual({ promise: "aa", seat: 3, numbers: ["41"] });
  expect(numberFor("K7M4XHPC", 1, "bb", 3, () => "43")).toBe("43"); // dealt again
  expect(keptShuffle("K7M4XHPC", 1)).toEqual({ promise: "bb", seat: 3, numbers: ["43"] });
  vi.unstubAllGlobals();
});

test("typed secrets and numbers are read, or refused", () => {
  expect(readSecret(`${"Ab 01".repeat(16)}`)).toBe("ab01".repeat(16));
  expect(readSecret("ab01")).toBeNull();
  expect(readNumbers("7, 18446744073709551615\n0")).toEqual([7n, 18446744073709551615n, 0n]);
  expect(readNumbers("18446744073709551616")).toBeNull();
  expect(readNumbers("seven")).toBeNull();
  expect(readNumbers("")).toBeNull();
});
