// The project's own commands that iflow knows. No schema is loaded here: hooks need these names, and must start at once.
import type { Config } from "./config.ts";

/** In the order in which they run. */
export const CHECK_NAMES = [
  "test",
  "lint",
  "typecheck",
  "build",
] as const satisfies readonly (keyof Config["checks"])[];
export type CheckName = (typeof CHECK_NAMES)[number];

export interface Check {
  readonly name: CheckName;
  readonly command: string;
}

/** The commands among the settings below `checks`, which also hold switches. */
export function configuredChecks(checks: Readonly<Partial<Record<CheckName, string | undefined>>>): Check[] {
  return CHECK_NAMES.flatMap((name) => {
    const command = checks[name];
    return command === undefined ? [] : [{ name, command }];
  });
}
