// The issues of this phase: who raised them, what the author answered, how they ended.
import { type Changes, calmRounds, noteByContract } from "../../../domain/review/register/contract.ts";
import { disputesIn, type Ruling, ruledClosed, withRuling } from "../../../domain/review/register/disputes.ts";
import { withAnswers } from "../../../domain/review/register/issue-answers.ts";
import {
  blockingIn,
  type IssueEnd,
  openFor,
  type Place,
  type Register,
  type RegisteredIssue,
  settled,
  withFound,
  withIssues,
} from "../../../domain/review/register/issue-register.ts";
import { type Judged, judgeAll } from "../../../domain/review/register/judge-register.ts";
import {
  healthOf,
  type LoopHealth,
  type LoopTrace,
  printHealth,
  traceOf,
} from "../../../domain/review/register/loop-health.ts";
import type { Work } from "../../../domain/review/register/named-place.ts";
import { printRegistered } from "../../../domain/review/register/register-text.ts";
import type { Judgement, RoleIssue } from "../../../domain/review/review-loop.ts";

/** What the reviewers had before them. */
export interface Seen {
  /** With these the loop converges by contract. */
  readonly changes?: Changes | undefined;
  /** Who insists has to name a place in it. */
  readonly work?: Work | undefined;
}

export class IssueRegister {
  readonly #hasRulings: boolean;
  #issues: Register = [];
  /** As it was when the last round began: the history tells what is open or has changed since. */
  #before: Register = [];
  #round = "";
  /** How each round has moved its loop, by loop. */
  readonly #moves = new Map<string, LoopHealth[]>();
  /** Of the round before the last one, and of the last one. */
  #earlierHealth: LoopHealth | undefined;
  #health: LoopHealth | undefined;
  /** Rounds in a row without a blocker, up to the round before the last one, and with it. */
  #calmBefore = 0;
  #calm = 0;

  constructor({ hasRulings }: { readonly hasRulings: boolean }) {
    this.#hasRulings = hasRulings;
  }

  get all(): Register {
    return this.#issues;
  }

  /** What tests found, the person asked for, or an earlier run of this phase left open. Returns them with their ids. */
  raise(place: Place, issues: readonly RoleIssue[]): RegisteredIssue[] {
    const before = this.#issues;
    this.#issues = withIssues(before, place, issues);
    return this.#issues.filter((one) => !before.includes(one));
  }

  /** Everything that the engine, or the tests, find now: what is not among it any more is resolved. */
  found(place: Place, issues: readonly RoleIssue[], by: "engine" | "test" = "engine"): RegisteredIssue[] {
    this.#issues = withFound(this.#issues, place, issues, by);
    return this.#issues.filter(({ source, loop, end }) => source === by && loop === place.loop && end === "open");
  }

  /**
   * Takes verdicts in. Returns the judgements, with everything that each reviewer leaves open, by id, and a marker for
   * what was raised although it is ruled.
   */
  judge(
    place: Place,
    judgements: readonly Judgement[],
    seen?: Seen,
  ): { readonly judged: Judgement[]; readonly markers: readonly string[] } {
    const round = `${place.loop} ${place.round}`;
    const moves = this.#moves.get(place.loop) ?? [];
    // roles asked again belong to the same entry
    if (round === this.#round) moves.pop();
    else {
      this.#before = this.#issues;
      this.#earlierHealth = this.#health;
      this.#calmBefore = this.#calm;
    }
    this.#round = round;
    const { judged, register, closed } = this.#judged(place, judgements, seen);
    this.#issues = register;
    this.#health = healthOf(this.#before, register, place.loop, this.#earlierHealth);
    this.#moves.set(place.loop, [...moves, this.#health]);
    this.#calm = calmRounds(register, place.loop, this.#calmBefore);
    return { judged, markers: closed.map(({ role, id }) => ruledClosed(role, id)) };
  }

  /** The same, for a round that may still turn out to be void. */
  wouldJudge(
    place: Place,
    judgements: readonly Judgement[],
    seen?: Seen,
  ): { readonly judged: Judgement[]; readonly health: LoopHealth } {
    const { judged, register } = this.#judged(place, judgements, seen);
    const isSameRound = this.#round === `${place.loop} ${place.round}`;
    const [before, earlier] = isSameRound ? [this.#before, this.#earlierHealth] : [this.#issues, this.#health];
    return { judged, health: healthOf(before, register, place.loop, earlier) };
  }

  /** How many of its issues the role would end with these judgements. */
  wouldResolve(place: Place, judgements: readonly Judgement[], role: string): number {
    const { register } = this.#judged(place, judgements);
    const isEnded = (id: string) => register.some((one) => one.id === id && one.end !== "open");
    return this.openFor(place.loop, role).filter(({ id }) => isEnded(id)).length;
  }

  #judged(place: Place, judgements: readonly Judgement[], seen: Seen = {}): Judged {
    const calm = this.#round === `${place.loop} ${place.round}` ? this.#calmBefore : this.#calm;
    const { changes } = seen;
    const work = this.#hasRulings ? seen.work : undefined; // a run that was begun before was told of no places
    const rule = (all: Register) => (changes ? noteByContract(all, place, changes, calm) : all);
    return judgeAll(this.#issues, place, judgements, { rule, work });
  }

  answer(reply: string): void {
    this.#issues = withAnswers(this.#issues, reply);
  }

  /** A loop begins: its rounds are others than those before, whatever their numbers. */
  beginLoop(): void {
    this.#round = "";
    this.#health = undefined;
    this.#calm = 0;
  }

  settle(loop: string, end: IssueEnd, which?: (issue: RegisteredIssue) => boolean): void {
    this.#issues = settled(this.#issues, loop, end, which);
  }

  /** What a reviewer and the author cannot settle between them. */
  disputes(loop: string): Register {
    return this.#hasRulings ? disputesIn(this.#issues, loop) : [];
  }

  rule(ruling: Ruling): void {
    this.#issues = withRuling(this.#issues, ruling);
  }

  openFor(loop: string, role: string): Register {
    return openFor(this.#issues, loop, role);
  }

  blocking(loop: string): Register {
    return blockingIn(this.#issues, loop);
  }

  /** What was open after each round of the phase's loops, and how much of it was new; for the record of the phase. */
  traces(): Record<string, LoopTrace> | undefined {
    if (!this.#hasRulings) return undefined;
    return Object.fromEntries([...this.#moves].map(([loop, moves]) => [loop, traceOf(moves)]));
  }

  /** With the last round it has ended, or ended otherwise, or was raised and ended at once. */
  #hasMoved({ id, end }: RegisteredIssue): boolean {
    const before = this.#before.find((one) => one.id === id);
    if (!this.#hasRulings) return before?.end === "open";
    return before ? before.end !== end : end !== "resolved";
  }

  /** For the history: how the loop stands, what is open, and what ended with the last round. */
  lines(loop: string): string[] {
    const told = this.#issues.filter((one) => one.loop === loop && (one.end === "open" || this.#hasMoved(one)));
    if (told.length === 0) return [];
    const health = this.#hasRulings && this.#health ? [`${printHealth(this.#health)}:`] : [];
    return [...health, ...told.map(printRegistered)];
  }
}
