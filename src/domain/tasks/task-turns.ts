// Which task of a plan begins next, and how a number of lanes carries the plan out if every task takes equally long. A lane
// that is free takes the task on which the longest chain of others waits; of several, the first in document order.
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
    turns.push(turn.sort((one, other) => one - other));
  }
  return turns;
}

/** Tasks that may begin, as others are done. */
export class ReadyTasks {
  /** May begin and were not taken; the next one first. */
  readonly #ready: number[] = [];
  /** How many tasks, itself included, must be done one after the other from each one on. */
  readonly #chains: readonly number[];
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
    }
    this.#chains = chainsOf(plan, this.#waiting);
    for (const [position, { after }] of plan.entries()) if (after.length === 0) this.#add(position);
    this.#afterAll.reverse();
    this.#advance();
  }

  /** Undefined while all that are left wait. */
  get next(): number | undefined {
    return this.#ready[0];
  }

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
    const chain = this.#chains[position] ?? 0;
    const isLater = (other: number) => {
      const its = this.#chains[other] ?? 0;
      return its < chain || (its === chain && other > position);
    };
    const place = this.#ready.findIndex(isLater);
    this.#ready.splice(place < 0 ? this.#ready.length : place, 0, position);
  }
}

/** Who waits for a task comes after it in the document. */
function chainsOf(plan: readonly PlannedTask[], waiting: ReadonlyMap<number, readonly number[]>): number[] {
  const chains = new Array<number>(plan.length).fill(1);
  let forAll = 0;
  for (let position = plan.length - 1; position >= 0; position--) {
    const longest = (waiting.get(position) ?? []).reduce((most, other) => Math.max(most, chains[other] ?? 0), forAll);
    chains[position] = 1 + longest;
    if (plan[position]?.after === "all") forAll = Math.max(forAll, 1 + longest);
  }
  return chains;
}
