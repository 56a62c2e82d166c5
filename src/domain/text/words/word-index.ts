// Which texts have any of the words asked for, and how well they fit: every stem with the texts it stands in, measured as
// BM25 does. It lives in memory and is made anew when the texts change: that is quicker than keeping a file of it true.
import { worthOf } from "./word-forms.ts";
import { stem, tokensOf } from "./words.ts";

/** One part of a document; a word in a heavier part counts more. */
export interface Part {
  readonly text: string;
  readonly weight: number;
}

/** How well a document fits, by its place in the list; those without any of the words are missing. */
export type Fits = ReadonlyMap<number, number>;

export function indexWords(documents: readonly (readonly Part[])[]): (words: readonly string[]) => Fits {
  const { places, lengths } = placesOf(documents);
  const middle = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;

  /** The rarer a word and the shorter the text, the more it counts; a second time counts less than the first. */
  const addFits = (best: Map<number, number>, { documents: found, weights }: Places, worth: number): void => {
    const rarity = Math.log(1 + (documents.length - found.length + 0.5) / (found.length + 0.5));
    found.forEach((document, at) => {
      const weight = weights[at] ?? 0;
      const length = (lengths[document] ?? 0) / middle;
      const fit = (worth * rarity * weight * 2.2) / (weight + 1.2 * (0.25 + 0.75 * length));
      if (fit > (best.get(document) ?? 0)) best.set(document, fit);
    });
  };

  return (words) => {
    const sums = new Map<number, number>();
    const counts = new Map<number, number>();
    for (const asked of new Set(words.flatMap(plainTokens).map(stem))) {
      const best = new Map<number, number>(); // of all the forms of one word in a text, the closest counts
      for (const [found, worth] of formsOf(asked, places)) addFits(best, found, worth);
      for (const [document, fit] of best) {
        sums.set(document, fit + (sums.get(document) ?? 0));
        counts.set(document, 1 + (counts.get(document) ?? 0));
      }
    }
    // two words of the query are more than one of them twice
    for (const [document, sum] of sums) sums.set(document, sum * (counts.get(document) ?? 1));
    return sums;
  };
}

/** Where a stem stands: documents in ascending order, and with what weight in each. */
interface Places {
  readonly documents: number[];
  readonly weights: number[];
}

function placesOf(documents: readonly (readonly Part[])[]) {
  const places = new Map<string, Places>();
  const byWord = new Map<string, Places>(); // the same words come again and again, and are cut once
  const placesOfWord = (word: string): Places => {
    const cut = stem(word);
    const found = places.get(cut) ?? { documents: [], weights: [] };
    places.set(cut, found);
    byWord.set(word, found);
    return found;
  };
  const lengths = documents.map((parts, document) => {
    let length = 0;
    for (const { text, weight } of parts) {
      const words = plainTokens(text);
      length += words.length;
      for (const word of words) addPlace(byWord.get(word) ?? placesOfWord(word), document, weight);
    }
    return length;
  });
  return { places, lengths };
}

function addPlace({ documents, weights }: Places, document: number, weight: number): void {
  const last = documents.length - 1;
  if (documents[last] === document) weights[last] = (weights[last] ?? 0) + weight;
  else weights[documents.push(document) - 1] = weight;
}

/** `café` is found by `cafe`, and the other way round. */
function plainTokens(text: string): string[] {
  return tokensOf(text.normalize("NFKD").replaceAll(/\p{M}+/gu, ""));
}

/** The word itself and its like, each with what it is worth. Only a word that no text has may be mistyped. */
function* formsOf(asked: string, places: ReadonlyMap<string, Places>): Generator<[Places, number]> {
  const mayBeMistyped = !places.has(asked);
  for (const [known, found] of places) {
    const worth = worthOf(known, asked, mayBeMistyped);
    if (worth > 0) yield [found, worth];
  }
}
