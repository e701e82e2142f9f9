const FIRST_MS = 300;
const LONGEST_MS = 15_000;

/**
 * How long to wait before attempt number `attempt` (from 0) to connect: by chance between nothing and a bound that
 * doubles up to 15 s ("full jitter"), so that a server that comes back is not met by everyone at once.
 */
export function delayBefore(attempt: number, random: () => number = Math.random): number {
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.round(random() * bound);
}
