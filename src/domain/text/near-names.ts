// Which of the known names a mistyped one most likely means.

/** The nearest ones first; only those that share a part with it, or are a few slips of the finger away. */
export function nearNames(names: readonly string[], typed: string, most = 3): string[] {
  const word = typed.toLowerCase();
  const ranked = names.flatMap((name) => {
    const slips = slipsBetween(word, name.toLowerCase());
    const sharesPart = word.length >= 3 && name.toLowerCase().includes(word);
    return sharesPart || slips <= Math.max(1, Math.floor(word.length / 3))
      ? [{ name, rank: sharesPart ? 0 : slips }]
      : [];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ name }) => name);
}

/** Letters that were added, left out, replaced, or swapped with their neighbour. */
function slipsBetween(one: string, other: string): number {
  const far = Math.abs(one.length - other.length);
  if (one.length > LONGEST || other.length > LONGEST) return Math.max(far, LONGEST);
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? far;
}

/** What is longer than any name is not compared letter by letter. */
const LONGEST = 120;
