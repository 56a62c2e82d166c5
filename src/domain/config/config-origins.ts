// Where each setting comes from. The keys are the leaves of the schema; a setting that no layer names has its default.
import * as z from "zod";
import type { Json } from "../text/json/json.ts";
import { type ConfigLayer, ConfigSchema, mergeConfig } from "./config.ts";
import { CONFIG_FILE } from "./settings-file.ts";
import { teamOf } from "./team-of.ts";
import { placeOfAddress } from "./team-settings.ts";
import { isTrusted } from "./trusted-keys.ts";

export interface Setting {
  /** `review.maxRounds` */
  readonly key: string;
  /** Null when it is not set and has no default. */
  readonly value: Json;
  /** A file, an `IFLOW_` variable, or `default`. */
  readonly from: string;
  /**
   * Only for a trusted key that the repository's file names: whether the person has confirmed it, and so whether it
   * counts. `from` is the file only if it does and nothing stronger names the key.
   */
  readonly trust?: "confirmed" | "unconfirmed";
  /** What the file says, while that is not confirmed. */
  readonly written?: Json;
}

export function explainConfig(layers: readonly ConfigLayer[]): Setting[] {
  const team = teamOf(layers);
  const shown = team && { ...team, db: placeOfAddress(team.db) }; // it may have a password
  const config = { ...mergeConfig(layers), team: shown };
  const file = layers.find(({ origin }) => origin === CONFIG_FILE);
  return settingPaths().map((path) => ({
    key: path.join("."),
    value: (valueAt(config, path) ?? null) as Json, // settings are read from JSON
    from: layers.findLast(({ values }) => valueAt(values, path) !== undefined)?.origin ?? "default",
    ...trustIn(file, path),
  }));
}

function trustIn(file: ConfigLayer | undefined, path: readonly string[]): Pick<Setting, "trust" | "written"> {
  const written = valueAt(file?.unconfirmed, path);
  if (written !== undefined) return { trust: "unconfirmed", written: written as Json };
  const isNamed = isTrusted(path.join(".")) && valueAt(file?.values, path) !== undefined;
  return isNamed ? { trust: "confirmed" } : {};
}

/** The path to every setting: `["review", "maxRounds"]`. */
export function settingPaths(): readonly (readonly string[])[] {
  paths ??= leafPaths(z.toJSONSchema(ConfigSchema, { io: "input" }), []);
  return paths;
}

/** The schema does not change while the program runs; taking it apart costs as much as several commands' settings. */
let paths: readonly (readonly string[])[] | undefined;

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

function leafPaths(schema: unknown, path: readonly string[]): string[][] {
  const { properties } = schema as JsonSchema; // made by zod
  if (!properties) return [[...path]];
  return Object.entries(properties).flatMap(([key, child]) =>
    key === "$schema" ? [] : leafPaths(child, [...path, key]),
  );
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    values,
  );
}
