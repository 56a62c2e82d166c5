// A red test check goes to the fixer before reviewers are paid to say the same. At most two repairs before a round; they
// count as no round. What is still red then is a fact that the reviewers are told: it alone decides nothing.
import { checkRepaired } from "../../../domain/review/history/review-history.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import type { Fix, Implementation } from "./code/implementation.ts";
import { fixIssues } from "./fix-issues.ts";
import { isGreen, testFacts } from "./tests/test-facts.ts";

const MOST_REPAIRS = 2;

interface Tested {
  readonly facts: readonly string[];
  /** The repairs, as answers to the round before. */
  readonly repairs: readonly Fix[];
  readonly markers: readonly string[];
}

/** `round`: the last one that was judged; `fixes`: those made so far. */
export async function testAndRepair(
  phase: PhaseRun,
  code: Implementation,
  { round, fixes }: { readonly round: number; readonly fixes: readonly Fix[] },
): Promise<Tested> {
  let facts = await testFacts(phase, round);
  const repairs: Fix[] = [];
  if (!phase.run.head.config.checks.repairFirst) return { facts, repairs, markers: [] };
  while (!isGreen(facts) && repairs.length < MOST_REPAIRS) {
    const number = code.countRepair();
    const fix = await fixIssues(phase, code, {
      ...{ round, issues: [RED], facts, fixes: [...fixes, ...repairs] },
      ...{ next: [], isOptional: true, message: `iflow: implement check repair ${number}` },
    });
    repairs.push(fix);
    if (fix.failed !== undefined) await warnOf(phase, "fixer", fix.failed);
    if (fix.files.length === 0) break; // the same tests would fail in the same way
    facts = await testFacts(phase, round, `after check repair ${number}`);
    if (fix.failed !== undefined) break;
  }
  const told = repairs.length === 0 ? [] : [checkRepaired(round + 1, repairs.length, isGreen(facts))];
  return { facts, repairs, markers: [...repairs.flatMap(({ markers }) => markers), ...told] };
}

const RED: RoleIssue = {
  severity: "blocker",
  description:
    "The project's tests fail; which ones, and how, stands below. Repair the cause. Weaken, skip or delete no test, unless the person decided so.",
  reviewer: "engine",
};
