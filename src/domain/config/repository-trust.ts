// Whether the person has confirmed what a repository's iflow.config.json decides. What is confirmed are the values of its
// trusted keys: another order, other blanks or another free key change nothing.
import { printableJson } from "../text/json/printable-json.ts";
import { sha256 } from "../text/sha256.ts";
import type { ConfigLayer } from "./config.ts";
import { CONFIG_FILE } from "./settings-file.ts";
import { listValues, powerOf, splitTrusted, type TrustedValues } from "./trusted-keys.ts";

export interface RepositoryTrust {
  /** `nothing`: the file has no trusted key, or there is no file. */
  readonly state: "nothing" | "confirmed" | "unconfirmed";
  /** The trusted keys as the file has them, whether they count or not. */
  readonly values: TrustedValues;
  readonly hash: string;
}

export function trustOf(layers: readonly ConfigLayer[]): RepositoryTrust {
  const file = layers.find(({ origin }) => origin === CONFIG_FILE);
  const values = file?.unconfirmed ?? splitTrusted(file?.values).trusted;
  const state = hasNone(values) ? "nothing" : file?.unconfirmed ? "unconfirmed" : "confirmed";
  return { state, values, hash: hashValues(values) };
}

/** The file's layer as it counts as long as its trusted keys are not confirmed. */
export function withoutTrusted(layer: ConfigLayer): ConfigLayer {
  const { trusted, free } = splitTrusted(layer.values);
  return hasNone(trusted) ? layer : { ...layer, values: free, unconfirmed: trusted };
}

/** The same layers with these trusted values in place of those of the file. */
export function withTrusted(layers: readonly ConfigLayer[], values: TrustedValues): ConfigLayer[] {
  const file = layers.filter(({ origin }) => origin === CONFIG_FILE);
  const others = layers.filter(({ origin }) => origin !== CONFIG_FILE);
  const isVariable = ({ origin }: ConfigLayer) => origin.startsWith("IFLOW_");
  return [
    ...others.filter((layer) => !isVariable(layer)),
    ...file.map(({ origin, values: written }) => ({ origin, values: splitTrusted(written).free })),
    { origin: CONFIG_FILE, values },
    ...others.filter(isVariable),
  ];
}

/** Also what does not count: for a reader who wants to know what the file says. */
export function asWritten(layers: readonly ConfigLayer[]): ConfigLayer[] {
  return layers.flatMap(({ origin, values, unconfirmed }) => [
    { origin, values },
    ...(unconfirmed ? [{ origin, values: unconfirmed }] : []),
  ]);
}

/**
 * What the person confirms when the file has no trusted key any more: that these no longer count. Bound to what is taken
 * away, so a word once given for one removal says nothing about another.
 */
export function takenAway(values: TrustedValues): TrustedValues {
  return { removed: values };
}

/** The trusted keys that were set and no longer are, with the values they had. */
export function goneValues(before: TrustedValues, now: TrustedValues): TrustedValues {
  const kept = new Set(listValues(now).map(([key]) => key));
  return Object.fromEntries(listValues(before).filter(([key]) => !kept.has(key)));
}

export function isSameValues(left: TrustedValues, right: TrustedValues): boolean {
  return hashValues(left) === hashValues(right);
}

export function hashValues(values: TrustedValues): string {
  return sha256(JSON.stringify(sorted(values)));
}

/** One line per key: what it is set to, and what it may do. */
export function trustLines(values: TrustedValues): string[] {
  return listValues(values).map(([key, value]) => `${key}: ${printableJson(value)}   (${powerOf(key)})`);
}

export function hasNone(values: TrustedValues): boolean {
  return Object.keys(values).length === 0;
}

/** The same value has the same text, whatever the order of its keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
