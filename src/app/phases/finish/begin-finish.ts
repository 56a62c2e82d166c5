// Checks before anything is paid for: where the feature goes, whether work is left, whether the user's files are in the
// way, and whether it can end in the requested way. Any problem found here stops the phase before it has changed
// anything.
import { DOCUMENTS } from "../../../domain/documents/document-names.ts";
import { chooseBase } from "../../../domain/feature/base-branch.ts";
import { findOpenWork } from "../../../domain/feature/open-work.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { Setup } from "../../review/set-up-phase.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson, pauseFor } from "../../work/wait-for.ts";
import { Finishing } from "./finishing.ts";
import { settleLocalChanges } from "./local-changes.ts";
import { readPublishing } from "./publish-feature.ts";
import { requireMergeable } from "./require-mergeable.ts";
import { requireOwnCommits } from "./require-own-commits.ts";

/** Undefined when the person decided not to finish now. */
export async function beginFinish(phase: PhaseRun, setup: Omit<Setup, "featureText">): Promise<Finishing | undefined> {
  const base = await findBase(phase);
  const { documents, open } = await findOpen(phase);
  if (open !== null && (await askOpenWork(phase, open)) === "stop") return undefined;
  const finishing = new Finishing({ setup, base, documents });
  if ((await settleLocalChanges(phase, finishing, "all")) === "stop") return undefined;
  await requireOwnCommits(phase, finishing);
  await checkExit(phase, finishing);
  return finishing;
}

async function findBase(phase: Parts<"ports" | "run" | "steps">): Promise<string> {
  for (;;) {
    const name = phase.steps.next(0, "base");
    const configured = phase.run.head.config.baseBranch;
    const found = await phase.run.step({
      name,
      input: configured ?? null,
      work: async () => {
        const { local, remoteDefault } = await phase.ports.merging.branches();
        return { ...chooseBase({ configured, remoteDefault, local }) };
      },
    });
    if (found.type === "known") return found.branch;
    if (found.type === "unclear" && found.candidates.length > 0) return askBase(phase, name, found.candidates);
    const branch = found.type === "missing" ? found.branch : "main";
    await pauseFor(phase, {
      name: `${name}/missing`,
      reason: "blocked",
      text:
        found.type === "missing" ? `there is no branch ${branch} to merge into` : "there is no branch to merge into",
      fix: `git branch ${shellWord(branch)} COMMIT   (or: git branch --track ${shellWord(branch)} ${shellWord(`origin/${branch}`)}), then: iflow continue`,
    });
  }
}

async function askBase(phase: Parts<"run">, name: string, candidates: readonly string[]): Promise<string> {
  const answer = await askPerson(phase, {
    name: `${name}/which`,
    topic: "base-branch",
    text: "Which branch should this feature be merged into? (Set baseBranch in the config to stop being asked.)",
    options: candidates.slice(0, 12).map((value) => ({ value, label: value })),
  });
  return answer;
}

interface FoundOpen {
  readonly documents: string[];
  readonly open: { readonly tasks: readonly string[]; readonly boxes: number } | null;
}

function findOpen(phase: Parts<"feature" | "ports" | "run" | "steps">): Promise<FoundOpen> {
  const { tree } = phase.ports;
  const read = (name: string) => tree.read(`${phase.feature.folder}/${name}`);
  return phase.run.step({
    name: phase.steps.next(0, "open-work"),
    input: null,
    work: async () => {
      const texts = await Promise.all(DOCUMENTS.map(read));
      const { tasks, boxes } = findOpenWork(texts.at(-1), await read("implementation-log.md"));
      return {
        documents: DOCUMENTS.filter((_, index) => texts[index] !== undefined),
        open: tasks.length > 0 || boxes > 0 ? { tasks: [...tasks], boxes } : null,
      };
    },
  });
}

async function askOpenWork(
  phase: Parts<"run" | "steps">,
  { tasks, boxes }: NonNullable<FoundOpen["open"]>,
): Promise<string> {
  const parts = [
    ...(tasks.length > 0
      ? [
          `${tasks.length} ${tasks.length === 1 ? "task has" : "tasks have"} no entry in implementation-log.md: ${tasks.join("; ")}`,
        ]
      : []),
    ...(boxes > 0 ? [`${boxes} ${boxes === 1 ? "box in tasks.md is" : "boxes in tasks.md are"} not ticked`] : []),
  ];
  return askPerson(phase, {
    name: phase.steps.next(0, "open-tasks"),
    topic: "open-tasks",
    text: `Some work seems unfinished: ${parts.join(", and ")}.`,
    options: [
      { value: "continue", label: "Finish anyway" },
      {
        value: "stop",
        label: "Do not finish now",
        hint: "nothing is changed; iflow implement continues with the tasks",
      },
    ],
  });
}

/** If only one way to finish is left, an obstacle is reported now and not after agents have been paid. */
async function checkExit(phase: PhaseRun, finishing: Finishing): Promise<void> {
  const { finish } = phase.run.head.flags;
  const { yolo } = phase.mode;
  for (;;) {
    const obstacle = await readPublishing(phase);
    if (finish === "merge" || finish === "squash" || (finish === undefined && (yolo || obstacle !== null))) {
      return requireMergeable(phase, finishing);
    }
    if (finish === undefined || obstacle === null) return;
    await pauseFor(phase, {
      name: phase.steps.next(0, "no-pull-request"),
      reason: "blocked",
      text: `No pull request can be opened: ${obstacle}.`,
      fix: "install gh (https://cli.github.com) and add a remote, then: iflow continue",
    });
  }
}
