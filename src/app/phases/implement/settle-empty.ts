// A feature whose branch changes no code is not completed by talk: a person says that nothing was needed, or every task
// says that it was done already and the project's tests, run by the engine, are green.
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import { branchOf } from "../../../domain/feature/feature-key.ts";
import type { FeatureMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { featureCode } from "../../../domain/review/feature-code.ts";
import type { LogEntry } from "../../../domain/tasks/implementation-log.ts";
import { readCheckChanges } from "../../work/checks/check-changes.ts";
import { runCheck } from "../../work/checks/run-check.ts";
import { testCommand } from "../../work/checks/settle-tests.ts";
import { decide } from "../../work/decide.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellOnce } from "../../work/tell-once.ts";
import { askPerson, stopFor } from "../../work/wait-for.ts";
import { hasChanged } from "./code/code-world.ts";
import type { Implementation } from "./code/implementation.ts";

/** What the branch changes in what the checks run; `changed`: code came while the run stood still, and has to be judged. */
export async function settleEmpty(
  phase: PhaseRun,
  code: Implementation,
  { entries, meta }: { readonly entries: readonly LogEntry[]; readonly meta: FeatureMeta },
): Promise<readonly string[] | "changed"> {
  if (wasAccepted(phase)) return [];
  const found = await findCode(phase, code, meta);
  if (found !== false) return found === true ? [] : found.checkChanges;
  if (entries.length > 0 && entries.every(({ status }) => status === "already complete") && (await isTested(phase)))
    return [];
  for (let stops = 0; ; stops++) {
    const name = phase.steps.next(0, "no-code");
    if (phase.mode.yolo) await stopYolo(phase, name, stops);
    else if ((await ask(phase, name)) === "complete") {
      await decide(phase, { kind: "empty", text: "implement is complete although no code was changed" });
      return [];
    } else await pause(phase, name);
    if (await hasChanged(phase, code, 0)) return "changed";
  }
}

/** In this run: what was said about an earlier implementation says nothing about this one. */
function wasAccepted({ decisions, run }: Parts<"decisions" | "run">): boolean {
  return decisions.decisions.some(({ kind, at }) => kind === "empty" && at >= run.head.createdAt);
}

/** Whether there is code. The third form, for code that changes what the checks run, is newer than the step. */
type FoundCode = boolean | { readonly checkChanges: readonly string[] };

/** Compared with where the branch left its base, and with any feature it builds on. */
function findCode(phase: PhaseRun, code: Implementation, meta: FeatureMeta): Promise<FoundCode> {
  const head = phase.world.expected.head ?? phase.run.head.base;
  const { baseBranch: configured, artifactsRoot } = phase.run.head.config;
  return phase.run.step<FoundCode>({
    name: phase.steps.next(0, "code-on-branch"),
    input: head,
    work: async () => {
      const { merging } = phase.ports;
      const { local, remoteDefault } = await merging.branches();
      const base = chooseBase({ configured, remoteDefault, local });
      const below = (meta.depends_on_features ?? []).map(branchOf).filter((branch) => local.includes(branch));
      const branches = [...(base.type === "known" ? [base.branch] : []), ...below];
      for (const branch of branches) {
        const { files } = await merging.summary(branch, head);
        if (featureCode(files, artifactsRoot).length === 0) return false;
      }
      const checkChanges = base.type === "known" ? await readCheckChanges(phase, base.branch, head) : [];
      return checkChanges.length > 0 ? { checkChanges } : branches.length > 0 || code.files.length > 0;
    },
  });
}

async function isTested(phase: PhaseRun): Promise<boolean> {
  const command = testCommand(phase);
  if (command === undefined || !(await runCheck(phase, { name: "test", command })).passed) return false;
  const text = "no code was changed: every task says that it was done already, and the tests are green";
  await tellOnce(phase, "no-code-needed", null, [text]);
  return true;
}

function ask(phase: Parts<"feature" | "run">, name: string): Promise<string> {
  return askPerson(phase, {
    name,
    topic: "no-code",
    text: `implement changed no code: ${phase.feature.branch} holds only iflow's own documents.`,
    options: [
      { value: "stop", label: "Stop here", hint: "nothing is completed" },
      { value: "complete", label: "Complete it anyway", hint: "recorded as your decision" },
    ],
    default: "stop",
  });
}

const FIX = "commit the code yourself (it is then reviewed), or decide: iflow continue";

function pause(phase: Parts<"mode" | "run">, name: string): Promise<void> {
  const text = "implement is stopped: no code was changed.";
  return stopFor(phase, { name: `${name}/stopped`, reason: "not-approved", text, fix: FIX });
}

function stopYolo(phase: Parts<"mode" | "run">, name: string, stops: number): Promise<void> {
  const again = stops === 0 ? "" : " Nothing has changed since the last stop.";
  const text = `YOLO MODE STOPPED: implement changed no code, so there is nothing to complete.${again}`;
  return stopFor(phase, { name, reason: "not-approved", text, detail: "Resume with: iflow continue", fix: FIX });
}
