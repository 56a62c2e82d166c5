// The task parser and the scope of tasks against real task lists: `node scripts/bench.mjs tasks <folder of feature folders>
// [--json]`. Files with tasks, references that lead to a section, tasks with a scoped context, and what scoping saves, each
// beside the plain patterns of the seed. Then how much faster tasks side by side would be, if all take equally long: as the
// lists are, and for those that declare dependencies and files of nine tasks in ten.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTasks, type Task } from "../src/domain/tasks/task-list.ts";
import { planTasks } from "../src/domain/tasks/task-plan.ts";
import { scopeTask } from "../src/domain/tasks/task-scope.ts";
import { turnsOf } from "../src/domain/tasks/task-turns.ts";

const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node scripts/bench.mjs tasks FOLDER [--json]");
  process.exit(2);
}

const SEED_TASK = /^#{3,4}\s+Task\s+\d+(?:\.\d+)*:?\s*.+$/gm;
const SEED_REFERENCES = [/^Plan (\w+\.\w+)/i, /^Design (?:Component )?(\w[\w.-]*)/i, /^Spec (\w[\w.-]*)/i];

const read = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : "");
const features = readdirSync(folder).filter((name) => existsSync(join(folder, name, "tasks.md")));
const totals = {
  files: features.length,
  filesWithTasks: 0,
  filesWithTasksSeed: 0,
  tasks: 0,
  references: 0,
  resolved: 0,
  understoodSeed: 0,
  scopedTasks: 0,
};
const missing: string[] = [];
const unresolved: string[] = [];
const shares: number[] = [];
const lists: (readonly Task[])[] = [];

for (const feature of features) {
  const text = read(join(folder, feature, "tasks.md"));
  if (SEED_TASK.test(text)) totals.filesWithTasksSeed += 1;
  SEED_TASK.lastIndex = 0;
  const list = parseTasks(text);
  if (!list.ok) {
    missing.push(feature);
    continue;
  }
  totals.filesWithTasks += 1;
  lists.push(list.tasks);
  const documents = { design: read(join(folder, feature, "design.md")), plan: read(join(folder, feature, "plan.md")) };
  const full = documents.design.length + documents.plan.length;
  for (const task of list.tasks) {
    totals.tasks += 1;
    const scope = scopeTask(task, documents);
    for (const { raw, kind, resolved } of scope.references) {
      if (kind !== "design" && kind !== "plan") continue;
      totals.references += 1;
      if (SEED_REFERENCES.some((pattern) => pattern.test(raw.trim()))) totals.understoodSeed += 1;
      if (resolved === null) unresolved.push(`${feature} ${task.number}: ${raw}`);
      else totals.resolved += 1;
    }
    const given = scope.design.length + scope.plan.length;
    if (full > 0 && given < full) {
      totals.scopedTasks += 1;
      shares.push(1 - given / full);
    }
  }
}

const declares = (tasks: readonly Task[]) =>
  tasks.filter(({ fields, files }) => files.length > 0 && fields.some(({ name }) => name === "dependsOn")).length;
const declaring = lists.filter((tasks) => declares(tasks) >= 0.9 * tasks.length);
const LANES = [2, 3, 4];
const speedUps = [
  { lists: "as they are", of: lists },
  { lists: "that declare both in 90 %", of: declaring },
].map(({ lists: which, of }) => ({
  lists: which,
  number: of.length,
  tasks: of.flat().length,
  speedUp: Object.fromEntries(LANES.map((lanes) => [lanes, speedUp(of, lanes)])),
}));

/** All tasks by all turns: one long list counts as much as several short ones. */
function speedUp(of: readonly (readonly Task[])[], lanes: number): number {
  const turns = of.reduce((sum, tasks) => sum + turnsOf(planTasks(tasks), lanes).length, 0);
  return of.flat().length / Math.max(1, turns);
}

const median = shares.sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
if (flags.includes("--json"))
  console.log(JSON.stringify({ ...totals, medianSaved: median, missing, unresolved, speedUps }, null, 2));
else {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${Math.round((100 * part) / Math.max(1, whole))} %)`;
  console.log(
    `files with tasks           ${share(totals.filesWithTasks, totals.files)}; the seed's pattern: ${totals.filesWithTasksSeed}`,
  );
  console.log(`tasks                      ${totals.tasks}`);
  console.log(
    `references that resolve    ${share(totals.resolved, totals.references)}; the seed understands ${totals.understoodSeed}`,
  );
  console.log(`tasks with scoped context  ${share(totals.scopedTasks, totals.tasks)}`);
  console.log(`saved by scoping, median   ${Math.round(100 * median)} % of design and plan`);
  console.log("\nside by side, times as fast           lists   tasks   2 at a time   3      4");
  for (const { lists: which, number, tasks, speedUp } of speedUps) {
    const [two = 0, three = 0, four = 0] = Object.values(speedUp);
    const cells = [
      which.padEnd(36),
      String(number).padStart(6),
      String(tasks).padStart(7),
      "   ",
      two.toFixed(2).padEnd(13),
    ];
    console.log(`${cells.join(" ")} ${three.toFixed(2)}   ${four.toFixed(2)}`);
  }
  for (const feature of missing) console.log(`no task found: ${feature}`);
  for (const line of unresolved) console.log(`not a heading: ${line}`);
}
