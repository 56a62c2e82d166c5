// Before anybody judges the code: can it be said more simply? A reader proposes, one implementer applies, the project's tests
// decide whether it stays. Nothing here can stop the phase.
import { isEngineFile } from "../domain/delta.ts";
import { taskPrompt } from "../domain/task-prompt.ts";
import { readTaskReport } from "../domain/task-report.ts";
import { askRole } from "./ask-role.ts";
import { commitChange, confirmReads, type Implementation, keepLog, listFiles, warnOf } from "./implementation.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";
import { runCheck } from "./run-check.ts";
import { setUpRole } from "./set-up-phase.ts";

export async function simplify(work: PhaseWork, code: Implementation): Promise<void> {
  if (code.files.size === 0) return;
  const reader = await setUpRole(work, code.setup, "code-simplifier");
  const proposal = await askRole(work, {
    role: "code-simplifier",
    activity: "simplify",
    writes: [],
    requiredChars: reader.requiredChars,
    prompt: (facts) => taskPrompt(reader.material, `## Files changed\n${listFiles(code)}`, facts),
  });
  if (proposal.status === "failed") return warnOf(work, "code-simplifier", proposal.problem);
  confirmReads(code, "code-simplifier", proposal, reader.requiredPaths);
  const { simplifications } = proposal.value;
  if (simplifications.length === 0) return;

  const wishes = simplifications.map(
    ({ location, suggested, rationale }) => `- ${location}: ${suggested}${rationale ? ` (${rationale})` : ""}`,
  );
  const writer = await setUpRole(work, code.setup, "implementer");
  const text = `## Simplifications to Apply\nApply these to the code as it is, change nothing that it does, keep every test green. Leave out one that turns out to be wrong and say so.\n\n${wishes.join("\n")}\n\n## Files changed\n${listFiles(code)}`;
  const answer = await askRole(work, {
    role: "implementer",
    segment: "implementer-simplify",
    activity: "simplify",
    writes: "anything",
    requiredChars: writer.requiredChars,
    prompt: (facts) => taskPrompt(writer.material, text, facts),
  });
  const changed = answer.changed.map(({ path }) => path);
  if (answer.status === "failed") await warnOf(work, "implementer", answer.problem);
  if (changed.length === 0) return;
  if (answer.status === "failed" || !(await areTestsGreen(work))) {
    await keepLog(work, code, changed);
    return restore(
      work,
      changed.filter((path) => !isEngineFile(work.feature.folder, path)),
    );
  }
  await commitChange(work, code, {
    role: "implementer",
    round: 0,
    segment: "simplify-commit",
    message: work.run.head.config.commits["implement.simplify"],
    changed,
    named: [...readTaskReport(answer.reply).files, ...answer.wrote],
  });
}

async function areTestsGreen(work: PhaseWork): Promise<boolean> {
  const command = work.run.head.config.checks.test;
  return command === undefined || (await runCheck(work, { name: "test", command })).passed;
}

/** Exactly the files it changed, as they are committed. */
async function restore(work: PhaseWork, paths: readonly string[]): Promise<void> {
  const head = work.expected.head ?? work.run.head.base;
  await work.run.step({
    name: stepName(work, 0, "simplify-restore"),
    input: [...paths],
    work: async () => {
      const { tree, repository, emit } = work.ports;
      for (const path of paths) {
        const text = await repository.show(head, path);
        const changed = await tree.read(path).catch(() => undefined); // too odd to be kept as text
        if (changed !== undefined && changed !== text) await work.run.folder.write(`changed/simplify/${path}`, changed);
        if (text === undefined) await tree.remove(path);
        else await tree.write(path, text);
      }
      emit({
        type: "warned",
        text: `the tests failed after the simplification; put back: ${paths.join(", ")} (as changed: ${work.run.folder.path}/changed/simplify)`,
      });
      return null;
    },
  });
}
