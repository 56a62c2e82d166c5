// What a phase may cost and what it has in progress, checked against the budget before an agent is asked. Also what was
// already sent, from which the bill shows what was paid twice.
import type { Spent } from "../../../domain/billing/bill.ts";
import { type Content, NOTHING_SENT, sentTokens, withContent } from "../../../domain/dispatch/sent-content.ts";

export interface Budget {
  readonly maxCost?: number | undefined;
  readonly maxDispatches?: number | undefined;
  /** `maxCost` was not asked for: it is what any feature may cost (`budget.feature`). */
  readonly isDefault?: boolean;
}

/** A dispatch or a ping of this process, from the request to its end. */
export interface Wanted {
  readonly step: string;
  /** The expected cost in US dollars; missing if unknown. */
  readonly estimate?: number;
  /** A ping costs money but asks for no answer, so it does not count as a dispatch. */
  readonly isPing?: boolean;
}

export class Spending {
  readonly budget: Budget;
  readonly #underWay = new Map<string, Wanted>();
  readonly #beginnings = new Map<string, number>();
  #elsewhere: Spent | undefined;
  #sent = NOTHING_SENT;

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

  /** What the feature cost apart from its runs that are still here; looked up once. */
  async elsewhere(lookUp: () => Promise<Spent>): Promise<Spent> {
    this.#elsewhere ??= await lookUp();
    return this.#elsewhere;
  }

  noteSent(content: Content): void {
    this.#sent = withContent(this.#sent, content);
  }

  /** How much of it some agent of this run was already sent, in tokens. */
  sentTokens(content: Content): number {
    return sentTokens(this.#sent, content);
  }

  /** When each shared beginning of this run's prompts was last sent, in milliseconds. */
  get beginnings(): ReadonlyMap<string, number> {
    return this.#beginnings;
  }

  noteBeginning(key: string, at: number): void {
    this.#beginnings.set(key, Math.max(at, this.#beginnings.get(key) ?? 0));
  }
}
