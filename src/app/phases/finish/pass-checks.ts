// The project's own checks before a merge, as the config has them. What fails goes to a fixer and is checked again, three
// times in all; then the person is asked to look. Nothing but the stored lines is ever run.

import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { type FailedCheck, fixWork, reportedFiles } from "../../../domain/review/finish-work.ts";
import { withoutSecrets } from "../../../domain/review/review-history.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { type PhaseWork, stepName } from "../../work/phase-work.ts";
import { type Check, runCheck } from "../../work/run-check.ts";
import { tellFailed, tellOnce } from "../../work/tell-once.ts";
import { stopText } from "./clear-the-way.ts";
import { type Finishing, readGitSummary } from "./finishing.ts";
import { commitChanges } from "./update-documentation.ts";

const ATTEMPTS = 3;
const TAIL_CHARS = 8000;
const MESSAGE = "fix: address pre-merge validation failures";

/** How often they ran until all passed; 0 when the config has none. */
export async function passChecks(work: PhaseWork, finishing: Finishing): Promise<number> {
  const checks = Object.entries(work.run.head.config.checks).flatMap(([name, command]) =>
    command === undefined ? [] : [{ name, command }],
  );
  if (checks.length === 0) return sayThereAreNone(work);
  for (let ran = 0; ; ) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const failed = await runChecks(work, checks);
      ran += 1;
      if (failed.length === 0) return ran;
      if (attempt < ATTEMPTS) await fix(work, finishing, failed);
      else await pauseForPerson(work, failed);
    }
  }
}

async function sayThereAreNone(work: PhaseWork): Promise<number> {
  await tellOnce(work, "no-checks", null, ["No project checks found — skipping pre-merge validation."]);
  return 0;
}

/** All of them, so that a fixer sees everything at once; again from the first when somebody committed meanwhile. */
async function runChecks(work: PhaseWork, checks: readonly Check[]): Promise<FailedCheck[]> {
  for (;;) {
    const failed: FailedCheck[] = [];
    let head: string | null | undefined;
    for (const check of checks) {
      const result = await runCheck(work, check);
      head ??= work.expected.head;
      if (result.passed) continue;
      const output = (await work.run.folder.read(result.file)) ?? "";
      failed.push({ ...check, end: result.end, tail: withoutSecrets(output.slice(-TAIL_CHARS)) });
    }
    if (head === work.expected.head) return failed;
  }
}

async function fix(work: PhaseWork, finishing: Finishing, failed: readonly FailedCheck[]): Promise<void> {
  const { material, requiredChars } = await setUpRole(work, finishing.setup, "fixer");
  const { rubric, revise } = material.rolePrompt;
  const rolePrompt = { ...material.rolePrompt, rubric: [rubric, revise].filter(Boolean).join("\n\n") };
  const text = fixWork(work.feature.description, failed, await readGitSummary(work, finishing));
  const answer = await askRole(work, {
    role: "fixer",
    activity: "fix",
    writes: "anything",
    requiredChars,
    prompt: (facts) => taskPrompt({ ...material, rolePrompt }, text, facts),
  });
  if (answer.status === "failed") await tellFailed(work, "fixer", answer.problem);
  const changed = answer.changed.map(({ path }) => path);
  // what nobody named may be the person's own
  const named = [...(answer.status === "failed" ? [] : reportedFiles(answer.reply)), ...answer.wrote];
  await commitChanges(work, finishing, { role: "fixer", segment: "fix-commit", message: MESSAGE, changed, named });
}

async function pauseForPerson(work: PhaseWork, failed: readonly FailedCheck[]): Promise<void> {
  const lines = failed.map(({ name, command, end }) => `${name}: ${command} (${end})`);
  await work.run.wait([
    {
      type: "pause",
      name: stepName(work, 0, "checks-failed"),
      reason: "not-approved",
      text: stopText(work, `Pre-merge validation failed after ${ATTEMPTS} attempts.`),
      detail: [...lines, `Output: ${work.run.folder.path}/checks`, "Resume with: iflow continue"].join("\n"),
      fix: "repair and commit it yourself, then: iflow continue   (checks again, with three new attempts)",
    },
  ]);
}
