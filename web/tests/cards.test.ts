import { describe, expect, test } from "vitest";
import {
  copiesOf,
  deckOf,
  freeId,
  heroesOf,
  layoutsOf,
  noHeroes,
  shown,
  typed,
  withCopies,
  withHero,
  withLayouts,
  withNumber,
} from "../src/cards/files";

const read = (text: string): unknown => JSON.parse(text);

describe("hero files", () => {
  test("say only what differs", () => {
    let file = read(withHero(read(noHeroes()), 5, { numbers: [1, 2, 3, 4] }));
    file = read(withHero(file, 3, { name: "Atlas", enabled: true }));
    file = read(withHero(file, 5, { name: "Apollon" }));
    expect(file).toEqual({
      version: 1,
      heroes: [
        { ref: 5, numbers: [1, 2, 3, 4], name: "Apollon" },
        { ref: 3, name: "Atlas", enabled: true },
      ],
    });
    file = read(withHero(file, 5, { numbers: undefined, name: undefined }));
    expect(heroesOf(file)).toEqual([{ ref: 3, name: "Atlas", enabled: true }]);
  });

  test("keep what is typed as it is typed, for the server to judge", () => {
    expect(withNumber(undefined, 1, "7")).toEqual([null, 7, null, null]);
    expect(withNumber([9, 8, 7, 6], 0, "x9")).toEqual(["x9", 8, 7, 6]);
    expect(withNumber([null, 8, null, null], 1, "")).toBeUndefined();
    expect(["", "0", "12", "-1", "1e3"].map(typed)).toEqual([null, 0, 12, "-1", "1e3"]);
    expect([null, 0, "x", undefined, {}].map(shown)).toEqual(["", "0", "x", "", ""]);
  });
});

describe("files that no form can show", () => {
  const odd = [undefined, null, 5, "text", [], {}, { heroes: 5, cards: 5 }, { heroes: [5] }];
  test.each(odd)("%j", (value) => {
    expect(heroesOf(value)).toBeNull();
    expect(layoutsOf(value)).toBeNull();
    expect(deckOf(value)).toBeNull();
  });
  test("a card of the deck that is none", () => {
    expect(deckOf({ cards: [["CRAB", "red"]] })).toBeNull();
  });
});

test("layouts keep whatever else the file says", () => {
  const file = { version: 1, cards: [{ id: "blue-1", colour: "blue" }], hands: { blue: ["x"] } };
  const cards = [...file.cards, { id: freeId(file.cards, "blue"), colour: "blue" }];
  expect(read(withLayouts(file, cards))).toEqual({
    ...file,
    cards: [file.cards[0], { id: "blue-2", colour: "blue" }],
  });
});

test("copies of a card stay together, however it is spelt", () => {
  const file = {
    version: 1,
    cards: [
      ["crab", "Red", 1],
      ["FISH", "red", 2],
    ],
    actions: {},
  };
  const more = read(withCopies(file, ["CRAB", "red", 1], 3));
  expect(deckOf(more)).toHaveLength(4);
  expect(copiesOf(deckOf(more) ?? [], ["CRAB", "red", 1])).toBe(3);
  expect(deckOf(read(withCopies(more, ["CRAB", "red", 1], 0)))).toEqual([["FISH", "red", 2]]);
  expect(read(withCopies(more, ["CRAB", "red", 1], 0))).toHaveProperty("actions");
});
