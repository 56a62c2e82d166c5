// Finds the commands a repository checks itself with, from its own files. They are proposals: nothing is run, and a
// person decides what is stored. What people wrote to be run (scripts, targets, recipes) comes before what a language's
// tools would do by default.
import { CHECK_NAMES } from "../config/check-names.ts";
import { fromLanguages } from "./language-checks.ts";
import type { CheckSources, ProposedCheck } from "./proposed-check.ts";
import { isPythonTest } from "./python-checks.ts";
import { fromScripts } from "./script-checks.ts";
import { fromTargets } from "./target-checks.ts";

/** Files whose text is looked at. */
export const READ_FILES: readonly string[] = [
  ...["package.json", "deno.json", "deno.jsonc", "composer.json"],
  ...["GNUmakefile", "makefile", "Makefile", "justfile", "Justfile", ".justfile", "Rakefile"],
  ...["pyproject.toml", "setup.cfg", "tox.ini", "requirements.txt", "Gemfile", "build.gradle", "build.gradle.kts"],
];

/** Their files are looked for as well. */
export const TEST_FOLDERS: readonly string[] = ["test", "tests"];

/** Of these names; one of the tests shows which runner they are written for. */
export function filesToRead(names: readonly string[]): string[] {
  return [...READ_FILES.filter((name) => names.includes(name)), ...names.filter(isPythonTest).slice(0, 1)];
}

/** What a test command may look like here, for a repository in which none is found. */
export function exampleOfTests(names: readonly string[]): string {
  if (names.includes("package.json")) return "npm test";
  return names.some((name) => name.endsWith(".py")) ? "python -m pytest" : "make test";
}

/** At most one proposal per check. */
export function discoverChecks(sources: CheckSources): ProposedCheck[] {
  const proposals = [...fromScripts(sources), ...fromTargets(sources), ...fromLanguages(sources)];
  return CHECK_NAMES.flatMap((name) => proposals.find((proposal) => proposal.name === name) ?? []);
}
