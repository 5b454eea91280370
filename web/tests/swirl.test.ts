import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { spiral } from "../src/games/swirl/arrival";
import Board from "../src/games/swirl/Board.svelte";
import { byNumber, cardLabel, score, sums } from "../src/games/swirl/cards";
import { fitting, placesOf, settled } from "../src/games/swirl/sets";
import type { SwirlEvent, SwirlView } from "../src/games/swirl/types";
import { foretold } from "../src/games/swirl/words";
import { Choosing } from "../src/lib/choosing.svelte";
import type { Update } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import Result from "../src/parts/Result.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

const VIEW: SwirlView = {
  type: "swirl",
  viewer: 0,
  seats: 2,
  to_decide: 0,
  kind: "play",
  scores: [107, 203],
  winners: [],
  options: [],
  teams: false,
  capture: "maximal_disjoint",
  dealer: 1,
  creatures: ["crab", "fish"],
  hands: [
    { count: 2, cards: ["Sy9", "SN"] },
    { count: 3, cards: null },
  ],
  middle: ["Fr4", "Hg5", "Cp4", "Sr8"],
  series: [["Cr3"], ["Fg2", "Fy7"]],
  piles: [
    { count: 7, cards: ["Hy1"] },
    { count: 3, cards: null },
  ],
  deck: { count: 40, cards: null },
  returned: [],
  whole_box: true,
  turn: 0,
  played: null,
  swirling: false,
  robbed: null,
  gap: null,
  to_deal: 0,
  to_lay: 0,
  memory: "",
};

let table: Table;
let choosing: Choosing;
let shown: Record<string, unknown> | null = null;

beforeEach(() => {
  fakeSockets();
  table = new Table("T");
  table.start();
  newest().accept().say(whole(5));
  choosing = new Choosing(table);
});

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  table.stop();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const all = (selector: string): HTMLElement[] => [
  ...document.body.querySelectorAll<HTMLElement>(selector),
];

/** A question on the board: its options by their notation. */
function ask(kind: string, view: Partial<SwirlView>, options: Record<string, object>): void {
  const choices = Object.entries(options).map(([text, option]) => ({
    text,
    option: option as Record<string, unknown>,
  }));
  const now: Update = update(5, {
    game: "swirl",
    view: { ...VIEW, kind, ...view },
    question: { token: "t5", kind, words: "", choices },
  });
  choosing.asked(now.question);
  document.body.replaceChildren();
  shown = mount(Board, { target: document.body, props: { table, now, choosing } });
  flushSync();
}

function press(label: string): void {
  const button = all("button").find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent?.trim()) === label,
  );
  if (!button) throw new Error(`expected a button ${label}`);
  button.click();
  flushSync();
}

const pressed = (): (string | null)[] =>
  all("[aria-pressed=true]").map((each) => each.getAttribute("aria-label"));

const take = (...cards: string[]): Record<string, object> => ({
  [`take:${cards.join("+")}`]: { type: "take", cards },
});

test("cards in words, by number, and as sums", () => {
  expect(cardLabel("Hg10")).toBe("green sea horse 10");
  expect(cardLabel("AA")).toBe("COLLECT ALL");
  expect(byNumber(["SN", "Fr10", "Cg4", "Sy2"])).toEqual(["Sy2", "Cg4", "Fr10", "SN"]);
  expect(sums([["Fr9"], ["Cg5", "Sy4"]])).toBe("9, 5 + 4");
});

test("the score is series and pile, never hundreds", () => {
  expect(score({ ...VIEW }, 1)).toEqual({ short: "2/4", words: "series 2 of 4, pile 3" });
  const now = update(6, { view: { ...VIEW, to_decide: null, winners: [1] } });
  shown = mount(Result, { target: document.body, props: { table, now, score } });
  flushSync();
  expect(document.body.textContent).toContain("series 1 of 4, pile 7");
  expect(document.body.textContent).not.toContain("203");
});

test("tapped cards settle a set: the only one that has them, or just them", () => {
  const sets = [["a", "b"], ["a", "c"], ["d"], ["d", "e"]].map((cards) => ({ cards }));
  expect(fitting(sets, ["a"])).toHaveLength(2);
  expect(settled(sets, [])).toBeNull();
  expect(settled(sets, ["a"])).toBeNull();
  expect(settled(sets, ["c"])).toBe(sets[1]);
  expect(settled(sets, ["d"])).toBe(sets[2]);
  expect(settled(sets, ["e"])).toBe(sets[3]);
  expect(settled([{ cards: ["x", "x"] }, { cards: ["x", "y"] }], ["x", "x"])).toEqual({
    cards: ["x", "x"],
  });
});

test("equal cards are found each at a place of its own, tapped ones first", () => {
  expect(placesOf(["x", "x"], ["x", "y", "x"])).toEqual([0, 2]);
  expect(placesOf(["x"], ["x", "y", "x"], [2])).toEqual([2]);
});

test("what a card would do is told as a sum", () => {
  const played: SwirlEvent = { type: "played", seat: 0, card: "Sy9" };
  const groups = [["Hg5", "Fr4"]];
  const captured: SwirlEvent = { type: "captured", seat: 0, card: "Sy9", groups };
  expect(foretold([played, captured], [])).toBe("9 takes 5 + 4");
  expect(foretold([played], [])).toContain("you choose next");
  expect(foretold([{ ...played, card: "SW" }], [])).toContain("drop their hands");
  expect(foretold([played, { type: "stayed", card: "Sy9" }], [])).toContain("takes nothing");
});

test("a card of the hand: the first press looks, the second plays it", () => {
  ask("play", {}, { "play:Sy9": { type: "play", card: "Sy9" } });
  press("SNATCH"); // not offered
  expect(pressed()).toEqual([]);
  press("yellow star fish 9");
  expect(newest().of("preview")).toMatchObject([{ answer: "play:Sy9" }]);
  expect(pressed()).toEqual(["yellow star fish 9"]);
  press("yellow star fish 9");
  expect(newest().of("move")).toMatchObject([{ answers: ["play:Sy9"] }]);
});

test("overlapping groups are chosen by tapping cards until one set fits", () => {
  const options = { ...take("Fr4", "Hg5"), ...take("Cp4", "Hg5") };
  ask("take", { played: "Sy9" }, options);
  expect(document.body.textContent).toContain("What does the 9 take?");
  press("red star fish 8"); // in no set
  press("green sea horse 5"); // in both
  expect(choosing.chosen).toBeNull();
  press("purple crab 4");
  expect(choosing.chosen?.text).toBe("take:Cp4+Hg5");
  expect(pressed().sort()).toEqual(["green sea horse 5", "purple crab 4"]);
  press("purple crab 4");
  expect(choosing.chosen).toBeNull();
  press("red fish 4");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["take:Fr4+Hg5"] }]);
});

test("the same can be chosen from a list", () => {
  ask("take", { played: "Sy9" }, { ...take("Fr4", "Hg5"), ...take("Cp4", "Hg5") });
  const details = document.querySelector("details");
  if (!details) throw new Error("expected the ways as a list");
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  flushSync();
  press("Take purple crab 4, green sea horse 5");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["take:Cp4+Hg5"] }]);
});

test("COLLECT ONE takes a card of the middle by tapping it twice", () => {
  const collect = Object.fromEntries(
    VIEW.middle.map((card) => [`collect:${card}`, { type: "collect", card }]),
  );
  ask("collect", { played: "A1" }, collect);
  press("red star fish 8");
  press("red star fish 8");
  expect(newest().of("move")).toMatchObject([{ answers: ["collect:Sr8"] }]);
});

test("SNATCH offers the cards of others' series that were sent", () => {
  ask("snatch", { played: "SN" }, { "snatch:Fy7": { type: "snatch", card: "Fy7" } });
  expect(all(".targets button").map((each) => each.getAttribute("aria-label"))).toEqual([
    "yellow fish 7",
  ]);
  press("yellow fish 7");
  expect(document.body.textContent).toContain("Snatch yellow fish 7 from Greedy?");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["snatch:Fy7"] }]);
});

test("a robbed seat is asked in words", () => {
  const options = {
    "replace:yes": { type: "replace", yes: true },
    "replace:no": { type: "replace", yes: false },
  };
  ask("replace", { robbed: 0, gap: "red" }, options);
  expect(document.body.textContent).toContain("Your red crab was snatched.");
  press("No, leave the gap");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["replace:no"] }]);
});

test("a dropped card ends where it lies", () => {
  const frames = spiral(30, -40);
  expect(frames.at(-1)).toEqual({
    transform: expect.stringContaining("rotate(0.0deg) scale(1.000)") as string,
    opacity: 1,
  });
  expect(frames.at(-1)?.transform).toMatch(/translate\(-?0\.0px, -?0\.0px\)/);
});
