import { afterEach, expect, test, vi } from "vitest";
import {
  cardLabel,
  sameCard,
  touching,
  turned,
  upsideDown,
} from "../src/games/swirling-heroes/cards";
import {
  extentOf,
  fit,
  nearest,
  PITCH,
  TAPPABLE,
  reveal,
  zoomAt,
} from "../src/games/swirling-heroes/viewport";
import { lookedAt } from "../src/lib/hold";
import { newKey } from "../src/lib/key";
import { joinHash, readRoute, rulesHash, tableHash, YOU_HASH } from "../src/lib/route.svelte";
import { ruled } from "../src/lib/ruler";
import { gameOver, seatName, together, waitingWords } from "../src/lib/seats";
import { update } from "./sockets";

afterEach(() => vi.unstubAllGlobals());

test("keys need nothing that only HTTPS has", () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  const keys = new Set(Array.from({ length: 1000 }, newKey));
  expect(keys.size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^[!-~]{1,64}$/);
});

test("addresses are read, and nonsense leads home", () => {
  expect(readRoute("#/t/ab%2Fc")).toEqual({ page: "table", table: "ab/c" });
  expect(readRoute(tableHash("ab/c"))).toEqual({ page: "table", table: "ab/c" });
  expect(readRoute(joinHash("T", "x y"))).toEqual({ page: "join", table: "T", code: "x y" });
  expect(readRoute(rulesHash("swirl"))).toEqual({ page: "rules", game: "swirl" });
  expect(readRoute(joinHash("T"))).toEqual({ page: "join", table: "T", code: "" });
  expect(readRoute(YOU_HASH)).toEqual({ page: "you" });
  for (const hash of ["", "#", "#/", "#/t", "#/t/%E0%A4%A", "#/join", "#/what"])
    expect(readRoute(hash)).toEqual({ page: "home" });
});

test("a card has a name for ears, and two ways to lie", () => {
  expect(cardLabel("0213")).toBe("0213: top 0, right 2, bottom 1, left 3");
  expect(turned("0213")).toBe("1302");
  expect(sameCard("0213", "1302")).toBe(true);
  expect(sameCard("0213", "0312")).toBe(false);
  expect([upsideDown("0213"), upsideDown("1302")]).toEqual([false, true]);
});

test("sides that lie against another card are told from those that do not", () => {
  const card = { seat: 0, card: "0123", x: 0, y: 0 };
  const field = [card, { ...card, x: 1 }, { ...card, y: 1 }, { ...card, x: -1, y: -1 }];
  expect(touching(card, field)).toEqual([false, true, true, false]);
});

const ROOM = { width: 400, height: 500, top: 50, right: 0, ruler: 0 };

test("the field fits itself, not larger than looks well and not smaller than a finger", () => {
  const one = fit(extentOf([], 0), ROOM, TAPPABLE);
  expect(one).toEqual({ x: 200, y: 275, scale: 1.05 });
  const cells = [
    { x: -1, y: 0 },
    { x: 2, y: 1 },
  ];
  const some = fit(extentOf(cells, 0), ROOM, TAPPABLE);
  expect(some.x + 0.5 * PITCH.x * some.scale).toBeCloseTo(200);
  expect(4 * PITCH.x * some.scale).toBeLessThan(400);
  const many = fit(
    extentOf(
      [
        { x: -20, y: 0 },
        { x: 20, y: 0 },
      ],
      1,
    ),
    ROOM,
    TAPPABLE,
  );
  expect(many.scale * 100).toBeGreaterThanOrEqual(44);
});

test("zooming keeps what is under the pointer; revealing moves no more than it must", () => {
  const view = { x: 100, y: 100, scale: 1 };
  const near = zoomAt(view, 1.2, { x: 150, y: 100 });
  expect((150 - near.x) / near.scale).toBeCloseTo(50);
  expect(reveal({ ...view, x: 200, y: 250 }, { x: 0, y: 0 }, ROOM)).toEqual({
    ...view,
    x: 200,
    y: 250,
  });
  expect(reveal(view, { x: 5, y: 0 }, ROOM).x).toBeCloseTo(400 - PITCH.x / 2 - 5 * PITCH.x);
});

test("the numbers of rows and columns have room beside the cards", () => {
  const room = { ...ROOM, ruler: 20 };
  const one = fit(extentOf([], 0), room, TAPPABLE);
  expect([one.x, one.y]).toEqual([210, 265]);
  const far = reveal({ x: 0, y: 600, scale: 1 }, { x: 0, y: 0 }, room);
  expect(far.x).toBeCloseTo(20 + PITCH.x / 2);
  expect(far.y).toBeCloseTo(480 - PITCH.y / 2);
});

test("every row and column in use has its number, and those that are too close every other", () => {
  const cells = [
    { x: -2, y: 0 },
    { x: 1, y: 0 },
  ];
  expect(ruled(cells)).toEqual({ columns: [-2, -1, 0, 1], rows: [0] });
  expect(ruled(cells, { x: 2, y: 1 }).columns).toEqual([-2, 0]);
  expect(ruled([])).toEqual({ columns: [], rows: [] });
});

test("arrow keys go to the nearest place ahead", () => {
  const spots = [
    { x: 2, y: 0 },
    { x: 1, y: 3 },
    { x: -1, y: 0 },
  ];
  expect(nearest({ x: 0, y: 0 }, spots, 1, 0)).toEqual({ x: 2, y: 0 });
  expect(nearest({ x: 0, y: 0 }, spots, 0, 1)).toEqual({ x: 1, y: 3 });
  expect(nearest({ x: 0, y: 0 }, spots, 0, -1)).toBeNull();
});

test("whose turn it is, and whether the game is over", () => {
  expect(waitingWords(update(1, { asked: [1] }))).toBe("Greedy is thinking …");
  expect(waitingWords(update(1, { asked: [0, 1] }))).toBe("Waiting for Ann and Greedy to choose.");
  expect(waitingWords(update(1, { asked: [] }))).toBe("The cards are being dealt.");
  expect(gameOver(update(1))).toBe(false);
  expect(gameOver(update(1, { view: { to_decide: null } }))).toBe(true);
  expect(gameOver(update(1, { resigned: 1 }))).toBe(true);
  expect(gameOver(update(1, { status: "waiting", view: { to_decide: null } }))).toBe(false);
  expect(seatName(update(1).seats, 1)).toBe("Greedy");
  expect(seatName([], 1)).toBe("Seat B");
});

test("several names are said with commas and one word between", () => {
  expect(together([])).toBe("");
  expect(together(["Ann"])).toBe("Ann");
  expect(together(["Ann", "Ben"])).toBe("Ann and Ben");
  expect(together(["Ann", "Ben", "Kim"])).toBe("Ann, Ben and Kim");
});

test("a finger that rests on something looks at it and chooses nothing", () => {
  const { onpointerdowncapture: down, onclickcapture: click } = lookedAt(".tile");
  const tile = document.createElement("button");
  tile.className = "tile";
  const press = (pointerType: string, ms: number, target = tile, detail = 1): boolean => {
    down({ pointerType, timeStamp: 1000 } as PointerEvent);
    const event = new MouseEvent("click", { detail, cancelable: true });
    Object.defineProperties(event, { timeStamp: { value: 1000 + ms }, target: { value: target } });
    click(event);
    return !event.defaultPrevented;
  };
  expect([press("touch", 120), press("touch", 700), press("mouse", 700)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(press("touch", 700, document.createElement("button"))).toBe(true);
  expect(press("touch", 700, tile, 0)).toBe(true); // that was a key
});
