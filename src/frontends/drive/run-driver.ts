// What all commands that run phases share: their flags, how questions are answered, which agents are opened.
import type { Driver } from "../../app/run/run-phase.ts";
import { type AskedDepth, DEPTHS, flagsOfDepth } from "../../domain/feature/depth.ts";
import { isPhase, PHASES, type Phase } from "../../domain/feature/phase.ts";
import type { RunFlags, RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { nearestWord } from "../../domain/text/words/nearest.ts";
import type { RuntimeChoice } from "../../ports/wiring.ts";
import { createAnswerer } from "./answer-questions.ts";
import { pickRuntime, pickRuntimes, type RuntimeFlags } from "./before/pick-runtime.ts";
import { withLimit } from "./before/require-limit.ts";
import type { DrivePlace } from "./context.ts";
import { sitOut } from "./sit-out.ts";

export interface PhaseFlags extends RuntimeFlags {
  readonly feature?: string;
  readonly yolo?: boolean;
  readonly rerun?: boolean;
  readonly until?: string;
  readonly phases?: string;
  /** For an idea: how deep it is worked on; without it full. */
  readonly depth?: string;
  readonly maxCost?: string;
  readonly maxDispatches?: string;
  readonly forceUnlock?: boolean;
  /** A limit that is lifted by itself does not end the command. */
  readonly wait?: boolean;
  /** Print the next prompt instead of sending it; the command line looks at it. */
  readonly dryRun?: boolean;
  /** For a feature that gets its branch: where it begins. */
  readonly from?: string;
  /** For an idea: it is given a work tree of its own. */
  readonly worktree?: boolean;
  /** For an idea: begins anew, even if the same idea is under way. */
  readonly new?: boolean;
  /** For finish-feature: how it ends. */
  readonly merge?: boolean;
  readonly squash?: boolean;
  readonly pr?: boolean;
}

/** Uses what the run began with, unless this command says otherwise. Settings are those of the place, never read anew. */
export function driverOf(place: DrivePlace, flags: PhaseFlags, begun: Pick<RunFlags, "yolo" | "finish">): Driver {
  const { wiring, signal, ports, config } = place;
  const yolo = flags.yolo === true || begun.yolo;
  const finish = finishOf(flags) ?? begun.finish;
  return {
    signal,
    yolo: flags.yolo === true,
    budget: budgetOf(flags),
    usualCost: config.budget.feature,
    setUp: { worktree: config.worktree, checks: config.checks, sandbox: config.sandbox },
    answer: createAnswerer(place, { yolo, ...(finish && { finish }) }),
    ...(flags.wait === true && { sitOut: (limit) => sitOut(place, limit) }),
    openAgent: once(async (recorded: RuntimeChoice, of: "run" | "role", root?: string) => {
      // Flags of this command take precedence over what the run began with; they apply to the run's own agents.
      const asked = of === "run" && (flags.runtime !== undefined || flags.script !== undefined);
      const again = {
        runtime: flags.runtime ?? (flags.script === undefined ? recorded.id : "scripted"),
        ...(recorded.script && flags.runtime === undefined && { script: recorded.script.path }),
        ...(flags.script !== undefined && { script: flags.script }),
        ...(flags.proof && { proof: flags.proof }),
      };
      const here = { root: root ?? ports.repository.root, runs: ports.runs, signal };
      return wiring.openAgent(here, config, asked ? await pickRuntime(place, config, again) : recorded);
    }),
  };
}

/** A run is reopened after each answer, but its agents are not: greeting an ACP agent takes seconds. */
function once<Choice extends unknown[], Agent>(
  open: (...choice: Choice) => Promise<Agent>,
): (...choice: Choice) => Promise<Agent> {
  const opened = new Map<string, Promise<Agent>>();
  return (...choice) => {
    const key = JSON.stringify(choice);
    const agent = opened.get(key) ?? open(...choice);
    opened.set(key, agent);
    return agent;
  };
}

/** What every new run begins with. */
export async function newRun(place: DrivePlace, flags: PhaseFlags, kept: RunFlags, runtime?: RuntimeChoice) {
  const { trusted, wiring } = place;
  const agents = runtime ?? (await pickRuntimes(place, place.config, flags));
  const held = await withLimit(place, kept, agents);
  return {
    ...held,
    ...(trusted && { trusted }),
    runtime: agents,
    version: wiring.version,
    forceUnlock: flags.forceUnlock === true,
  };
}

/** The flags that a run keeps. */
export function runFlags(flags: PhaseFlags, mode: RunFlags["mode"]): RunFlags {
  const until = flags.until === undefined ? undefined : requirePhase("--until", flags.until);
  const phases = flags.phases?.split(",").map((name) => requirePhase("--phases", name.trim()));
  const finish = finishOf(flags);
  return {
    yolo: flags.yolo === true,
    mode,
    ...(until !== undefined && { until }),
    ...(phases !== undefined && { phases }),
    ...depthOf(flags),
    ...(flags.rerun === true && { rerun: true }),
    ...(finish !== undefined && { finish }),
    ...(flags.from !== undefined && { from: flags.from }),
    ...budgetOf(flags),
  };
}

/**
 * The place and flags of a command that continues a run, with the limits that were named last; the person may be asked for
 * one that holds.
 */
export async function withinLimit(
  place: DrivePlace,
  { head, runtime, yolo }: Pick<RunSummary, "head" | "runtime" | "yolo">,
  flags: PhaseFlags,
): Promise<{ readonly place: DrivePlace; readonly flags: PhaseFlags }> {
  const id = flags.runtime ?? (flags.script === undefined ? head.runtime.id : "scripted");
  const proof = flags.proof ?? (flags.runtime === undefined ? head.runtime.proof : undefined);
  const { maxDispatches: named, maxCost: raised } = runtime;
  const last = {
    ...head.flags,
    ...(named !== undefined && { maxDispatches: named }),
    ...(raised !== undefined && { maxCost: raised }),
  };
  const begun = { ...last, ...budgetOf(flags), yolo: yolo || flags.yolo === true };
  const { flags: limited, config } = await withLimit(place, begun, { id, proof, roles: head.runtime.roles });
  const { maxDispatches, maxCost } = limited;
  return {
    place: { ...place, config },
    flags: {
      ...flags,
      ...(maxDispatches !== undefined && { maxDispatches: String(maxDispatches) }),
      ...(maxCost !== undefined && { maxCost: String(maxCost) }),
    },
  };
}

function finishOf({ merge, squash, pr }: PhaseFlags): RunFlags["finish"] {
  const ways = { merge, squash, "pull-request": pr };
  const asked = (["merge", "squash", "pull-request"] as const).filter((way) => ways[way]);
  if (asked.length > 1) {
    const flags = asked.map((way) => (way === "pull-request" ? "--pr" : `--${way}`)).join(" and ");
    throw new IflowError("usage", `${flags} cannot be combined`, { fix: "use only one of them" });
  }
  return asked[0];
}

function budgetOf({ maxCost, maxDispatches }: PhaseFlags): { maxCost?: number; maxDispatches?: number } {
  return {
    ...(maxCost !== undefined && { maxCost: requireNumber("--max-cost", maxCost) }),
    ...(maxDispatches !== undefined && {
      maxDispatches: Math.floor(requireNumber("--max-dispatches", maxDispatches)),
    }),
  };
}

/** Full depth is what a run has without saying so. */
function depthOf({ depth, phases, until }: PhaseFlags): Partial<ReturnType<typeof flagsOfDepth>> {
  if (depth === undefined) return {};
  if (!isDepth(depth))
    throw new IflowError("usage", `--depth: there is no depth "${depth}"`, { fix: `depths: ${DEPTHS.join(", ")}` });
  if (phases !== undefined)
    throw new IflowError("usage", "--depth and --phases cannot be combined", { fix: "use only one of them" });
  if (depth === "full") return {};
  const chosen = flagsOfDepth(depth);
  if (until !== undefined && until !== "finish" && !chosen.phases.includes(until))
    throw new IflowError("usage", `--until ${until}: depth ${depth} has no such phase`, {
      fix: `phases: ${[...chosen.phases, "finish"].join(", ")}`,
    });
  return chosen;
}

function isDepth(text: string): text is AskedDepth {
  return (DEPTHS as readonly string[]).includes(text);
}

function requireNumber(flag: string, text: string): number {
  const number = Number(text.replace(/^\$/, ""));
  if (Number.isFinite(number) && number > 0) return number;
  throw new IflowError("usage", `${flag}: "${text}" is not a valid amount`, { fix: `${flag} 5` });
}

function requirePhase(flag: string, name: string): Phase {
  if (isPhase(name)) return name;
  const meant = nearestWord(name, PHASES);
  const fix = meant === undefined ? `one of ${PHASES.join(", ")}` : `Did you mean: ${meant}`;
  throw new IflowError("usage", `${flag}: there is no phase "${name}"`, { fix });
}
