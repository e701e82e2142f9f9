import { describe, expect, test } from "vitest";
import {
  fitField,
  fitFlatField,
  fitHand,
  fitMelds,
  fitTray,
  handHeight,
  heightAt,
  sizeOf,
} from "../../src/lib/cards/fit";

describe("sizes", () => {
  test("follow the window", () => {
    expect([sizeOf(390, 844), sizeOf(390, 664), sizeOf(320, 568), sizeOf(820, 1180), sizeOf(1280, 800)]).toEqual([
      "tall",
      "short",
      "tiny",
      "tablet",
      "desk",
    ]);
  });
  test("are flat wherever a window is too low to stand upright in", () => {
    for (const [width, height] of [
      [844, 390],
      [667, 375],
      [932, 430],
      [640, 400],
      [853, 533],
      [568, 320],
      [1000, 500],
      [1280, 560],
    ] as const)
      expect(`${width} ${sizeOf(width, height)}`).toBe(`${width} flat`);
    for (const [width, height] of [
      [1024, 768],
      [1280, 640],
      [768, 1024],
      [600, 960],
      [820, 1180],
    ] as const)
      expect(sizeOf(width, height)).not.toBe("flat");
  });
  test("the hand keeps its height until a pile comes to it", () => {
    expect([11, 24, 25, 46].map((cards) => handHeight("tall", cards, false, false, false))).toEqual([
      166, 166, 186, 232,
    ]);
  });
});

describe("the hand", () => {
  const places = (counts: number[], width: number, height: number, widths: [number, number]) =>
    fitHand({ width, height }, counts, widths, width >= 600);
  test("stays in its room, whatever it holds", () => {
    for (const [width, height, widths] of [
      [374, 166, [54, 70]],
      [374, 142, [54, 62]],
      [308, 122, [46, 54]],
      [788, 220, [60, 84]],
      [948, 190, [60, 92]],
    ] as const) {
      for (const counts of [[1], [2, 1, 3], Array(13).fill(2) as number[], Array(14).fill(7) as number[], [1, 9, 1]]) {
        const fit = places(counts, width, height, [...widths]);
        expect(fit.columns).toHaveLength(counts.length);
        for (const [at, column] of fit.columns.entries()) {
          expect(column.left).toBeGreaterThanOrEqual(-0.01);
          expect(column.left + fit.width).toBeLessThanOrEqual(width + 0.01);
          expect(column.tops.length).toBeGreaterThan(0);
          expect(column.tops.length).toBeLessThanOrEqual(counts[at]!);
          expect(column.tops.at(-1)! + fit.width * 1.4).toBeLessThanOrEqual(height + 0.01);
          expect(column.more).toBe(column.tops.length < counts[at]! ? counts[at] : 0);
        }
      }
    }
  });
  test("shows 24 px of each card behind another", () => {
    const fit = places([3, 3, 3, 2, 2, 1, 1, 1, 1, 2, 2, 1, 1], 374, 166, [54, 70]);
    for (const column of fit.columns)
      column.tops.slice(1).forEach((top, at) => expect(top - column.tops[at]!).toBeGreaterThanOrEqual(24));
    fit.columns
      .slice(1)
      .forEach((column, at) => expect(column.left - fit.columns[at]!.left).toBeGreaterThanOrEqual(24));
  });
  test("takes two rows rather than columns under 24 px", () => {
    const fit = places(Array(14).fill(4) as number[], 308, 150, [46, 54]);
    expect(new Set(fit.columns.map((column) => column.tops[0])).size).toBe(2);
  });
});

describe("melds", () => {
  test("have one size at which all panels have room", () => {
    const panels = [
      { width: 356, height: 100, melds: 14, longest: 6 },
      { width: 356, height: 150, melds: 3, longest: 3 },
    ];
    const fit = fitMelds(panels, 48, false);
    expect(fit.fits).toBe(true);
    for (const panel of panels) expect(heightAt(panel, fit.width)).toBeLessThanOrEqual(panel.height);
    expect(panels.some((panel) => heightAt(panel, fit.width + 2) > panel.height)).toBe(true);
  });
  test("are cascades only where every card has its edge", () => {
    const wide = fitMelds([{ width: 500, height: 400, melds: 6, longest: 6 }], 84, true);
    expect(wide.drop).toBeGreaterThanOrEqual(7);
    expect(heightAt({ width: 500, height: 400, melds: 6, longest: 6 }, wide.width, 7)).toBeLessThanOrEqual(400);
    expect(fitMelds([{ width: 300, height: 90, melds: 6, longest: 6 }], 84, true).drop).toBe(0);
  });
  test("are as large as one whole row allows where they scroll in large print", () => {
    expect(fitMelds([{ width: 200, height: 52, melds: 20, longest: 6 }], 68, true, 40)).toMatchObject({
      width: 34,
      fits: false,
    });
    expect(fitMelds([{ width: 200, height: 70, melds: 20, longest: 6 }], 68, true, 40)).toMatchObject({
      width: 40,
      fits: false,
    });
  });
  test("are 28 px and scroll where nothing else helps", () => {
    expect(fitMelds([{ width: 200, height: 30, melds: 20, longest: 6 }], 48, false)).toMatchObject({
      width: 28,
      fits: false,
    });
  });
});

describe("the field of a flat window", () => {
  const chrome = { head: 34, pad: 14, gap: 6, most: 48, lines: false, share: 0.42 };
  const side = (melds: number) => ({ melds, longest: 5 });
  test("has two sides beside each other, and more as lines", () => {
    expect(fitFlatField({ width: 500, height: 160 }, side(8), [side(7)], chrome)).toMatchObject({
      lines: false,
      own: 160,
      others: 160,
    });
    expect(fitFlatField({ width: 500, height: 160 }, side(8), [side(7), side(7), side(7)], chrome).lines).toBe(true);
  });
  test("takes the largest melds that fit my part", () => {
    const { melds } = fitFlatField({ width: 500, height: 190 }, side(14), [side(9), side(9)], chrome);
    const panel = { width: 494 * chrome.share - 14, height: 156, ...side(14) };
    expect(melds.fits).toBe(true);
    expect(heightAt(panel, melds.width)).toBeLessThanOrEqual(156);
    expect(heightAt(panel, melds.width + 2)).toBeGreaterThan(156);
  });
  test("scrolls sooner in large print", () => {
    expect(
      fitFlatField({ width: 300, height: 120 }, side(14), [side(3)], { ...chrome, least: 40 }).melds,
    ).toMatchObject({ width: 40, fits: false });
  });
});

describe("the field of a telephone", () => {
  const chrome = { head: 40, pad: 18, gap: 6, line: 60, most: 48, bare: 66, lines: false };
  const side = (melds: number) => ({ melds, longest: 5 });
  test("is shared equally by two sides", () => {
    const fit = fitField({ width: 374, height: 340 }, side(8), [side(7)], chrome);
    expect(fit).toMatchObject({ lines: false, own: 167, others: 167 });
  });
  test("stays as it is when the first melds are laid", () => {
    for (const others of [1, 3]) {
      const grounds = [0, 1, 5, 9].map((melds) =>
        fitField({ width: 374, height: 300 }, side(melds), Array(others).fill(side(9 - melds)), chrome),
      );
      expect(new Set(grounds.map((each) => `${each.own} ${each.others} ${each.lines}`)).size).toBe(1);
    }
  });
  test("folds the other side before my melds shrink away", () => {
    const fit = fitField({ width: 374, height: 200 }, side(14), [side(14)], chrome);
    expect(fit.lines).toBe(true);
    expect(fit.melds.fits).toBe(true);
  });
  test("never gives away more than there is", () => {
    for (let height = 120; height < 600; height += 7) {
      for (const others of [1, 3, 7]) {
        for (const melds of [0, 4, 14]) {
          const fit = fitField({ width: 308, height }, side(melds), Array(others).fill(side(9)), chrome);
          expect(fit.own + fit.others + 6).toBeLessThanOrEqual(height + 0.01);
          expect(fit.own).toBeGreaterThan(0);
          expect(fit.others).toBeGreaterThan(0);
        }
      }
    }
  });
});

test("the tray narrows before it scrolls", () => {
  expect(fitTray(300, [3, 3, 3], 42, 15).peek).toBe(15);
  expect(fitTray(212, [3, 3, 3], 42, 15).peek).toBe(9);
  expect(fitTray(180, [3, 3, 3], 42, 15).peek).toBe(0);
});
