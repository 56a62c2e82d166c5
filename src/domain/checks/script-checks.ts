// Named scripts: package.json with whichever package manager is used, deno's tasks, composer's scripts.
import { CHECK_NAMES, type CheckName } from "../config/check-names.ts";
import { parseJson } from "../text/json/json.ts";
import type { CheckSources, ProposedCheck } from "./proposed-check.ts";

export function fromScripts({ names, files }: CheckSources): ProposedCheck[] {
  return [
    ...fromPackage(names, files["package.json"]),
    ...fromDeno(names, files),
    ...named(recordOf(parseJson(files["composer.json"])).scripts, "composer.json", (script) => `composer ${script}`),
  ];
}

const SCRIPTS: Record<CheckName, readonly string[]> = {
  test: ["test"],
  lint: ["lint"],
  typecheck: ["typecheck", "check"],
  build: ["build"],
};

function fromPackage(names: readonly string[], text: string | undefined): ProposedCheck[] {
  if (text === undefined) return [];
  const content = recordOf(parseJson(text));
  const manager = managerOf(names, content.packageManager);
  // `bun test` is bun's own runner, not the script of that name
  const command = (script: string) =>
    script === "test" && manager !== "bun" ? `${manager} test` : `${manager} run ${script}`;
  const scripts = named(content.scripts, "package.json", command);
  if (manager !== "bun" || scripts.some(({ name }) => name === "test")) return scripts;
  return [...scripts, { name: "test", command: "bun test", from: "bun's own test runner" }];
}

function fromDeno(names: readonly string[], files: CheckSources["files"]): ProposedCheck[] {
  const file = ["deno.json", "deno.jsonc"].find((name) => names.includes(name));
  if (file === undefined) return [];
  const tasks = recordOf(parseJson(withoutComments(files[file] ?? ""))).tasks;
  const own = (name: CheckName, command: string) => ({ name, command, from: file });
  return [
    ...named(tasks, file, (task) => `deno task ${task}`),
    ...[own("test", "deno test"), own("lint", "deno lint"), own("typecheck", "deno check .")],
  ];
}

function withoutComments(text: string): string {
  return text.replaceAll(/^\s*\/\/.*$/gm, "");
}

function named(scripts: unknown, file: string, command: (script: string) => string): ProposedCheck[] {
  const all = recordOf(scripts);
  return CHECK_NAMES.flatMap((name) => {
    const script = SCRIPTS[name].find((candidate) => isRealScript(all[candidate]));
    return script === undefined ? [] : [{ name, command: command(script), from: `script "${script}" in ${file}` }];
  });
}

/** `npm init` writes a test that always fails. */
function isRealScript(line: unknown): boolean {
  if (Array.isArray(line)) return line.length > 0;
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

/** The file is not ours: if it holds something else, there is nothing to propose. */
function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
