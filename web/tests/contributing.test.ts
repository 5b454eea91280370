import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Contributing } from "../src/lib/contributing";
import { contributionHash } from "../src/lib/fairness";
import type { Fair, NextDeal, Pledge, Reveal, Update } from "../src/lib/protocol";
import { bytesOf, hex, sha256 } from "../src/lib/sha256";
import { Table } from "../src/lib/table.svelte";
import { fakeSockets, newest, update, whole } from "./sockets";

const secret = (name: string): string => hex(sha256(bytesOf(name)));
const commitment = (name: string): string =>
  hex(sha256(Uint8Array.from(secret(name).match(/../g) ?? [], (pair) => parseInt(pair, 16))));
const FIRST = commitment("first");
const SECOND = commitment("second");
const THEIRS = "22".repeat(32);
const voided = (name: string, seats: number[]) => ({
  ...{ commitment: commitment(name), secret: secret(name), seats },
});

function next(more: Partial<NextDeal> = {}): NextDeal {
  return {
    commitment: FIRST,
    hashes: [null, null],
    frozen: false,
    nonces: [null, null],
    barred: [],
    wanted: false,
    voids: [],
    ...more,
  };
}

function fair(more: Partial<Fair> = {}): Fair {
  const contributions = [null, null];
  return { commitment: FIRST, secret: null, contributions, deal: 2, voids: [], ...more };
}

const seen = (deal: NextDeal | null, more: Partial<Update> = {}): Update =>
  update(5, { next_deal: deal, ...more });
const only = <T>(messages: unknown[]): T => {
  expect(messages).toHaveLength(1);
  return messages[0] as T;
};

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

/** A browser that has revealed: what it sent, and the hashes that were frozen. */
function revealed(ours = new Contributing("T")): {
  ours: Contributing;
  nonce: string;
  hash: string;
} {
  const { hash } = only<Pledge>(ours.next(seen(next())));
  const frozen = next({ hashes: [hash, THEIRS], frozen: true });
  const { nonce } = only<Reveal>(ours.next(seen(frozen)));
  return { ours, nonce, hash };
}

test("it pledges a hash, and reveals what it is of when all are frozen", () => {
  const ours = new Contributing("T");
  const pledge = only<Pledge>(ours.next(seen(next())));
  expect(pledge).toMatchObject({ type: "pledge", commitment: FIRST });
  expect(ours.next(seen(next()))).toEqual([]); // it is on its way
  const pledged = next({ hashes: [pledge.hash, null] });
  expect(ours.next(seen(pledged))).toEqual([]);
  const frozen = next({ hashes: [pledge.hash, THEIRS], frozen: true });
  const { nonce } = only<Reveal>(ours.next(seen(frozen)));
  expect(nonce).toMatch(/^[0-9a-f]{64}$/);
  expect(contributionHash(FIRST, 0, nonce)).toBe(pledge.hash);
  expect(ours.next(seen({ ...frozen, nonces: [nonce, null] }))).toEqual([]);
});

test("who watches takes no part, and who holds several seats does so once", () => {
  expect(new Contributing("T").next(seen(next(), { seat: null, yours: [] }))).toEqual([]);
  const ours = new Contributing("T");
  const { hash } = only<Pledge>(ours.next(seen(next(), { seat: 1, yours: [0, 1] })));
  const frozen = next({ hashes: [hash, null], frozen: true });
  const { nonce } = only<Reveal>(ours.next(seen(frozen, { seat: 1, yours: [0, 1] })));
  expect(contributionHash(FIRST, 0, nonce)).toBe(hash);
});

test("it reveals nothing for a set that its own hash is not in", () => {
  const ours = new Contributing("T");
  const { hash } = only<Pledge>(ours.next(seen(next())));
  for (const hashes of [
    [null, THEIRS],
    [THEIRS, hash],
  ])
    expect(ours.next(seen(next({ hashes, frozen: true })))).toEqual([]);
});

test("it reveals nothing for another commitment than the one it pledged for", () => {
  const ours = new Contributing("T");
  const { hash } = only<Pledge>(ours.next(seen(next())));
  const other = next({ commitment: SECOND, hashes: [hash, THEIRS], frozen: true });
  expect(ours.next(seen(other))).toEqual([]);
});

test("what it sent is sent again over a new connection, and after a reload", () => {
  const { ours, nonce, hash } = revealed();
  const frozen = next({ hashes: [hash, THEIRS], frozen: true });
  expect(ours.next(seen(frozen))).toEqual([]);
  ours.again();
  expect(only<Reveal>(ours.next(seen(frozen))).nonce).toBe(nonce);
  const reloaded = new Contributing("T");
  expect(only<Reveal>(reloaded.next(seen(frozen))).nonce).toBe(nonce);
});

test("once it has revealed no other set will do", () => {
  const { ours, hash } = revealed();
  ours.again();
  const other = next({ hashes: [hash, "33".repeat(32)], frozen: true });
  expect(ours.next(seen(other))).toEqual([]);
  expect(new Contributing("T").next(seen(other))).toEqual([]);
});

test("the device that was opened last takes part, and two do not quarrel", () => {
  const ours = new Contributing("T");
  only<Pledge>(ours.next(seen(next())));
  const theirs = next({ hashes: [THEIRS, null] });
  ours.again();
  expect(ours.next(seen(theirs))).toEqual([]);
  only<Pledge>(new Contributing("another browser").next(seen(theirs)));
});

test("a deal with its part in it is as it was seen", () => {
  const { ours, nonce } = revealed();
  const theirs = "44".repeat(32);
  const hashes = [contributionHash(FIRST, 0, nonce), contributionHash(FIRST, 1, theirs)];
  localStorage.setItem(
    "halfturn.deal.T",
    JSON.stringify([{ commitment: FIRST, seat: 0, nonce, hashes }]),
  );
  const kept = new Contributing("T");
  const good = fair({ contributions: [nonce, theirs] });
  expect(kept.doubts(good)).toEqual([]);
  expect(kept.tookPart(FIRST)).toBe(true);
  for (const bad of [
    fair({ contributions: [nonce, "45".repeat(32)] }),
    fair({ contributions: [nonce, null] }),
    fair({ contributions: [null, theirs] }),
    fair({ contributions: [theirs, theirs] }),
    fair({ contributions: [nonce, theirs], deal: 1 }),
  ])
    expect(kept.doubts(bad)).toEqual(["changed"]);
  expect(ours.doubts(good)).toEqual(["changed"]); // it had seen another hash of theirs
});

test("a browser that was left out says so, softly", () => {
  const ours = new Contributing("T");
  only<Pledge>(ours.next(seen(next())));
  expect(ours.doubts(fair({ contributions: [null, THEIRS] }))).toEqual(["leftOut"]);
  expect(ours.tookPart(FIRST)).toBe(false);
});

test("a deal that is void because of what it did send is doubted", () => {
  const { ours } = revealed();
  const voids = [voided("first", [0])];
  const deal = next({ commitment: SECOND, barred: [0], voids });
  // It sends what it is said to owe once more: nothing is dealt from that any more.
  const late = only<Reveal>(ours.next(seen(deal)));
  expect(contributionHash(FIRST, 0, late.nonce)).toBeTruthy();
  expect(ours.next(seen(deal))).toEqual([]);
  expect(ours.doubts(fair({ commitment: SECOND, voids }))).toEqual(["withheld"]);
  const others = [voided("first", [1])];
  expect(ours.doubts(fair({ commitment: SECOND, voids: others }))).toEqual([]);
});

test("nothing is revealed for a deal that is only said to be void", () => {
  const ours = new Contributing("T");
  only<Pledge>(ours.next(seen(next())));
  const lie = { ...voided("first", [0]), secret: "00".repeat(32) };
  const deal = next({ commitment: SECOND, barred: [0], voids: [lie] });
  expect(ours.next(seen(deal))).toEqual([]);
});

test("a deal that is void comes back as nobody's", () => {
  const { ours, nonce } = revealed();
  ours.next(seen(next({ commitment: SECOND, voids: [voided("first", [1])] })));
  expect(ours.doubts(fair({ contributions: [nonce, null] }))).toContain("changed");
});

test("a deal that vanishes is doubted", () => {
  const { ours } = revealed();
  ours.next(seen(next({ commitment: SECOND })));
  expect(ours.doubts(fair({ commitment: SECOND }))).toContain("gone");
  expect(new Contributing("T").doubts(fair({ commitment: SECOND }))).toContain("gone");
});

test("a deal that was played while the line was down has not vanished", () => {
  const { ours } = revealed();
  ours.again();
  ours.next(seen(next({ commitment: SECOND }), { fair: fair({ commitment: commitment("x") }) }));
  expect(ours.doubts(fair({ commitment: commitment("x") }))).not.toContain("gone");
  const { ours: other } = revealed(new Contributing("another"));
  other.next(seen(next({ commitment: SECOND }), { fair: fair() }));
  expect(other.doubts(fair({ commitment: SECOND }))).not.toContain("gone");
});

test("without storage it takes part as long as the page is open", () => {
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  revealed();
});

test("a table takes part by itself, and shows what is wrong", () => {
  fakeSockets();
  const table = new Table("T");
  table.start();
  newest()
    .accept()
    .say(whole(5, { next_deal: next() }));
  const { hash } = only<{ hash: string }>(newest().of("pledge"));
  newest().say(update(6, { next_deal: next({ hashes: [hash, THEIRS], frozen: true }) }));
  expect(newest().of("reveal")).toHaveLength(1);
  newest().say(update(7, { next_deal: null, fair: fair({ contributions: [null, null] }) }));
  expect(table.doubts).toEqual(["changed"]);
  table.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
