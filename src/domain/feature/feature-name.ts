// The names a person may use for a feature: `007-rate-limit`, `7`, `007`, `rate-limit`, its branch, or as much of its
// beginning as fits no other one. A brainstorm has only its key, `b3`.
import { nearNames } from "../text/words/nearest.ts";
import { branchOf, parseFeatureKey } from "./feature-key.ts";

export type NamedFeature =
  | { readonly type: "found"; readonly key: string }
  /** It could be any of these. */
  | { readonly type: "several"; readonly keys: readonly string[] }
  /** It is none; these look like it. */
  | { readonly type: "unknown"; readonly near: readonly string[] };

export function findFeature(keys: readonly string[], asked: string): NamedFeature {
  const name = withoutBranch(asked.trim().toLowerCase());
  for (const isMeant of WAYS) {
    const found = keys.filter((key) => isMeant(key, name));
    const [key] = found;
    if (key === undefined) continue;
    return found.length === 1 ? { type: "found", key } : { type: "several", keys: found };
  }
  return { type: "unknown", near: nearKeys(keys, name) };
}

/** The shortest name that means only this one: its number, unless another one has the same. */
export function shortName(keys: readonly string[], key: string): string {
  const number = parseFeatureKey(key)?.number;
  if (number === undefined) return key;
  const found = findFeature([...new Set([...keys, key])], String(number));
  return found.type === "found" && found.key === key ? String(number) : key;
}

const BRANCHES = branchOf("");

/** Each is tried only where those before it find none, so a whole name is never outdone by a beginning. */
const WAYS: readonly ((key: string, name: string) => boolean)[] = [
  (key, name) => key === name,
  (key, name) => /^\d+$/.test(name) && parseFeatureKey(key)?.number === Number(name),
  (key, name) => slugOf(key) === name,
  (key, name) => isBeginning(name) && [key, withoutZeros(key), slugOf(key)].some((one) => one.startsWith(name)),
];

/** Digits alone are a number: `1` does not mean 12. */
const isBeginning = (name: string): boolean => name !== "" && !/^\d+$/.test(name);

const slugOf = (key: string): string => parseFeatureKey(key)?.slug ?? key;
const withoutZeros = (key: string): string => key.replace(/^0+(?=\d)/, "");

/** As git shows it, here or at a remote: `feature/…`, `origin/feature/…`, `refs/heads/feature/…`. */
function withoutBranch(name: string): string {
  const at = name.indexOf(BRANCHES);
  return at === 0 || name[at - 1] === "/" ? name.slice(at + BRANCHES.length) : name;
}

function nearKeys(keys: readonly string[], name: string): string[] {
  const of = (names: readonly string[]) => nearNames(names, name);
  const slugs = of(keys.map(slugOf));
  const begun = keys.filter((key) => of(beginningsOf(slugOf(key))).length > 0);
  return [...new Set([...of(keys), ...slugs.flatMap((slug) => keys.filter((key) => slugOf(key) === slug)), ...begun])];
}

/** `export`, `export-as`: people type as much of a name as they need. */
function beginningsOf(slug: string): string[] {
  const words = slug.split("-");
  return words.map((_, at) => words.slice(0, at + 1).join("-")).filter(({ length }) => length >= 3);
}
