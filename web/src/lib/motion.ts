/** How long a swirl takes, in ms. */
export const SWIRL = 600;

/** Whether this person asked for stillness. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
