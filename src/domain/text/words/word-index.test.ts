import { describe, expect, test } from "vitest";
import { indexWords } from "./word-index.ts";

/** The documents that fit, the best first. */
function found(texts: readonly string[], ...words: string[]): number[] {
  const fits = indexWords(texts.map((text) => [{ text, weight: 1 }]))(words);
  return [...fits].sort(([, one], [, other]) => other - one).map(([document]) => document);
}

describe("which texts fit", () => {
  test("any word will do; more of them count more than one that comes often", () => {
    const texts = ["the queue of a queue, queue", "a queue that limits uploads", "colours", "uploads"];
    expect(found(texts, "queue", "upload")).toEqual([1, 3, 0]);
    expect(found(texts, "queue", "zebra")).toEqual([0, 1]);
    expect(found(texts, "zebra")).toEqual([]);
    expect(found(texts)).toEqual([]);
    expect(found([], "queue")).toEqual([]);
  });

  test("a rare word counts more than a common one, and a short text more than a long one", () => {
    expect(found(["login a", "login b", "login c", "rare d"], "login", "rare")[0]).toBe(3);
    expect(found([`login ${"and more ".repeat(20)}`, "login page"], "login")).toEqual([1, 0]);
  });

  test("a heavier part counts more, and the weights of one document add up", () => {
    const light = [{ text: "cache here", weight: 1 }];
    const heavy = [{ text: "cache here", weight: 4 }];
    const both = [
      { text: "cache", weight: 1 },
      { text: "cache", weight: 4 },
    ];
    const fits = indexWords([light, heavy, both])(["cache"]);
    expect([...fits].sort(([, one], [, other]) => other - one).map(([document]) => document)).toEqual([2, 1, 0]);
  });

  test("words in other forms: stems, beginnings, accents, and a mistyped one that no text has", () => {
    const texts = ["Migrations are idempotent", "Café of the naïve", "Der Überblick fehlt", "日本語 と 中文"];
    expect(found(texts, "migrating")).toEqual([0]);
    expect(found(texts, "idempo")).toEqual([0]);
    expect(found(texts, "cafe", "naive")).toEqual([1]);
    expect(found(texts, "cafe\u0301")).toEqual([1]);
    expect(found(texts, "überblick")).toEqual([2]);
    expect(found(texts, "日本語")).toEqual([3]);
    expect(found(texts, "idemoptent")).toEqual([0]);
    expect(found([...texts, "idemoptent"], "idemoptent")).toEqual([4]); // taken at its word
  });

  test("the word itself comes before its like, however rare that is", () => {
    const texts = ["validator", "validation", "valid", "valid", "other", "more"];
    expect(found(texts, "valid").slice(0, 2).sort()).toEqual([2, 3]);
    expect(found(texts, "valid")).toHaveLength(4);
  });
});
