// What goes where in which size. Numbers in, numbers out: everything is in
// CSS pixels, and nothing here looks at the page.

export type Size = "tall" | "short" | "tiny" | "flat" | "tablet" | "desk";

/**
 * "flat" is a telephone held sideways, and any window that is too low for
 * the layouts that stand upright: a zoomed one, too.
 */
export function sizeOf(width: number, height: number): Size {
  if (width >= 560 && width > height * 1.15 && height < (width >= 1000 ? 600 : 700)) return "flat";
  if (width >= 1000) return "desk";
  if (width >= 600 && height >= 700) return "tablet";
  return height < 620 ? "tiny" : height < 740 ? "short" : "tall";
}
export const isPhone = (size: Size): boolean => size !== "tablet" && size !== "desk";

/** From this height on, a big window has room for cards and type that can be read from the sofa. */
export const HUGE = 1200;

/**
 * The height of the hand: it stands for the whole deal, and grows in steps when a pile comes to the
 * hand. In a flat window, it is one row of columns.
 */
export function handHeight(
  size: Size,
  cards: number,
  crowded: boolean,
  big: boolean,
  large: boolean,
  tall = 0,
): number {
  if (size === "flat") return Math.round(Math.max(large ? 90 : 84, Math.min(tall * 0.27, 170)));
  if (size === "desk") return (big ? (tall >= HUGE ? 330 : 260) : 190) + (large ? 24 : 0);
  if (size === "tablet") return large ? 244 : 220;
  const at = size === "tall" ? 0 : size === "short" ? 1 : 2;
  const rows = [
    [166, 142, 122],
    [186, 160, 150],
    [232, 176, 150],
  ] as const;
  const step = cards > 45 ? 2 : cards > 24 ? 1 : 0;
  const height = step === 0 && crowded ? ([122, 112, 104][at] as number) : (rows[step] as readonly number[])[at]!;
  return large ? Math.max(height, [200, 168, 150][at] as number) : height;
}

/** The width of a hand card: least and most. */
export function handWidths(size: Size, width: number, big: boolean, large: boolean, tall = 0): [number, number] {
  const [least, most] =
    size === "desk"
      ? [60, big ? (tall >= HUGE ? 146 : 116) : 92]
      : size === "tablet"
        ? [60, 84]
        : size === "tiny" || size === "flat"
          ? [46, size === "flat" ? 60 : 54]
          : [width < 380 ? 50 : 54, size === "short" ? 62 : 70];
  return large ? [Math.round(least * 1.18), Math.round(most * 1.12)] : [least, most];
}

export interface HandFit {
  width: number;
  lift: number;
  /** For each column its left edge, and for each of its cards in sight the top edge. */
  columns: { left: number; tops: number[]; more: number }[];
}

const LEAST_STEP = 24;
const ROW_GAP = 6;

/** Columns of cards in the room that there is: two rows of columns rather than columns under 24 px. */
export function fitHand(
  room: { width: number; height: number },
  counts: number[],
  widths: [number, number],
  wide: boolean,
): HandFit {
  const lift = wide ? 14 : 9;
  const deepest = Math.max(1, ...counts);
  const [least, most] = widths;
  const peek = (width: number): number => Math.max(LEAST_STEP, width * 0.435);
  const shown = Math.min(
    deepest,
    wide ? 5 : Math.max(2, Math.floor((room.height - lift - least * 1.4) / peek(least)) + 1),
  );
  const fits = (width: number): boolean =>
    width + (counts.length - 1) * width * 0.62 <= room.width &&
    width * 1.4 + (shown - 1) * peek(width) + lift <= room.height;
  let width = least;
  while (width < most && fits(width + 1)) width += 1;
  const stepIn = (columns: number): number =>
    columns > 1 ? Math.min(width * (wide ? 0.78 : 0.8), (room.width - width) / (columns - 1)) : 0;
  const rows = counts.length > 1 && stepIn(counts.length) < LEAST_STEP ? 2 : 1;
  const space = (room.height - lift - (rows - 1) * ROW_GAP) / rows;
  width = Math.min(width, Math.floor(space / 1.4));
  const height = width * 1.4;
  const drop = deepest > 1 ? Math.max(peek(width), Math.min(width * 0.5, (space - height) / (deepest - 1))) : 0;
  const cap = drop ? Math.max(1, Math.floor((space - height) / drop + 1.01)) : 1;
  const perRow = Math.ceil(counts.length / rows);
  const columns = counts.map((count, at) => {
    const row = Math.floor(at / perRow);
    const inRow = Math.min(perRow, counts.length - row * perRow);
    const step = stepIn(inRow);
    const left = (room.width - (step * (inRow - 1) + width)) / 2 + (at - row * perRow) * step;
    const top = row * (space + ROW_GAP) + lift;
    return {
      left,
      tops: Array.from({ length: Math.min(count, cap) }, (_, card) => top + card * drop),
      more: count > cap ? count : 0,
    };
  });
  return { width, lift, columns };
}

/**
 * Single cards side by side, as a fan: in as many rows as they need, each row over the lower part of the one
 * above. Null where the room is too low for them.
 */
export function fitFan(
  room: { width: number; height: number },
  count: number,
  widths: [number, number],
  wide: boolean,
): HandFit | null {
  const lift = wide ? 14 : 9;
  const [least, most] = widths;
  for (let rows = 1; rows <= 5; rows += 1) {
    const perRow = Math.ceil(count / rows);
    for (let width = most; width >= least; width -= 1) {
      const step = perRow > 1 ? Math.min(width * 0.78, (room.width - width) / (perRow - 1)) : 0;
      const drop = rows > 1 ? Math.min(width * 1.4 + ROW_GAP, (room.height - lift - width * 1.4) / (rows - 1)) : 0;
      if (perRow > 1 && step < LEAST_STEP) continue;
      if (width * 1.4 + lift > room.height || (rows > 1 && drop < width * 0.62)) continue;
      const columns = Array.from({ length: count }, (_, at) => {
        const row = Math.floor(at / perRow);
        const inRow = Math.min(perRow, count - row * perRow);
        return {
          left: (room.width - (step * (inRow - 1) + width)) / 2 + (at - row * perRow) * step,
          tops: [lift + row * drop],
          more: 0,
        };
      });
      return { width, lift, columns };
    }
  }
  return null;
}

/** A panel for melds: its room, how many there are, and the most cards in one of them. */
export interface Panel {
  width: number;
  height: number;
  melds: number;
  longest: number;
}

export interface MeldFit {
  width: number;
  /** How far a card of a cascade lies below the one behind it; 0 where melds are stacks. */
  drop: number;
  gapX: number;
  gapY: number;
  fits: boolean;
}

const SMALLEST = 28;
/** The smallest meld in a flat window: what lies is whole before it is large. */
export const SMALLEST_FLAT = 24;
/** The smallest meld in large print: it scrolls sooner. */
export const SMALLEST_LARGE = 40;
const EDGE = 7;
const CASCADE = 48;
const STACK = 56;
const THICK = 4;

const gaps = (width: number): [number, number] =>
  width >= 44 ? [10, 10] : width > 34 ? [6, 6] : width < SMALLEST ? [4, 5] : [5, 6];
const rowsOf = (panel: Panel, width: number): number =>
  Math.ceil(panel.melds / Math.max(1, Math.floor((panel.width + gaps(width)[0]) / (width + gaps(width)[0]))));

/** The height that `panel` needs for its melds at a width. */
export function heightAt(panel: Panel, width: number, edge = 0): number {
  const rows = rowsOf(panel, width);
  return rows ? rows * (width * 1.4 + edge * (panel.longest - 1)) + (rows - 1) * gaps(width)[1] + THICK : 0;
}

/** One size for all melds of the table: the largest at which every panel has a place for each of its melds. */
export function fitMelds(panels: Panel[], most: number, cascades: boolean, least = SMALLEST): MeldFit {
  const largest = (from: number, to: number, edge: number): number => {
    for (let width = from; width >= to; width -= 2)
      if (panels.every((panel) => heightAt(panel, width, edge) <= panel.height)) return width;
    return 0;
  };
  const made = (width: number, drop: number, fits: boolean): MeldFit => ({
    width,
    drop,
    gapX: gaps(width)[0],
    gapY: gaps(width)[1],
    fits,
  });
  const real = cascades ? largest(most, CASCADE, EDGE) : 0;
  if (real) {
    const room = (panel: Panel): number => {
      const rows = rowsOf(panel, real);
      return rows
        ? ((panel.height - THICK - (rows - 1) * gaps(real)[1]) / rows - real * 1.4) / Math.max(1, panel.longest - 1)
        : Infinity;
    };
    return made(real, Math.max(EDGE, Math.min(real * 0.46, ...panels.map(room))), true);
  }
  const width = largest(Math.max(least, Math.min(most, STACK)), least, 0);
  // On the ground of a wide window what scrolls is at least one whole row.
  const row = Math.floor((Math.min(...panels.map((panel) => panel.height)) - THICK) / 1.4);
  return made(width || (cascades ? Math.max(SMALLEST, Math.min(least, row)) : least), 0, width > 0);
}

/** Real figures in a cascade where each has 0.42 of the width in sight, else blank edges. */
export const showsFigures = (fit: MeldFit): boolean => fit.drop >= fit.width * 0.42;

export interface FieldFit {
  /** Other sides as panels like mine, or as lines of chips. */
  lines: boolean;
  others: number;
  own: number;
  melds: MeldFit;
}

/**
 * The field of a flat window: other sides on the left, mine beside them, each as high as the field. `chrome.share` of
 * it is mine where the others are lines.
 */
export function fitFlatField(
  room: { width: number; height: number },
  side: { melds: number; longest: number } | null,
  others: { melds: number; longest: number }[],
  chrome: { head: number; pad: number; gap: number; most: number; least?: number; lines: boolean; share: number },
): FieldFit {
  const lines = chrome.lines || others.length > 1;
  const width =
    (side && others.length ? (room.width - chrome.gap) * (lines ? chrome.share : 0.5) : room.width) - chrome.pad;
  const panels = [...(side ? [{ ...side, melds: Math.max(1, side.melds) }] : []), ...(lines ? [] : others)];
  const melds = fitMelds(
    panels.map((each) => ({ ...each, width, height: room.height - chrome.head })),
    chrome.most,
    false,
    chrome.least,
  );
  return { lines, others: room.height, own: room.height, melds };
}

/**
 * The field of a telephone: my panel never folds; other sides become lines, and scroll, before my
 * melds do. `chrome.lines` asks for lines in any case.
 */
export function fitField(
  room: { width: number; height: number },
  side: { melds: number; longest: number } | null,
  others: { melds: number; longest: number }[],
  chrome: {
    head: number;
    pad: number;
    gap: number;
    line: number;
    most: number;
    least?: number;
    bare: number;
    lines: boolean;
  },
): FieldFit {
  const inner = room.width - chrome.pad;
  // The ground of the first melds is kept from the beginning, so that nothing moves when they come.
  const own = side && { ...side, melds: Math.max(1, side.melds) };
  const panel = (side: { melds: number; longest: number }, height: number): Panel => ({
    width: inner,
    height: height - chrome.head,
    ...side,
  });
  if (others.length <= 1 && !chrome.lines) {
    const half = (room.height - (own && others.length ? chrome.gap : 0)) / (own && others.length ? 2 : 1);
    const melds = fitMelds(
      [...(own ? [own] : []), ...others].map((each) => panel(each, half)),
      chrome.most,
      false,
      chrome.least,
    );
    if (melds.fits || !own) return { lines: false, others: half, own: own ? half : 0, melds };
  }
  const all = others.length * chrome.line + (others.length - 1) * chrome.gap;
  if (!own) return { lines: true, others: room.height, own: 0, melds: fitMelds([], chrome.most, false, chrome.least) };
  const left = room.height - chrome.gap - all;
  let melds = fitMelds([panel(own, left)], chrome.most, false, chrome.least);
  if (melds.fits) return { lines: true, others: all, own: left, melds };
  // What my melds need at their smallest comes first; the rest is for the others, one and a half lines at least.
  const needed = chrome.head + heightAt(panel(own, 0), chrome.least ?? SMALLEST);
  const mine = Math.max(chrome.bare, Math.min(needed, room.height - chrome.gap - Math.min(all, chrome.line * 1.4)));
  melds = fitMelds([panel(own, mine)], chrome.most, false, chrome.least);
  return {
    lines: true,
    others: Math.min(all, room.height - chrome.gap - mine),
    own: Math.max(mine, room.height - chrome.gap - all),
    melds,
  };
}

export interface TrayFit {
  /** How much of a card behind is in sight; 0 where a group is one card with its count. */
  peek: number;
}

/** The tray narrows before it scrolls: tighter fans, then one card and a count for each group. */
export function fitTray(room: number, groups: number[], card: number, peek: number): TrayFit {
  const total = (each: number): number =>
    groups.reduce((sum, count) => sum + card + (count - 1) * each + 4, 0) + (groups.length - 1) * 10;
  for (const each of [peek, 9]) if (total(each) <= room) return { peek: each };
  return { peek: 0 };
}
