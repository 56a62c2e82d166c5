// Uncommitted changes in the working tree. They are the user's: never added, never put aside, never lost. They are not
// part of a merge either, so the person confirms that this is intended.
import { underRoot } from "../../../domain/feature/feature-key.ts";
import type { Option } from "../../../domain/run/questions/question.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { LocalChange } from "../../../ports/git/merging.ts";
import { readCheckChanges } from "../../work/checks/check-changes.ts";
import { historyPath } from "../../work/history.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson } from "../../work/wait-for.ts";
import { metaPath, whenUndisturbed } from "../../work/world.ts";
import type { Finishing } from "./finishing.ts";

/** `tracked` leaves out new files, because checks and builds create them. */
export type Which = "all" | "tracked";

export async function settleLocalChanges(
  phase: PhaseRun,
  finishing: Pick<Finishing, "base" | "left" | "leave" | "noteCheckChanges">,
  which: Which,
): Promise<"settled" | "stop"> {
  for (;;) {
    const { paths, canLeave, checkChanges } = await find(phase, finishing, which);
    finishing.noteCheckChanges(checkChanges ?? []);
    if (paths.length === 0) return "settled";
    const leave: Option = {
      value: "leave",
      label: "Leave them out",
      hint: "they stay in your working tree as they are; checks see them, the merge does not",
    };
    const answer = await askPerson(phase, {
      name: phase.steps.next(0, "dirty-tree"),
      topic: "dirty-tree",
      text: `Not committed, so not part of the merge: ${listNames(paths)}.`,
      options: [
        ...(canLeave ? [leave] : []),
        { value: "again", label: "Check again", hint: "after you have committed or moved them" },
        { value: "stop", label: "Do not finish now" },
      ],
    });
    if (answer === "stop") return "stop";
    if (answer === "leave") finishing.leave(paths);
  }
}

type Found = {
  readonly paths: readonly string[];
  /** False if git would refuse to switch to the base branch with them, or would take staged ones into the merge. */
  readonly canLeave: boolean;
  /**
   * What the branch changes in what the checks run. Looked at here and not in a step of its own, because runs that began
   * with an earlier build have no such step.
   */
  readonly checkChanges?: readonly string[];
};

function find(phase: PhaseRun, { base, left }: Pick<Finishing, "base" | "left">, which: Which): Promise<Found> {
  const ours = [phase.artifact, metaPath(phase), historyPath(phase)]; // already asked about when the phase began
  const brainstorms = `${underRoot(phase.run.head.config.artifactsRoot, "brainstorms")}/`;
  const counts = ({ path, kind }: LocalChange) => {
    if (ours.includes(path) || left.has(path)) return false;
    // PRDs stay where a brainstorm wrote them; this feature's own PRD is committed as prd.md.
    return kind !== "untracked" || (which === "all" && !path.startsWith(brainstorms));
  };
  return whenUndisturbed<Found>(phase, {
    round: 0,
    segment: "local-changes",
    input: [base, which, ...left],
    work: async () => {
      const { merging } = phase.ports;
      const found = (await merging.localChanges()).filter(counts);
      const areRecords = await Promise.all(found.map((change) => isOtherRecord(phase, change)));
      const changes = found.filter((_, at) => !areRecords[at]);
      const needsNoSwitch = phase.run.head.flags.finish === "pull-request";
      const isStaged = changes.some(({ kind }) => kind === "staged");
      const canSwitch = !isStaged && (await merging.switchObstacle(base)) === undefined;
      const checkChanges = which === "tracked" ? await readCheckChanges(phase, base, phase.feature.branch) : [];
      return {
        paths: changes.map(({ path }) => path),
        canLeave: needsNoSwitch || canSwitch,
        ...(checkChanges.length > 0 && { checkChanges }),
      };
    },
  });
}

/**
 * What iflow noted about another feature that waits: its branch gets it when its phase ends. The person has done nothing, so
 * there is nothing to ask. Git names a new folder in place of what is in it.
 */
async function isOtherRecord({ ports, run, feature }: PhaseRun, { path, kind }: LocalChange): Promise<boolean> {
  const features = `${underRoot(run.head.config.artifactsRoot, "features")}/`;
  if (kind !== "untracked" || !path.startsWith(features) || path.startsWith(`${feature.folder}/`)) return false;
  const [, ...within] = path.slice(features.length).split("/");
  const names = within.join("/") === "" ? await ports.tree.list(path.slice(0, -1)) : within;
  return names.length > 0 && names.every((name) => RECORDS.includes(name));
}

/** The engine alone writes them. */
const RECORDS: readonly string[] = [".review-history.md", "implementation-log.md", "receipts.json"];
