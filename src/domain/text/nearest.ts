// The known word a mistyped one most likely stands for. Better no suggestion than a wrong one: `version` is not `design`.

export function nearestWord(typed: string, known: Iterable<string>): string | undefined {
  const words = [...new Set(known)];
  const wanted = plain(typed);
  const begins = words.filter((word) => wanted.length >= 3 && plain(word).startsWith(wanted));
  if (begins.length === 1) return begins[0];
  const near = words.map((word) => ({ word, mistakes: mistakesBetween(wanted, plain(word)) }));
  const [best] = near
    .filter(({ word, mistakes }) => mistakes <= Math.max(1, Math.floor(Math.min(wanted.length, word.length) / 3)))
    .sort((one, other) => one.mistakes - other.mistakes);
  return best?.word;
}

/** `max_rounds`, `MaxRounds` and `maxRounds` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Letters to add, drop, replace, or swap with their neighbour. */
function mistakesBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > LONGEST_DIFFERENCE) return Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          at(rows, row - 1, column) + 1,
          (line[column - 1] ?? 0) + 1,
          at(rows, row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(line);
  }
  return at(rows, one.length, other.length);
}

const LONGEST_DIFFERENCE = 4;

function at(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
}
