import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import { telling, Typed } from "../src/lib/typed.svelte";
import TypeMoves from "../src/parts/TypeMoves.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

const choices = (...texts: string[]): Choice[] => texts.map((text) => ({ text, option: {} }));
const asking = (version: number, ...texts: string[]) => ({
  question: { token: `t${version}`, kind: "place", words: "", choices: choices(...texts) },
});
const FIRST = ["place:hydra", "place:zeus", "pass"];
const settle = () => vi.advanceTimersByTimeAsync(0);

let table: Table;
let shown: Record<string, unknown> | null = null;

beforeEach(() => {
  fakeSockets();
  table = new Table("T");
  table.start();
  newest()
    .accept()
    .say(whole(5, asking(5, ...FIRST)));
});

afterEach(() => {
  if (shown) void unmount(shown);
  shown = null;
  table.stop();
  telling.value = "off";
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answer what was asked last about a choice. */
function tell(then: string[], words = ""): Promise<unknown> {
  const happenings = words ? [{ event: {}, words }] : [];
  const seen = { scores: [0, 0], outlook: [3, 0], gains: [3, 0], happenings, kind: "at" };
  const key = newest().of("preview").at(-1)?.["key"];
  newest().say({ type: "preview", key, ...seen, then: choices(...then) });
  return settle();
}

function typed(): Typed {
  const made = new Typed(table);
  made.asked(table.now?.question ?? null);
  return made;
}

const texts = (list: Choice[]): string[] => list.map((each) => each.text);

test("what fits is what has the typed text in it, best first", () => {
  const line = typed();
  expect(texts(line.fitting)).toEqual(FIRST);
  line.text = "P";
  expect(texts(line.fitting)).toEqual(FIRST);
  line.text = "ze";
  expect(texts(line.fitting)).toEqual(["place:zeus"]);
  expect(line.meant?.text).toBe("place:zeus");
  line.text = "nothing";
  expect([line.fitting, line.meant]).toEqual([[], null]);
});

test("after a word, what can follow it is asked for", async () => {
  const line = typed();
  line.text = "hydra ";
  expect(line.choices).toBeNull();
  void line.look();
  expect(newest().of("preview")).toMatchObject([{ token: "t5", answer: "hydra", before: [] }]);
  await tell(["at:1,0", "at:0,1"]);
  expect(texts(line.fitting)).toEqual(["at:1,0", "at:0,1"]);
  line.text = "hydra 0,1";
  void line.look();
  expect(newest().of("preview")[1]).toMatchObject({ answer: "at:0,1", before: ["hydra"] });
  await tell([], "Ann placed Hydra.");
  expect(line.outlook?.happenings[0]?.words).toBe("Ann placed Hydra.");
  line.fill({ text: "at:1,0", option: {} });
  expect(line.text).toBe("hydra at:1,0");
  line.text = "pass ";
  void line.look();
  expect(line.complete).toBe(false); // that is not known yet
  await tell([]);
  expect(line.complete).toBe(true);
});

test("every word is an answer, unless all of them are one choice", () => {
  const line = typed();
  expect(line.send()).toBe(false);
  line.text = "  hydra   1,0 90 ";
  expect(line.send()).toBe(true);
  expect(newest().of("move")).toMatchObject([{ token: "t5", answers: ["hydra", "1,0", "90"] }]);
  newest().say(update(6, asking(6, "two words", "more")));
  line.asked(update(6, asking(6, "two words", "more")).question);
  expect(line.text).toBe("");
  line.text = "two words";
  line.send();
  expect(newest().of("move")[1]).toMatchObject({ answers: ["two words"] });
});

// ---- the line on the page ----

const find = <T extends HTMLElement>(selector: string): T => {
  const found = document.body.querySelector<T>(selector);
  if (!found) throw new Error(`expected ${selector}`);
  return found;
};

function show(): HTMLInputElement {
  const now = table.now;
  if (!now) throw new Error("expected a table");
  document.body.replaceChildren();
  const props = { table, now, drawn: false, wanted: true };
  shown = mount(TypeMoves, { target: document.body, props });
  flushSync();
  return find<HTMLInputElement>("input");
}

function type(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

function press(input: HTMLInputElement, key: string): void {
  input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
}

/** What the key does in a form, unless somebody else has a use for it. */
function enter(): void {
  const input = find("input");
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true });
  if (input.dispatchEvent(event))
    find<HTMLFormElement>("form").dispatchEvent(new Event("submit", { cancelable: true }));
  flushSync();
}

test("arrow keys choose, Enter completes, Enter again sends", () => {
  HTMLElement.prototype.scrollIntoView = () => undefined;
  const input = show();
  expect(document.activeElement).toBe(input);
  expect(input.getAttribute("aria-expanded")).toBe("false");
  type(input, "place");
  expect(input.getAttribute("aria-expanded")).toBe("true");
  expect(find("[role=status]").textContent).toBe("2 choices fit.");
  press(input, "ArrowDown");
  press(input, "ArrowDown");
  const active = input.getAttribute("aria-activedescendant");
  expect(document.getElementById(active ?? "")?.textContent?.trim()).toBe("place:zeus");
  enter();
  expect(input.value).toBe("place:zeus");
  expect(newest().of("move")).toEqual([]);
  enter();
  expect(newest().of("move")).toMatchObject([{ answers: ["place:zeus"] }]);
});

test("what was refused stays in the line, with the reason beside it", () => {
  const input = show();
  type(input, "hydra 9,9");
  enter();
  const key = newest().of("move")[0]?.["key"];
  newest().say({ type: "reply", key, result: "illegal", version: 5, text: "9,9 is too far" });
  flushSync();
  expect([input.value, input.getAttribute("aria-invalid")]).toEqual(["hydra 9,9", "true"]);
  expect(find("#typed-told").textContent?.trim()).toBe("9,9 is too far");
  type(input, "hydra 1,0");
  expect(input.getAttribute("aria-invalid")).toBe("false");
  enter();
  expect(newest().of("move")).toHaveLength(2);
});

test("the table is told in text for those who want it", () => {
  newest().say(whole(6, { position: "seats 2; field A:0123@0,0; turn B" }));
  telling.value = "on";
  show();
  const lines = [...document.body.querySelectorAll(".position li")].map((li) => li.textContent);
  expect(lines).toEqual(["seats 2", "field A:0123@0,0", "turn B"]);
});
