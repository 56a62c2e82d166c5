// Receipts as steps of a run: plan, one run per command, then a look whether the tree is still the one that was planned.
// A killed run repeats at most the command it was in. Runs of earlier builds have no such steps, and take none.
import type { Receipts } from "../../domain/receipts/receipt-file.ts";
import {
  type CriterionResult,
  type PlannedTest,
  type RanTest,
  readRun,
  resultOf,
} from "../../domain/receipts/receipt-state.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { runCheck } from "../work/checks/run-check.ts";
import { testCommand } from "../work/checks/settle-tests.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { codeTree, planReceipts, type ReceiptsPlan } from "./plan-receipts.ts";

/** Tests that write files move the tree once; those that do it each time give no tree to bind a receipt to. */
const MOST_ATTEMPTS = 2;

/** Undefined where there is nothing to show, or nothing to show it with. */
export async function makeReceipts(phase: PhaseRun): Promise<Receipts | undefined> {
  const check = testCommand(phase);
  if (phase.run.head.receipts !== true || check === undefined) return undefined;
  for (let attempt = 1; ; attempt++) {
    const plan = await makePlan(phase, check);
    if (plan.criteria.length === 0) return undefined;
    const results = await runTests(phase, plan);
    const isLast = attempt === MOST_ATTEMPTS;
    const seen = await lookAgain(phase, plan, results, isLast);
    const isSame = seen.tree === plan.tree;
    if (!isSame && !isLast) continue;
    return { results, tree: isSame ? seen.tree : null, iflow: phase.run.head.iflow, at: seen.at };
  }
}

async function makePlan(phase: PhaseRun, check: string): Promise<ReceiptsPlan> {
  const { feature, ports, run } = phase;
  const plan = await run.step({
    name: phase.steps.next(0, "receipts-plan"),
    input: [check, phase.world.expected.head],
    work: async () => {
      const made = await planReceipts(ports, { feature, artifactsRoot: run.head.config.artifactsRoot, check });
      return { ...made } as unknown as Json; // plain data
    },
  });
  return plan as unknown as ReceiptsPlan; // as recorded above
}

/** Each command once, however many criteria it shows. */
async function runTests(phase: PhaseRun, { criteria }: ReceiptsPlan): Promise<CriterionResult[]> {
  const runs = new Map<string, { readonly exitCode: number | null; readonly output: string }>();
  for (const command of commandsOf(criteria.flatMap(({ tests }) => tests))) {
    const { exitCode = null, file } = await runCheck(phase, { name: "receipt", command, isQuiet: true });
    runs.set(command, { exitCode, output: (await phase.run.folder.read(file)) ?? "" });
  }
  return criteria.map(({ criterion, tests }) =>
    resultOf(
      criterion,
      tests.map((test) => ranTest(test, runs)),
    ),
  );
}

export function commandsOf(tests: readonly PlannedTest[]): string[] {
  return [...new Set(tests.flatMap(({ command }) => command ?? []))];
}

export function ranTest(
  test: PlannedTest,
  runs: ReadonlyMap<string, { readonly exitCode: number | null; readonly output: string }>,
): RanTest {
  const ran = test.command === null ? undefined : runs.get(test.command);
  return ran ? readRun(test, ran) : { ...test, exitCode: null, passed: null };
}

function lookAgain(phase: PhaseRun, plan: ReceiptsPlan, results: readonly CriterionResult[], isLast: boolean) {
  return phase.run.step({
    name: phase.steps.next(0, "receipts"),
    input: plan.tree,
    work: async () => {
      const { clock, emit } = phase.ports;
      const tree = await codeTree(phase.ports, phase.run.head.config.artifactsRoot);
      const rows = results.map(({ criterion, state, why }) => ({ criterion, state, why }));
      if (tree === plan.tree || isLast) emit({ type: "receipts-made", phase: phase.name, rows });
      return { tree, at: clock.now().toISOString() };
    },
  });
}
