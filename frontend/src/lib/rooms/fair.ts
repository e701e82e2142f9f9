// The deck of a deal computed again in the browser, as `canasta.base.shuffle.fair_deck` does. No rule is in
// here, and nothing of the server: whoever distrusts it can read these lines. SHA-256 comes from a library,
// because browsers have `crypto.subtle` only over https.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

export const LARGEST_NUMBER = (1n << 64n) - 1n;
const SUITS = "cdhs";
const RANKS = "23456789TJQKA";

/** The packs in the order from which they are shuffled: jokers, then suit by suit. */
export function pack(packs: number, jokers: number): string[] {
  const one = [
    ...Array.from({ length: jokers }, () => "Jk"),
    ...[...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)),
  ];
  return Array.from({ length: packs }, () => one).flat();
}

/** What is told before the players give their numbers: the SHA-256 of the secret, both in hexadecimal. */
export const commitment = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** Eight bytes, the highest first. */
function bytesOf(number: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, number);
  return bytes;
}

/** 64-bit numbers: the SHA-256 of the secret, the players' numbers and a counter gives four at a time. */
function* stream(secret: Uint8Array, numbers: bigint[]): Generator<bigint, never> {
  const start = concatBytes(secret, ...numbers.map(bytesOf));
  for (let counter = 0n; ; counter += 1n) {
    const block = new DataView(sha256(concatBytes(start, bytesOf(counter))).buffer);
    for (const at of [0, 8, 16, 24]) yield block.getBigUint64(at);
  }
}

/** The order of `cards` that the secret (in hexadecimal) and the players' numbers give; the first is the top card. */
export function fairDeck(cards: string[], secret: string, numbers: bigint[]): string[] {
  const dice = stream(hexToBytes(secret), numbers);
  const below = (number: bigint): number => {
    // Numbers that would make some orders likelier than others are passed over.
    const limit = (1n << 64n) - ((1n << 64n) % number);
    for (;;) {
      const drawn = dice.next().value;
      if (drawn < limit) return Number(drawn % number);
    }
  };
  const deck = [...cards];
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = below(BigInt(last + 1));
    [deck[last], deck[other]] = [deck[other] as string, deck[last] as string];
  }
  return deck;
}

/** The pack of a draw for seats, by its places: it has a secret of its own, made of the one that is told. */
export function seatCards(secret: string, numbers: string[]): string[] {
  const own = sha256(concatBytes(hexToBytes(secret), new TextEncoder().encode("seats")));
  return fairDeck(pack(1, 0), bytesToHex(own), numbers.map(BigInt));
}

/** A secret as it is typed: 64 digits 0 to f; null for anything else. */
export function readSecret(text: string): string | null {
  const secret = text.replace(/\s/g, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(secret) ? secret : null;
}

/** The players' numbers as they are typed, with blanks or commas between them; null if one of them cannot be. */
export function readNumbers(text: string): bigint[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (!words.length || words.length > 8 || !words.every((word) => /^\d{1,20}$/.test(word))) return null;
  const numbers = words.map(BigInt);
  return numbers.every((number) => number <= LARGEST_NUMBER) ? numbers : null;
}

export interface Promised {
  deal: number;
  commitment?: string;
  secret?: string;
  numbers?: string[];
  deck?: string;
}

export interface Checked {
  deal: number;
  /** Whether the secret is the one promised, the deck the one computed; null where there is nothing to compare. */
  promise: boolean | null;
  deck: boolean | null;
  computed: string[];
  /** Whether this page heard the promise before the numbers; null if it was not there. */
  heard: boolean | null;
  /** What became of the number that this page sent after the promise; null if it has sent none, or kept none. */
  own: "used" | "left out" | "replaced" | null;
  /** The number that this page sent, and the one that was used in its place. */
  sent: string;
  used: string;
}

/**
 * Check one deal; `kept` is the promise that this page kept when it was made, empty if it
 * has none, and the numbers it sent from its seat.
 */
export function check(
  told: Promised,
  packs: number,
  jokers: number,
  kept: { promise: string; seat: number; numbers: string[] },
): Checked {
  const nothing = {
    deal: told.deal,
    promise: null,
    deck: null,
    computed: [],
    heard: null,
    own: null,
    sent: "",
    used: "",
  };
  if (!told.secret || !told.numbers || !told.commitment) return nothing;
  const computed = fairDeck(pack(packs, jokers), told.secret, told.numbers.map(BigInt));
  return {
    deal: told.deal,
    promise: commitment(told.secret) === told.commitment,
    deck: told.deck === undefined ? null : computed.join("") === told.deck,
    computed,
    heard: kept.promise ? kept.promise === told.commitment : null,
    ...ownNumber(told.numbers, kept),
  };
}

function ownNumber(
  numbers: string[],
  kept: { seat: number; numbers: string[] },
): Pick<Checked, "own" | "sent" | "used"> {
  const used = numbers[kept.seat - 1] ?? "0";
  const sent = kept.numbers.find((each) => each === used) ?? kept.numbers.at(-1) ?? "";
  if (!sent) return { own: null, sent, used };
  // A number that does not come in time counts as 0.
  return { own: sent === used ? "used" : used === "0" ? "left out" : "replaced", sent, used };
}

/** What the checks of a deal come to; "fair" only if this page has checked everything. */
export function verdict({
  promise,
  deck,
  heard,
  own,
}: Checked): "fair ✓" | "not fair ✗" | "your number was left out ✗" | "not checked in full" | "nothing to check" {
  if (deck === null) return "nothing to check";
  if (!promise || !deck || heard === false || own === "replaced") return "not fair ✗";
  if (own === "left out") return "your number was left out ✗";
  return heard && own === "used" ? "fair ✓" : "not checked in full";
}
