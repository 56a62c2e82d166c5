// Finds memories and entries of the knowledge bank by any of their words. Pure: made of the candidates as they are now.
import { indexWords } from "../text/words/word-index.ts";
import type { Candidate, Hit } from "./memory-ranking.ts";

export interface Wanted {
  readonly words: readonly string[];
  readonly category: string | undefined;
  readonly source: Candidate["source"] | undefined;
}

/** The best by text among the candidates of the wanted sort, at most `limit`. What is not wanted takes no place among them. */
export type FindMemories = (wanted: Wanted, limit: number) => Hit[];

export function indexMemories(candidates: readonly Candidate[]): FindMemories {
  const find = indexWords(candidates.map(partsOf));
  return ({ words, category, source }, limit) => {
    const fits = find(words);
    const isWanted = (one: Candidate) =>
      (category === undefined || one.category === category) && (source === undefined || one.source === source);
    return candidates
      .flatMap((candidate, place) => {
        const relevance = fits.get(place);
        return relevance !== undefined && isWanted(candidate) ? [{ candidate, relevance }] : [];
      })
      .sort((one, other) => other.relevance - one.relevance)
      .slice(0, limit);
  };
}

function partsOf({ name, description, keywords, reasoning }: Candidate) {
  return [
    { text: name, weight: 4 },
    { text: keywords.join(" "), weight: 3 },
    { text: description, weight: 2 },
    { text: reasoning, weight: 1 },
  ];
}
