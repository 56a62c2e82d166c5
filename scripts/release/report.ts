// What the person sees: one line per check, a fix below each that does not hold, then what to do next.
import type { Check } from "./facts.ts";

export function printChecks(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .flatMap(({ name, found, fix }) => [
      `${fix === undefined ? "✓" : "✗"} ${name.padEnd(width)}  ${found}`,
      ...(fix === undefined ? [] : [`  ${"".padEnd(width)}  Fix: ${fix}`]),
    ])
    .join("\n");
}

/** Publishing is a person's decision: these lines are printed, never run. */
export function printNext(version: string): string {
  return [
    "Ready. Run these yourself:",
    `  git tag -a v${version} -m "v${version}"`,
    `  git push origin main v${version}`,
    "  npm publish",
  ].join("\n");
}

export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ fix }) => fix === undefined);
}
