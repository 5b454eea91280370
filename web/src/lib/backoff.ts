const FIRST = 250;
const LONGEST = 5000;

/** How long to wait before the next try, in ms: doubling, and spread so that not all come at once. */
export function delayBefore(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST, FIRST * 2 ** attempt);
  return full * (0.5 + random() / 2);
}
