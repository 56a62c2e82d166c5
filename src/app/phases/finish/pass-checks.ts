// The project's own checks before a merge, as configured. A failure goes to a fixer and is checked again, three times
// in all; then the person is asked to look. Only the configured commands are ever run.
import { printFailedTests } from "../../../domain/checks/failed-tests.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { type FailedCheck, fixWork, reportedFiles } from "../../../domain/review/finish-work.ts";
import { withoutSecrets } from "../../../domain/text/secrets/secrets.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { type Check, runCheck } from "../../work/checks/run-check.ts";
import { checksOf } from "../../work/checks/settle-tests.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellFailed, tellOnce } from "../../work/tell-once.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { type Finishing, readGitSummary } from "./finishing.ts";
import { stopText } from "./require-mergeable.ts";
import { commitChanges } from "./update-documentation.ts";

const ATTEMPTS = 3;
const TAIL_CHARS = 8000;
const MESSAGE = "fix: address pre-merge validation failures";

/** Returns how often the checks ran until all passed; 0 when none are configured. */
export async function passChecks(phase: PhaseRun, finishing: Finishing): Promise<number> {
  const checks = checksOf(phase);
  if (checks.length === 0) return sayThereAreNone(phase);
  for (let ran = 0; ; ) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const failed = await runChecks(phase, checks);
      ran += 1;
      if (failed.length === 0) return ran;
      if (attempt < ATTEMPTS) await fix(phase, finishing, failed);
      else await pauseForPerson(phase, failed);
    }
  }
}

async function sayThereAreNone(phase: Parts<"ports" | "run" | "steps">): Promise<number> {
  await tellOnce(phase, "no-checks", null, ["No project checks found — skipping pre-merge validation."]);
  return 0;
}

/** Runs all checks, so that a fixer sees everything at once; starts over if somebody committed meanwhile. */
async function runChecks(phase: PhaseRun, checks: readonly Check[]): Promise<FailedCheck[]> {
  for (;;) {
    const failed: FailedCheck[] = [];
    let head: string | null | undefined;
    for (const check of checks) {
      const result = await runCheck(phase, check);
      head ??= phase.world.expected.head;
      if (result.passed) continue;
      const output = (await phase.run.folder.read(result.file)) ?? "";
      const tests = withoutSecrets(printFailedTests(output));
      failed.push({ ...check, end: result.end, tests, tail: withoutSecrets(output.slice(-TAIL_CHARS)) });
    }
    if (head === phase.world.expected.head) return failed;
  }
}

async function fix(phase: PhaseRun, finishing: Finishing, failed: readonly FailedCheck[]): Promise<void> {
  const { material, requiredChars } = await setUpRole(phase, finishing.setup, "fixer");
  const { rubric, revise } = material.rolePrompt;
  const rolePrompt = { ...material.rolePrompt, rubric: [rubric, revise].filter(Boolean).join("\n\n") };
  const text = fixWork(phase.feature.description, failed, await readGitSummary(phase, finishing));
  const answer = await askRole(phase, {
    role: "fixer",
    activity: "fix",
    writes: "anything",
    requiredChars,
    prompt: (facts) => taskPrompt({ ...material, rolePrompt }, text, facts),
  });
  if (answer.status === "failed") await tellFailed(phase, "fixer", answer.problem);
  const changed = answer.changed.map(({ path }) => path);
  // A changed file that was not named may be the person's own.
  const named = [...(answer.status === "failed" ? [] : reportedFiles(answer.reply)), ...answer.wrote];
  await commitChanges(phase, finishing, { role: "fixer", segment: "fix-commit", message: MESSAGE, changed, named });
}

async function pauseForPerson(phase: Parts<"mode" | "run" | "steps">, failed: readonly FailedCheck[]): Promise<void> {
  const lines = failed.flatMap(({ name, command, end, tests }) => [
    `${name}: ${command} (${end})`,
    ...(tests === "" ? [] : [tests]),
  ]);
  await pauseFor(phase, {
    name: phase.steps.next(0, "checks-failed"),
    reason: "not-approved",
    text: stopText(phase, `Pre-merge validation failed after ${ATTEMPTS} attempts.`),
    detail: [...lines, `Output: ${phase.run.folder.path}/checks`, "Resume with: iflow continue"].join("\n"),
    fix: "repair and commit it yourself, then: iflow continue   (checks again, with three new attempts)",
  });
}
