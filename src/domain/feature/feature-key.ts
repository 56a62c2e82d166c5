// A feature's key, `007-rate-limit`, and the names made from it. A key becomes a folder, a branch and part of file
// names, so only digits, lower-case letters and single dashes are accepted.

export function featureKey(number: number, slug: string): string {
  return `${String(number).padStart(3, "0")}-${slug}`;
}

const KEY = /^(?<number>\d{3,6})-(?<slug>[a-z0-9]+(?:-[a-z0-9]+)*)$/;
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

/** A short name for any sentence. Accents are dropped; a title without a Latin letter or digit becomes `untitled`. */
export function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return cutAtWord(slug) || "untitled";
}

function cutAtWord(slug: string): string {
  if (slug.length <= LONGEST_SLUG) return slug;
  const border = slug.lastIndexOf("-", LONGEST_SLUG); // a dash right after the cut is a word border too
  return slug.slice(0, border >= SHORTEST_CUT ? border : LONGEST_SLUG);
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
