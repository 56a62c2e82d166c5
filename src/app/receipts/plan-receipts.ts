// What would be run to show each criterion of a feature, and on which tree: read from the spec, the tasks, the test files
// that the feature's own commits touched, and iflow's records of test deepening. receipts.json is not read here.
import { artifactFile } from "../../domain/documents/document-names.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import { parseFeatureKey } from "../../domain/feature/feature-key.ts";
import { parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import { readCriteria } from "../../domain/lint/criteria.ts";
import { type AddedTests, criterionTests, type Outline } from "../../domain/receipts/criterion-tests.ts";
import type { PlannedTest } from "../../domain/receipts/receipt-state.ts";
import { commandFor } from "../../domain/receipts/test-command.ts";
import { ownPaths } from "../../domain/review/feature-code.ts";
import { readReply } from "../../domain/review/verdict.ts";
import { type ReplyOf, replyMark, replySchemaOf } from "../../domain/roles/reply-schema.ts";
import { parseTasks } from "../../domain/tasks/task-list.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { readMarkdown } from "../../domain/text/markdown.ts";
import type { Ports } from "../../ports/ports.ts";
import { readIfPossible, readTestFiles } from "./own-tests.ts";

export type ReceiptPorts = Pick<Ports, "repository" | "snapshots" | "merging" | "tree" | "runs">;

export interface PlannedCriterion {
  readonly criterion: string;
  readonly tests: readonly PlannedTest[];
}

export interface ReceiptsPlan {
  readonly tree: string;
  readonly criteria: readonly PlannedCriterion[];
  /** Documents that are not as they were approved. */
  readonly unapproved: readonly string[];
}

interface About {
  readonly feature: Pick<Feature, "key" | "folder" | "branch">;
  readonly artifactsRoot: string;
  /** The person's test check; undefined when there is none. */
  readonly check: string | undefined;
}

export async function planReceipts(
  ports: ReceiptPorts,
  { feature, artifactsRoot, check }: About,
): Promise<ReceiptsPlan> {
  const read = (path: string) => readIfPossible(ports, path);
  const spec = await read(`${feature.folder}/${artifactFile("spec")}`);
  const criteria = readCriteria(readMarkdown(spec ?? ""));
  const tree = await codeTree(ports, artifactsRoot);
  if (criteria.length === 0) return { tree, criteria: [], unapproved: [] };
  const tasks = parseTasks((await read(`${feature.folder}/${artifactFile("tasks")}`)) ?? "");
  const found = criterionTests({
    number: parseFeatureKey(feature.key)?.number ?? 0,
    criteria,
    tasks: tasks.ok ? tasks.tasks : [],
    files: await readTestFiles(ports, feature),
    ...(await readDeepening(ports, feature.key)),
  });
  const scripts = scriptsOf(await read("package.json"));
  const plan = ({ path, title, from }: (typeof found)[number]["tests"][number]): PlannedTest => {
    const built =
      check === undefined ? { why: "no test check is confirmed" } : commandFor(check, scripts, { path, title });
    return { path, title, from, command: null, ...built };
  };
  return {
    tree,
    criteria: found.map(({ criterion, tests }) => ({ criterion, tests: tests.map(plan) })),
    unapproved: await findUnapproved(ports, feature.folder),
  };
}

/** Everything git sees but iflow's own documents, so that a receipt's own commit does not make it stale. */
export function codeTree({ snapshots }: Pick<ReceiptPorts, "snapshots">, artifactsRoot: string): Promise<string> {
  const { folders, files } = ownPaths(artifactsRoot);
  return snapshots.treeWithout([...folders, ...files]);
}

async function readDeepening({ runs }: Pick<ReceiptPorts, "runs">, key: string) {
  const outlines: Outline[] = [];
  const added: AddedTests[] = [];
  for (const { outcome } of await runs.outcomes(key)) {
    if (outcome.role === "test-deepener-a")
      outlines.push(...(answerOf("test-deepener-a", outcome.reply)?.outlines ?? []));
    if (outcome.role === "test-deepener-b")
      added.push(...(answerOf("test-deepener-b", outcome.reply)?.tests_added ?? []));
  }
  return { outlines, added };
}

function answerOf<Id extends "test-deepener-a" | "test-deepener-b">(role: Id, reply: string): ReplyOf<Id> | undefined {
  const reading = readReply(reply, replySchemaOf(role), replyMark(role));
  return reading.ok ? reading.value : undefined;
}

function scriptsOf(text: string | undefined): Readonly<Record<string, string>> {
  const manifest = parseJson(text) as { scripts?: unknown } | null | undefined;
  const scripts = typeof manifest === "object" && manifest !== null ? manifest.scripts : undefined;
  const entries = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

const APPROVED = { "spec.md": "specify", "tasks.md": "create-tasks" } as const;

/** Earlier versions recorded no approved text; then nothing can be said. */
async function findUnapproved(ports: ReceiptPorts, folder: string): Promise<string[]> {
  const parsed = parseMeta((await readIfPossible(ports, `${folder}/.meta.json`)) ?? "");
  const phases = parsed.ok ? parsed.meta.phases : undefined;
  const names = Object.keys(APPROVED) as (keyof typeof APPROVED)[]; // the keys of that table
  const blobs = await ports.snapshots.blobs(names.map((name) => `${folder}/${name}`));
  return names.filter((name) => {
    const judged = phases?.[APPROVED[name]]?.judged;
    return judged && judged !== blobs[`${folder}/${name}`];
  });
}
