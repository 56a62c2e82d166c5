// How well a word of a text answers a search for another one: the same stem, a longer word, one of the same family, or the
// one that was meant and mistyped. 1 is the word itself, 0 has nothing to do with it.

export function worthOf(known: string, asked: string, mayBeMistyped: boolean): number {
  if (known === asked) return 1;
  if (known.startsWith(asked)) return asked.length < SHORTEST.beginning ? 0 : beginningWorth(known, asked);
  if (isOfOneFamily(known, asked)) return 0.3;
  return mayBeMistyped && isMistyped(asked, known) ? 0.4 : 0;
}

/** Short words are the beginning of too many, and too close to each other to guess. */
const SHORTEST = { beginning: 4, family: 6, mistyped: 6, mistypedTwice: 8 };

/** The more is missing, the less was it meant. */
function beginningWorth(known: string, asked: string): number {
  return 0.4 / (1 + (0.3 * (known.length - asked.length)) / asked.length);
}

/** `validator` and `validation`, which differ by more than a stem is cut by. */
function isOfOneFamily(one: string, other: string): boolean {
  const least = Math.max(SHORTEST.family, 0.75 * Math.max(one.length, other.length));
  if (Math.min(one.length, other.length) < least) return false;
  let same = 0; // letters from the beginning
  while (same < one.length && one[same] === other[same]) same++;
  return same >= least;
}

/** A letter too many, too few, wrong or in the wrong place; two of these in a long word. */
function isMistyped(typed: string, meant: string): boolean {
  if (typed.length < SHORTEST.mistyped) return false;
  if (typed[0] !== meant[0] && typed.at(-1) !== meant.at(-1)) return false; // hardly anybody misses both ends
  const allowed = typed.length < SHORTEST.mistypedTwice ? 1 : 2;
  return Math.abs(typed.length - meant.length) <= allowed && editsBetween(typed, meant, allowed) <= allowed;
}

/** How many edits make one of the other; two letters that changed places are one. Stops counting beyond `most`. */
function editsBetween(one: string, other: string, most: number): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const changed = at(last, column - 1) + (isSame ? 0 : 1);
      const swapped = isSwapped ? at(before, column - 2) + 1 : changed;
      next.push(Math.min(at(last, column) + 1, at(next, column - 1) + 1, changed, swapped));
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return at(last, other.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
