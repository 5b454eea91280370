import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { calledReplay, calledSeats, forgetNames, keepNames } from "../src/lib/called";
import { Choosing } from "../src/lib/choosing.svelte";
import { DAY, figures, HOUR, leftAt, MINUTE, ownClock, warning } from "../src/lib/clocks";
import { Handing } from "../src/lib/handing.svelte";
import { Kept } from "../src/lib/kept.svelte";
import { sorted } from "../src/lib/levels";
import type { Replay, Update } from "../src/lib/protocol";
import { timingWords } from "../src/lib/seats";
import { heardIn } from "../src/lib/sounds";
import { showTab } from "../src/lib/tab";
import { Table } from "../src/lib/table.svelte";
import { who } from "../src/lib/who.svelte";
import OtherGames from "../src/parts/OtherGames.svelte";
import Seats from "../src/parts/Seats.svelte";
import Talk from "../src/parts/Talk.svelte";
import WebhookPanel from "../src/parts/WebhookPanel.svelte";
import Wishes from "../src/parts/Wishes.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

let table: Table;
let shown: Record<string, unknown> | null = null;

function sit(more: Partial<Update> = {}): void {
  table = new Table("T");
  table.start();
  newest().accept().say(whole(5, more));
}

function show<P extends Record<string, unknown>>(component: Component<P>, props: P): void {
  document.body.replaceChildren();
  shown = mount(component, { target: document.body, props });
  flushSync();
}

const press = (text: string): void => {
  const found = [...document.querySelectorAll("button")].find(
    (each) => each.textContent?.trim() === text,
  );
  if (!found) throw new Error(`expected a button ${text}`);
  found.click();
  flushSync();
};

beforeEach(() => {
  fakeSockets();
  sit();
});

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  table.stop();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// ---- clocks ----

test("a clock runs from what was left, less what has passed there and here", () => {
  const heard = { left: [600_000, 9000], rest: [0, 0], holidays: [0, 0], passed: 4000 };
  const clock = { ...heard, running: [0], at: 100 };
  expect(leftAt(clock, 0, 1100)).toEqual({ left: 595_000, rest: 0, runs: true });
  expect(leftAt(clock, 1, 1100)).toEqual({ left: 9000, rest: 0, runs: false });
  expect(leftAt(clock, 0, 10_000_000).left).toBe(0);
});

test("holidays come first, and the clock runs after them", () => {
  const clock = { left: [50_000], rest: [10_000], holidays: [2], running: [0], passed: 0, at: 0 };
  expect(leftAt(clock, 0, 4000)).toEqual({ left: 50_000, rest: 6000, runs: false });
  expect(leftAt(clock, 0, 13_000)).toEqual({ left: 47_000, rest: 0, runs: true });
});

test("time in figures: nobody who has some left is shown none", () => {
  const told = [0, 1, 4999, 65_000, 3_723_000, 2 * DAY * 1000 + 3 * HOUR * 1000].map(figures);
  expect(told).toEqual(["0:00", "0:01", "0:05", "1:05", "1:02:03", "2 d 3 h"]);
});

test("who gets short of time is told at few moments", () => {
  const all = 10 * MINUTE * 1000;
  expect([200, 60, 59, 21, 20, 1].map((left) => warning(left * 1000, all))).toEqual([
    0, 60, 60, 60, 20, 20,
  ]);
  expect(warning(30_000, 60_000)).toBe(0); // a minute is short from the beginning
});

test("a clock in own numbers asks for what the server takes", () => {
  const own = { kind: "game" as const, amount: 1.5, unit: MINUTE, increment: 2, holidays: 9 };
  expect(ownClock(own)).toEqual({ bank: 90, increment: 2 });
  expect(ownClock({ ...own, kind: "move" })).toEqual({ per_move: 90 });
  expect(ownClock({ ...own, kind: "move", amount: 2, unit: DAY })).toEqual({
    per_move: 2 * DAY,
    holidays: 9,
  });
  expect(timingWords({ bank: 600, increment: 5, out: "resign" })).toBe(
    "10 minutes for everybody, and 5 seconds more for every move. When time is out, they have lost the match.",
  );
});

// ---- one screen for several ----

const two = (seat: number, asked: number[], more: Partial<Update> = {}): Partial<Update> => ({
  seats: ["Ada 1", "Ada 2"].map((name, index) => ({
    kind: "person" as const,
    name,
    here: true,
    you: index === seat,
  })),
  seat,
  yours: [0, 1],
  asked,
  secrets: true,
  ...(asked.includes(seat) ? {} : { question: null }),
  ...more,
});

test("a screen for several is covered until somebody says who holds it", () => {
  newest().say(whole(6, two(0, [0])));
  const handing = new Handing(table);
  expect([handing.covered, handing.next]).toEqual([true, 0]);
  handing.uncover();
  table.answer("t6", ["0123@0,0"]);
  newest().say({ type: "reply", key: newest().of("move")[0]?.["key"], result: "ok", version: 7 });
  expect([handing.covered, handing.due]).toEqual([false, false]);
  expect(newest().of("hello")).toHaveLength(1);
  // The move is made: the next one is asked, and the own cards may be seen a moment longer.
  newest().say(update(7, two(0, [1])));
  expect([handing.covered, handing.due, handing.next]).toEqual([false, true, 1]);
  handing.cover();
  expect(handing.covered).toBe(true);
  handing.uncover();
  expect(newest().of("hello").at(-1)).toMatchObject({ type: "hello", seen: 0, seat: 1 });
  // Covered until it is that seat's view that is shown, whose tokens are its own.
  newest().say(update(8, two(0, [1])));
  vi.advanceTimersByTime(5000);
  expect(handing.covered).toBe(true);
  const question = { token: "t6", kind: "place", words: "", choices: [] };
  newest().say(whole(8, two(1, [1], { question })));
  vi.advanceTimersByTime(5000);
  expect([handing.covered, table.now?.seat, table.sending]).toEqual([false, 1, false]);
});

test("nothing is covered where one person has one seat, or when the game is over", () => {
  const handing = new Handing(table);
  expect([handing.several, handing.covered]).toEqual([false, false]);
  const view = { to_decide: null, scores: [1, 2], winners: [1] };
  newest().say(whole(6, two(0, [], { view })));
  expect([handing.several, handing.covered]).toEqual([true, false]);
});

test("who may see each other's cards is not kept from them", () => {
  newest().say(whole(6, two(0, [1])));
  const handing = new Handing(table);
  handing.openly = true;
  handing.cover();
  expect(newest().of("hello").at(-1)).toMatchObject({ seat: 1 });
});

test("where nothing is hidden nothing is covered, until something is", () => {
  newest().say(whole(6, two(0, [0], { secrets: false })));
  const handing = new Handing(table);
  expect([handing.covered, handing.due]).toEqual([false, false]);
  newest().say(update(7, two(0, [1], { secrets: false })));
  expect([handing.covered, handing.due, handing.next]).toEqual([false, true, 1]);
  handing.cover();
  expect(handing.covered).toBe(false);
  expect(newest().of("hello").at(-1)).toMatchObject({ seat: 1 });
  newest().say(whole(7, two(1, [1], { secrets: false })));
  vi.advanceTimersByTime(5000);
  expect([handing.covered, handing.due, table.now?.seat]).toEqual([false, false, 1]);
  newest().say(update(8, two(1, [1])));
  vi.advanceTimersByTime(5000);
  expect([handing.covered, handing.next]).toEqual([true, 1]);
});

test("people on this screen are called by their names, and the server is not told them", () => {
  table.stop();
  keepNames("T", ["Ada", "Ben $&"]);
  sit();
  newest().say(
    whole(6, two(0, [0], { happenings: [{ event: {}, words: "Ada 2 beat Ada 1, Ada 12." }] })),
  );
  expect(table.now?.seats.map((seat) => seat.name)).toEqual(["Ada", "Ben $&"]);
  expect(table.log.map((line) => line.words)).toEqual(["Ben $& beat Ada, Ada 12."]);
  expect(JSON.stringify(newest().sent)).not.toContain("Ben");
});

test("lists and replays call them so, too, until this browser is to forget", () => {
  keepNames("T", ["Ada", "Ben", ""]);
  const seat = (name: string) => ({ kind: "person" as const, name, here: true, you: false });
  const names = (): string[] =>
    calledSeats("T", [seat("Ada 1"), seat("Ada 2"), seat("Cleo")]).map((each) => each.name);
  expect(names()).toEqual(["Ada", "Ben", "Cleo"]);
  expect(calledSeats("T", [seat("Ada 1"), seat("Ada 2"), seat("Ben")])[1]?.name).toBe("Ada 2");
  expect(calledSeats("another", [seat("Ada 2")])[0]?.name).toBe("Ada 2");
  const step = {
    seat: 1,
    answer: "x",
    views: [],
    happenings: [{ event: {}, words: "Ada 2 won." }],
  };
  const game = { table: "T", names: ["Ada 1", "Ada 2"], steps: [step] } as unknown as Replay;
  const read = calledReplay(game);
  expect(read.names).toEqual(["Ada", "Ben"]);
  expect(read.steps[0]?.happenings[0]?.words).toBe("Ben won.");
  forgetNames();
  expect(names()).toEqual(["Ada 1", "Ada 2", "Cleo"]);
});

test("as many tables are remembered as there is a use for", () => {
  for (let count = 0; count < 60; count += 1) keepNames(`T${count}`, ["Ada", "Ben"]);
  const called = (table: string): string | undefined =>
    calledSeats(table, [{ kind: "person", name: "Ada 1", here: true, you: true }])[0]?.name;
  expect([called("T59"), called("T10"), called("T9")]).toEqual(["Ada", "Ada", "Ada 1"]);
});

// ---- talk ----

const line = (number: number, text: string): object => ({
  type: "talk",
  lines: [{ number, seat: 1, phrase: "", text }],
});
const other = { kind: "person" as const, name: "Ben", here: true, you: false };
const ours = { kind: "person" as const, name: "Ann", here: true, you: true };

test("what was said before is no news, and nothing is shown twice", () => {
  newest().say(line(3, "before"));
  expect([table.talk.length, table.news]).toEqual([1, null]);
  newest().say(line(4, "now"));
  newest().say(line(4, "now"));
  expect(table.talk.map((each) => each.text)).toEqual(["before", "now"]);
  expect(table.news?.text).toBe("now");
});

test("what is said is sent until it was heard, and keeps nobody from playing", () => {
  table.say({ phrase: "hello" });
  expect(table.sending).toBe(false);
  newest().cut();
  vi.advanceTimersByTime(5000);
  const [said] = newest().accept().of("say");
  expect(said).toMatchObject({ phrase: "hello" });
  newest().say({ type: "reply", key: said?.["key"], result: "illegal", version: 5, text: "No." });
  expect([table.unsaid, table.notice]).toEqual(["No.", ""]);
});

test("talk is text, whatever it holds, and free text only where it is allowed", () => {
  const seats = [ours, other];
  newest().say(whole(6, { seats, talk: "free" }));
  newest().say(line(1, "<img src=x onerror=alert(1)>"));
  const now = update(6, { seats, talk: "free" });
  const open = (): void => {
    document.querySelector<HTMLElement>("button.quiet")?.click();
    flushSync();
  };
  show(Talk, { table, now });
  open();
  expect(document.querySelectorAll("dialog img")).toHaveLength(0);
  expect(document.querySelector("dialog ol")?.textContent).toContain("<img src=x");
  expect(document.querySelectorAll("dialog input")).toHaveLength(1);
  press("Well played!");
  expect(newest().of("say")).toMatchObject([{ phrase: "well_played" }]);
  show(Talk, { table, now: { ...now, talk: "phrases" } });
  open();
  expect(document.querySelectorAll("dialog li button")).toHaveLength(12);
  expect(document.querySelectorAll("dialog input")).toHaveLength(0);
});

test("what we say ourselves is not new to us", () => {
  const now = update(6, { seats: [ours, other], talk: "phrases" });
  newest().say({ type: "talk", lines: [] });
  show(Talk, { table, now });
  const called = (): string | null | undefined =>
    document.querySelector("button[aria-label]")?.getAttribute("aria-label");
  newest().say({ type: "talk", lines: [{ number: 1, seat: 0, phrase: "hello", text: "" }] });
  flushSync();
  expect(called()).toBe("Talk");
  newest().say(line(2, "Hello Ann"));
  flushSync();
  expect(called()).toBe("Talk, 1 new");
});

test("what somebody says stands at their seat for a while, and then no more", () => {
  const now = update(6, { seats: [ours, other] });
  newest().say({ type: "talk", lines: [] });
  show(Seats, { table, now, choosing: new Choosing(table), face: undefined });
  newest().say(line(1, "Hello Ann"));
  flushSync();
  expect(document.querySelector(".said")?.textContent).toBe("Hello Ann");
  vi.advanceTimersByTime(10_000);
  flushSync();
  expect(document.querySelector(".said")).toBeNull();
});

// ---- seats and people ----

test("for somebody who is away a bot can play, unless there are days for every move", () => {
  const seats = [ours, { ...other, here: false }];
  const now = update(6, { seats, asked: [1], question: null });
  show(Wishes, { table, now, playing: true });
  press("Let a bot play for Ben");
  expect(newest().of("stand_in")).toMatchObject([{ seat: 1, bot: "" }]);
  show(Wishes, { table, now: { ...now, timing: { per_move: DAY } }, playing: true });
  expect(document.body.textContent).not.toContain("Let a bot play");
});

test("where to tell of a turn: only where the server allows it, and refusals in words", async () => {
  who.is({ name: "Ann" });
  const answers = [
    { url: "", form: "text", hosts: ["ntfy.sh"] },
    { code: "bad_request", text: "expected an https address" },
  ];
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", (path: string, wish?: RequestInit) => {
    asked.push(wish?.body);
    const answer = answers[asked.length - 1];
    return Promise.resolve({ ok: asked.length === 1, status: 400, json: async () => answer, path });
  });
  const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
  show(WebhookPanel, {});
  await settled();
  flushSync();
  expect(document.body.textContent).toContain("at ntfy.sh");
  const field = document.querySelector("input");
  if (!field) throw new Error("expected a field for the address");
  field.value = "http://ntfy.sh/x";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
  await settled();
  flushSync();
  expect(asked[1]).toBe(JSON.stringify({ url: "http://ntfy.sh/x", form: "text" }));
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Expected an https address.");
  who.is({ name: "" });
});

test("the other games of a table are a step away from the one that is shown", async () => {
  const games = [1, 2, 3].map((number) => ({ number }));
  const answer = (found: unknown): void =>
    void vi.stubGlobal("fetch", () => Promise.resolve({ ok: true, json: async () => found }));
  answer(games);
  show(OtherGames, { table: "T", shown: 2 });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect([...document.querySelectorAll("a")].map((each) => each.hash)).toEqual([
    "#/replay/T/1",
    "#/replay/T/3",
  ]);
  expect(document.querySelector("[aria-current]")?.textContent).toBe("Game 2 of 3");
  answer(games.slice(0, 1));
  show(OtherGames, { table: "T", shown: 1 });
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
  expect(document.querySelector("nav")).toBeNull();
});

test("levels come in their order, other bots behind them", () => {
  expect(sorted(["casual", "novice", "own"])).toEqual({
    levels: ["novice", "casual"],
    others: ["own"],
  });
});

// ---- what is seen and heard of one's turn ----

test("a preference is kept, and nonsense in its place is the usual", () => {
  const words = ["on", "off"] as const;
  const kept = new Kept("test", words, "on");
  kept.value = "off";
  expect(new Kept("test", words, "on").value).toBe("off");
  localStorage.setItem("halfturn.test", "loud");
  expect(new Kept("test", words, "on").value).toBe("on");
});

test("the tab tells of one's turn by its title and its icon", () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  const icon = (): string | null | undefined =>
    document.querySelector("link[rel=icon]")?.getAttribute("href");
  showTab("SWIRL", true);
  expect([document.title, icon()]).toEqual(["● Your turn · SWIRL", "/favicon-turn.svg"]);
  showTab("", false);
  expect([document.title, icon()]).toEqual(["Halfturn", "/favicon.svg"]);
});

test("what happened is heard: a card, a turn, the end", () => {
  const of = (...types: string[]): ReturnType<typeof heardIn> =>
    heardIn(types.map((type) => ({ event: { type }, words: "" })));
  expect([of(), of("placed"), of("placed", "swirled"), of("flipped", "game_over")]).toEqual([
    null,
    "move",
    "turned",
    "over",
  ]);
});
