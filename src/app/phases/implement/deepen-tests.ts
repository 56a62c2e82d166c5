// Tests beyond those of the tasks. A writes outlines without seeing the code, so that they follow the spec and not the
// implementation; B turns them into tests. Where code and spec disagree, the person decides. A failure here never stops
// the phase.
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { askPerson, stopFor } from "../../work/wait-for.ts";
import { listFiles } from "./code-files.ts";
import { hasChanged } from "./code-world.ts";
import { commitChange } from "./commit-change.ts";
import { fixIssues } from "./fix-issues.ts";
import type { Implementation } from "./implementation.ts";

const MOST_CYCLES = 2;

type Outlines = ReplyOf<"test-deepener-a">["outlines"];
type Divergence = ReplyOf<"test-deepener-b">["spec_divergences"][number];

/** Returns what is still open: where code and spec disagree and the person has not accepted it. */
export async function deepenTests(phase: PhaseRun, code: Implementation): Promise<readonly RoleIssue[]> {
  const outlines = await writeOutlines(phase, code);
  if (!outlines) return [];
  const open = await settleDivergences(phase, code, outlines);
  phase.sessions.forget("fixer"); // the review loop begins with a fresh fixer
  return open;
}

async function settleDivergences(
  phase: PhaseRun,
  code: Implementation,
  outlines: Outlines,
): Promise<readonly RoleIssue[]> {
  for (let cycle = 0; ; cycle++) {
    const divergences = await writeTests(phase, code, outlines);
    if (divergences.length === 0) return [];
    const issues = divergences.map(toIssue);
    const choice = await askAboutDivergences(phase, code, divergences, cycle);
    if (choice === "fix" && (await fixOptionally(phase, code, issues))) continue;
    if (choice !== "accept") return issues;
    await dropTests(phase, code, divergences);
    return [];
  }
}

async function writeOutlines(phase: PhaseRun, code: Implementation): Promise<Outlines | undefined> {
  const { material, requiredPaths, requiredChars } = await setUpRole(phase, code.setup, "test-deepener-a");
  const answer = await askRole(phase, {
    role: "test-deepener-a",
    activity: "tests",
    writes: [],
    readable: requiredPaths,
    requiredPaths,
    requiredChars,
    prompt: (facts) =>
      taskPrompt(material, `PHASE A: outlines from the documents alone.\n\nFeature: ${phase.feature.slug}`, facts),
  });
  if (answer.status === "failed") return void (await warnOf(phase, "test-deepener", answer.problem));
  code.confirmReads("test-deepener", answer, requiredPaths);
  if (answer.value.outlines.length > 0) return answer.value.outlines;
  await warnOf(phase, "test-deepener", "Test deepening Phase A returned no outlines — skipping test deepening");
  return undefined;
}

/** Returns where the code does not follow the spec, as shown by the new tests. */
async function writeTests(phase: PhaseRun, code: Implementation, outlines: Outlines): Promise<readonly Divergence[]> {
  const { material, requiredChars } = await setUpRole(phase, code.setup, "test-deepener-b");
  const text = `PHASE B: tests from these outlines.\n\nFeature: ${phase.feature.slug}\n\n## Test Outlines (from Phase A)\n${JSON.stringify(outlines, null, 2)}\n\n## Files Changed (implementation + simplification)\n${listFiles(code.files)}`;
  const dirty = await unsavedWork(phase, 0);
  const answer = await askRole(phase, {
    role: "test-deepener-b",
    activity: "tests",
    writes: "anything",
    requiredChars,
    prompt: (facts) => taskPrompt(material, text, facts),
  });
  const named = answer.status === "answered" ? answer.value.tests_added.map(({ file }) => file) : [];
  await commitChange(phase, code, {
    role: "test-deepener-b",
    round: 0,
    segment: "tests-commit",
    message: phase.run.head.config.commits["implement.tests"],
    changed: answer.changed.map(({ path }) => path),
    named: [...named, ...answer.wrote],
    dirty,
  });
  if (answer.status === "answered") return answer.value.spec_divergences;
  await warnOf(phase, "test-deepener", answer.problem);
  return [];
}

async function askAboutDivergences(
  phase: PhaseRun,
  code: Implementation,
  found: readonly Divergence[],
  cycle: number,
): Promise<string> {
  const list = found.map(
    ({ spec_criterion, expected, actual }) => `${spec_criterion}: expected ${expected}, got ${actual}`,
  );
  for (let stops = 0; ; stops++) {
    const name = phase.steps.next(0, "divergences");
    if (!phase.mode.yolo) return askPersonAbout(phase, name, list, cycle);
    if (cycle < MOST_CYCLES) return "fix";
    const again = stops === 0 ? "" : " Nothing has changed since the last stop.";
    await stopFor(phase, {
      name,
      reason: "not-approved",
      text: `YOLO MODE STOPPED: Test deepening found persistent spec divergences after ${MOST_CYCLES} fix cycles.${again}`,
      detail: `Divergences:\n${list.join("\n")}\nResume with: iflow continue`,
      fix: "repair it, or decide: iflow continue   (--yolo stops here until the code changes)",
    });
    if (await hasChanged(phase, code, 0)) return "review";
  }
}

async function askPersonAbout(
  phase: Parts<"mode" | "run">,
  name: string,
  list: readonly string[],
  cycle: number,
): Promise<string> {
  const fix = {
    value: "fix",
    label: "Fix the implementation",
    hint: "the fixer gets each criterion, then the tests run again",
  };
  const answer = await askPerson(phase, {
    name,
    topic: "divergences",
    text: `Test deepening found ${list.length} spec divergence${list.length === 1 ? "" : "s"}: ${list.join("; ")}`,
    options: [
      ...(cycle < MOST_CYCLES ? [fix] : []),
      { value: "accept", label: "Accept the implementation", hint: "the tests that show it are removed" },
      { value: "review", label: "Look yourself", hint: "stops here" },
    ],
  });
  if (answer === "review") {
    await stopFor(phase, {
      name: `${name}/review`,
      reason: "not-approved",
      text: "implement is waiting for you: code and spec disagree.",
      detail: list.join("\n"),
      fix: "once you have decided and repaired: iflow continue   (the reviewers are told what was open)",
    });
  }
  return answer;
}

function toIssue({ spec_criterion, expected, actual, failing_test }: Divergence): RoleIssue {
  return {
    severity: "blocker",
    description: `${spec_criterion}: expected ${expected}, but ${actual}`,
    location: failing_test,
    reviewer: "test-deepener",
  };
}

/**
 * The person accepts the code as it is: all tests that contradict it are removed, in one dispatch. The next test run
 * informs the reviewers.
 */
async function dropTests(phase: PhaseRun, code: Implementation, found: readonly Divergence[]): Promise<void> {
  const issues = found.map(
    ({ failing_test, spec_criterion }): RoleIssue => ({
      severity: "blocker",
      description: `Delete the test ${failing_test}: the person accepted that the code differs from ${spec_criterion}. Change nothing else.`,
      location: failing_test,
      reviewer: "user",
    }),
  );
  await fixOptionally(phase, code, issues);
}

/** False when the fixer failed twice: a warning is given, and the reviewers continue with the code as it is. */
async function fixOptionally(phase: PhaseRun, code: Implementation, issues: readonly RoleIssue[]): Promise<boolean> {
  const fix = await fixIssues(phase, code, { round: 0, issues, facts: [], fixes: [], next: [], isOptional: true });
  code.addMarkers(fix.markers);
  if (fix.failed !== undefined) await warnOf(phase, "fixer", fix.failed);
  return fix.failed === undefined;
}
