import { afterEach, expect, test, vi } from "vitest";
import { de } from "../src/texts/de";
import { en } from "../src/texts/en";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  localStorage.clear();
});

async function spoken(languages: string[], chosen?: string) {
  vi.stubGlobal("navigator", { ...navigator, languages });
  if (chosen !== undefined) localStorage.setItem("halfturn.language", chosen);
  const { language } = await import("../src/lib/language");
  const { t } = await import("../src/texts");
  return { language, t };
}

test("the browser's first language that there is is spoken", async () => {
  const { language, t } = await spoken(["fr-FR", "de-AT", "en"]);
  expect(language).toBe("de");
  expect(t.rules).toBe(de.rules);
});

test("English is spoken where nothing else fits", async () => {
  expect((await spoken(["fr", "tlh"])).t.rules).toBe(en.rules);
});

test("what was chosen here comes first, if there is such a language", async () => {
  expect((await spoken(["de"], "en")).language).toBe("en");
  vi.resetModules();
  expect((await spoken(["de"], "klingon")).language).toBe("de");
});

/** Every text, by where it stands. */
function texts(of: object, path = ""): [string, unknown][] {
  return Object.entries(of).flatMap(([name, value]): [string, unknown][] =>
    typeof value === "object" && value !== null
      ? texts(value as object, `${path}${name}.`)
      : [[path + name, value]],
  );
}

test("languages differ in words alone", () => {
  const [ours, theirs] = [new Map(texts(en)), new Map(texts(de))];
  expect([...theirs.keys()].sort()).toEqual([...ours.keys()].sort());
  for (const [name, text] of theirs) {
    expect(typeof text, name).toBe(typeof ours.get(name));
    if (typeof text === "function")
      expect(text.length, name).toBe((ours.get(name) as typeof text).length);
  }
});
