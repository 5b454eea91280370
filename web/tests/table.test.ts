import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PreviewReply } from "../src/lib/protocol";
import { Table } from "../src/lib/table.svelte";
import { FakeSocket, fakeSockets, newest, update, whole } from "./sockets";

let table: Table;

beforeEach(() => {
  fakeSockets();
  table = new Table("T");
  table.start();
  newest().accept().say(whole(5));
});

afterEach(() => {
  table.stop();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function reconnect(): FakeSocket {
  newest().cut();
  vi.advanceTimersByTime(5000);
  return newest().accept();
}

const words = (): string[] => table.log.map((line) => line.words);
const reply = (key: unknown, result: string, text = ""): object => ({
  type: "reply",
  key,
  result,
  version: 6,
  text,
});

test("the socket is that of the table", () => {
  expect(newest().url).toMatch(/^ws:.*\/ws\/T$/);
});

test("a move carries the question's token and a key", () => {
  table.answer("t5", ["0123@0,0"]);
  expect(newest().of("move")).toEqual([
    {
      type: "move",
      key: expect.stringMatching(/^[0-9a-f]{30}$/),
      token: "t5",
      answers: ["0123@0,0"],
    },
  ]);
  expect(table.sending).toBe(true);
});

test("a double click sends one move, before the reply and after it", () => {
  table.answer("t5", ["0123@0,0"]);
  table.answer("t5", ["0123@0,0"]);
  newest().say(reply(newest().of("move")[0]?.["key"], "ok"));
  table.answer("t5", ["0123@0,0"]);
  expect(newest().of("move")).toHaveLength(1);
  expect(table.sending).toBe(true);
  newest().say(update(6, { question: null }));
  expect(table.sending).toBe(false);
});

test("a move without a reply is sent again with the same key, after the hello", () => {
  table.answer("t5", ["0123@0,0"]);
  const key = newest().of("move")[0]?.["key"];
  const again = reconnect();
  expect(again.sent.map((each) => each["type"])).toEqual(["hello", "move"]);
  expect(again.of("hello")).toEqual([{ type: "hello", seen: 5, columns: 0, language: "en" }]);
  expect(again.of("move")[0]?.["key"]).toBe(key);
  again.say(reply(key, "dup"));
  expect(reconnect().of("move")).toHaveLength(0);
  expect(table.notice).toBe("");
});

test("a move made while the line is down is kept and sent", () => {
  newest().cut();
  table.answer("t5", ["0123@0,0"]);
  expect(table.sending).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(newest().accept().of("move")).toHaveLength(1);
});

test("a reply that does not come means that the line is dead", () => {
  table.answer("t5", ["0123@0,0"]);
  vi.advanceTimersByTime(6000);
  expect(FakeSocket.all).toHaveLength(2);
  expect(newest().accept().of("move")).toHaveLength(1);
});

test("a refusal is told in words, and the question is open again", () => {
  table.answer("t5", ["9@9"]);
  newest().say(reply(newest().of("move")[0]?.["key"], "illegal", "That does not fit."));
  expect(table.notice).toBe("That does not fit.");
  expect(table.sending).toBe(false);
  table.answer("t5", ["0123@0,0"]);
  expect(table.notice).toBe("");
  expect(newest().of("move")).toHaveLength(2);
});

test("slow down: the same request a little later", () => {
  table.answer("t5", ["0123@0,0"]);
  const [first] = newest().of("move");
  newest().say(reply(first?.["key"], "slow_down"));
  vi.advanceTimersByTime(1000);
  expect(newest().of("move")).toEqual([first, first]);
});

test("catching up adds what was missed; a whole update begins the log anew", () => {
  newest().say(update(6));
  vi.advanceTimersByTime(1000);
  reconnect().say(
    update(8, {
      happenings: [
        { event: {}, words: "7." },
        { event: {}, words: "8." },
      ],
    }),
  );
  expect(words()).toEqual(["Version 5.", "Version 6.", "7.", "8."]);
  newest().say(whole(9));
  vi.advanceTimersByTime(1000);
  expect(words()).toEqual(["Version 9."]);
});

test("an old update is not shown, and one of the same version adds nothing to the log", () => {
  newest().say(update(4));
  newest().say(update(5, { seats: [] }));
  expect(table.now?.version).toBe(5);
  expect(table.now?.seats).toEqual([]);
  expect(words()).toEqual(["Version 5."]);
});

test("moves that come quickly are shown one after another", () => {
  newest().say(update(6, { question: null }));
  newest().say(update(7));
  expect(table.now?.version).toBe(6);
  vi.advanceTimersByTime(1000);
  expect(table.now?.version).toBe(7);
  expect(table.fresh.map((each) => each.words)).toEqual(["Version 7."]);
});

test("what a move leads to is shown at once, though the one before still turns", () => {
  newest().say(update(6));
  table.answer("t6", ["0123@0,0"]);
  newest().say(update(7));
  expect(table.now?.version).toBe(7);
});

test("a preview is answered, refused, or lost with the line", async () => {
  const found = table.preview("t5", "0123@0,0");
  const answer = { type: "preview", key: newest().of("preview")[0]?.["key"], scores: [6, 0] };
  newest().say(answer);
  expect((await found) as PreviewReply).toEqual(answer);

  const refused = table.preview("t5", "nonsense");
  newest().say(reply(newest().of("preview")[1]?.["key"], "illegal", "No."));
  expect(await refused).toBeNull();
  expect(table.notice).toBe("");

  const lost = table.preview("t5", "0123@0,0");
  newest().cut();
  expect(await lost).toBeNull();
  expect(await table.preview("t5", "0123@0,0")).toBeNull();
});

test("giving up and going on are requests like moves", () => {
  table.resign();
  table.resign();
  expect(newest().of("resign")).toHaveLength(1);
  newest().say(reply(newest().of("resign")[0]?.["key"], "ok"));
  table.next();
  expect(reconnect().of("next")).toHaveLength(1);
});

/** The page is loaded anew: nothing is left but what the browser keeps for the tab. */
function reload(): FakeSocket {
  table.stop();
  table = new Table("T");
  table.start();
  return newest();
}

test("a move made offline survives a reload, with its key", () => {
  newest().cut();
  table.answer("t5", ["0123@0,0"]);
  const socket = reload();
  expect(table.sending).toBe(true);
  socket.accept().say(whole(5));
  const [move] = socket.of("move");
  expect(move).toMatchObject({ token: "t5", answers: ["0123@0,0"] });
  socket.say(reply(move?.["key"], "ok"));
  socket.say(update(6, { question: null }));
  expect(table.sending).toBe(false);
  expect(reload().accept().of("move")).toEqual([]);
});

test("a move from before the reload that comes too late is forgotten without a word", () => {
  newest().cut();
  table.answer("t5", ["0123@0,0"]);
  const socket = reload().accept();
  socket.say(whole(9));
  socket.say(reply(socket.of("move")[0]?.["key"], "stale", "that question has been answered"));
  expect(table.notice).toBe("");
  expect(table.sending).toBe(false);
});

test("a drawing is asked for once, as wide as there is room", () => {
  table.draw(46);
  table.draw(46);
  expect(newest().of("hello").at(-1)).toEqual({
    type: "hello",
    seen: 5,
    columns: 46,
    language: "en",
  });
  expect(newest().of("hello")).toHaveLength(2);
  expect(reconnect().of("hello")[0]).toMatchObject({ columns: 46 });
});
