// How a feature is called on the page.
import { parseFeatureKey } from "../../../domain/feature/feature-key.ts";
import { oneLine } from "../../../domain/text/one-line.ts";
import type { FeatureRef } from "./model/common.ts";

const LONGEST_NAME = 60;

/** An idea that has no feature yet goes by its sentence. */
export function featureRef(repo: string, key: string, title: string): FeatureRef {
  const parsed = parseFeatureKey(key);
  const name = parsed === undefined ? `${key} ${oneLine(title)}` : key.replaceAll("-", " ");
  const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1).trimEnd()}…` : name;
  return { repo, key, name: short, title };
}
