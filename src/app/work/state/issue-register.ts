// The issues of this phase: who raised them, what the author answered, how they ended.
import { withAnswers } from "../../../domain/review/issue-answers.ts";
import {
  blockingIn,
  type IssueEnd,
  judgeAll,
  openFor,
  type Place,
  type Register,
  type RegisteredIssue,
  settled,
  withFound,
  withIssues,
} from "../../../domain/review/issue-register.ts";
import { printRegistered } from "../../../domain/review/register-text.ts";
import type { Judgement, RoleIssue } from "../../../domain/review/review-loop.ts";

export class IssueRegister {
  #issues: Register = [];
  /** As it was when the last round began: the history tells what is open or has changed since. */
  #before: Register = [];
  #round = "";

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

  /** Takes verdicts in. Returns the judgements, with everything that each reviewer leaves open, by id. */
  judge(place: Place, judgements: readonly Judgement[]): Judgement[] {
    const round = `${place.loop} ${place.round}`;
    if (round !== this.#round) this.#before = this.#issues; // roles asked again belong to the same entry
    this.#round = round;
    const { judged, register } = judgeAll(this.#issues, place, judgements);
    this.#issues = register;
    return judged;
  }

  /** The same, for a round that may still turn out to be void. */
  wouldJudge(place: Place, judgements: readonly Judgement[]): Judgement[] {
    return judgeAll(this.#issues, place, judgements).judged;
  }

  /** How many of its issues the role would end with these judgements. */
  wouldResolve(place: Place, judgements: readonly Judgement[], role: string): number {
    const { register } = judgeAll(this.#issues, place, judgements);
    const isEnded = (id: string) => register.some((one) => one.id === id && one.end !== "open");
    return this.openFor(place.loop, role).filter(({ id }) => isEnded(id)).length;
  }

  answer(reply: string): void {
    this.#issues = withAnswers(this.#issues, reply);
  }

  /** A loop begins: its rounds are others than those before, whatever their numbers. */
  beginLoop(): void {
    this.#round = "";
  }

  settle(loop: string, end: IssueEnd, which?: (issue: RegisteredIssue) => boolean): void {
    this.#issues = settled(this.#issues, loop, end, which);
  }

  openFor(loop: string, role: string): Register {
    return openFor(this.#issues, loop, role);
  }

  blocking(loop: string): Register {
    return blockingIn(this.#issues, loop);
  }

  /** For the history: what is open, and what ended with the last round. */
  lines(loop: string): string[] {
    const wasOpen = (id: string) => this.#before.find((one) => one.id === id)?.end === "open";
    const told = this.#issues.filter((one) => one.loop === loop && (one.end === "open" || wasOpen(one.id)));
    return told.map(printRegistered);
  }
}
