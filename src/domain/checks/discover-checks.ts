// Finds the commands a repository checks itself with, from its own files. They are proposals: nothing is run, and a
// person decides what is stored. What people wrote to be run (scripts, targets, recipes) comes before what a language's
// tools would do by default.
import { CHECK_NAMES } from "../config/check-names.ts";
import { fromLanguages } from "./language-checks.ts";
import type { CheckSources, ProposedCheck } from "./proposed-check.ts";
import { fromScripts } from "./script-checks.ts";
import { fromTargets } from "./target-checks.ts";

/** Files whose text is looked at. */
export const READ_FILES: readonly string[] = [
  ...["package.json", "deno.json", "deno.jsonc", "composer.json"],
  ...["GNUmakefile", "makefile", "Makefile", "justfile", "Justfile", ".justfile", "Rakefile"],
  ...["pyproject.toml", "setup.cfg", "tox.ini", "Gemfile", "build.gradle", "build.gradle.kts"],
];

/** At most one proposal per check. */
export function discoverChecks(sources: CheckSources): ProposedCheck[] {
  const proposals = [...fromScripts(sources), ...fromTargets(sources), ...fromLanguages(sources)];
  return CHECK_NAMES.flatMap((name) => proposals.find((proposal) => proposal.name === name) ?? []);
}
