// Before the code is judged: can it be made simpler? A reader proposes changes, one implementer applies them, and the
// project's tests decide whether they stay. Nothing here can stop the phase.
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import type { ReplyOf } from "../../../domain/roles/reply-schema.ts";
import { readTaskReport } from "../../../domain/tasks/task-report.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { testCommand } from "../../work/checks/settle-tests.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { listFiles } from "./code/code-files.ts";
import { commitChange } from "./code/commit-change.ts";
import type { Implementation } from "./code/implementation.ts";
import { runTests, type TestRun } from "./tests/test-facts.ts";
import { undoSimplification } from "./undo-simplification.ts";

type Simplification = ReplyOf<"code-simplifier">["simplifications"][number];

export async function simplify(phase: PhaseRun, code: Implementation): Promise<void> {
  if (code.files.length === 0) return;
  const before = await runTests(phase, "before the simplification");
  const wishes = await propose(phase, code, before);
  if (wishes.length > 0) await apply(phase, code, before, wishes);
}

/** Small gains are left out: each change is one more that three reviewers have to read. */
async function propose(phase: PhaseRun, code: Implementation, before: TestRun): Promise<readonly Simplification[]> {
  const reader = await setUpRole(phase, code.setup, "code-simplifier");
  const proposal = await askRole(phase, {
    role: "code-simplifier",
    activity: "simplify",
    writes: [],
    requiredChars: reader.requiredChars,
    requiredPaths: reader.requiredPaths,
    prompt: (facts) =>
      taskPrompt(reader.material, `## Files changed\n${listFiles(code.files)}`, [...standing(phase, before), ...facts]),
  });
  if (proposal.status === "failed") {
    await warnOf(phase, "code-simplifier", proposal.problem);
    return [];
  }
  code.confirmReads("code-simplifier", proposal, reader.requiredPaths);
  return proposal.value.simplifications.filter(({ severity }) => severity !== "low");
}

async function apply(
  phase: PhaseRun,
  code: Implementation,
  before: TestRun,
  wishes: readonly Simplification[],
): Promise<void> {
  const writer = await setUpRole(phase, code.setup, "implementer");
  const text = workText(code, before, wishes);
  const dirty = await unsavedWork(phase, 0);
  const answer = await askRole(phase, {
    role: "implementer",
    segment: "implementer-simplify",
    activity: "simplify",
    writes: "anything",
    requiredChars: writer.requiredChars,
    prompt: (facts) => taskPrompt(writer.material, text, [...standing(phase, before), ...facts]),
  });
  const { changed } = answer;
  if (answer.status === "failed") await warnOf(phase, "implementer", answer.problem);
  if (changed.length === 0) return;
  const named = [...(answer.status === "failed" ? [] : readTaskReport(answer.reply).files), ...answer.wrote];
  if (answer.status === "failed" || !isNoWorse(before, await runTests(phase, "after the simplification")))
    return undoSimplification(phase, code, { changed, named, dirty });
  await commitChange(phase, code, {
    role: "implementer",
    round: 0,
    segment: "simplify-commit",
    message: phase.run.head.config.commits["implement.simplify"],
    changed: changed.map(({ path }) => path),
    named,
    dirty,
  });
}

function workText({ files }: Implementation, { passed }: TestRun, wishes: readonly Simplification[]): string {
  const tests = passed ? "keep every test green" : "make no further test fail";
  return `## Simplifications to Apply
Apply these to the code as it is, change nothing that it does, ${tests}. Leave out one that turns out to be wrong and say so.

${wishes.map(printWish).join("\n\n")}

## Files changed
${listFiles(files)}`;
}

function printWish({ location, current = "", suggested, rationale }: Simplification): string {
  const parts = [
    `- ${location}${rationale ? `: ${rationale}` : ""}`,
    ...(current.trim() === "" ? [] : [`  Now:\n\n${indented(current)}`]),
    `  Instead:\n\n${indented(suggested)}`,
  ];
  return parts.join("\n\n");
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "      ");
}

/** Nobody is told of green tests that nobody ran. */
function standing(phase: PhaseRun, { facts }: TestRun): readonly string[] {
  return testCommand(phase) === undefined ? ["- No test command is configured: nobody has run any tests."] : facts;
}

/** Where tests were red before, only another failing test can count against a simplification. */
function isNoWorse(before: TestRun, after: TestRun): boolean {
  if (after.passed) return true;
  return !before.passed && after.failing.length > 0 && after.failing.every((name) => before.failing.includes(name));
}
