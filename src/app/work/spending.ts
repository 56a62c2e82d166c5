// What a phase may cost and what it has under way: held against the budget before an agent is asked. And what was sent
// already, by which the bill tells what was paid twice.
import type { SentContent } from "../../domain/dispatch/sent-content.ts";

export interface Budget {
  readonly maxCost?: number | undefined;
  readonly maxDispatches?: number | undefined;
}

export interface Spent {
  readonly cost: number;
  readonly dispatches: number;
}

/** A dispatch or a ping of this process, from when it is wanted to its end. */
export interface Wanted {
  readonly step: string;
  /** What it is expected to cost, in US dollars; missing where that is unknown. */
  readonly estimate?: number;
  /** A ping costs money but asks nothing, so it does not count as a dispatch. */
  readonly isPing?: boolean;
}

export class Spending {
  readonly budget: Budget;
  /** What any agent was sent in this run. */
  readonly content: SentContent = { passages: new Set(), required: 0 };
  readonly #underWay = new Map<string, Wanted>();
  readonly #beginnings = new Map<string, number>();
  #elsewhere: Spent | undefined;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  get underWay(): Wanted[] {
    return [...this.#underWay.values()];
  }

  isUnderWay(step: string): boolean {
    return this.#underWay.has(step);
  }

  begin(wanted: Wanted): void {
    this.#underWay.set(wanted.step, wanted);
  }

  end(step: string): void {
    this.#underWay.delete(step);
  }

  /** What the feature cost outside of its runs that are here; looked up once. */
  async elsewhere(lookUp: () => Promise<Spent>): Promise<Spent> {
    this.#elsewhere ??= await lookUp();
    return this.#elsewhere;
  }

  /** When each beginning that prompts of this run share was last sent, in milliseconds. */
  get beginnings(): ReadonlyMap<string, number> {
    return this.#beginnings;
  }

  noteBeginning(key: string, at: number): void {
    this.#beginnings.set(key, Math.max(at, this.#beginnings.get(key) ?? 0));
  }
}
