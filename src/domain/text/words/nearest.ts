// Which known word or name a mistyped one most likely stands for.

/** Better no suggestion than a wrong one: `version` is not `design`. */
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

/** The nearest ones first; only those that share a part with it, or are a few slips of the finger away. */
export function nearNames(names: readonly string[], typed: string, most = 3): string[] {
  const word = typed.toLowerCase();
  const near = names.flatMap((name) => {
    const sharesPart = word.length >= 3 && name.toLowerCase().includes(word);
    const mistakes = sharesPart ? 0 : mistakesBetween(word, name.toLowerCase());
    return mistakes <= Math.max(1, Math.floor(word.length / 3)) ? [{ name, mistakes }] : [];
  });
  return near
    .sort((one, other) => one.mistakes - other.mistakes)
    .slice(0, most)
    .map(({ name }) => name);
}

/** `max_rounds`, `MaxRounds` and `maxRounds` are one word. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** Letters to add, drop, replace, or swap with their neighbour; names are short, so anything long is no slip. */
function mistakesBetween(one: string, other: string): number {
  if (Math.max(one.length, other.length) > LONGEST) return one === other ? 0 : Number.POSITIVE_INFINITY;
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

const LONGEST = 120;
