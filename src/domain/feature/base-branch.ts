// The base branch of a feature. It comes from the config or from git's default branch; otherwise a person decides.

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
