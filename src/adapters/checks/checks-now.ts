// The settings below `checks` as the files say them now, and whether the person has confirmed them.
import { type ConfigLayer, mergeConfig } from "../../domain/config/config.ts";
import { trustOf } from "../../domain/config/repository-trust.ts";
import type { ChecksNow } from "../../ports/checks.ts";

export function checksNow(layers: readonly ConfigLayer[]): ChecksNow {
  const { state, values, hash } = trustOf(layers);
  const isWaiting = state === "unconfirmed" && values.checks !== undefined;
  return { checks: mergeConfig(layers).checks, isWaiting, isConfirmed: state === "confirmed", hash };
}
