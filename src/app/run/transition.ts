// The facts by which a transition is judged, and what follows: a block throws before anything is changed; what needs
// the person's consent is asked inside the run, so that the answer is kept like any other.

import { checkLevels } from "../../domain/documents/artifact.ts";
import { type ArtifactKind, artifactFile } from "../../domain/documents/document-names.ts";
import type { Feature } from "../../domain/feature/feature.ts";
import type { FeatureMeta } from "../../domain/feature/meta/feature-meta.ts";
import { isPhase, leftOutOf, type Phase, type RunKind } from "../../domain/feature/phase.ts";
import { checkTransition, type DocumentFault, type Guard, prerequisitesOf } from "../../domain/feature/transition.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import type { KnownFeature } from "../feature/features.ts";
import type { Parts } from "../work/state/phase-run.ts";
import { askPerson } from "../work/wait-for.ts";

export interface Transition {
  readonly feature: Feature;
  readonly meta: FeatureMeta;
  readonly phase: Phase;
  readonly leftOut: readonly Phase[];
}

type FactPorts = Pick<Ports, "repository" | "tree" | "runs">;

async function judgeTransition(ports: FactPorts, transition: Transition): Promise<Guard[]> {
  const { feature, meta, phase, leftOut } = transition;
  const { branch } = await ports.repository.where();
  const runs = await ports.runs.ofFeature(feature.key);
  const faults: Partial<Record<ArtifactKind, DocumentFault | null>> = {};
  for (const kind of prerequisitesOf(phase, leftOut)) faults[kind] = await findFault(ports, feature, kind, branch);
  return checkTransition({
    phase,
    leftOut,
    faults,
    status: meta.status,
    lastCompletedPhase: meta.lastCompletedPhase ?? null,
    branch: { expected: feature.branch, current: branch ?? null },
    hasOpenRun: runs.some(({ head, outcome }) => head.phase === phase && outcome === undefined),
  });
}

/** Throws on the first guard that blocks. */
export async function requireTransition(ports: FactPorts, transition: Transition): Promise<void> {
  const blocked = (await judgeTransition(ports, transition)).find(({ allowed }) => !allowed);
  if (!blocked) return;
  const [message = "", ...detail] = blocked.reason.split("\n");
  throw new IflowError("blocked", message, {
    ...(detail.length > 0 && { detail: detail.join("\n") }),
    ...(blocked.fix !== undefined && { fix: blocked.fix }),
  });
}

const ASKED: readonly Guard["guard"][] = ["backward", "skip"];

/** False when the person decided against it. The branch is handled separately, by the first check of the world. */
export async function confirmTransition(
  phase: Parts<"name" | "ports" | "run">,
  transition: Transition,
): Promise<boolean> {
  const { rerun } = phase.run.head.flags;
  const open = await phase.run.step({
    name: `${phase.name}/1/0/transition`,
    input: null,
    work: async () =>
      (await judgeTransition(phase.ports, transition))
        .filter(({ guard }) => ASKED.includes(guard) && !(guard === "backward" && rerun))
        .map(({ guard, reason }) => ({ guard, reason })),
  });
  for (const { guard, reason } of open) {
    const answer = await askPerson(phase, {
      name: `${phase.name}/1/0/transition/${guard}`,
      topic: guard,
      text: `${reason} Continue?`,
      options: [
        {
          value: "continue",
          label: "Continue",
          hint: guard === "skip" ? "without them; that is recorded" : "runs it again",
        },
        { value: "cancel", label: "Cancel", hint: "nothing is changed" },
      ],
      default: "cancel",
    });
    if (answer !== "continue") return false;
  }
  return true;
}

/** The working tree's copy if HEAD is on the branch, else the branch's own. */
async function findFault(
  ports: FactPorts,
  { folder, branch: own }: Feature,
  kind: ArtifactKind,
  current: string | undefined,
): Promise<DocumentFault | null> {
  const path = `${folder}/${artifactFile(kind)}`;
  const tip = current === own ? undefined : await ports.repository.tip(own);
  const text = tip === undefined ? await ports.tree.read(path) : await ports.repository.show(tip, path);
  const fault = checkLevels(kind, text);
  return fault ? { level: fault.level, message: fault.message, path } : null;
}

/** Undefined for what is allowed at any time: a brainstorm, a retrospective. */
export function transitionOf({ feature, meta }: KnownFeature, phase: RunKind, flags: RunFlags): Transition | undefined {
  if (!isPhase(phase) || phase === "brainstorm" || !meta) return undefined;
  return { feature, meta, phase, leftOut: leftOutOf(flags) };
}
