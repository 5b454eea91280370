import { still, SWIRL } from "../../lib/motion";

const FRAMES = 14;
const ROUND = 1.5 * Math.PI;
const FAR = 150;

/** How a card comes to the middle: laid down, or round and round from a hand that drops. */
export function arrival(node: HTMLElement, how: "" | "laid" | "dropped"): void {
  if (!how || still() || !node.animate) return;
  if (how === "laid") {
    node.animate(
      [
        { transform: "scale(1.18)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: 260,
        easing: "ease-out",
      },
    );
    return;
  }
  // Where it lies is known once all of them are there.
  requestAnimationFrame(() => {
    const felt = node.parentElement?.getBoundingClientRect();
    if (!felt) return;
    const own = node.getBoundingClientRect();
    const x = own.x + own.width / 2 - felt.x - felt.width / 2;
    const y = own.y + own.height / 2 - felt.y - felt.height / 2;
    node.animate(spiral(x, y), { duration: 1.5 * SWIRL, easing: "cubic-bezier(.3,.1,.3,1)" });
  });
}

/** From outside round the centre to where the card lies, which is x,y from that centre. */
export function spiral(x: number, y: number): { transform: string; opacity: number }[] {
  const [angle, radius] = [Math.atan2(y, x), Math.hypot(x, y)];
  return Array.from({ length: FRAMES + 1 }, (_, at) => {
    const left = 1 - at / FRAMES;
    const away = radius + left * FAR;
    const dx = Math.cos(angle - left * ROUND) * away - x;
    const dy = Math.sin(angle - left * ROUND) * away - y;
    const turn = `rotate(${(-360 * left).toFixed(1)}deg) scale(${(1 - 0.4 * left).toFixed(3)})`;
    return {
      transform: `translate(${dx.toFixed(1)}px, ${dy.toFixed(1)}px) ${turn}`,
      opacity: Math.min(1, 0.2 + at / 4),
    };
  });
}
