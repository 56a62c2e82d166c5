// What tasks side by side save: one feature of twelve tasks whose agents take eight seconds each, once one task after the other and
// once in three lanes, both from `iflow implement` to its approval; nothing but `implement.parallel` differs. The tasks are
// four chains of three, so three lanes can be three times as fast. Printed are the wall times of the tasks alone, of all of
// implement, their ratios, and whether both end in the same tree. `--tasks 12`, `--lanes 3`, `--seconds 8`, `--json`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { takeCpuSeconds } from "../test/support/cpu-time.ts";
import { withLevels } from "../test/support/levels.ts";
import { partSpec } from "../test/support/part-model.ts";
import { inShop, number, type Shop } from "./many/shop.ts";

const [tasks, lanes, seconds] = [number("--tasks", 12), number("--lanes", 3), number("--seconds", 8)];
const CHAIN = 3;
const FEATURE = "001-add-parts";

const serial = await play(1);
const parallel = await play(lanes);
const ratio = (of: "tasks" | "implement") => Number((parallel[of] / serial[of]).toFixed(2));
const result = {
  ...{ tasks, lanes, seconds, serial, parallel },
  ratio: { tasks: ratio("tasks"), implement: ratio("implement") },
  sameTree: serial.tree === parallel.tree,
};
if (process.argv.includes("--json")) console.log(JSON.stringify(result, null, 2));
else {
  console.log(`${tasks} tasks in chains of ${CHAIN}, agents take ${seconds} s each\n`);
  console.log("                   tasks   all of implement   on a processor");
  console.log(`one by one       ${cells(serial)}`);
  console.log(`${lanes} lanes          ${cells(parallel)}`);
  console.log(`ratio              ${result.ratio.tasks.toFixed(2)}   ${result.ratio.implement.toFixed(2)}`);
  console.log(`\nthe same tree at the end: ${result.sameTree ? "yes" : "NO"}; left behind: ${parallel.left}`);
}

interface Played {
  /** From the first task's beginning to the last one's commit. */
  readonly tasks: number;
  readonly implement: number;
  readonly cpu: number;
  readonly tree: string;
  readonly left: number;
}

function cells({ tasks: own, implement, cpu }: Played): string {
  return [
    `${own.toFixed(1)} s`.padStart(7),
    `${implement.toFixed(1)} s`.padStart(16),
    `${cpu.toFixed(1)} s`.padStart(16),
  ].join(" ");
}

async function play(parallel: number): Promise<Played> {
  return inShop({ implement: { parallel } }, async (shop) => {
    await shop.iflow("create-feature", "add parts");
    writeDocuments(shop);
    const script = shop.script("implement", rolesOf());
    takeCpuSeconds();
    const begun = performance.now();
    await shop.iflow("implement", "--yolo", "--script", script);
    const implement = (performance.now() - begun) / 1000;
    return {
      ...{ tasks: taskSeconds(shop), implement, cpu: takeCpuSeconds() },
      tree: shop.git("rev-parse", "HEAD:src"),
      left: shop.left(),
    };
  });
}

/** By the journal: until the log of the last task is written. */
function taskSeconds({ root }: Shop): number {
  const journal = join(root, ".git", "iflow", "runs", `${FEATURE}.implement.1`, "journal.jsonl");
  const records = readFileSync(journal, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; step?: string; at: string });
  const begun = records.find(({ type, step }) => type === "begun" && step?.includes("/implementer-"));
  const ended = records.findLast(({ type, step }) => type === "done" && step?.includes("/log-"));
  return (Date.parse(ended?.at ?? "") - Date.parse(begun?.at ?? "")) / 1000;
}

function writeDocuments({ root, git }: Shop): void {
  const folder = join(root, "docs", "features", FEATURE);
  mkdirSync(folder, { recursive: true });
  const meta = JSON.parse(readFileSync(join(folder, ".meta.json"), "utf8"));
  const documents = {
    ".meta.json": `${JSON.stringify({ ...meta, lastCompletedPhase: "create-tasks" }, null, 2)}\n`,
    "spec.md": partSpec("parts", "src/"),
    "design.md":
      "# Design\n\n## Components\n### Component 1: Parts\nFiles below src.\n\n## Interfaces\n### Interface 1: Part\nA file.\n",
    "plan.md": "# Plan\n\n## Implementation Order\n### Step 1.1: Parts\nWrite them.\n",
    "tasks.md": `# Tasks\n\n## Phase 1: Parts\n\n${numbers().map(taskText).join("\n")}`,
  };
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  git("add", "--", "docs");
  git("commit", "--quiet", "--message", "documents");
}

function numbers(): number[] {
  return Array.from({ length: tasks }, (_, index) => index + 1);
}

function taskText(index: number): string {
  const isFirst = (index - 1) % CHAIN === 0;
  return `### Task 1.${index}: Part ${index}
- **Why:** Plan 1.1
- **Depends on:** ${isFirst ? "none" : `Task 1.${index - 1}`}
- **Files:** src/part-${index}.mjs
- **Do:** write it
- **Test:** node --test
- **Done when:** it is there
`;
}

function rolesOf(): object {
  const review = { reply: { approved: true, issues: [], summary: "No external claims to verify" } };
  return withLevels({
    ...Object.fromEntries(
      numbers().map((index) => {
        const file = `src/part-${index}.mjs`;
        const writes = { [file]: `export const part = ${index};\n` };
        return [
          `implementer-1.${index}`,
          [{ run: [`sleep ${seconds}`], writes, reply: `Implemented it.\nFiles changed:\n- ${file}` }],
        ];
      }),
    ),
    "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
    "test-deepener-a": [{ reply: { outlines: [] } }],
    "implementation-reviewer": [review],
    "code-quality-reviewer": [review],
    "security-reviewer": [{ reply: { ...review.reply, summary: "No external security claims to verify" } }],
  });
}
