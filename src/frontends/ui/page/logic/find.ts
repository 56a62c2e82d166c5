// What the finder offers for the words that were typed: everything that has all of them, best first.

export interface Place {
  readonly title: string;
  readonly about: string;
  readonly address: string;
}

const MOST = 12;

export function findPlaces(places: readonly Place[], typed: string): Place[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return places
    .map((place) => ({ place, rank: rankOf(place, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .slice(0, MOST)
    .map(({ place }) => place);
}

/** Null where a word is missing; a title counts before what stands beside it, its beginning before its middle. */
function rankOf({ title, about }: Place, words: readonly string[]): number | null {
  let rank = 0;
  for (const word of words) {
    const [inTitle, inAbout] = [title.toLowerCase().indexOf(word), about.toLowerCase().indexOf(word)];
    if (inTitle === -1 && inAbout === -1) return null;
    rank += inTitle === -1 ? 100 : Math.min(inTitle, 50);
  }
  return rank;
}
