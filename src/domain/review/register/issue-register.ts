// Every issue of a phase, from the round that raised it to its end. Folded from recorded verdicts and answers, so a
// replay gives the same register. An id is unique in its phase: `SR1.2` is the second issue of round 1 of the
// spec-reviewer.
import { ROLES } from "../../roles/role.ts";
import { idsIn } from "../../text/words/words.ts";
import type { RoleIssue } from "../review-loop.ts";
import { isBlocking } from "../verdict.ts";
import { isSameIssue, type Worded, wordsOfIssue } from "./same-issue.ts";

export type IssueSource = "reviewer" | "test" | "engine" | "person";
/** `ruled`: the person, or an adjudicator, closed it as it is. `noted`: by the rules of convergence it holds up nothing. */
export type IssueEnd = "open" | "resolved" | "withdrawn" | "ruled" | "noted";

export interface RegisteredIssue extends RoleIssue {
  readonly id: string;
  readonly source: IssueSource;
  /** Which of the phase's two loops raised it. */
  readonly loop: string;
  readonly end: IssueEnd;
  /** The reviewer did not say so; it no longer raises the issue. */
  readonly inferred?: boolean;
  /** The reviewer's reason for the end, or the rule's. */
  readonly why?: string;
  /** The author's last answer is `not changed`, and its reviewer has not judged since. */
  readonly disputed?: boolean;
  /** How often its reviewer kept it open against such an answer. */
  readonly insisted?: number;
  /** The last time, it named no place, so that did not count. */
  readonly unplaced?: boolean;
  /** Who ruled on it; the person where nothing is said. */
  readonly ruledBy?: "person" | "adjudicator";
}

export type Register = readonly RegisteredIssue[];

/** Where something was said. */
export interface Place {
  readonly loop: string;
  readonly round: number;
}

const REPORTERS: Readonly<Record<string, { readonly short: string; readonly source: IssueSource }>> = {
  engine: { short: "ENG", source: "engine" },
  user: { short: "YOU", source: "person" },
  "test-deepener": { short: "TEST", source: "test" },
};

/** Adds issues. One that says the same as an open one is that one, unless `answered` tells apart what was meant by id. */
export function withIssues(
  register: Register,
  place: Place,
  issues: readonly RoleIssue[],
  answered: ReadonlySet<string> = new Set(),
): Register {
  const open = register.filter(({ id, end, loop }) => end === "open" && loop === place.loop && !answered.has(id));
  const known = open.map((one) => ({ one, words: wordsOfIssue(one) }));
  const taken = new Set<string>(); // two issues of one verdict are two, however alike
  return issues.reduce((all, issue) => {
    const words = wordsOfIssue(issue);
    const same = known.find(({ one, words: before }) => !taken.has(one.id) && isSame(one, issue, before, words));
    if (same) taken.add(same.one.id);
    return raise(all, place, issue, same?.one.id);
  }, register);
}

/** The engine, or the tests, looked again: what is no longer found is resolved. */
export function withFound(
  register: Register,
  place: Place,
  found: readonly RoleIssue[],
  by: IssueSource = "engine",
): Register {
  const isGone = (one: RegisteredIssue) =>
    one.source === by && one.loop === place.loop && !found.some((issue) => isSameFinding(one, issue));
  const rest = register.map((one) => (one.end === "open" && isGone(one) ? { ...one, end: "resolved" as const } : one));
  return withIssues(rest, place, found);
}

/** Everything of a loop that holds it up. */
export function blockingIn(register: Register, loop: string): Register {
  return register.filter((one) => one.end === "open" && one.loop === loop && isBlocking(one));
}

/** What a role has to answer for: its own issues, and what tests, the engine or the person found. */
export function openFor(register: Register, loop: string, role: string): Register {
  return register.filter(
    (one) => one.end === "open" && one.loop === loop && (one.reviewer === role || one.source !== "reviewer"),
  );
}

/** Everything that is open gets this end, as when the person accepts it or everybody has approved. */
export function settled(
  register: Register,
  loop: string,
  end: IssueEnd,
  which = (_: RegisteredIssue) => true,
): Register {
  const inferred = end === "resolved"; // nobody said so about each of them
  return register.map((one) =>
    one.end === "open" && one.loop === loop && which(one) ? { ...one, end, inferred } : one,
  );
}

/** `known` is the id of the open issue that says the same: it takes the new words. */
function raise(register: Register, place: Place, issue: RoleIssue, known: string | undefined): Register {
  if (known !== undefined) return register.map((one) => (one.id === known ? { ...one, ...issue, id: known } : one));
  const { short, source } = REPORTERS[issue.reviewer] ?? {
    short: shortOf(issue.reviewer),
    source: "reviewer" as const,
  };
  const prefix = `${short}${place.round}.`;
  const number = register.filter(({ id }) => id.startsWith(prefix)).length + 1;
  return [...register, { ...issue, id: `${prefix}${number}`, source, loop: place.loop, end: "open" }];
}

function shortOf(role: string): string {
  return ROLES.find(({ id }) => id === role)?.short || role.toUpperCase();
}

/** Findings are compared by their words or their place: two that are only alike are two. */
function isSameFinding(one: RoleIssue, other: RoleIssue): boolean {
  if (one.reviewer !== other.reviewer) return false;
  if (one.reviewer === "test-deepener" && one.location) return one.location === other.location;
  return one.description === other.description && one.location === other.location;
}

export function isSame(one: RegisteredIssue, other: RoleIssue, words: Worded, otherWords: Worded): boolean {
  if (one.source !== "reviewer") return isSameFinding(one, other);
  if (one.reviewer !== other.reviewer) return false;
  if (one.description === other.description) return true;
  return isSameIssue(words, otherWords) && !nameDifferent(one, other);
}

/** `AC-1` and `AC-2` are two things, however alike the sentences are. */
function nameDifferent(one: RoleIssue, other: RoleIssue): boolean {
  const [a, b] = [one, other].map(({ description }) => idsIn(description.slice(0, LONGEST)));
  return a !== undefined && b !== undefined && a.length > 0 && b.length > 0 && !a.some((id) => b.includes(id));
}

const LONGEST = 2_000;
