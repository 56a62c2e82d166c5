// What many features at once cost in time: one small feature in a work tree, from `iflow quick` to its merge, then ten of them side
// by side, each a process of its own, on scripted agents that take two seconds a turn. Printed are the wall times and
// their ratio, and what is left behind. `--features 5`, `--seconds 1`, `--json`.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "..", "dist", "main.js");
const [features, seconds] = [number("--features", 10), number("--seconds", 2)];

const one = await play(1);
const many = await play(features);
const result = {
  seconds,
  one: { ...one, perFeature: one.wall },
  many: { features, ...many, perFeature: many.wall / features },
  ratio: Number((many.wall / one.wall).toFixed(2)),
};
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else {
  console.log(`agents take ${seconds} s a turn, ${one.turns} turns a feature`);
  console.log(`one feature      ${one.wall.toFixed(1)} s`);
  console.log(`${features} at once       ${many.wall.toFixed(1)} s`);
  console.log(`ratio            ${result.ratio}`);
  console.log(`merged           ${many.merged} of ${features}; left behind: ${many.left}`);
}

interface Played {
  readonly wall: number;
  readonly turns: number;
  readonly merged: number;
  readonly left: number;
}

async function play(count: number): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), "iflow-many-"));
  const root = join(home, "shop");
  try {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
    mkdirSync(root);
    git("init", "--quiet", "--initial-branch", "main");
    git("config", "user.name", "bench");
    git("config", "user.email", "bench@iflow.invalid");
    writeFileSync(join(root, "iflow.config.json"), JSON.stringify({ checks: { none: true } }));
    git("add", "--all");
    git("commit", "--quiet", "--message", "start");
    const env = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), GIT_CONFIG_GLOBAL: "/dev/null" };
    const iflow = (...args: string[]) => run(process.execPath, [MAIN, ...args], { cwd: root, env });
    await iflow("trust", "--yes");
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const script = join(home, `script-${index}.json`);
        writeFileSync(script, JSON.stringify({ roles: rolesOf(index) }));
        await iflow("quick", `add part ${index}`, "--worktree", "--yolo", "--script", script);
      }),
    );
    const wall = (performance.now() - begun) / 1000;
    const merged = git("log", "--first-parent", "--merges", "--format=%h").split("\n").filter(Boolean).length;
    const folders = ["locks", "trees", "creating"].map((name) => join(root, ".git", "iflow", name));
    const left = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
    return {
      wall,
      turns: Object.keys(rolesOf(0)).length,
      merged,
      left: left.length + git("worktree", "list").split("\n").length - 1,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Spec, code, review: each says what it was told to after a while. */
function rolesOf(index: number) {
  const run = [`sleep ${seconds}`];
  const file = `src/part-${index}.mjs`;
  const spec = `# Specification: part ${index}

## Problem Statement
The shop has no part ${index}.

## Acceptance Criteria
### AC-1: it is there
- Given the shop, when it is looked at, then it has part ${index}.

## Files
- ${file}: holds it
`;
  return {
    "spec-author": [{ run, writes: { "{feature}/spec.md": spec }, reply: "Wrote it." }],
    implementer: [
      {
        run,
        writes: { [file]: `export const part = ${index};\n` },
        reply: `Implemented it.\nFiles changed:\n- ${file}`,
      },
    ],
    "light-reviewer": [{ run, reply: { approved: true, issues: [], summary: "Good." } }],
  };
}

function number(flag: string, otherwise: number): number {
  const at = process.argv.indexOf(flag);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
