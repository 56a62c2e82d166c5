// Which task of a plan begins next, and how a number of lanes carries the plan out if every task takes equally long. A lane
// that is free takes the first task in document order that may begin.
import type { PlannedTask } from "./task-plan.ts";

/** Positions of the tasks in each turn. */
export function turnsOf(plan: readonly PlannedTask[], lanes: number): number[][] {
  const ready = new ReadyTasks(plan);
  const turns: number[][] = [];
  for (let left = plan.length; left > 0; ) {
    const turn: number[] = [];
    while (turn.length < lanes) {
      const next = ready.take();
      if (next === undefined) break;
      turn.push(next);
    }
    if (turn.length === 0) throw new Error("a task waits for a later one"); // planTasks makes no such plan
    for (const position of turn) ready.done(position);
    left -= turn.length;
    turns.push(turn);
  }
  return turns;
}

class ReadyTasks {
  /** May begin and were not taken; in document order. */
  readonly #ready: number[] = [];
  /** How many tasks each one still waits for, and which ones wait for it. */
  readonly #missing = new Map<number, number>();
  readonly #waiting = new Map<number, number[]>();
  /** Those that wait for all before them, the last one first. */
  readonly #afterAll: number[] = [];
  readonly #done = new Set<number>();
  /** All before this one are done. */
  #first = 0;

  constructor(plan: readonly PlannedTask[]) {
    for (const [position, { after }] of plan.entries()) {
      if (after === "all") {
        this.#afterAll.push(position);
        continue;
      }
      this.#missing.set(position, after.length);
      for (const needed of after) {
        const waiting = this.#waiting.get(needed) ?? [];
        waiting.push(position);
        this.#waiting.set(needed, waiting);
      }
      if (after.length === 0) this.#ready.push(position);
    }
    this.#afterAll.reverse();
    this.#advance();
  }

  /** The first in document order that may begin; undefined while all that are left wait. */
  take(): number | undefined {
    return this.#ready.shift();
  }

  done(position: number): void {
    this.#done.add(position);
    for (const waiting of this.#waiting.get(position) ?? []) {
      const missing = (this.#missing.get(waiting) ?? 1) - 1;
      this.#missing.set(waiting, missing);
      if (missing === 0) this.#add(waiting);
    }
    this.#advance();
  }

  #advance(): void {
    while (this.#done.has(this.#first)) this.#first += 1;
    while (this.#afterAll.length > 0 && (this.#afterAll.at(-1) ?? 0) <= this.#first)
      this.#add(this.#afterAll.pop() ?? 0);
  }

  #add(position: number): void {
    const place = this.#ready.findIndex((other) => other > position);
    this.#ready.splice(place < 0 ? this.#ready.length : place, 0, position);
  }
}
