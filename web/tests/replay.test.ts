import { expect, test } from "vitest";
import type { Replay, ReplayStep } from "../src/lib/protocol";
import { Replaying, stopsOf } from "../src/lib/replay.svelte";

function step(seat: number | null, words: string, over = false): ReplayStep {
  const happenings = words ? [{ event: { type: "told" }, words }] : [];
  const view = {
    said: words,
    to_decide: over ? null : 0,
    scores: [3, 5],
    winners: over ? [1] : [],
  };
  return { seat, answer: words, happenings, views: [view] };
}

const GAME: Replay = {
  table: "T",
  game: "swirling-heroes",
  title: "Swirling Heroes",
  options: [],
  names: ["Ann", "Bob"],
  sides: [[0], [1]],
  result: { number: 1, steps: 5, scores: [3, 5], winners: [1], resigned: null },
  commitment: "c",
  secret: "s",
  contributions: [null, null],
  ...{ deal: 2, voids: [], taken_back: [] },
  draws: [],
  first: 0,
  steps: [
    step(null, ""),
    step(-1, "dealt one"),
    step(-1, "dealt two"),
    step(0, "Ann moved"),
    step(1, "Bob moved"),
    step(0, "Ann lost", true),
  ],
};

const said = (replay: Replaying): unknown => replay.now?.view["said"];
const log = (replay: Replaying): string[] => replay.log.map((line) => line.words);

test("what is dealt together is one step", () => {
  expect(stopsOf(GAME.steps)).toEqual([2, 3, 4, 5]);
});

test("a replay goes on, back and anywhere, and no further than its ends", () => {
  const replay = new Replaying(GAME, 1);
  expect(log(replay)).toEqual(["dealt one", "dealt two"]);
  expect(replay.now?.asked).toEqual([0]);
  replay.go(1);
  expect(said(replay)).toBe("Ann moved");
  expect(replay.fresh.map((each) => each.words)).toEqual(["Ann moved"]);
  replay.go(99);
  expect(said(replay)).toBe("Ann lost");
  expect(replay.fresh).toEqual([]);
  expect(log(replay)).toHaveLength(5);
  replay.go(2);
  expect(said(replay)).toBe("Bob moved");
  expect(log(replay)).toHaveLength(4);
  replay.go(-3);
  expect(replay.at).toBe(0);
});

test("nothing is asked in a replay, and the seat that looks is known", async () => {
  const replay = new Replaying(GAME, 1);
  expect(replay.now?.question).toBeNull();
  expect(replay.now?.seat).toBe(1);
  expect(await replay.preview("token", "answer")).toBeNull();
});

test("whoever gave up did so at the end", () => {
  const replay = new Replaying({ ...GAME, result: { ...GAME.result, resigned: 0 } }, null);
  expect(replay.now?.resigned).toBeNull();
  replay.go(3);
  expect(replay.now).toMatchObject({ resigned: 0, status: "over", seat: null });
});
