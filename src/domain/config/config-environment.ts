// Settings from IFLOW_* variables: IFLOW_REVIEW_MAX_ROUNDS is review.maxRounds. The names come from the schema, and any
// other name is refused like any typo.
import { IflowError } from "../text/errors.ts";
import { nearestWord } from "../text/words/nearest.ts";
import { type ConfigLayer, ConfigSchema } from "./config.ts";
import { settingPaths } from "./config-origins.ts";

/** Variables that are not settings. */
const RESERVED = new Set(["IFLOW_NOW", "IFLOW_STEP", "IFLOW_STEP_ROOT", "IFLOW_TRUST", "IFLOW_WORKER"]);

export function configFromEnvironment(environment: Readonly<Record<string, string | undefined>>): ConfigLayer[] {
  const names = Object.keys(environment).filter((name) => name.startsWith("IFLOW_") && !RESERVED.has(name));
  if (names.length === 0) return [];
  const paths = new Map(settingPaths().map((path) => [variableOf(path), path]));
  return names.map((name) => {
    const path = paths.get(name);
    if (path) return { origin: name, values: valueAt(path, environment[name] ?? "") };
    const meant = nearestWord(name, paths.keys()) ?? endingLike(name, [...paths.keys()]);
    throw new IflowError("config-invalid", `${name} is not a setting`, {
      fix: meant ? `Did you mean ${meant}?` : `unset ${name}   (iflow config then lists every setting)`,
    });
  });
}

/** `IFLOW_MAX_ROUNDS` has only lost its group. */
function endingLike(name: string, known: readonly string[]): string | undefined {
  const found = known.filter((one) => one.endsWith(name.replace(/^IFLOW/, "")));
  return found.length === 1 ? found[0] : undefined;
}

/** `IFLOW_REVIEW_MAX_ROUNDS` for `review.maxRounds`. */
export function variableOf(path: readonly string[]): string {
  const words = path
    .join("_")
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(/[^A-Za-z0-9]+/g, "_");
  return `IFLOW_${words.toUpperCase()}`;
}

/** The text itself if the setting takes text, otherwise its value as JSON. */
function valueAt(path: readonly string[], text: string): unknown {
  const asText = nest(path, text);
  if (ConfigSchema.safeParse(asText).success) return asText;
  try {
    return nest(path, JSON.parse(text));
  } catch {
    return asText; // the schema refuses it and names it
  }
}

function nest(path: readonly string[], value: unknown): unknown {
  return path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}
