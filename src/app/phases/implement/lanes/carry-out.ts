// The schedule as a branch of the run: it begins tasks as lanes become free and joins what is worked through, one move after
// the other. Each move is recorded, so a replay makes the same ones, however fast the tasks are then.
import { type Changes, hasStrayed } from "../../../../domain/tasks/claims.ts";
import { type LogEntry, printLog } from "../../../../domain/tasks/implementation-log.ts";
import { type Move, TaskSchedule, type Worked } from "../../../../domain/tasks/task-schedule.ts";
import type { PhaseRun } from "../../../work/state/phase-run.ts";
import type { Implementation } from "../code/implementation.ts";
import { writeLog } from "../code/log-file.ts";
import type { PlainTask } from "../implement-task.ts";
import { joinTask } from "./join-task.ts";
import type { LaneDesk } from "./lane-desk.ts";
import type { LaneWork, Report } from "./lane-work.ts";
import type { Lanes } from "./plan-lanes.ts";

export interface Schedule extends Lanes {
  readonly tasks: readonly PlainTask[];
  readonly code: Implementation;
  readonly desk: LaneDesk;
}

/** Branches whose work is all on the feature's branch, and where they stand. */
export type JoinedBranches = ReadonlyMap<string, string>;

/** `phase`: that of the feature, with the run and the names of the schedule's branch. */
export async function carryOut(phase: PhaseRun, given: Schedule): Promise<JoinedBranches> {
  const { plan, lanes, code, desk } = given;
  const schedule = new TaskSchedule(plan, lanes);
  const works = new Map<number, LaneWork>();
  const joins: (Changes & { readonly position: number })[] = [];
  const begunAfter = new Map<number, number>(); // how many were joined when it began
  const entries = new Map<number, LogEntry>();
  const branches = new Map<string, string>();
  while (!schedule.isOver) {
    const move = await nextMove(phase, schedule, given);
    if (move.type === "begin") {
      const earlier = works.get(move.task);
      const work = begin(phase, given, move, earlier);
      schedule.began(move.task, move.lane);
      begunAfter.set(move.task, joins.length);
      works.set(move.task, work);
      desk.order(move.task, { type: "work", work });
      continue;
    }
    const { task: position } = move;
    const report = await phase.run.meet(desk.takeReport(position));
    const known = await joinTask(phase, {
      report,
      since: joins.slice(begunAfter.get(position)),
      later: joins.filter((other) => other.position > position),
      isAgain: (works.get(position)?.attempt ?? 1) > 1,
    });
    if (known === undefined) {
      joins.push({ position, number: report.entry.number, files: report.changed });
      branches.set(report.branch, report.head);
      takeOver(code, report);
      entries.set(position, report.entry);
      const done = [...entries].sort(([one], [other]) => one - other).map(([, entry]) => entry);
      await writeLog(phase, code, printLog(done), `log-${report.entry.number}`);
      schedule.joined(position);
      desk.order(position, { type: "joined" });
    } else {
      works.set(position, { ...(works.get(position) as LaneWork), known: [known] });
      schedule.collided(position);
    }
  }
  return branches;
}

/** While no task can be begun or joined, the schedule rests. */
async function nextMove({ run, steps }: PhaseRun, schedule: TaskSchedule, { desk, tasks }: Schedule): Promise<Move> {
  const workOf = (task: number): Worked | undefined => {
    const report = desk.reportOf(task);
    return report && { hasStrayed: hasStrayed(report.changed, tasks[task]?.files ?? []) };
  };
  const next = () => schedule.next(workOf);
  await run.meet(desk.until(() => next() !== undefined));
  const move = await run.step({
    name: steps.next(0, "move"),
    input: null,
    work: async () => ({ ...(next() as Move) }), // just now there was one, and only this branch takes any away
  });
  return move as Move;
}

function begin(phase: PhaseRun, { code }: Schedule, { lane }: Move & { type: "begin" }, earlier?: LaneWork): LaneWork {
  return {
    attempt: (earlier?.attempt ?? 0) + 1,
    lane,
    head: phase.world.expected.head ?? phase.run.head.base,
    files: code.files,
    known: earlier?.known ?? [],
  };
}

function takeOver(code: Implementation, report: Report): void {
  code.addFiles(report.code.files);
  code.addMarkers(report.code.takeMarkers());
}
