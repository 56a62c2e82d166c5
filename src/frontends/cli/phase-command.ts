// `iflow specify` and `iflow continue`: find the feature and its open run, go on with it or start one, print the end.
import { phaseSummary } from "../../app/bill.ts";
import { isBuilt } from "../../app/built-phases.ts";
import { resolveFeature } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { continueRun, type Driver, type PhaseResult, startPhase } from "../../app/run-phase.ts";
import type { Config } from "../../domain/config.ts";
import { IflowError } from "../../domain/errors.ts";
import { commandOf, isPhase, isPhaseDone, PHASES, type Phase, phaseAfter } from "../../domain/phase.ts";
import type { RunSummary } from "../../domain/run.ts";
import { brainstormResult } from "./brainstorm-result.ts";
import type { Command, CommandContext } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import type { CommandResult } from "./output.ts";
import { endedResult, waitingResult } from "./phase-result.ts";
import { pickRuntime } from "./pick-runtime.ts";
import { createAnswerer } from "./questions.ts";

export interface PhaseFlags {
  readonly feature?: string;
  readonly runtime?: string;
  readonly script?: string;
  readonly yolo?: boolean;
  readonly rerun?: boolean;
  readonly until?: string;
  readonly forceUnlock?: boolean;
}

export function phaseCommand(phase: Phase, flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const known = await resolveFeature(ports, config.artifactsRoot, flags.feature);
    const open = await openRunOf(ports, known.feature.key);
    if (open && open.head.phase !== phase) {
      throw new IflowError("blocked", `${known.feature.key} has an open run of ${open.head.phase}`, {
        fix: "iflow continue",
      });
    }
    if (open) return goOn(context, ports, open, flags);
    if (isPhaseDone(phase, known.meta.lastCompletedPhase ?? null) && !flags.rerun && !flags.yolo) {
      throw new IflowError("needs-answer", `${phase} of ${known.feature.key} is completed already`, {
        fix: `iflow ${commandOf(phase)} --rerun   (writes and reviews it again), or: iflow continue`,
      });
    }
    return start(context, ports, config, known.feature.key, phase, flags, "single");
  };
}

export function continueCommand(flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const open = await theOpenRun(ports, flags.feature);
    if (open) return goOn(context, ports, open, flags);
    const { feature, meta } = await resolveFeature(ports, config.artifactsRoot, flags.feature);
    const last = meta.lastCompletedPhase ?? null;
    const next = phaseAfter(last);
    const until = requirePhase(flags.until);
    const isPast = until !== undefined && isPhaseDone(until, last);
    if (next === undefined || isPast || !isBuilt(next)) return nothingToDo(feature.key, last, next);
    return start(context, ports, config, feature.key, next, flags, "chain");
  };
}

async function start(
  context: CommandContext,
  ports: Ports,
  config: Config,
  key: string,
  phase: Phase,
  flags: PhaseFlags,
  mode: "single" | "chain",
): Promise<CommandResult> {
  const feature = await resolveFeature(ports, config.artifactsRoot, key);
  const runtime = await pickRuntime(context, config, flags);
  const result = await startPhase(ports, driverOf(context, ports, flags, flags.yolo === true), {
    feature,
    phase,
    config,
    runtime,
    flags: { yolo: flags.yolo === true, mode, ...(flags.until !== undefined && { until: flags.until }) },
    version: context.wiring.version,
    command: `iflow ${commandOf(phase)}`,
    forceUnlock: flags.forceUnlock === true,
  });
  return resultOf(context, ports, result);
}

export async function goOn(
  context: CommandContext,
  ports: Ports,
  run: RunSummary,
  flags: PhaseFlags,
): Promise<CommandResult> {
  const yolo = flags.yolo === true || run.head.flags.yolo;
  const result = await continueRun(ports, driverOf(context, ports, flags, yolo), {
    run,
    command: "iflow continue",
    forceUnlock: flags.forceUnlock === true,
  });
  return resultOf(context, ports, result);
}

export function driverOf(context: CommandContext, ports: Ports, flags: PhaseFlags, yolo: boolean): Driver {
  const { wiring, terminal, emit, signal } = context;
  return {
    signal,
    answer: createAnswerer({
      terminal,
      yolo,
      emit,
      signal,
      isOpen: async (id) =>
        (await ports.runs.open()).some((run) =>
          run.pendings.some((pending) => pending.type === "question" && pending.id === id),
        ),
    }),
    openAgent: async (recorded) => {
      // flags of this very command win over what the run began with
      const asked = flags.runtime !== undefined || flags.script !== undefined;
      const again = {
        runtime: flags.runtime ?? recorded.id,
        ...(recorded.script && { script: recorded.script.path }),
        ...(flags.script !== undefined && { script: flags.script }),
      };
      const config = await wiring.readConfig(ports.repository.root);
      const place = { root: ports.repository.root, runs: ports.runs };
      return wiring.openAgent(place, config, asked ? await pickRuntime(context, config, again) : recorded);
    },
  };
}

export async function resultOf(context: CommandContext, ports: Ports, result: PhaseResult): Promise<CommandResult> {
  const summary = await phaseSummary(ports, result.run);
  if (result.type === "waiting") return waitingResult(result, summary);
  const print = result.run.phase === "brainstorm" ? brainstormResult : endedResult;
  return print(context.terminal, result, summary);
}

async function openRunOf(ports: Ports, key: string): Promise<RunSummary | undefined> {
  return (await ports.runs.open()).find((run) => run.head.feature === key);
}

async function theOpenRun(ports: Ports, asked: string | undefined): Promise<RunSummary | undefined> {
  const runs = (await ports.runs.open()).filter((run) => asked === undefined || run.head.feature === asked);
  if (runs.length <= 1) return runs[0];
  throw new IflowError("needs-answer", "several runs are open", {
    detail: runs.map((run) => `${run.head.feature}   ${run.head.phase}`).join("\n"),
    fix: `name one: iflow continue --feature=${runs[0]?.head.feature}`,
  });
}

function requirePhase(name: string | undefined): Phase | undefined {
  if (name === undefined || isPhase(name)) return name;
  throw new IflowError("usage", `--until ${name}: there is no such phase`, { fix: `phases: ${PHASES.join(", ")}` });
}

function nothingToDo(feature: string, last: string | null, next: Phase | undefined): CommandResult {
  const reason =
    next === undefined || isBuilt(next)
      ? "nothing is left to do"
      : `the next phase, ${next}, is not part of this version yet`;
  return {
    exit: EXIT.done,
    data: { feature, lastCompletedPhase: last, next: null, message: reason },
    text: `${feature}: ${last ?? "nothing"} is completed; ${reason}.`,
  };
}
