// Tests beyond those of the tasks. A writes outlines without seeing the code, so that they follow the spec and not the
// implementation; B turns them into tests. Where code and spec disagree, the person decides. A failure here never stops
// the phase.
import { taskPrompt } from "../../../../domain/prompts/task-prompt.ts";
import type { RegisteredIssue } from "../../../../domain/review/register/issue-register.ts";
import { printOpenIssues } from "../../../../domain/review/register/register-text.ts";
import type { RoleIssue } from "../../../../domain/review/review-loop.ts";
import { askRole } from "../../../dispatch/ask-role.ts";
import { setUpRole } from "../../../review/set-up-phase.ts";
import { decide } from "../../../work/decide.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { warnOf } from "../../../work/tell-once.ts";
import { unsavedWork } from "../../../work/unsaved-work.ts";
import { listFiles } from "../code/code-files.ts";
import { commitChange } from "../code/commit-change.ts";
import type { Fix, Implementation } from "../code/implementation.ts";
import { fixOptionally } from "../fix-issues.ts";
import { askAboutDivergences, type Divergence, divergenceText } from "./ask-divergences.ts";
import { dropTests } from "./drop-tests.ts";
import { type AskedOutlines, askOutlines, type Outlines, takeOutlines } from "./test-outlines.ts";

/** What is still open afterwards stands in the register, for the reviewers. `asked`: the outlines, if they were asked for already. */
export async function deepenTests(phase: PhaseRun, code: Implementation, asked?: AskedOutlines): Promise<void> {
  const outlines = await takeOutlines(phase, code, asked ?? (await askOutlines(phase, code.setup)));
  if (!outlines) return;
  await settleDivergences(phase, code, outlines);
  phase.sessions.forget("fixer"); // the review loop begins with a fresh fixer
}

/** A repair of divergences, and the tests that showed them: what the next look must know. */
interface Cycle {
  readonly issues: readonly RegisteredIssue[];
  readonly fix: Fix;
}

async function settleDivergences(phase: PhaseRun, code: Implementation, outlines: Outlines): Promise<void> {
  const cycles: Cycle[] = [];
  for (;;) {
    const { divergences, files } = await writeTests(phase, code, outlines, cycles.at(-1));
    if (!divergences) return; // what an earlier look found stays open, and the reviewers are told
    const issues = phase.register.found({ loop: "review", round: 0 }, divergences.map(toIssue), "test");
    if (divergences.length === 0) return;
    const choice = await askAboutDivergences(phase, code, divergences, cycles.length);
    if (choice === "accept") {
      const about = divergences.map(divergenceText);
      await decide(phase, { kind: "divergence", text: "the code as it is, where it differs from the spec:", about });
      phase.register.settle("review", "ruled", ({ source }) => source === "test");
      return dropTests(phase, code, divergences);
    }
    if (choice !== "fix") return;
    const number = cycles.length + 1;
    const seen = { round: 0, summary: "", files, markers: [] };
    const fixes = cycles.map(({ fix }) => fix);
    const message = `iflow: implement divergence fixes ${number}`;
    const fix = await fixOptionally(phase, code, { round: 0, issues, facts: [], fixes: [...fixes, seen], message });
    if (fix.failed !== undefined) return;
    phase.register.answer(fix.summary);
    cycles.push({ issues, fix });
  }
}

/** Returns where the code does not follow the spec, undefined if nobody could say, and the files with the tests. */
async function writeTests(
  phase: PhaseRun,
  code: Implementation,
  outlines: Outlines,
  before: Cycle | undefined,
): Promise<{ readonly divergences: readonly Divergence[] | undefined; readonly files: readonly string[] }> {
  const { material, requiredChars } = await setUpRole(phase, code.setup, "test-deepener-b");
  const text = `PHASE B: tests from these outlines.\n\nFeature: ${phase.feature.slug}\n\n## Test Outlines (from Phase A)\n${JSON.stringify(outlines, null, 2)}\n\n## Files Changed (implementation + simplification)\n${listFiles(code.files)}${foundBefore(before)}`;
  const dirty = await unsavedWork(phase, 0);
  const answer = await askRole(phase, {
    role: "test-deepener-b",
    activity: "tests",
    writes: "anything",
    requiredChars,
    prompt: (facts) => taskPrompt(material, text, facts),
  });
  const named = answer.status === "answered" ? answer.value.tests_added.map(({ file }) => file) : [];
  const { files } = await commitChange(phase, code, {
    role: "test-deepener-b",
    round: 0,
    segment: "tests-commit",
    message: phase.run.head.config.commits["implement.tests"],
    changed: answer.changed.map(({ path }) => path),
    named: [...named, ...answer.wrote],
    dirty,
  });
  if (answer.status === "answered") return { divergences: answer.value.spec_divergences, files };
  await warnOf(phase, "test-deepener", answer.problem);
  return { divergences: undefined, files };
}

/** The tests are there already: this time they only have to be run again. */
function foundBefore(before: Cycle | undefined): string {
  if (!before) return "";
  return `

## Found Before, and Fixed Since
Your tests of these divergences are in the repository. Run them again and report each one that still fails.
${printOpenIssues(before.issues)}

What the fixer says:
${before.fix.summary.trim().replaceAll(/^/gm, "> ")}`;
}

function toIssue({ spec_criterion, expected, actual, failing_test }: Divergence): RoleIssue {
  return {
    severity: "blocker",
    description: `${spec_criterion}: expected ${expected}, but ${actual}`,
    location: failing_test,
    reviewer: "test-deepener",
  };
}
