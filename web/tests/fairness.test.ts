import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, test } from "vitest";
import { checkDeals, contributionHash } from "../src/lib/fairness";
import type { Replay, ReplayStep, UndoneDraws } from "../src/lib/protocol";
import { bytesOf, fromHex, hex, hmac, sha256 } from "../src/lib/sha256";
import FairCheck from "../src/parts/FairCheck.svelte";

// FIPS 180-4 and RFC 4231.
const HASHES: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];
test.each(HASHES)("a hash is what the standard says", (text, digest) => {
  expect(hex(sha256(bytesOf(text)))).toBe(digest);
});

const bytes = (byte: number, count: number): Uint8Array => new Uint8Array(count).fill(byte);
const MACS: [Uint8Array, Uint8Array, string][] = [
  [
    bytes(0x0b, 20),
    bytesOf("Hi There"),
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  ],
  [
    bytesOf("Jefe"),
    bytesOf("what do ya want for nothing?"),
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    bytes(0xaa, 131),
    bytesOf("Test Using Larger Than Block-Size Key - Hash Key First"),
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
];
test.each(MACS)("a keyed hash is what the standard says", (key, text, digest) => {
  expect(hex(hmac(key, text))).toBe(digest);
});

test("hexadecimal digits are read, and nothing else", () => {
  expect(fromHex("00ff10")).toEqual(Uint8Array.of(0, 255, 16));
  for (const text of ["0", "0x", "0G", "FF"]) expect(fromHex(text)).toBeNull();
});

// ---- draws, as the server makes them from the secret 00 01 02 … 1f ----

const WIDE = Array.from({ length: 1025 }, (_, index) => `o${index}`);
const EVEN = WIDE.map(() => 2 ** 53);
const REJECTED: [number, string][] = [
  [4, "o944"],
  [9, "o306"],
  [26, "o960"],
];
const abc = ["a", "b", "c"];

function draw(
  version: number,
  answer: string,
  options: string[],
  weights: number[],
  ordinal = 0,
  attempt = 0,
): ReplayStep {
  const draw = { version, ordinal, attempt, options, weights };
  return { seat: -1, answer, happenings: [], views: [{}], draw };
}

const GAME: Replay = {
  table: "T",
  game: "swirl",
  title: "SWIRL",
  options: [],
  names: ["Ann", "Bob", "Cid"],
  sides: [[0], [1], [2]],
  result: { number: 1, steps: 4, scores: [0, 0, 0], winners: [0], resigned: null },
  commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
  secret: hex(Uint8Array.from({ length: 32 }, (_, index) => index)),
  contributions: [null, null, null],
  deal: 1,
  voids: [],
  taken_back: [],
  draws: [3, 4, 9],
  first: 0,
  steps: [
    { seat: null, answer: "", happenings: [], views: [{}] },
    draw(3, "a", abc, [1, 2, 3]),
    { seat: 1, answer: "b", happenings: [], views: [{}] },
    draw(4, "a", abc, [3, 2, 1]),
    draw(9, "h", [..."defghij"], [1, 1, 1, 1, 1, 1, 1]),
  ],
};
const dealing = (...steps: ReplayStep[]): Replay => ({ ...GAME, steps });

test("draws that follow from the secret hold", () => {
  const check = checkDeals(GAME);
  expect(check).toMatchObject({ holds: true, why: "", wrong: 0 });
  expect(check.draws.map((each) => each.given)).toEqual(["a", "a", "h"]);
});

test("what seats added is mixed in", () => {
  const added = { ...GAME, contributions: ["7Qf3k", null, "x"] };
  expect(checkDeals(added).draws.map((each) => each.given)).toEqual(["b", "b", "j"]);
  expect(checkDeals(added)).toMatchObject({ holds: false, why: "dealt", wrong: 1 });
});

test("numbers past the last full round are left, also a whole block of them", () => {
  for (const [version, answer] of REJECTED)
    expect(checkDeals(dealing(draw(version, answer, WIDE, EVEN))).holds).toBe(true);
});

test("a game that was tampered with does not hold", () => {
  const [first, ...rest] = GAME.steps;
  const tampered: [Partial<Replay>, string][] = [
    [{ secret: null }, "untold"],
    [{ secret: "00" }, "secret"],
    [{ secret: "zz" }, "secret"],
    [{ commitment: "0".repeat(64) }, "secret"],
    [{ steps: [draw(3, "b", abc, [1, 2, 3])] }, "dealt"],
    [{ steps: [draw(3, "a", abc, [0, 0, 0])] }, "dealt"],
    [{ steps: [draw(5, "a", abc, [1, 2, 3]), draw(5, "a", abc, [1, 2, 3])] }, "draws"],
    [{ steps: [{ seat: -1, answer: "a", happenings: [], views: [{}] }] }, "draws"],
    [{ steps: first ? [first, ...rest.slice(1), ...rest.slice(0, 1)] : [] }, "draws"],
  ];
  for (const [change, why] of tampered)
    expect(checkDeals({ ...GAME, ...change })).toMatchObject({ holds: false, why });
});

// ---- scheme 2, with vectors of tests/server/tables/test_fair_deal.py's kind ----

const NONCES = ["00".repeat(32), null, "ff".repeat(32)];
const HASHES_OF_NONCES = [
  "dea58add0f2ad377008a7d629c98c11b1c0955fd0f4c742c93bfa5fd6c3b501c",
  null,
  "f215d06b70767609c860dcdbe1ce492faebe8ab946e1d47416e9b4fa4ccc85ea",
];
const OTHER_SECRET = "0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20";
const OTHER = "ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9";
const undo = (version: number, draws: string[], agreed = true): UndoneDraws => ({
  ...{ version, seat: 0, agreed, draws },
});
const NEW: Replay = {
  ...GAME,
  deal: 2,
  contributions: NONCES,
  taken_back: [undo(5, []), undo(8, ["2", "3"])],
  steps: [
    { seat: null, answer: "", happenings: [], views: [{}] },
    draw(3, "a", abc, [1, 2, 3], 1),
    draw(40, "a", abc, [3, 2, 1], 2, 1),
    draw(41, "i", [..."defghij"], [1, 1, 1, 1, 1, 1, 1], 3, 1),
  ],
};

test("a contribution is hashed as the server does", () => {
  const hashes = NONCES.map((nonce, seat) =>
    nonce === null ? null : contributionHash(GAME.commitment, seat, nonce),
  );
  expect(hashes).toEqual(HASHES_OF_NONCES);
});

test("draws of scheme 2 hold, whatever their versions are", () => {
  expect(checkDeals(NEW)).toMatchObject({ holds: true, why: "" });
  expect(checkDeals(NEW).draws.map((each) => each.name)).toEqual(["1 0", "2 1", "3 1"]);
  const voids = [{ commitment: OTHER, secret: OTHER_SECRET, seats: [1] }];
  expect(checkDeals({ ...NEW, voids }).holds).toBe(true);
  const alone = { ...NEW, contributions: [null, null, null] };
  expect(checkDeals(alone).draws.map((each) => each.given)).toEqual(["c", "a", "d"]);
});

test("a game of scheme 2 that was tampered with does not hold", () => {
  const [start, first, second, third] = NEW.steps as [
    ReplayStep,
    ReplayStep,
    ReplayStep,
    ReplayStep,
  ];
  const isVoid = { commitment: OTHER, secret: OTHER_SECRET, seats: [1] };
  const tampered: [Partial<Replay>, string][] = [
    [{ contributions: [NONCES[0] ?? null, null, null] }, "dealt"],
    [{ contributions: [NONCES[2] ?? null, null, NONCES[0] ?? null] }, "dealt"],
    [{ deal: 1, taken_back: [] }, "dealt"],
    [{ deal: 3 }, "draws"],
    [{ taken_back: [] }, "numbers"],
    [{ taken_back: [undo(8, ["2", "3"], false)] }, "numbers"],
    [{ taken_back: [undo(8, ["2"])] }, "numbers"],
    [{ taken_back: [undo(8, ["1", "3"])] }, "numbers"],
    [{ taken_back: [undo(8, ["2", "3"]), undo(7, [])] }, "numbers"],
    [{ taken_back: [undo(8, ["2", "3"]), undo(9, ["2.1"])] }, "numbers"],
    [{ steps: [start, first, third] }, "numbers"],
    [{ steps: [start, second, first, third] }, "numbers"],
    [{ voids: [{ ...isVoid, seats: [0] }] }, "voids"],
    [{ voids: [{ ...isVoid, seats: [] }] }, "voids"],
    [{ voids: [isVoid, isVoid] }, "voids"],
    [{ voids: [{ ...isVoid, secret: "00" }] }, "voids"],
    [{ voids: [{ ...isVoid, secret: GAME.secret ?? "" }] }, "voids"],
  ];
  for (const [change, why] of tampered)
    expect(checkDeals({ ...NEW, ...change })).toMatchObject({ holds: false, why });
});

let shown: Record<string, unknown> | undefined;
afterEach(() => shown && unmount(shown));

test("it is told in words", () => {
  const told = (game: Replay): string => {
    shown = mount(FairCheck, { target: document.body, props: { game } });
    flushSync();
    const words = document.querySelector(".verdict")?.textContent ?? "";
    void unmount(shown);
    shown = undefined;
    return words;
  };
  expect(told(GAME)).toContain("All 3 draws are as the sealed secret says");
  expect(told({ ...GAME, contributions: ["x", null, null] })).toContain("does not hold: draw 1");
  expect(told({ ...GAME, secret: null })).toContain("nothing can be checked");
  expect(told(NEW)).toContain("with what 2 seats added");
  expect(told({ ...NEW, taken_back: [] })).toContain("made again without an undo");
});
