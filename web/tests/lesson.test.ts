import { afterEach, expect, test, vi } from "vitest";
import { Learning } from "../src/lib/lesson.svelte";
import type { LessonAsk, LessonInfo, LessonPosition, LessonReply } from "../src/lib/protocol";

const position = (token: string | null, said = ""): LessonPosition => ({
  seat: 0,
  sides: [[0], [1]],
  view: { said, to_decide: 0, scores: [0, 0], winners: [] },
  asked: [token === null ? 1 : 0],
  question: token === null ? null : { token, kind: "play", words: "", choices: [] },
});

const LESSON: LessonInfo = {
  game: "swirl",
  title: "SWIRL",
  about: "About.",
  end: "End.",
  names: ["You", "Bot"],
  steps: [
    { head: "One", words: "Do one.", position: position("0.0") },
    { head: "Two", words: "Do two.", position: position("1.0") },
  ],
};

/** A server that says what it is told to say, and remembers what it was asked. */
function serve(...replies: (LessonReply | Error)[]): LessonAsk[] {
  const asked: LessonAsk[] = [];
  vi.stubGlobal("fetch", async (_path: string, wish: RequestInit) => {
    asked.push(JSON.parse(String(wish.body)) as LessonAsk);
    const reply = replies.shift();
    if (reply instanceof Error)
      return new Response(JSON.stringify({ code: "illegal", text: reply.message }), {
        status: 400,
      });
    return new Response(JSON.stringify(reply));
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

const told = (result: "more" | "right" | "other", words: string): LessonReply => ({
  type: "told",
  key: "k",
  result,
  words,
  happenings: [{ event: { type: "played" }, words: "You played." }],
  position: position(result === "more" ? "0.1" : null, words),
});
const settled = (table: Learning): Promise<void> =>
  vi.waitFor(() => expect(table.sending).toBe(false));

test("a turn of several answers is told as a whole, and judged at its end", async () => {
  const asked = serve(told("more", ""), told("right", "Good."));
  const table = new Learning(LESSON);
  expect(table.now?.question?.token).toBe("0.0");
  table.answer("0.0", ["play:Sp9"]);
  table.answer("0.0", ["play:Sp9"]); // a second click is nobody's
  await settled(table);
  expect(table.outcome.result).toBe("open");
  expect(table.now?.question?.token).toBe("0.1");
  table.answer("0.1", ["take:Cg4"]);
  await settled(table);
  expect(asked.map((each) => each.before)).toEqual([[], ["play:Sp9"]]);
  expect(table.outcome).toEqual({ result: "right", words: "Good." });
  expect(table.log.map((line) => line.id)).toEqual([0, 1]);
  expect(table.now?.question).toBeNull();
});

test("a step is begun again as it was, and what comes late is not of it", async () => {
  serve(told("other", "No."), told("right", "Late."));
  const table = new Learning(LESSON);
  table.answer("0.0", ["play:Sp9"]);
  await settled(table);
  expect(table.outcome.words).toBe("No.");
  const { attempt } = table;
  table.begin(0);
  expect(table.attempt).toBe(attempt + 1);
  expect(table.outcome.result).toBe("open");
  expect(table.log).toEqual([]);
  table.answer("0.0", ["play:Sp9"]);
  table.begin(1);
  await settled(table);
  expect(table.outcome.result).toBe("open");
  expect(table.now?.question?.token).toBe("1.0");
});

test("what is refused is told, and can be tried again", async () => {
  const asked = serve(new Error("that is not possible"), new Error("nor is that"));
  const table = new Learning(LESSON);
  table.answer("0.0", ["castle"]);
  await settled(table);
  expect(table.notice).toBe("That is not possible.");
  expect(table.now?.question?.token).toBe("0.0");
  expect(await table.preview("0.0", "castle")).toBeNull();
  expect(table.notice).toBe("Nor is that.");
  expect(asked).toHaveLength(2);
});
