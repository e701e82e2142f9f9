// Where a bubble stands so that it hides as little as possible of what one has to see now.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** Something on the page, and how bad it is to cover a pixel of it. */
export interface Seen extends Box {
  weight: number;
}

const STEP = 8;
const EDGE = 8;
/** Between two places that hide as much, the one nearer to what the bubble is about; this much a pixel. */
const NEAR = 1;

const middle = (box: Box): [number, number] => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
const shared = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

/** The corner of a bubble of `width` and `height` in a window of `wide` by `tall`, near `about`. */
export function place(
  width: number,
  height: number,
  wide: number,
  tall: number,
  about: Box | null,
  seen: Seen[],
): { left: number; top: number } {
  const [x, y] = about ? middle(about) : [wide / 2, tall / 2];
  let best = { left: EDGE, top: EDGE };
  let least = Infinity;
  for (let top = EDGE; top <= Math.max(EDGE, tall - height - EDGE); top += STEP) {
    for (let left = EDGE; left <= Math.max(EDGE, wide - width - EDGE); left += STEP) {
      const box = { left, top, right: left + width, bottom: top + height };
      const [atX, atY] = middle(box);
      const cost =
        seen.reduce((sum, each) => sum + each.weight * shared(box, each), 0) + NEAR * Math.hypot(atX - x, atY - y);
      if (cost < least) [best, least] = [{ left, top }, cost];
    }
  }
  return best;
}
