// Finds the commands a repository checks itself with, from its own files. They are proposals: nothing is run, and a
// person decides what is stored. Lines of CI files are only quoted, because they are written for another machine.
import { parseJson } from "../text/json.ts";
import type { Config } from "./config.ts";

export type CheckName = keyof Config["checks"];

export interface ProposedCheck {
  readonly name: CheckName;
  readonly command: string;
  /** `script "test" in package.json` */
  readonly from: string;
}

export interface CheckSources {
  /** Names in the root folder; lock files identify the package manager. */
  readonly names: readonly string[];
  readonly packageJson: string | undefined;
  readonly makefile: { readonly name: string; readonly text: string } | undefined;
}

const NAMES: readonly CheckName[] = ["test", "lint", "typecheck", "build"];

/** At most one proposal per check; package.json comes before the Makefile. */
export function discoverChecks({ names, packageJson, makefile }: CheckSources): ProposedCheck[] {
  const proposals = [
    ...(packageJson === undefined ? [] : fromScripts(packageJson, names)),
    ...(makefile ? fromTargets(makefile) : []),
  ];
  return NAMES.flatMap((name) => proposals.find((proposal) => proposal.name === name) ?? []);
}

const SCRIPTS: Record<CheckName, readonly string[]> = {
  test: ["test"],
  lint: ["lint"],
  typecheck: ["typecheck", "check"],
  build: ["build"],
};

function fromScripts(text: string, names: readonly string[]): ProposedCheck[] {
  const content = recordOf(parseJson(text));
  const scripts = recordOf(content.scripts);
  const manager = managerOf(names, content.packageManager);
  return NAMES.flatMap((name) => {
    const script = SCRIPTS[name].find((candidate) => isRealScript(scripts[candidate]));
    if (script === undefined) return [];
    return [{ name, command: commandOf(manager, script), from: `script "${script}" in package.json` }];
  });
}

/** `npm init` writes a test that always fails. */
function isRealScript(line: unknown): boolean {
  return typeof line === "string" && line.trim() !== "" && !line.includes("no test specified");
}

const LOCK_FILES: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

function managerOf(names: readonly string[], named: unknown): string {
  const lockFile = Object.keys(LOCK_FILES).find((name) => names.includes(name));
  const byField = /^(npm|pnpm|yarn|bun)@/.exec(typeof named === "string" ? named : "")?.[1];
  return (lockFile && LOCK_FILES[lockFile]) ?? byField ?? "npm";
}

/** `bun test` is bun's own runner, not the script of that name. */
function commandOf(manager: string, script: string): string {
  return script === "test" && manager !== "bun" ? `${manager} test` : `${manager} run ${script}`;
}

/** By convention `make check` runs the tests. */
const TARGETS: Record<CheckName, readonly string[]> = {
  test: ["test", "check"],
  lint: ["lint"],
  typecheck: ["typecheck"],
  build: ["build"],
};

function fromTargets({ name: file, text }: { readonly name: string; readonly text: string }): ProposedCheck[] {
  const targets = new Set(
    [...text.matchAll(/^([A-Za-z0-9_. -]+?)\s*::?(?!=)/gm)].flatMap(([, list = ""]) => list.split(/\s+/)),
  );
  return NAMES.flatMap((name) => {
    const target = TARGETS[name].find((candidate) => targets.has(candidate));
    return target === undefined ? [] : [{ name, command: `make ${target}`, from: `target in ${file}` }];
  });
}

/** The commands of a workflow file: the text after `run:`, on its line or in the block below. */
export function quoteWorkflow(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const found: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, indent = "", inLine = ""] = /^(\s*(?:- )?)run:\s*(.*)$/.exec(line) ?? [];
    if (/^[|>]/.test(inLine)) found.push(...blockBelow(lines.slice(at + 1), indent.length));
    else found.push(inLine.replace(/^(["'])(.*)\1$/, "$2"));
  }
  const plain = found.map((command) => command.replaceAll(/\p{Cc}/gu, " ").trim());
  return [...new Set(plain)].filter((command) => command !== "" && !command.startsWith("#"));
}

function blockBelow(lines: readonly string[], indent: number): string[] {
  const end = lines.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= indent);
  return lines.slice(0, end === -1 ? lines.length : end);
}

/** The file is not ours: if it holds something else, there is nothing to propose. */
function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
