// Continues the open run to its end, then phase after phase, as long as the closing questions say so. A run that began
// as a single command ends like one.
import { resolveFeature } from "../../app/feature/features.ts";
import type { OnEnded } from "../../app/run/run-chain.ts";
import type { PhaseResult } from "../../app/run/run-phase.ts";
import type { RunFlags, RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { runRest, runtimeOf } from "./chain.ts";
import { withStart } from "./choose-start.ts";
import type { DrivePlace, EndedPhase } from "./context.ts";
import { brainstormed, featureFor } from "./feature-of-idea.ts";
import { type PhaseFlags, runFlags } from "./run-driver.ts";
import type { ChainEnd } from "./run-idea.ts";
import { continueOpen } from "./run-phase.ts";

/** Continues until the chain stops; `onEnded` is called for every run before the last. */
export async function continueOn(place: DrivePlace, flags: PhaseFlags, onEnded: OnEnded): Promise<ChainEnd> {
  const { ports, config } = place;
  const wanted = runFlags(flags, "chain"); // a wrong flag is refused before anything happens
  await ports.runs.tidy(); // where nothing is left to do, no lock is taken
  const open = await theOpenRun(ports, flags.feature);
  if (!open) {
    const known = await resolveFeature(ports, config.artifactsRoot, flags.feature);
    const { feature } = known;
    const begun = (await ports.runs.ofFeature(feature.key)).at(-1);
    // A chain that stopped between two phases keeps the flags it began with.
    const rest =
      begun?.head.flags.mode === "chain"
        ? { kept: keptFlags(begun, wanted), flags: { ...runtimeOf(begun.head, flags), ...flags } }
        : { kept: wanted, flags };
    const kept = await withStart(place, known, rest.kept);
    const last = await runRest(place, { feature: feature.key, ...rest, kept }, onEnded);
    return { feature: feature.key, last };
  }
  return continueFrom(place, open, flags, onEnded);
}

/** The same from this run on. Never begins a phase in its place, should another command have ended it meanwhile. */
export async function continueFrom(
  place: DrivePlace,
  open: RunSummary,
  flags: PhaseFlags,
  onEnded: OnEnded,
): Promise<ChainEnd> {
  const wanted = runFlags(flags, "chain");
  const result = await continueOpen(place, open, flags);
  const { head } = open;
  if (!goesOn(result)) return { feature: head.feature, last: result };
  await onEnded(result);
  const begun = { ...place, config: head.config };
  const kept = keptFlags(open, wanted);
  const feature = head.idea === undefined ? head.feature : await promoted(begun, result, kept);
  return { feature, last: await runRest(begun, { feature, kept, flags, before: result }, onEnded) };
}

/** A brainstorm that `iflow run` began becomes a feature. */
async function promoted(place: DrivePlace, { end }: EndedPhase, kept: RunFlags): Promise<string> {
  return featureFor(place, String(end.facts?.idea), brainstormed(end), kept);
}

const goesOn = (result: PhaseResult): result is EndedPhase =>
  result.type === "ended" && result.run.flags.mode === "chain" && result.end.choice === "continue";

/** What the chain began with, unless this command says otherwise. A `--yolo` from before a stop is not carried over it. */
function keptFlags({ head, yolo: held }: RunSummary, { mode: _, yolo, ...others }: RunFlags): RunFlags {
  return { ...head.flags, ...others, yolo: yolo || held };
}

async function theOpenRun(ports: Ports, asked: string | undefined): Promise<RunSummary | undefined> {
  const runs = await openRuns(ports, asked);
  if (runs.length <= 1) return runs[0];
  throw severalOpen(runs, `name one: iflow continue --feature=${runs[0]?.head.feature}`);
}

/** Of this feature, or all of them. */
export async function openRuns({ runs }: Ports, feature: string | undefined): Promise<RunSummary[]> {
  return (await runs.open()).filter(({ head }) => feature === undefined || head.feature === feature);
}

export function severalOpen(runs: readonly RunSummary[], fix: string): IflowError {
  const detail = runs.map(({ head }) => `${head.feature}   ${head.phase}`).join("\n");
  return new IflowError("needs-answer", "several runs are open", { detail, fix });
}
