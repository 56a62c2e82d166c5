// `iflow verify`: the tests of a feature's criteria, run again, and compared with its receipts. Every command is made from
// the person's own test check; of receipts.json nothing is run, and nothing in it can make a criterion hold.
import type { Config } from "../../domain/config/config.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import { branchOf, featureFolder, isFeatureKey } from "../../domain/feature/feature-key.ts";
import { parseMeta } from "../../domain/feature/meta/feature-meta.ts";
import { compareReceipts } from "../../domain/receipts/compare-receipt.ts";
import { RECEIPTS_FILE, readReceipts } from "../../domain/receipts/receipt-file.ts";
import { type CriterionResult, resultOf } from "../../domain/receipts/receipt-state.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { resolveFeature } from "../feature/features.ts";
import { UnclearFeature } from "../feature/unclear-feature.ts";
import { commandsOf, ranTest } from "./make-receipts.ts";
import { codeTree, planReceipts } from "./plan-receipts.ts";

export interface VerifiedFeature {
  readonly feature: string;
  readonly criteria: readonly CriterionResult[];
}

export interface Verifying {
  readonly ports: Ports;
  /** With the checks that the person has confirmed, and no others. */
  readonly config: Config;
  readonly signal: AbortSignal;
  /** Called before each command, and with each line it prints. */
  onLine(line: string): void;
}

const LIMIT_MS = 30 * 60_000;

export async function verifyFeature(verifying: Verifying, asked: string | undefined): Promise<VerifiedFeature> {
  const { ports, config } = verifying;
  const { feature } = await resolveFeature(ports, config.artifactsRoot, asked).catch(orAll);
  if (!(await ports.tree.isThere(feature.folder))) {
    throw new IflowError("repository-state", `${feature.folder} is not in this working tree`, {
      fix: `git switch ${feature.branch}, then: iflow verify ${feature.key}`,
    });
  }
  return verify(verifying, feature, new Map());
}

/** None is under way: whoever verifies then means what was completed. */
function orAll(error: unknown): never {
  const { asked, choices = [], all = [] } = error instanceof UnclearFeature ? error.unclear : {};
  if (!(error instanceof UnclearFeature) || asked !== undefined || choices.length > 0 || all.length === 0) throw error;
  throw new IflowError(error.code, error.message, { fix: "iflow verify --all   (every completed feature)" });
}

/** Every completed feature of this working tree. A command that several of them need is run once. */
export async function verifyAll(verifying: Verifying): Promise<VerifiedFeature[]> {
  const { ports, config } = verifying;
  const runs: Runs = new Map();
  const verified: VerifiedFeature[] = [];
  for (const key of (await ports.tree.list(`${config.artifactsRoot}/features`)).filter(isFeatureKey)) {
    const folder = featureFolder(config.artifactsRoot, key);
    const parsed = parseMeta((await ports.tree.read(`${folder}/.meta.json`).catch(() => undefined)) ?? "");
    if (!parsed.ok || parsed.meta.status !== "completed") continue;
    verified.push(await verify(verifying, { key, folder, branch: branchOf(key) }, runs));
  }
  return verified;
}

type Runs = Map<string, { readonly exitCode: number | null; readonly output: string }>;

async function verify(
  verifying: Verifying,
  feature: Pick<Feature, "key" | "folder" | "branch">,
  runs: Runs,
): Promise<VerifiedFeature> {
  const { ports, config } = verifying;
  const { artifactsRoot } = config;
  const plan = await planReceipts(ports, { feature, artifactsRoot, check: config.checks.test });
  for (const command of commandsOf(plan.criteria.flatMap(({ tests }) => tests))) {
    if (!runs.has(command)) runs.set(command, await run(verifying, feature.key, command));
  }
  const results = plan.criteria.map(({ criterion, tests }) =>
    resultOf(
      criterion,
      tests.map((test) => ranTest(test, runs)),
    ),
  );
  const after = await codeTree(ports, artifactsRoot);
  const stored = readReceipts(await ports.tree.read(`${feature.folder}/${RECEIPTS_FILE}`).catch(() => ""), feature.key);
  const now = { tree: after === plan.tree ? after : null, unapproved: plan.unapproved };
  return { feature: feature.key, criteria: plan.criteria.length === 0 ? [] : compareReceipts(results, stored, now) };
}

async function run({ ports, config, signal, onLine }: Verifying, key: string, command: string) {
  onLine(command);
  const { environment } = config.checks;
  const { end, exitCode, output } = await ports.checks.run(
    // its watcher ends it if this process dies
    { command, step: `verify/${key}`, environment, limitMs: LIMIT_MS, onSpawned: async () => undefined, onLine },
    signal,
  );
  if (end === "aborted")
    throw new IflowError("interrupted", "stopped while the tests were running", { fix: `iflow verify ${key}` });
  return { exitCode: end === "exited" ? exitCode : null, output };
}
