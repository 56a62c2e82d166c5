// Runs one of the project's own commands as a step of a run: keeps its output and records how it ended. Decides
// nothing.
import * as z from "zod";
import { findFailedTests } from "../../../domain/checks/failed-tests.ts";
import { testSummary } from "../../../domain/checks/test-counts.ts";
import { leftProcesses } from "../../../domain/run/left-processes.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import type { Json } from "../../../domain/text/json/json.ts";
import type { CheckResult } from "../../../ports/checks.ts";
import { CONFIG_IS_BACK, keepConfig, putBackAfterKill, putBackConfig } from "../keep-config.ts";
import type { Parts, PhaseRun } from "../state/phase-run.ts";
import { whenUndisturbed } from "../world.ts";
import { spawnedNote } from "./spawned-note.ts";

const LIMIT_MS = 30 * 60 * 1000;

export interface Check {
  readonly name: string;
  readonly command: string;
  /** Green, it is not told: somebody else says what it showed. */
  readonly isQuiet?: boolean;
}

/** Runs of earlier versions recorded no exit code. */
export type Ran = {
  readonly passed: boolean;
  readonly end: string;
  readonly file: string;
  readonly exitCode?: number | null;
};

export function runCheck(phase: PhaseRun, { name, command, isQuiet }: Check): Promise<Ran> {
  const { checks, clock, emit } = phase.ports;
  return whenUndisturbed<Ran>(phase, {
    round: 0,
    segment: `check-${name}`,
    input: command,
    recover: (step, notes) => recoverCheck(phase, name, step, notes),
    work: async (step, context) => {
      await phase.ports.safePoint?.();
      const begun = clock.now().getTime();
      const config = await keepConfig(phase); // it runs code that agents wrote
      const result = await checks.run(
        {
          command,
          step,
          environment: phase.run.head.config.checks.environment,
          limitMs: LIMIT_MS,
          sandbox: phase.run.head.config.sandbox, // what the file says meanwhile may be an agent's
          onSpawned: async (child) =>
            context.note({ ...(await spawnedNote(phase.ports, child)), ...(config !== undefined && { config }) }),
          onLine: (line) => emit({ type: "check-output", name, line }),
        },
        context.signal,
      );
      const file = fileOf(step);
      await putBackConfig(phase, config, { who: `the check ${name}`, file });
      if (result.end === "aborted") {
        await context.note({ type: CONFIG_IS_BACK }); // from here on a change is the person's
        throw new IflowError("interrupted", `stopped while the check ${name} was running`, { fix: "iflow continue" });
      }
      await phase.run.folder.write(file, result.output);
      const passed = result.end === "exited" && result.exitCode === 0;
      const milliseconds = clock.now().getTime() - begun;
      const told = {
        type: "check-ran",
        name,
        command,
        passed,
        tail: result.output.slice(-2000),
        milliseconds,
      } as const;
      if (!(isQuiet && passed))
        emit({ ...told, ...readReport(result.output, passed), ...(passed ? {} : await numberOf(phase, file)) });
      return { passed, end: endText(result), file, ...(result.end === "exited" && { exitCode: result.exitCode }) };
    },
  });
}

/** One that a killed process left running would work on the same files, and may have changed the configuration. */
async function recoverCheck(
  phase: Parts<"ports" | "run">,
  name: string,
  step: string,
  notes: readonly Json[],
): Promise<void> {
  for (const child of leftProcesses(step, notes)) await phase.ports.endProcess(child);
  const last = NotesSchema.parse(notes).at(-1); // of several attempts only the last one's change is left to undo
  if (last?.type === "spawned")
    await putBackAfterKill(phase, last.config, { who: `the check ${name}`, file: fileOf(step) });
}

const NotesSchema = z.array(z.looseObject({ type: z.string(), config: z.string().nullish() }));

const fileOf = (step: string) => `checks/${step.replaceAll("/", "-")}.txt`;

function endText({ end, exitCode }: CheckResult): string {
  if (end === "timed-out") return `not ended after ${LIMIT_MS / 60_000} minutes`;
  return exitCode === null ? "ended by a signal" : `exit code ${exitCode}`;
}

/** What people want to know of its output. */
export function readReport(output: string, passed: boolean) {
  const summary = testSummary(output);
  const [failure] = passed ? [] : findFailedTests(output);
  return { ...(summary !== undefined && { summary }), ...(failure && { failure }) };
}

/** By which `iflow show --check` knows it. */
async function numberOf({ ports, run }: Parts<"ports" | "run">, file: string): Promise<{ number?: number }> {
  const checks = await ports.runs.checks(run.head.feature);
  const place = checks.findIndex((one) => one.run === run.head.id && one.file === file);
  return place < 0 ? {} : { number: place + 1 };
}
