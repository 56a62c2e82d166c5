// `iflow continue`: the open run to its end, then phase after phase, as long as the closing questions say so. A run that
// began as a single command ends like one: it names the next command.
import { resolveFeature } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { type ChainOrder, type OnEnded, runChain } from "../../app/run-chain.ts";
import type { PhaseResult } from "../../app/run-phase.ts";
import type { Config } from "../../domain/config.ts";
import { IflowError } from "../../domain/errors.ts";
import { phaseAfter } from "../../domain/phase.ts";
import type { RunFlags, RunSummary } from "../../domain/run.ts";
import type { Command, CommandContext } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import { featureFor } from "./feature-for.ts";
import type { CommandResult } from "./output.ts";
import { goOn, resultOf } from "./phase-command.ts";
import { pickRuntime } from "./pick-runtime.ts";
import { driverOf, type PhaseFlags, runFlags } from "./run-driver.ts";

export function continueCommand(flags: PhaseFlags): Command {
  return async (context) => {
    const { ports, config } = await context.open();
    const wanted = runFlags(flags, "chain"); // a wrong flag is refused before anything happens
    const open = await theOpenRun(ports, flags.feature);
    if (!open) {
      const { feature } = await resolveFeature(ports, config.artifactsRoot, flags.feature);
      return chain(context, ports, config, feature.key, wanted, flags);
    }
    const result = await goOn(context, ports, open, flags);
    if (!goesOn(result)) return resultOf(context, ports, result);
    await tell(context, ports, result);
    const { head } = open;
    const feature = head.idea === undefined ? head.feature : await promoted(context, ports, head.config, result);
    return chain(context, ports, head.config, feature, { ...head.flags, ...withoutMode(wanted) }, flags, result);
  };
}

/** Runs what is left of the chain; `before` is what this command has ended already. */
async function chain(
  context: CommandContext,
  ports: Ports,
  config: Config,
  feature: string,
  runFlags: RunFlags,
  flags: PhaseFlags,
  before?: PhaseResult,
): Promise<CommandResult> {
  const rest = { config, feature, kept: runFlags, flags, ...(before && { before }) };
  const last = await runRest(context, ports, rest, (ended) => tell(context, ports, ended));
  return last ? resultOf(context, ports, last) : nothingToDo(ports, config, feature);
}

export interface Rest {
  readonly config: Config;
  readonly feature: string;
  /** The flags each run keeps. */
  readonly kept: RunFlags;
  readonly flags: PhaseFlags;
  readonly before?: PhaseResult;
}

/** The result that ended the chain; undefined when there was nothing left to do. */
export async function runRest(
  context: CommandContext,
  ports: Ports,
  { config, feature, kept, flags, before }: Rest,
  onEnded: OnEnded,
): Promise<PhaseResult | undefined> {
  const order: ChainOrder = {
    feature,
    config,
    runtime: await pickRuntime(context, config, { ...flags, ...earlierChoice(before, flags) }),
    flags: kept,
    version: context.wiring.version,
    forceUnlock: flags.forceUnlock === true,
  };
  return (await runChain(ports, driverOf(context, ports, flags, kept), order, onEnded)) ?? before;
}

/** A brainstorm that was begun by `iflow run` becomes a feature. */
async function promoted(context: CommandContext, ports: Ports, config: Config, result: PhaseResult): Promise<string> {
  const facts = result.type === "ended" ? result.end.facts : undefined;
  return featureFor(context, ports, config, String(facts?.idea), String(facts?.prd));
}

const goesOn = (result: PhaseResult): boolean =>
  result.type === "ended" && result.run.flags.mode === "chain" && result.end.choice === "continue";

/** The chain keeps the agents it began with. */
function earlierChoice(before: PhaseResult | undefined, flags: PhaseFlags): { runtime?: string; script?: string } {
  if (!before || flags.runtime !== undefined || flags.script !== undefined) return {};
  const { id, script } = before.run.runtime;
  return { runtime: id, ...(script && { script: script.path }) };
}

function withoutMode({ mode: _, yolo, ...others }: RunFlags): Partial<RunFlags> {
  return { ...others, ...(yolo && { yolo }) };
}

export async function tell(context: CommandContext, ports: Ports, result: PhaseResult): Promise<void> {
  context.terminal.say((await resultOf(context, ports, result)).text);
  context.terminal.say("");
}

async function theOpenRun(ports: Ports, asked: string | undefined): Promise<RunSummary | undefined> {
  const runs = (await ports.runs.open()).filter((run) => asked === undefined || run.head.feature === asked);
  if (runs.length <= 1) return runs[0];
  throw new IflowError("needs-answer", "several runs are open", {
    detail: runs.map((run) => `${run.head.feature}   ${run.head.phase}`).join("\n"),
    fix: `name one: iflow continue --feature=${runs[0]?.head.feature}`,
  });
}

export async function nothingToDo(ports: Ports, config: Config, key: string): Promise<CommandResult> {
  const { meta } = await resolveFeature(ports, config.artifactsRoot, key);
  const last = meta.lastCompletedPhase ?? null;
  const next = phaseAfter(last);
  const reason = next === undefined ? "nothing is left to do" : `the next phase is ${next}`;
  return {
    exit: EXIT.done,
    data: { feature: key, lastCompletedPhase: last, next: next ?? null, message: reason },
    text: `${key}: ${last ?? "nothing"} is completed; ${reason}.`,
  };
}
