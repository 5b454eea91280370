/** Dragging things by mouse and by touch: what is dragged has data-piece, where it can go data-target. */

export interface DragListener {
  /** Whether a piece can be taken now. */
  can: (piece: string) => boolean;
  /** It was taken: its picture, and where the pointer is within it. */
  start: (piece: string) => void;
  move: (x: number, y: number, target: string | null) => void;
  /** It was let go over a target, or over nothing. */
  drop: (piece: string, target: string | null) => void;
}

const FAR = 6;
const HOLD = 220;
/** Near an edge the page, or what scrolls in it, goes along. */
const EDGE = 56;
const SPEED = 9;

/** Everything inside of `node` that can be dragged. A mouse drags at once; a finger at once where
 * nothing scrolls (`touch-action: none`), elsewhere after a moment, so that it can scroll too. */
export function drags(node: HTMLElement, listener: DragListener): { destroy: () => void } {
  let piece: string | null = null;
  let pointer = 0;
  let from = { x: 0, y: 0 };
  let at = { x: 0, y: 0 };
  let active = false;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let waits = false;

  function down(event: PointerEvent): void {
    const held = (event.target as Element).closest<HTMLElement>("[data-piece]");
    const name = held?.dataset["piece"];
    if (!held || !name || piece !== null || event.button !== 0 || !listener.can(name)) return;
    piece = name;
    pointer = event.pointerId;
    from = at = { x: event.clientX, y: event.clientY };
    waits = event.pointerType !== "mouse" && getComputedStyle(held).touchAction !== "none";
    // A finger holds what it touched; what lies below is looked for.
    if (held.hasPointerCapture?.(pointer)) held.releasePointerCapture(pointer);
    if (waits) hold = setTimeout(begin, HOLD);
  }

  function begin(): void {
    if (piece === null) return;
    active = true;
    node.setPointerCapture?.(pointer);
    listener.start(piece);
    tell();
    frame = requestAnimationFrame(scroll);
  }

  function move(event: PointerEvent): void {
    if (piece === null || event.pointerId !== pointer) return;
    at = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(at.x - from.x, at.y - from.y) > FAR;
    if (active) tell();
    else if (far && waits) end();
    else if (far) begin();
  }

  const targetAt = (): string | null =>
    document
      .elementsFromPoint(at.x, at.y)
      .map((each) => each.closest<HTMLElement>("[data-target]")?.dataset["target"])
      .find((each) => each !== undefined) ?? null;

  const tell = (): void => listener.move(at.x, at.y, targetAt());

  function scroll(): void {
    const below = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>("[data-scrolls]");
    const inner = below && below.scrollHeight > below.clientHeight ? below : null;
    const box = inner?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const by = at.y < box.top + EDGE ? -SPEED : at.y > box.bottom - EDGE ? SPEED : 0;
    if (by !== 0) {
      if (inner) inner.scrollTop += by;
      else scrollBy(0, by);
      tell();
    }
    frame = requestAnimationFrame(scroll);
  }

  function up(event: PointerEvent): void {
    if (piece === null || event.pointerId !== pointer) return;
    const [dropped, was] = [piece, active];
    const target = was ? targetAt() : null;
    end();
    if (!was) return;
    // The click that follows is not meant as one.
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    listener.drop(dropped, target);
  }

  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };

  function cancel(event: PointerEvent): void {
    if (piece === null || event.pointerId !== pointer) return;
    const [lost, was] = [piece, active];
    end();
    if (was) listener.drop(lost, null);
  }

  function end(): void {
    clearTimeout(hold);
    cancelAnimationFrame(frame);
    piece = null;
    active = false;
  }

  // Once something is dragged the page stands still.
  const still = (event: Event): void => {
    if (active && event.cancelable) event.preventDefault();
  };

  const listeners: [string, (event: never) => void][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", cancel],
    ["contextmenu", still],
  ];
  for (const [name, hear] of listeners) node.addEventListener(name, hear as EventListener);
  node.addEventListener("touchmove", still, { passive: false });
  return {
    destroy() {
      end();
      for (const [name, hear] of listeners) node.removeEventListener(name, hear as EventListener);
      node.removeEventListener("touchmove", still);
    },
  };
}
