// Every ink can be read on every ground of every look, by night and by day.

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

type Colour = [number, number, number];
type Tokens = Record<string, string>;

const style = readFileSync(new URL("../../src/drawings/colours.css", import.meta.url), "utf8");
const rules = [...style.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors, body]) => ({
  selectors: selectors!.split(",").map((each) => each.trim()),
  tokens: Object.fromEntries([...body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!])),
}));

/** The tokens of a look, on the table or in a sheet over it. */
function tokensOf(root: Record<string, string>, sheet: boolean): Tokens {
  const applies = (selector: string): boolean =>
    (sheet || !selector.endsWith(".sheet")) &&
    [...selector.matchAll(/\[data-(\w+)="(\w+)"\]/g)].every(([, name, value]) => root[name!] === value);
  return Object.assign(
    {},
    ...rules.filter((rule) => rule.selectors.some(applies)).map((rule) => rule.tokens),
  ) as Tokens;
}

const hex = (text: string): Colour => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as Colour;
/** A ground of its own, or a tint over another. */
function over(text: string, ground: Colour): Colour {
  const parts = text
    .match(/^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/)
    ?.slice(1)
    .map(Number);
  if (!parts) return hex(text);
  const alpha = parts[3]!;
  return ground.map((value, at) => parts[at]! * alpha + value * (1 - alpha)) as Colour;
}
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: Colour, other: Colour): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ["--bg", "--bg-light", "--bg-deep"];
const TINTS = ["--panel", "--well", "--btn"];
const TEXT = ["--ink", "--soft", "--now-text", "--bad", "--link"];
/** Signs are shapes, not letters. */
const SIGNS = Array.from({ length: 8 }, (_, at) => `--side-${at}`);

describe.each(["felt", "ink", "paper"])("%s", (look) => {
  test.each(["night", "day"].flatMap((theme) => ["usual", "high"].map((contrast) => [theme, contrast] as const)))(
    "by %s, contrast %s",
    (theme, level) => {
      for (const sheet of [false, true]) {
        const tokens = tokensOf({ theme, look, contrast: level, suits: "two" }, sheet);
        const bare = (sheet ? ["--panel-solid"] : [...GROUNDS, "--rail", "--rail-light"]).map(
          (name) => [name, hex(tokens[name]!)] as const,
        );
        const grounds = bare.flatMap(([name, ground]) => [
          [name, ground] as const,
          ...TINTS.map((tint) => [`${tint} on ${name}`, over(tokens[tint]!, ground)] as const),
        ]);
        for (const [name, ground] of grounds)
          for (const ink of [...TEXT, ...SIGNS])
            expect
              .soft(contrast(hex(tokens[ink]!), ground), `${ink} on ${name}${sheet ? ", in a sheet" : ""}`)
              .toBeGreaterThanOrEqual(SIGNS.includes(ink) ? 3 : 4.5);
        for (const name of ["now", "ice", "chosen"])
          expect
            .soft(contrast(hex(tokens[`--${name}-ink`]!), hex(tokens[`--${name}`]!)), name)
            .toBeGreaterThanOrEqual(4.5);
      }
    },
  );
});
