import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import CardFace from "../src/games/swirling-heroes/CardFace.svelte";
import { Choosing } from "../src/lib/choosing.svelte";
import { Table } from "../src/lib/table.svelte";
import Choices from "../src/parts/Choices.svelte";
import PlainBoard from "../src/parts/PlainBoard.svelte";
import Qr from "../src/parts/Qr.svelte";
import Result from "../src/parts/Result.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

let shown: Record<string, unknown> | null = null;

function show<P extends Record<string, unknown>>(component: Component<P>, props: P): HTMLElement {
  document.body.replaceChildren();
  shown = mount(component, { target: document.body, props });
  flushSync();
  return document.body;
}

const all = (selector: string): HTMLElement[] => [
  ...document.body.querySelectorAll<HTMLElement>(selector),
];

function press(text: string): void {
  const button = all("button").find((each) => each.textContent?.trim() === text);
  if (!button) throw new Error(`expected a button ${text}`);
  button.click();
  flushSync();
}

let table: Table;
let choosing: Choosing;

beforeEach(() => {
  fakeSockets();
  table = new Table("T");
  table.start();
  newest().accept().say(whole(5));
  choosing = new Choosing(table);
  choosing.asked(table.now?.question ?? null);
});

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  table.stop();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const CHOICES = ["blue", "pink", "green"].map((text) => ({ text, option: { type: "x" } }));

test("a list of choices: the first press looks, the second confirms", () => {
  show(Choices, { choices: CHOICES, choosing, busy: false });
  press("pink");
  expect(newest().of("preview")).toMatchObject([{ token: "t5", answer: "pink" }]);
  expect(all("[aria-pressed=true]").map((each) => each.textContent?.trim())).toEqual(["pink"]);
  press("pink");
  expect(newest().of("move")).toMatchObject([{ token: "t5", answers: ["pink"] }]);
});

test("a turn of several answers is looked at step by step and sent as a whole", async () => {
  const [tile = CHOICES[0], cell] = CHOICES;
  if (!tile || !cell) throw new Error("expected choices");
  choosing.choose(tile);
  const key = newest().of("preview")[0]?.["key"];
  const seen = { scores: [], outlook: [], gains: [], happenings: [] };
  newest().say({ type: "preview", key, ...seen, kind: "cell", then: [cell] });
  await Promise.resolve();
  await Promise.resolve();
  choosing.forward();
  expect([choosing.kind, choosing.choices, choosing.chosen]).toEqual(["cell", [cell], null]);
  choosing.choose(cell);
  expect(newest().of("preview")[1]).toMatchObject({ answer: "pink", before: ["blue"] });
  choosing.rewind(0);
  expect(choosing.choices).toEqual(table.now?.question?.choices);
  choosing.choose(tile);
  choosing.confirm();
  expect(newest().of("move")).toMatchObject([{ answers: ["blue"] }]);
});

test("several choices are sent together", () => {
  show(Choices, { choices: CHOICES, choosing, busy: false, several: true });
  press("pink");
  press("blue");
  press("green");
  press("blue");
  press("Take 2 cards");
  expect(newest().of("move")).toMatchObject([{ answers: ["pink", "green"] }]);
});

test("any game can be played without a board of its own", () => {
  const drawing = [
    [
      { text: "Deck ", style: "" },
      { text: "<b>13</b>", style: "bold red" },
    ],
    [],
  ];
  const now = update(5, { game: "unknown", drawing });
  show(PlainBoard, { table, now, choosing });
  expect(all(".line").map((each) => each.textContent)).toEqual(["Deck <b>13</b>", ""]);
  expect(all(".as-bold.as-red")[0]?.textContent).toBe("<b>13</b>");
  press("0123 at 0,0");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["0123@0,0"] }]);
});

test("names are text, whatever they hold", () => {
  const name = "<img src=x onerror=alert(1)>";
  const seats = [{ kind: "person" as const, name, here: true, you: false }];
  const now = update(6, {
    seats,
    view: { to_decide: null, scores: [7], winners: [0] },
    seat: null,
  });
  show(Result, { table, now });
  expect(all("img")).toHaveLength(0);
  expect(document.body.textContent).toContain(`${name} wins`);
});

test("the result counts the game, then the match", () => {
  const view = { to_decide: null, scores: [7, 9], winners: [1] };
  show(Result, { table, now: update(6, { view }) });
  expect(all("h2")[0]?.textContent).toBe("Greedy wins");
  expect(all("button")[0]?.textContent?.trim()).toBe("Next game");
  const series = { game: 2, games: 2, totals: [20, 18], winners: [0] };
  show(Result, { table, now: update(7, { view, series, status: "over" }) });
  expect(all("h2")[0]?.textContent).toBe("You win");
  press("Play again");
  expect(newest().of("next")).toHaveLength(1);
});

test("a card shows its numbers clockwise from the top, and its letter beside its colour", () => {
  show(CardFace, { card: "0213", colour: "blue", letter: "B", covered: [false, true] });
  expect(all(".number").map((each) => each.textContent)).toEqual(["0", "2", "1", "3"]);
  expect(all(".covered .number").map((each) => each.textContent)).toEqual(["2"]);
  expect(all(".letter").map((each) => each.textContent)).toEqual(["B", "B"]);
});

test("a QR code has a quiet zone and one square for every 1", () => {
  show(Qr, { rows: "101/010/111", address: "http://home/" });
  expect(all("svg")[0]?.getAttribute("viewBox")).toBe("0 0 11 11");
  expect(all("path")[0]?.getAttribute("d")?.match(/M/g)).toHaveLength(6);
});
