// `review.convergence: "contract"`: rules under which a loop comes to an end without anybody having to give in. What they
// take out of the way is kept as a note with its reason, and a loop that ends on notes is accepted, never approved.

import { isBlocking } from "../verdict.ts";
import { type ChangedPlaces, isInChange } from "./changed-places.ts";
import type { Place, Register, RegisteredIssue } from "./issue-register.ts";

/** What has changed since each role last looked; a role that has not looked before has no entry. */
export type Changes = ReadonlyMap<string, ChangedPlaces>;

/** `calm`: rounds in a row, up to the last one, in which no blocker was open. */
export function noteByContract(register: Register, place: Place, changes: Changes, calm: number): Register {
  const isCalm =
    calm > 0 &&
    !hasBlocker(
      register.map((one) => noteLate(one, place, changes)),
      place.loop,
    );
  return register.map((one) => {
    const late = noteLate(one, place, changes);
    return isCalm && isHeldUp(late, place) ? note(late, "two rounds in a row had no blocker") : late;
  });
}

/** How many rounds in a row have had no open blocker, with this one. */
export function calmRounds(register: Register, loop: string, before: number): number {
  return hasBlocker(register, loop) ? 0 : before + 1;
}

function noteLate(one: RegisteredIssue, place: Place, changes: Changes): RegisteredIssue {
  if (!isHeldUp(one, place) || place.round < 2) return one;
  if (place.round >= 3 && one.severity !== "blocker") return note(one, "from round 3 only blockers count");
  const changed = changes.get(one.reviewer);
  if (!isRaisedIn(one, place.round) || changed === undefined || isInChange(one, changed)) return one;
  if (one.severity === "blocker" && namesFailure(one)) return one;
  return note(one, `raised in round ${place.round} about what had not changed`);
}

/** Reviewers' issues only: what tests, the engine or the person found is never out of the way. */
function isHeldUp(one: RegisteredIssue, { loop }: Place): boolean {
  return one.end === "open" && one.loop === loop && one.source === "reviewer" && isBlocking(one);
}

/** `SR3.1` was raised in round 3. */
function isRaisedIn({ id }: RegisteredIssue, round: number): boolean {
  return Number(/\d+(?=\.\d+$)/.exec(id)?.[0]) === round;
}

/** What goes wrong, for whom or with which input: more than a word. */
function namesFailure({ failure }: RegisteredIssue): boolean {
  return typeof failure === "string" && failure.trim().split(/\s+/).length >= 3;
}

function hasBlocker(register: Register, loop: string): boolean {
  return register.some((one) => one.end === "open" && one.loop === loop && one.severity === "blocker");
}

function note(one: RegisteredIssue, why: string): RegisteredIssue {
  return { ...one, end: "noted", inferred: false, why };
}

/** For reviewers, from the second round on. */
export const CONTRACT_LINE = [
  "This review converges by a contract. A new issue counts only if it is about what changed since your last look, or is a blocker that says what goes wrong:",
  'add "failure": "with …, … happens instead of …" and a location. From round 3 only blockers count. Everything else is kept as a note.',
].join(" ");
