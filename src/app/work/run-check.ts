// Runs one of the project's own commands as a step of a run: keeps its output and records how it ended. Decides
// nothing.
import { leftProcesses } from "../../domain/run/left-processes.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { CheckResult } from "../../ports/checks.ts";
import { keepConfig, putBackConfig } from "./keep-config.ts";
import type { PhaseRun } from "./state/phase-run.ts";
import { whenUndisturbed } from "./world.ts";

const LIMIT_MS = 30 * 60 * 1000;

export interface Check {
  readonly name: string;
  readonly command: string;
}

export type Ran = { readonly passed: boolean; readonly end: string; readonly file: string };

export function runCheck(phase: PhaseRun, { name, command }: Check): Promise<Ran> {
  const { checks, clock, emit } = phase.ports;
  return whenUndisturbed<Ran>(phase, {
    round: 0,
    segment: `check-${name}`,
    input: command,
    work: async (step, context) => {
      // one that a killed process left running would work on the same files
      for (const child of leftProcesses(step, context.interrupted)) await phase.ports.endProcess(child);
      const begun = clock.now().getTime();
      const config = await keepConfig(phase); // it runs code that agents wrote
      const result = await checks.run(
        {
          command,
          step,
          environment: phase.run.head.config.checks.environment,
          limitMs: LIMIT_MS,
          onSpawned: ({ pid, startTime }) => context.note({ type: "spawned", pid, startTime }),
          onLine: (line) => emit({ type: "check-output", name, line }),
        },
        context.signal,
      );
      const file = `checks/${step.replaceAll("/", "-")}.txt`;
      await putBackConfig(phase, config, { who: `the check ${name}`, file });
      if (result.end === "aborted") {
        throw new IflowError("interrupted", `stopped while the check ${name} was running`, { fix: "iflow continue" });
      }
      await phase.run.folder.write(file, result.output);
      const passed = result.end === "exited" && result.exitCode === 0;
      const milliseconds = clock.now().getTime() - begun;
      emit({ type: "check-ran", name, command, passed, tail: result.output.slice(-2000), milliseconds });
      return { passed, end: endText(result), file };
    },
  });
}

function endText({ end, exitCode }: CheckResult): string {
  if (end === "timed-out") return `not ended after ${LIMIT_MS / 60_000} minutes`;
  return exitCode === null ? "ended by a signal" : `exit code ${exitCode}`;
}
