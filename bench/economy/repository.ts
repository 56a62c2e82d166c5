// A git repository with one feature that is ready for the measured phase. Prepared once a size, then copied for every run.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { newMeta, printMeta } from "../../src/domain/feature/meta/feature-meta.ts";
import type { Documents } from "./documents.ts";

export type Loop = "implement" | "specify";

export const FEATURE = "001-login-limit";
export const FOLDER = `docs/features/${FEATURE}`;

export interface Content {
  readonly documents: Documents;
  readonly code: Readonly<Record<string, string>>;
  readonly neighbours: Readonly<Record<string, string>>;
}

/** The folder of the template; `copyRepository` makes one to work in. */
export function prepareRepository(loop: Loop, content: Content): string {
  const root = mkdtempSync(join(tmpdir(), "iflow-economy-"));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  git("init", "--quiet", "--initial-branch", "main");
  for (const [key, value] of Object.entries(SETTINGS)) git("config", key, value);
  writeFiles(root, { "README.md": "# Example\n", ...content.neighbours });
  git("add", "--all");
  git("commit", "--quiet", "--message", "start");
  git("switch", "--quiet", "--create", `feature/${FEATURE}`);
  writeFiles(root, featureFiles(loop, content));
  git("add", "--all");
  git("commit", "--quiet", "--message", "feature");
  return root;
}

export function copyRepository(template: string): string {
  const root = mkdtempSync(join(tmpdir(), "iflow-economy-"));
  cpSync(template, root, { recursive: true });
  return root;
}

export interface Outcome {
  readonly commits: string;
  readonly tree: string;
  /** Without the times of its rounds and the warnings about single dispatches. */
  readonly history: string;
}

export function readOutcome(root: string): Outcome {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const history = readFileSync(join(root, FOLDER, ".review-history.md"), "utf8");
  return {
    commits: git("log", "--reverse", "--format=%s", "--name-only", "main..HEAD"),
    tree: git("ls-tree", "-r", "HEAD", "--", "src", `${FOLDER}/spec.md`),
    history: history
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
      .replaceAll(/^[A-Z]+-[A-Z-]+: .*\n/gm, "")
      .replaceAll(/\n{3,}/g, "\n\n"),
  };
}

const SETTINGS = {
  "user.name": "bench",
  "user.email": "bench@iflow.invalid",
  "commit.gpgsign": "false",
  "gc.auto": "0",
};

/** For implement the code is there and the log names it; its one task is found to be complete. */
function featureFiles(loop: Loop, { documents, code }: Content): Record<string, string> {
  const done = loop === "implement" ? "create-tasks" : "brainstorm";
  const { spec, design, plan, tasks, prd } = documents;
  const later = { "spec.md": spec, "design.md": design, "plan.md": plan, "tasks.md": tasks };
  const log = `# Implementation Log\n\n## Task 1.1: All\n\n- **Files changed:** ${Object.keys(code).join(", ")}\n`;
  const meta = newMeta({
    id: "001",
    slug: "login-limit",
    description: "login limit",
    created: "2026-03-01T09:00:00.000Z",
    branch: `feature/${FEATURE}`,
  });
  const files = {
    ".meta.json": printMeta({ ...meta, lastCompletedPhase: done }),
    "prd.md": prd,
    ...(loop === "implement" && { ...later, "implementation-log.md": log }),
  };
  return {
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${FOLDER}/${name}`, text])),
    ...(loop === "implement" && code),
  };
}

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
