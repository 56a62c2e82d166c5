// The name of the repository's own configuration, as agents may spell it. No schema is loaded here: hooks need it, and must
// start at once.

/** At the root of the repository. */
export const CONFIG_FILE = "iflow.config.json";

/** The folder of all artifacts where the settings name none. */
export const DEFAULT_ROOT = "docs";

/** Why an agent is refused. */
export const AGENTS_LEAVE_IT = `only the person changes ${CONFIG_FILE}`;

/**
 * The file by any name that some disk takes for it: another case, characters that cannot be seen. `path` is plain and
 * relative to the root of the repository.
 */
export function isSettingsFile(path: string): boolean {
  const visible = path.normalize("NFKC").replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "");
  return visible.toLowerCase().replace(/[ .]+$/, "") === CONFIG_FILE;
}
