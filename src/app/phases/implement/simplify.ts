// Before the code is judged: can it be made simpler? A reader proposes changes, one implementer applies them, and the
// project's tests decide whether they stay. Nothing here can stop the phase.
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import { readTaskReport } from "../../../domain/tasks/task-report.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import { askRole } from "../../dispatch/ask-role.ts";
import { setUpRole } from "../../review/set-up-phase.ts";
import { runCheck } from "../../work/run-check.ts";
import { testCommand } from "../../work/settle-tests.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { warnOf } from "../../work/tell-once.ts";
import { unsavedWork } from "../../work/unsaved-work.ts";
import { listFiles } from "./code-files.ts";
import { commitChange } from "./commit-change.ts";
import type { Implementation } from "./implementation.ts";
import { restoreLog } from "./log-file.ts";

export async function simplify(phase: PhaseRun, code: Implementation): Promise<void> {
  if (code.files.length === 0) return;
  const reader = await setUpRole(phase, code.setup, "code-simplifier");
  const proposal = await askRole(phase, {
    role: "code-simplifier",
    activity: "simplify",
    writes: [],
    requiredChars: reader.requiredChars,
    requiredPaths: reader.requiredPaths,
    prompt: (facts) => taskPrompt(reader.material, `## Files changed\n${listFiles(code.files)}`, facts),
  });
  if (proposal.status === "failed") return warnOf(phase, "code-simplifier", proposal.problem);
  code.confirmReads("code-simplifier", proposal, reader.requiredPaths);
  const { simplifications } = proposal.value;
  if (simplifications.length === 0) return;

  const wishes = simplifications.map(
    ({ location, suggested, rationale }) => `- ${location}: ${suggested}${rationale ? ` (${rationale})` : ""}`,
  );
  const writer = await setUpRole(phase, code.setup, "implementer");
  const text = `## Simplifications to Apply\nApply these to the code as it is, change nothing that it does, keep every test green. Leave out one that turns out to be wrong and say so.\n\n${wishes.join("\n")}\n\n## Files changed\n${listFiles(code.files)}`;
  const dirty = await unsavedWork(phase, 0);
  const answer = await askRole(phase, {
    role: "implementer",
    segment: "implementer-simplify",
    activity: "simplify",
    writes: "anything",
    requiredChars: writer.requiredChars,
    prompt: (facts) => taskPrompt(writer.material, text, facts),
  });
  const changed = answer.changed.map(({ path }) => path);
  if (answer.status === "failed") await warnOf(phase, "implementer", answer.problem);
  if (changed.length === 0) return;
  const named = [...(answer.status === "failed" ? [] : readTaskReport(answer.reply).files), ...answer.wrote];
  if (answer.status === "failed" || !(await areTestsGreen(phase))) {
    await restoreLog(phase, code, changed);
    // Only files it wrote itself, and none that held the person's work.
    const own = changed.filter((path) => named.includes(path) && code.hasFile(path) && !dirty.includes(path));
    return own.length === 0 ? undefined : restore(phase, own);
  }
  await commitChange(phase, code, {
    role: "implementer",
    round: 0,
    segment: "simplify-commit",
    message: phase.run.head.config.commits["implement.simplify"],
    changed,
    named,
    dirty,
  });
}

async function areTestsGreen(phase: PhaseRun): Promise<boolean> {
  const command = testCommand(phase);
  return command === undefined || (await runCheck(phase, { name: "test", command })).passed;
}

/**
 * Restores the committed text of exactly the implementation's files that it changed; keeps a copy of the changed text.
 */
async function restore(phase: Parts<"ports" | "run" | "steps" | "world">, paths: readonly string[]): Promise<void> {
  const head = phase.world.expected.head ?? phase.run.head.base;
  await phase.run.step({
    name: phase.steps.next(0, "simplify-restore"),
    input: [...paths],
    work: async () => {
      const { tree, repository, emit } = phase.ports;
      const odd: string[] = [];
      for (const path of paths) {
        try {
          const tried = await tree.read(path);
          const text = await repository.show(head, path);
          if (text !== undefined && /[\0\uFFFD]/.test(text)) throw new Error("no text");
          if (tried !== undefined && tried !== text) await phase.run.folder.write(`changed/simplify/${path}`, tried);
          if (text === undefined) await tree.remove(path);
          else await tree.write(path, text);
        } catch {
          odd.push(path); // could be neither kept nor fully restored
        }
      }
      const put = paths.filter((path) => !odd.includes(path));
      const copies = `the attempt is kept in ${phase.run.folder.path}/changed/simplify`;
      const left = odd.length > 0 ? `; not restored: ${listNames(odd)}` : "";
      emit({
        type: "warned",
        text: `the simplification failed (the tests or the agent); restored: ${listNames(put)} (${copies})${left}`,
      });
      return null;
    },
  });
}
