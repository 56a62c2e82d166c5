// Where each setting comes from. The keys are the leaves of the schema; a setting that no layer names has its default.
import * as z from "zod";
import type { Json } from "../text/json.ts";
import { type ConfigLayer, ConfigSchema, mergeConfig } from "./config.ts";

export interface Setting {
  /** `review.maxRounds` */
  readonly key: string;
  /** Null when it is not set and has no default. */
  readonly value: Json;
  /** A file, an `IFLOW_` variable, or `default`. */
  readonly from: string;
}

export function explainConfig(layers: readonly ConfigLayer[]): Setting[] {
  const config = mergeConfig(layers);
  return settingPaths().map((path) => ({
    key: path.join("."),
    value: (valueAt(config, path) ?? null) as Json, // settings are read from JSON
    from: layers.findLast(({ values }) => valueAt(values, path) !== undefined)?.origin ?? "default",
  }));
}

/** The path to every setting: `["review", "maxRounds"]`. */
export function settingPaths(): string[][] {
  return leafPaths(z.toJSONSchema(ConfigSchema, { io: "input" }), []);
}

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
