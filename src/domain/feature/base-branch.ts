// The base branch of a feature. It comes from the config or from git's default branch; otherwise a person decides.
import { shellWord } from "../text/shell-word.ts";
import { nearestWord } from "../text/words/nearest.ts";

export interface BaseCandidates {
  readonly configured: string | undefined;
  readonly remoteDefault: string | undefined;
  readonly local: readonly string[];
}

export type BaseChoice =
  | { readonly type: "known"; readonly branch: string }
  /** The config names a branch that does not exist here. */
  | { readonly type: "missing"; readonly branch: string }
  | { readonly type: "unclear"; readonly candidates: readonly string[] };

export function chooseBase({ configured, remoteDefault, local }: BaseCandidates): BaseChoice {
  if (configured !== undefined) {
    return { type: local.includes(configured) ? "known" : "missing", branch: configured };
  }
  const usual = [remoteDefault, "main", "master"].find((name) => name !== undefined && local.includes(name));
  if (usual !== undefined) return { type: "known", branch: usual };
  const others = local.filter((name) => !name.startsWith("feature/"));
  const [only] = others;
  if (only !== undefined && others.length === 1) return { type: "known", branch: only };
  return { type: "unclear", candidates: others };
}

/** For a name that no branch has. A slip of the finger is corrected: a branch of the wrong name would only hide it. */
export function fixOfMissing(missing: string, local: readonly string[]): string {
  const meant = nearestWord(
    missing,
    local.filter((name) => !name.startsWith("feature/")),
  );
  const name = shellWord(missing);
  if (meant !== undefined)
    return `correct baseBranch: did you mean ${meant}?   (or make the branch: git branch ${name})`;
  return `git branch ${name}   (from where you are; or: git branch --track ${name} ${shellWord(`origin/${missing}`)})`;
}
