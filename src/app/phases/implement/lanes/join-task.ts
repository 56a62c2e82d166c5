// The work of a task comes onto the feature's branch, unless it touches what another task has changed meanwhile: two tasks'
// changes to one file are never mixed. Then it is kept on its own branch, and the task is done again, alone. What would
// end in another order than one task after the other is for the person to decide.
import { type Changes, type Collision, findCollision } from "../../../../domain/tasks/claims.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import type { JoinResult } from "../../../../ports/git/repository.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import { tellOnce } from "../../../work/tell-once.ts";
import { askPerson, pauseFor } from "../../../work/wait-for.ts";
import { whenUndisturbed } from "../../../work/world.ts";
import type { Report } from "./lane-work.ts";

interface ToJoin {
  readonly report: Report;
  /** Tasks joined since it began: it has not seen their work. */
  readonly since: readonly Changes[];
  /** Tasks after it in the document that are joined already. */
  readonly later: readonly Changes[];
  /** It is done again already, and alone. */
  readonly isAgain: boolean;
}

/** Undefined when it is joined; otherwise what the implementer who does it again is told. */
export async function joinTask(
  phase: PhaseRun,
  { report, since, later, isAgain }: ToJoin,
): Promise<string | undefined> {
  const unseen = findCollision(report.changed, since);
  if (unseen) return doAgain(phase, report, unseen);
  const overtaken = findCollision(report.changed, later);
  if (overtaken && (await askAboutOrder(phase, report, overtaken)) === "again")
    return doAgain(phase, report, overtaken);
  const conflict = await join(phase, report);
  if (!conflict) return undefined;
  if (isAgain) await askAgain(phase, report, conflict);
  return doAgain(phase, report, conflict);
}

async function doAgain(phase: PhaseRun, { entry, branch, head }: Report, collision: Collision): Promise<string> {
  const what = collisionText(collision);
  const text = `task ${entry.number} ${what}; it is done again, alone. Its first work is kept on ${branch}`;
  await tellOnce(phase, `task-${entry.number}-collided`, [head, what], [text]);
  return `An earlier attempt at this task is commit ${head.slice(0, 12)} (git show). It ${what}, which is now in the files you see: do the task anew on top of that, and take from the commit what still fits.`;
}

function collisionText({ paths, others }: Collision): string {
  const whose = others.length === 0 ? "somebody else" : `task ${listNames(others)}`;
  return `changed ${listNames(paths)} beside ${whose}`;
}

/** What git could not put together, if anything. */
async function join(phase: PhaseRun, { entry, head, base }: Report): Promise<Collision | undefined> {
  if (head === base) return undefined; // nothing was changed
  for (;;) {
    const result = await joinOnce(phase, entry.number, head);
    if (result.status === "conflict") return { paths: result.paths, others: [] };
    if (result.status !== "in-the-way") {
      phase.world.committed(result.sha);
      return undefined;
    }
    await pauseFor(phase, {
      name: phase.steps.next(0, `task-${entry.number}-in-the-way`),
      reason: "blocked",
      text: `task ${entry.number} is done, but files of yours are in the way: ${listNames(result.paths)}`,
      fix: "commit them or move them away, then: iflow continue",
    });
  }
}

function joinOnce(phase: PhaseRun, number: string, work: string): Promise<JoinResult> {
  const { commits, emit } = phase.ports;
  const { config } = phase.run.head;
  const message = config.commits["implement.task"].replaceAll("{n}", number);
  const since = () => phase.world.expected.head ?? phase.run.head.base; // a trailer in an older commit is somebody else's
  const request = (step: string) => ({ branch: phase.feature.branch, message, step, since: since(), work });
  return whenUndisturbed<JoinResult>(phase, {
    round: 0,
    segment: `task-${number}-join`,
    input: [message, work],
    found: async (step) => {
      const made = await commits.findStep(request(step));
      return made === undefined ? undefined : commits.join(request(step)); // lays out what a kill has left undone
    },
    work: async (step) => {
      const result = await commits.join(request(step));
      if (result.status === "joined") emit({ type: "commit-made", sha: result.sha, message });
      return result;
    },
  });
}

/** One by one, the later task would have had the last word on these files. */
function askAboutOrder(phase: PhaseRun, { entry, branch }: Report, { paths, others }: Collision): Promise<string> {
  return askPerson(phase, {
    name: phase.steps.next(0, `task-${entry.number}-overtaken`),
    topic: "task-collided",
    text: `Task ${entry.number} changed ${listNames(paths)} without declaring it, and task ${listNames(others)}, which comes after it, had changed that before.`,
    options: [
      {
        value: "take",
        label: "Take it as it is",
        hint: `it was done on top of task ${listNames(others)}; see ${branch}`,
      },
      { value: "again", label: "Do it once more", hint: `this work is kept on ${branch}` },
    ],
  });
}

async function askAgain(phase: PhaseRun, { entry, branch }: Report, collision: Collision): Promise<void> {
  await askPerson(phase, {
    name: phase.steps.next(0, `task-${entry.number}-collided-again`),
    topic: "task-collided",
    text: `Task ${entry.number} ${collisionText(collision)}, for the second time.`,
    options: [
      { value: "again", label: "Do it once more", hint: `on top of what is there now; this work is kept on ${branch}` },
    ],
  });
}
