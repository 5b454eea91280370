/** Milliseconds from which on a finger rests on something rather than taps it. */
export const LONG = 500;

/**
 * A finger that rests on something looks at it: when it lets go, nothing is chosen. Not all browsers
 * see it that way by themselves. Spread this over an element; `wanted` says what inside is meant.
 */
export function lookedAt(wanted: string): {
  onpointerdowncapture: (event: PointerEvent) => void;
  onclickcapture: (event: MouseEvent) => void;
} {
  let since = Infinity;
  return {
    onpointerdowncapture(event) {
      since = event.pointerType === "mouse" ? Infinity : event.timeStamp;
    },
    onclickcapture(event) {
      const byKeyboard = event.detail === 0;
      if (byKeyboard || event.timeStamp - since < LONG) return;
      if (event.target instanceof Element && event.target.closest(wanted)) {
        event.stopPropagation();
        event.preventDefault();
      }
    },
  };
}
