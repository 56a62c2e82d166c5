// The words that say what a text is about, so that two texts can be compared without a model. Deterministic and small:
// common words are skipped, endings are cut, file names stay whole.

const GRAMMAR = new Set(
  `a an and any are as at be been but by can cannot could d did do does don done each either else ever every few for from
  get gets given had has have how i if in into is it its just like ll m make makes many may more most much must never no
  nor not of off on once one only or other our out over own per re s same see set shall should since so some still such t
  than that the their them then there these they this those through to too two under until up upon us use used uses using
  ve via was we well were what when where whether which while who whose why will with within without would yet you your
  all also always because before after again about above below between both now`.split(/\s+/),
);

/** Words found in every review or lesson: they do not make two texts alike, but a person may well search for them. */
const OF_THE_TRADE = new Set(
  `add adds added adding change changes changed feature features need needs needed new phase phases review reviewer reviews
  issue issues iteration iterations round rounds task tasks step section work works`.split(/\s+/),
);

/** Each word once, in text order, reduced to its stem, for comparing. */
export function wordsOf(text: string): string[] {
  return [...new Set(tokensOf(text).filter(isTelling).map(stem))];
}

/** The words a search looks for, unstemmed; any match counts. A query of grammar words alone is taken literally. */
export function searchWords(query: string): string[] {
  return mostTelling(query, (word) => !GRAMMAR.has(word));
}

/** From a long text not written as a query, only the words that say what it is about. */
export function tellingWords(text: string): string[] {
  return mostTelling(text, (word) => isTelling(word) || /\d/.test(word));
}

function mostTelling(text: string, isWanted: (word: string) => boolean): string[] {
  const tokens = tokensOf(text);
  const wanted = tokens.filter(isWanted);
  return [...new Set(wanted.length > 0 ? wanted : tokens)];
}

/** All words of a text, reduced to their stems, to check whether it contains one that is searched for. */
export function stemsOf(text: string): string[] {
  return [...new Set(tokensOf(text).map(stem))];
}

/** All words as they stand, in small letters. */
export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Numbers and ids point at places; they are not words. */
function isTelling(word: string): boolean {
  return word.length > 2 && !GRAMMAR.has(word) && !OF_THE_TRADE.has(word) && !/^[a-z]{0,2}\d+$/.test(word);
}

/** Paths and file names mentioned in a text; each path also counts by its file name alone. */
export function filesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [path] of text.matchAll(/[\w@][\w@./-]*\.[a-z]{1,5}\b/gi)) {
    if (/^\d+(?:\.\d+)*$/.test(path)) continue;
    found.add(path);
    found.add(path.slice(path.lastIndexOf("/") + 1));
  }
  return [...found];
}

/** The ids a text refers to: `AC-8`, `R6`, `Task 3.2`. */
export function idsIn(text: string): string[] {
  return [
    ...new Set([...text.matchAll(/\b(?:[A-Z]{1,4}-?\d+[a-z]?|\d+[A-Za-z]?(?:\.\d+[a-z]?)+)\b/g)].map(([id]) => id)),
  ];
}

/** How much of the smaller text the larger one contains, reduced by how much larger it is: 0 to 1. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const shared = sharedWords(one, other).length;
  const contained = shared / Math.min(one.length, other.length);
  const jaccard = shared / (one.length + other.length - shared);
  return (contained + jaccard) / 2;
}

export function sharedWords(one: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other);
  return one.filter((word) => known.has(word));
}

/** Crude on purpose: its mistakes do not matter, because both sides are cut the same way. */
export function stem(word: string): string {
  if (word.length < 5) return word.length === 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
  return word
    .replace(/ies$/, "y")
    .replace(/(?:ations?|ating|ated|ates?)$/, "at")
    .replace(/(?<=[a-z]{3})(?:ings?|ed|es|(?<!s)s|ly|ments?)$/, "")
    .replace(/(?<=[a-z]{3})([b-df-hjkmnp-rtv-z])\1$/, "$1")
    .replace(/(?<=[a-z]{3})e$/, "");
}
