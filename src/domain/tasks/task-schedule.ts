// How lanes carry a plan out while nobody knows how long a task takes: what is done next, given which tasks have been worked
// through. A task that got in another one's way is done again alone, after all that run.
import type { PlannedTask } from "./task-plan.ts";
import { ReadyTasks } from "./task-turns.ts";

export type Move =
  | { readonly type: "begin"; readonly task: number; readonly lane: number }
  | { readonly type: "join"; readonly task: number };

/** What is known of a task that has been worked through. */
export interface Worked {
  /**
   * It has changed something that it did not declare, so nobody was kept away from that. It is joined when all tasks before
   * it are: whoever changed the same has the place in the line that the document gives it.
   */
  readonly hasStrayed: boolean;
}

/** Tasks are named by their position in the plan, lanes from 1. */
export class TaskSchedule {
  readonly #ready: ReadyTasks;
  readonly #lanes: number;
  /** The lane of each task that was begun and is not joined. */
  readonly #underWay = new Map<number, number>();
  /** To be done again, alone; in document order. */
  readonly #again: number[] = [];
  readonly #joined = new Set<number>();
  readonly #size: number;
  #alone = false;
  /** All before this one are joined. */
  #first = 0;

  constructor(plan: readonly PlannedTask[], lanes: number) {
    this.#ready = new ReadyTasks(plan);
    this.#lanes = lanes;
    this.#size = plan.length;
  }

  get isOver(): boolean {
    return this.#first === this.#size;
  }

  /**
   * Undefined while only a task that is worked on can bring it on. What may be joined is joined before anything begins. A lane is
   * free as soon as its task is worked through: the work is on a branch of its own.
   */
  next(workOf: (task: number) => Worked | undefined): Move | undefined {
    const tasks = [...this.#underWay.keys()].sort((a, b) => a - b);
    const done = tasks.find((task) => this.#mayJoin(task, workOf(task)));
    if (done !== undefined) return { type: "join", task: done };
    const working = tasks.filter((task) => workOf(task) === undefined);
    if (this.#alone && working.length > 0) return undefined;
    const [again] = this.#again;
    if (again !== undefined) return working.length > 0 ? undefined : { type: "begin", task: again, lane: 1 };
    const task = this.#ready.next;
    const lane = this.#freeLane(working);
    return task === undefined || lane === undefined ? undefined : { type: "begin", task, lane };
  }

  began(task: number, lane: number): void {
    this.#alone = this.#again[0] === task;
    if (this.#alone) this.#again.shift();
    else this.#ready.take();
    this.#underWay.set(task, lane);
  }

  joined(task: number): void {
    this.#underWay.delete(task);
    this.#ready.done(task);
    this.#joined.add(task);
    while (this.#joined.has(this.#first)) this.#first += 1;
  }

  collided(task: number): void {
    this.#underWay.delete(task);
    this.#again.push(task);
    this.#again.sort((a, b) => a - b);
  }

  #mayJoin(task: number, work: Worked | undefined): boolean {
    return work !== undefined && (!work.hasStrayed || task === this.#first);
  }

  #freeLane(working: readonly number[]): number | undefined {
    const taken = new Set(working.map((task) => this.#underWay.get(task)));
    for (let lane = 1; lane <= this.#lanes; lane++) if (!taken.has(lane)) return lane;
    return undefined;
  }
}
