// The effective settings, each with its source; only one of them, or a group, when a key is given.
import type { ConfigLayer } from "../../domain/config/config.ts";
import { explainConfig, type Setting } from "../../domain/config/config-origins.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { nearestWord } from "../../domain/text/words/nearest.ts";

export function findSettings(layers: readonly ConfigLayer[], key: string | undefined): readonly Setting[] {
  const settings = explainConfig(layers);
  if (key === undefined) return settings;
  const found = settings.filter((setting) => setting.key === key || setting.key.startsWith(`${key}.`));
  if (found.length > 0) return found;
  const group = key.split(".")[0] ?? "";
  const near = settings.filter((setting) => setting.key.split(".")[0] === group);
  const meant = nearestWord(
    key,
    settings.map((setting) => setting.key),
  );
  throw new IflowError("usage", `there is no setting ${key}`, {
    fix: meant
      ? `Did you mean: iflow config ${meant}`
      : near.length > 0
        ? `known: ${near.map((setting) => setting.key).join(", ")}`
        : "iflow config lists them all",
  });
}
