import { still } from "../../lib/motion";

const MOVE = 320;
const COME = 260;

/** Shows how pieces came from where they lay before to where they lie now. */
export class Flip {
  #before: Map<string, DOMRect> | null = null;

  /** Before the page changes: where everything lies. */
  measure(root: HTMLElement | undefined): void {
    this.#before = root && !still() ? places(root) : null;
  }

  /** After it has changed. A piece that was dropped by hand is there already. */
  play(root: HTMLElement | undefined, dropped: string | null): void {
    const before = this.#before;
    this.#before = null;
    if (!root || !before || before.size === 0) return;
    // All is looked at before anything moves: each of them would have the page laid out anew.
    const lying = pieces(root).map((node) => ({ node, now: node.getBoundingClientRect() }));
    for (const { node, now } of lying) {
      const id = node.dataset["piece"] ?? "";
      if (!node.animate || id === dropped) continue;
      const old = before.get(id);
      if (!old) {
        node.animate([{ transform: "scale(1.18)", opacity: 0 }, {}], {
          duration: COME,
          easing: "ease-out",
        });
      } else if (old.x !== now.x || old.y !== now.y) {
        const [dx, dy, size] = [old.x - now.x, old.y - now.y, old.width / (now.width || 1)];
        const from = `translate(${dx}px, ${dy}px) scale(${size})`;
        node.animate(
          [
            { transform: from, transformOrigin: "0 0", zIndex: 3 },
            { transform: "none", transformOrigin: "0 0", zIndex: 3 },
          ],
          { duration: MOVE, easing: "cubic-bezier(.3,.1,.3,1)" },
        );
      }
    }
  }
}

const pieces = (root: HTMLElement): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("[data-piece]"),
];

const places = (root: HTMLElement): Map<string, DOMRect> =>
  new Map(pieces(root).map((node) => [node.dataset["piece"] ?? "", node.getBoundingClientRect()]));
