// Pages whose examples were really played: a block below `<!-- played: NAME -->` is what a command printed. Words around
// the blocks are written by hand and stay.

const BLOCK = /(<!-- played: ([\w-]+) -->\n```\n)([\s\S]*?)(^```$)/gm;

/** The page with these blocks as they were played now; those that still say the same stay as they are. */
export function fillBlocks(page: string, played: Readonly<Record<string, string>>): string {
  return page.replaceAll(BLOCK, (block: string, begin: string, name: string, before: string, end: string) => {
    const now = played[name];
    return now === undefined || isSame(before.trimEnd(), now) ? block : `${begin}${now}\n${end}`;
  });
}

export function blockNames(page: string): string[] {
  return [...page.matchAll(BLOCK)].map(([, , name = ""]) => name);
}

/** What differs from run to run although nothing has changed: commits, times, and which of several reviewers was first. */
export function withoutChance(text: string): string {
  return text
    .replaceAll(/(?:^ {2}[✓✗] \w+ reviewer .*\n(?:^ {4}.*\n)*)+/gm, inOrder)
    .replaceAll(/(?<=\()[0-9a-f]{10}(?=\))|(?<=git show (?:-m --first-parent )?)[0-9a-f]{10}\b/g, "3f2c9a7b10")
    .replaceAll(/,? +<?\d+ (?:s|min(?: \d+ s)?)$/gm, "")
    .replaceAll(/ <?\d+ s of work,| <?\d+ s,| · <?\d+ s(?= ·)/g, "")
    .replaceAll(/\b\d{8}-\d{6}-/g, "20261118-091500-");
}

/** Those that work side by side by their names, one round after the other; each with its issues. */
function inOrder(rows: string): string {
  const reviewers = rows.match(/^ {2}[✓✗].*\n(?:^ {4}.*\n)*/gm) ?? [];
  const place = (row: string) => `${/round (\d+)/.exec(row)?.[1] ?? 1} ${/\w+ reviewer/.exec(row)?.[0]}`;
  return reviewers.sort((one, other) => (place(one) < place(other) ? -1 : 1)).join("");
}

/** The same words; money and tokens may be a sixth off, so that a word in a prompt does not change the page. */
export function isSame(before: string, now: string): boolean {
  const [one, other] = [before, now].map((text) => text.split(AMOUNT));
  if (one?.length !== other?.length) return false;
  return (one ?? []).every((piece, at) => {
    const twin = other?.[at] ?? "";
    return at % 2 === 0 ? squeezed(piece) === squeezed(twin) : isNear(amountOf(piece), amountOf(twin));
  });
}

/** Every second piece of a text that is split by it. */
const AMOUNT = /((?<=\$)\d+\.\d\d|(?<=\s)\d+ k(?=\s)|(?<=\s)\d{3,}(?=\s))/;

/** Columns move with the width of numbers. */
function squeezed(text: string): string {
  return text.replaceAll(/ +/g, " ");
}

function amountOf(text: string): number {
  return text.endsWith(" k") ? 1000 * Number.parseInt(text, 10) : Number(text);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(0.0101, one / 6);
}
