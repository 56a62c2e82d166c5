// A feature's key, `007-rate-limit`, and the names made from it. A key becomes a folder, a branch and part of file
// names, so only digits, lower-case letters (of any script) and single dashes are accepted.

export function featureKey(number: number, slug: string): string {
  return `${String(number).padStart(3, "0")}-${slug}`;
}

/** Capitals are left out: two keys that differ only in case would be one folder on some machines. */
const LETTERS = String.raw`[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+`;
const KEY = new RegExp(`^(?<number>[0-9]{3,6})-(?<slug>${LETTERS}(?:-${LETTERS})*)$`, "u");
const LONGEST_KEY = 100;

export function parseFeatureKey(key: string): { readonly number: number; readonly slug: string } | undefined {
  const match = key.length > LONGEST_KEY ? undefined : KEY.exec(key)?.groups;
  return match && { number: Number(match.number), slug: String(match.slug) };
}

export function isFeatureKey(key: string): boolean {
  return parseFeatureKey(key) !== undefined;
}

const LONGEST_SLUG = 30;
/** A cut inside a word moves back to the last dash if that keeps at least this many characters. */
const SHORTEST_CUT = 18;

/**
 * A short name for any sentence. Accents are dropped; a title without a Latin letter or digit becomes `untitled`. It is part
 * of the name of a brainstorm's file, which is made anew whenever the run is continued: it must stay as it is.
 */
export function slugOf(title: string): string {
  return plainSlug(title) || "untitled";
}

/**
 * The same for a feature, made once. Latin letters that are more than a letter with an accent are written out, as in
 * `grosse` for Größe; a title without Latin letters keeps its own: `004-ログイン制限`.
 */
export function featureSlugOf(title: string): string {
  const plain = plainSlug([...title.normalize("NFC")].map((letter) => LATIN[letter.toLowerCase()] ?? letter).join(""));
  if (/[a-z]/.test(plain)) return plain;
  return cutAtWord(dashed(title.normalize("NFC").toLowerCase().normalize("NFC"), NOT_IN_KEYS)) || slugOf(title);
}

const LATIN: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ð: "d", đ: "d", þ: "th", ł: "l", ı: "i", ħ: "h", ŋ: "ng" },
  ...{ ŧ: "t", ĸ: "k", ə: "e", ɓ: "b", ɗ: "d", ƙ: "k", ƴ: "y", ŀ: "l" },
};

const NOT_IN_KEYS = /[^\p{Ll}\p{Lo}\p{Lm}\p{M}\p{Nd}]+/gu;

function plainSlug(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return cutAtWord(dashed(plain, /[^a-z0-9]+/g));
}

function dashed(text: string, others: RegExp): string {
  return text.replace(others, "-").replace(/^-|-$/g, "");
}

function cutAtWord(slug: string): string {
  const letters = [...slug]; // some scripts have letters of two units
  if (letters.length <= LONGEST_SLUG) return slug;
  const border = letters.lastIndexOf("-", LONGEST_SLUG); // a dash right after the cut is a word border too
  return letters.slice(0, border >= SHORTEST_CUT ? border : LONGEST_SLUG).join("");
}

export function branchOf(key: string): string {
  return `feature/${key}`;
}

/** Relative to the repository root. */
export function featureFolder(artifactsRoot: string, key: string): string {
  return underRoot(artifactsRoot, "features", key);
}

/** A path below the folder that holds all artifacts, relative to the repository root. */
export function underRoot(artifactsRoot: string, ...parts: readonly string[]): string {
  const root = artifactsRoot.split("/").filter((part) => part !== "" && part !== ".");
  return [...root, ...parts].join("/");
}

/** One above the highest number in use; names that are not valid keys still reserve their number. */
export function nextNumber(keys: Iterable<string>): number {
  let highest = 0;
  for (const key of keys) highest = Math.max(highest, Number(/^(\d{3,6})(?!\d)/.exec(key)?.[1] ?? 0));
  return highest + 1;
}
