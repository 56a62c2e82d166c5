// Reads `.meta.json` as the engine left it. A damaged file is not overwritten: its other contents are not ours to lose.
import { type FeatureMeta, parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { shellWord } from "../../domain/text/shell-word.ts";

export function requireMeta(path: string, text: string | undefined): FeatureMeta {
  const parsed = parseMeta(text ?? "");
  if (parsed.ok) return parsed.meta;
  throw new IflowError("meta-corrupt", `${path}: ${parsed.problem}`, {
    fix: `restore it, e.g. git restore --source=HEAD -- ${shellWord(path)}, then: iflow continue`,
  });
}
