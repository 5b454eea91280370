import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import Board from "../src/games/qwirkle-cards/Board.svelte";
import { cardLabel, isColour, lineLabel, score } from "../src/games/qwirkle-cards/cards";
import { Desk } from "../src/games/qwirkle-cards/desk.svelte";
import {
  EMPTY,
  groupsOf,
  holderOf,
  moved,
  relaid,
  sameCards,
  type Lot,
} from "../src/games/qwirkle-cards/layout";
import type { QwirkleCardsView, Status } from "../src/games/qwirkle-cards/types";
import { lacks } from "../src/games/qwirkle-cards/words";
import { Choosing } from "../src/lib/choosing.svelte";
import { drags } from "../src/lib/drag";
import type { Update } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

const VIEW: QwirkleCardsView = {
  type: "qwirkle-cards",
  viewer: 0,
  seats: 2,
  to_decide: 0,
  kind: "turn",
  scores: [1, 0],
  winners: [],
  options: [],
  colours: ["red", "orange", "yellow", "green", "blue", "purple"],
  shapes: ["circle", "square", "diamond", "clover", "star", "burst"],
  glyphs: ["●", "■", "◆", "♣", "✦", "✹"],
  table: ["bci", "bsq", "bdi", "bst"],
  colour_sets: [["bci", "bsq", "bdi", "bst"]],
  shape_sets: [],
  loose: [],
  played: [],
  taken: [],
  qwirkles: [["ci"], []],
  hands: [
    { count: 3, cards: ["rsq", "gsq", "oci"] },
    { count: 9, cards: null },
  ],
  aside: { count: 0, cards: [] },
  deck: { count: 60, cards: null },
  copies: 3,
  stage: "turn",
  turn: 0,
  last: 0,
  passes: 0,
  redeals: 0,
  redrawn: false,
  shown: [[], []],
  stuck: [[], []],
  laid: [[], []],
};
const HAND = ["rsq", "gsq", "oci"];

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
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** An update that asks for a turn, or with other choices for something else. */
function asked(
  token: string,
  more: Partial<QwirkleCardsView> = {},
  texts: string[] = ["rsq", "gsq"],
): Update {
  const option = (text: string): Record<string, unknown> =>
    text === "end" || text === "pass" ? { type: text } : { type: "play", card: text };
  return update(5, {
    game: "qwirkle-cards",
    view: { ...VIEW, ...more },
    question: {
      token,
      kind: "turn",
      words: "",
      choices: texts.map((text) => ({ text, option: option(text) })),
    },
  });
}

type Sent = { key: string; groups: string[][]; arrange: boolean; cards: string[] };
const looks = (): Sent[] => newest().of("scratch") as unknown as Sent[];
const last = (): Sent => looks().at(-1) as Sent;

/** Let what was awaited go on. */
async function settle(): Promise<void> {
  for (let at = 0; at < 4; at++) await Promise.resolve();
  flushSync();
}

/** The server's answer to the newest look. */
async function say(status: Partial<Status>, more: object = {}): Promise<void> {
  const { key, groups } = last();
  const judged = groups.map(() => "set" as const);
  const full: Status = {
    groups: judged,
    lines: groups.map(() => ""),
    loose: [],
    qwirkles: [],
    confirmable: false,
    arrangeable: false,
    missing: [],
    ...status,
  };
  newest().say({
    type: "scratch",
    key,
    groups,
    hand: [],
    laid: ["rsq"],
    status: full,
    answers: [],
    ...more,
  });
  await settle();
}

test("cards, lines and scores in words", () => {
  expect(cardLabel(VIEW, "pbu")).toBe("purple burst");
  expect([lineLabel(VIEW, "y"), lineLabel(VIEW, "cl")]).toEqual(["yellow", "clover"]);
  expect([isColour("p"), isColour("sq")]).toEqual([true, false]);
  expect(score({ ...VIEW }, 0)).toEqual({ short: "1", words: "1 Qwirkle" });
});

test("pieces are put into groups, into new ones and back; empty groups are gone", () => {
  const start = relaid(EMPTY, [{ row: "colour", cards: ["bci", "bsq"] }], HAND);
  const [red] = start.hand;
  const id = red?.id ?? 0;
  const begun = moved(start, id, { row: "shape" });
  expect(groupsOf(begun)).toEqual([["bci", "bsq"], ["rsq"]]);
  expect(begun.hand.map((each) => each.card)).toEqual(["gsq", "oci"]);
  const home = holderOf(begun, begun.groups[0]?.pieces[0]?.id ?? 0)?.id ?? 0;
  const joined = moved(begun, id, { group: home });
  expect(groupsOf(joined)).toEqual([["bci", "bsq", "rsq"]]);
  expect(moved(joined, id, "hand").hand.map((each) => each.card)).toEqual(["gsq", "oci", "rsq"]);
  expect(moved(joined, 9999, "hand")).toBe(joined);
});

test("laid otherwise, every piece that can be is the same piece, and groups go on", () => {
  const lots: Lot[] = [
    { row: "colour", cards: ["bci", "bsq", "bdi", "bst"] },
    { row: "shape", cards: ["rcl", "gcl", "bcl"] },
  ];
  const before = relaid(EMPTY, lots, ["rsq", "gsq"]);
  const after = relaid(
    before,
    [
      { row: "shape", cards: ["gcl", "rcl", "bcl", "ycl"] },
      { row: "shape", cards: ["bsq", "rsq", "gsq"] },
      { row: "colour", cards: ["bci", "bdi", "bst"] },
    ],
    [],
  );
  // Groups that went on stay in their order, the new one is the last.
  expect(groupsOf(after)).toEqual([
    ["bci", "bdi", "bst"],
    ["gcl", "rcl", "bcl", "ycl"],
    ["bsq", "rsq", "gsq"],
  ]);
  expect(after.groups.slice(0, 2).map((group) => group.id)).toEqual(
    before.groups.map((group) => group.id),
  );
  const ids = (layout: typeof after): Map<number, string> =>
    new Map(
      [...layout.groups.flatMap((group) => group.pieces), ...layout.hand].map((piece) => [
        piece.id,
        piece.card,
      ]),
    );
  const [old, now] = [ids(before), ids(after)];
  expect([...old].every(([id, card]) => now.get(id) === card)).toBe(true);
  expect([...now].filter(([id]) => !old.has(id)).map(([, card]) => card)).toEqual(["ycl"]);
});

test("equal cards are different pieces", () => {
  const layout = relaid(EMPTY, [{ row: "colour", cards: ["rci", "rci"] }], ["rci"]);
  const ids = [...(layout.groups[0]?.pieces ?? []), ...layout.hand].map((piece) => piece.id);
  expect(new Set(ids).size).toBe(3);
  expect(sameCards(["rci", "bsq"], ["bsq", "rci"])).toBe(true);
  expect(sameCards(["rci", "rci"], ["rci", "bsq"])).toBe(false);
});

test("a desk asks how things stand, and believes only the newest answer", async () => {
  const desk = new Desk(table);
  desk.show(asked("t1"));
  expect(last()).toMatchObject({ token: "t1", groups: [VIEW.table], arrange: false });
  const [rsq, gsq] = desk.layout.hand;
  desk.put(rsq?.id ?? 0, { row: "shape" });
  desk.put(gsq?.id ?? 0, { group: desk.layout.groups[1]?.id ?? 0 });
  expect(last().groups).toEqual([VIEW.table, ["rsq", "gsq"]]);
  const [, late] = looks();
  newest().say({ type: "scratch", key: late?.key, groups: [], hand: [], laid: [], status: {} });
  await settle();
  expect(desk.found).toBeNull();
  await say({ groups: ["set", "too small"], lines: ["b", "sq"], loose: ["rsq", "gsq"] });
  expect(desk.layout.groups.map((group) => desk.verdict(group))).toEqual(["set", "too small"]);
  expect(desk.changed).toBe(true);
  expect(desk.isOwn(rsq?.id ?? 0)).toBe(true);
  desk.startOver();
  expect(desk.changed).toBe(false);
  expect(last().groups).toEqual([VIEW.table]);
});

test("what is arranged is taken over, and what is ready is sent as one move", async () => {
  const desk = new Desk(table);
  desk.show(asked("t1"));
  const [rsq, gsq] = desk.layout.hand;
  desk.put(rsq?.id ?? 0, { row: "colour" });
  desk.put(gsq?.id ?? 0, { row: "colour" });
  await say({ arrangeable: true, groups: ["set", "too small", "too small"] });
  desk.confirm();
  expect(newest().of("move")).toEqual([]);
  void desk.arrange();
  expect(last().arrange).toBe(true);
  const groups = [
    ["bci", "bdi", "bst"],
    ["bsq", "rsq", "gsq"],
  ];
  const answers = ["gsq", "rsq", "end"];
  await say(
    { groups: ["set", "set"], lines: ["b", "sq"], confirmable: true },
    { groups, hand: ["oci"], laid: ["rsq", "gsq"], answers },
  );
  expect(groupsOf(desk.layout)).toEqual(groups);
  expect(desk.layout.groups.map((group) => group.row)).toEqual(["colour", "shape"]);
  expect(desk.isOwn(rsq?.id ?? 0)).toBe(true);
  desk.confirm();
  expect(newest().of("move")).toMatchObject([{ token: "t1", answers }]);

  // One's own arrangement stays, whatever the view's is; a card that was drawn is in the hand.
  const lies = { table: groups.flat(), colour_sets: [], shape_sets: [], loose: groups.flat() };
  const hands = [{ count: 2, cards: ["oci", "pbu"] }, VIEW.hands[1] ?? { count: 0, cards: null }];
  desk.show(update(6, { view: { ...VIEW, ...lies, hands }, question: null }));
  expect(groupsOf(desk.layout)).toEqual(groups);
  expect(desk.layout.hand.map((piece) => piece.card)).toEqual(["oci", "pbu"]);
  expect(desk.token).toBe("");
  expect([...desk.recent]).toEqual([]);
});

test("a Qwirkle that was taken is gone, the rest lies as it lay", async () => {
  const desk = new Desk(table);
  const six = ["rci", "rsq", "rdi", "rcl", "rst"];
  const cards = [...six, "bci", "bsq", "bdi"];
  const sets = [six, ["bci", "bsq", "bdi"]];
  desk.show(
    asked("t1", {
      table: cards,
      colour_sets: sets,
      hands: [
        { count: 1, cards: ["rbu"] },
        { count: 9, cards: null },
      ],
    }),
  );
  desk.put(desk.layout.hand[0]?.id ?? 0, { group: desk.layout.groups[0]?.id ?? 0 });
  await say({ groups: ["Qwirkle", "set"], lines: ["r", "b"], confirmable: true });
  desk.show(update(6, { view: { ...VIEW, table: ["bci", "bsq", "bdi"] }, question: null }));
  expect(groupsOf(desk.layout)).toEqual([["bci", "bsq", "bdi"]]);
  expect(newest().of("layout")).toEqual([]);
});

test("a table that others changed is laid out close to how it lay, and what is new is marked", async () => {
  const desk = new Desk(table);
  desk.show(update(5, { view: { ...VIEW }, question: null }));
  const before = desk.layout.groups[0]?.id;
  const now = [...VIEW.table, "ysq", "psq"];
  desk.show(asked("t2", { table: now, colour_sets: [], loose: now }));
  expect(desk.token).toBe("");
  const [wish] = newest().of("layout");
  expect(wish).toMatchObject({ cards: now, near: [VIEW.table] });
  const layout = {
    colour_sets: [["bci", "bdi", "bst"]],
    shape_sets: [["bsq", "ysq", "psq"]],
    loose: [],
  };
  newest().say({ type: "layout", key: wish?.["key"], layout });
  await settle();
  expect(groupsOf(desk.layout)).toEqual([...layout.colour_sets, ...layout.shape_sets]);
  expect(desk.layout.groups[0]?.id).toBe(before);
  expect(desk.token).toBe("t2");
  const fresh = desk.layout.groups[1]?.pieces.filter((piece) => desk.recent.has(piece.id));
  expect(fresh?.map((piece) => piece.card)).toEqual(["ysq", "psq"]);

  // Where nobody can be asked it lies as the view has it.
  newest().cut();
  desk.show(update(7, { view: { ...VIEW }, question: null }));
  await settle();
  expect(groupsOf(desk.layout)).toEqual([VIEW.table]);
});

test("a refusal is told in words; too many questions are asked again later", async () => {
  const desk = new Desk(table);
  desk.show(asked("t1"));
  const refuse = async (result: string, text: string): Promise<void> => {
    newest().say({ type: "reply", key: last().key, result, version: 5, text });
    await settle();
  };
  await refuse("slow_down", "slow down");
  expect(desk.trouble).toBe("");
  vi.advanceTimersByTime(1000);
  expect(looks()).toHaveLength(2);
  await refuse("illegal", "No such card.");
  expect(desk.trouble).toBe("No such card.");
});

test("what is missing, group by group", () => {
  const lots: Lot[] = ["rci rsq", "bci", "gst gbu gci"].map((cards) => ({
    row: "colour",
    cards: cards.split(" "),
  }));
  const status = { groups: ["too small", "duplicate", "set"] } as unknown as Status;
  expect(lacks(VIEW, relaid(EMPTY, lots, []), status)).toEqual([
    "Red circle, red square: too few for a set, which has at least three.",
    "Blue circle: the same card twice.",
  ]);
});

// ---- the board ----

function show(now: Update): void {
  choosing.asked(now.question);
  shown = mount(Board, { target: document.body, props: { table, now, choosing } });
  flushSync();
}

const all = (selector: string): HTMLElement[] => [
  ...document.body.querySelectorAll<HTMLElement>(selector),
];
const labels = (selector: string): (string | null)[] =>
  all(selector).map((each) => each.getAttribute("aria-label"));

function press(label: string): void {
  const button = all("button").find(
    (each) => (each.getAttribute("aria-label") ?? each.textContent?.trim()) === label,
  );
  if (!button) throw new Error(`expected a button ${label}`);
  button.click();
  flushSync();
}

test("a card is picked up and put down, marked as the server judges, and confirmed", async () => {
  show(asked("t1"));
  await say({ lines: ["b"] }, { laid: [] });
  expect(document.body.textContent).toContain("Your turn: lay cards of your hand.");
  expect(labels(".hand button")).toEqual([
    "red square",
    "green square",
    "orange circle, cannot be played this turn",
  ]);
  press("red square");
  expect(labels(".target")).toEqual([
    "Put the red square to blue circle, blue square, blue diamond, blue star",
    "Begin a colour set with the red square",
    "Begin a shape set with the red square",
  ]);
  press("Begin a shape set with the red square");
  expect(last().groups).toEqual([VIEW.table, ["rsq"]]);
  await say({ groups: ["set", "too small"], lines: ["b", ""], loose: ["rsq"] });
  expect(labels(".group.bad")).toEqual(["red square: too few for a set, which has at least three"]);
  expect(all(".prompt .text")[0]?.textContent).toBe(
    "Red square: too few for a set, which has at least three.",
  );
  // Only what was laid this turn can go back to the hand.
  press("blue square");
  expect(labels(".hand .target")).toEqual([]);
  press("blue square");
  press("red square, laid this turn");
  expect(labels(".hand .target")).toEqual(["Take the red square back to your hand"]);
  press("Take the red square back to your hand");
  expect(last().groups).toEqual([VIEW.table]);
  await say({ qwirkles: ["b"], confirmable: true }, { answers: ["rsq", "take:b", "end"] });
  expect(all(".prompt .text")[0]?.textContent).toContain("You take 1 Qwirkle (blue).");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["rsq", "take:b", "end"] }]);
});

test("who cannot play is asked with a button; so is a turn that was begun elsewhere", () => {
  show(asked("t1", {}, ["pass"]));
  expect(looks()).toEqual([]);
  expect(document.body.textContent).toContain("No card of your hand can be played.");
  press("Pass");
  press("Confirm");
  expect(newest().of("move")).toMatchObject([{ answers: ["pass"] }]);
  void unmount(shown ?? {});
  show(asked("t2", { played: ["rsq"] }, ["gsq", "end"]));
  expect(labels("ul.faces button")).toEqual(["Lay the green square", "End the turn"]);
});

test("others see what comes to the table, and nothing that could be pressed", () => {
  show(update(5, { view: { ...VIEW, played: ["ysq"], turn: 1 }, seat: null, question: null }));
  expect(labels(".felt [role=img]")).toEqual([
    "yellow square",
    "blue circle, blue square, blue diamond, blue star",
  ]);
  expect(all("button")).toEqual([]);
});

// ---- dragging ----

test("a mouse drags at once, a finger after a moment where the page scrolls", async () => {
  document.body.innerHTML = `<div><b data-piece="7">x</b><i data-target="there"></i></div>`;
  const [node, piece] = [document.querySelector("div"), document.querySelector("b")];
  if (!node || !piece) throw new Error("expected both");
  document.elementsFromPoint = () => [...document.querySelectorAll("i")];
  document.elementFromPoint = () => null;
  const heard: string[] = [];
  const drag = drags(node, {
    can: () => true,
    start: (id) => heard.push(`start ${id}`),
    move: (x, y, target) => heard.push(`${x},${y} ${target}`),
    drop: (id, target) => heard.push(`drop ${id} ${target}`),
  });
  const point = (type: string, x: number, pointerType: string): void => {
    const event = new MouseEvent(type, { bubbles: true, clientX: x, clientY: 300, button: 0 });
    Object.assign(event, { pointerId: 1, pointerType });
    piece.dispatchEvent(event);
  };
  point("pointerdown", 1, "mouse");
  point("pointermove", 3, "mouse");
  expect(heard).toEqual([]);
  point("pointermove", 20, "mouse");
  point("pointerup", 21, "mouse");
  expect(heard).toEqual(["start 7", "20,300 there", "drop 7 there"]);
  await tick();

  heard.length = 0;
  point("pointerdown", 1, "touch");
  point("pointermove", 30, "touch"); // the page scrolls
  point("pointerup", 30, "touch");
  expect(heard).toEqual([]);
  point("pointerdown", 1, "touch");
  vi.advanceTimersByTime(300);
  point("pointercancel", 1, "touch");
  expect(heard).toEqual(["start 7", "1,300 there", "drop 7 null"]);
  drag.destroy();
});
