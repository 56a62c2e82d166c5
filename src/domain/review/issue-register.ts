// Every issue of a phase, from the round that raised it to its end. Folded from recorded verdicts and answers, so a
// replay gives the same register. An id is unique in its phase: `SR1.2` is the second issue of round 1 of the
// spec-reviewer.
import type { Verdict } from "../roles/reply-shapes.ts";
import { ROLES } from "../roles/role.ts";
import type { Judgement, RoleIssue } from "./review-loop.ts";
import { isSameIssue, wordsOfIssue } from "./same-issue.ts";

export type IssueSource = "reviewer" | "test" | "engine" | "person";
/** `ruled`: the person accepted it as it is. */
export type IssueEnd = "open" | "resolved" | "withdrawn" | "ruled";

export interface RegisteredIssue extends RoleIssue {
  readonly id: string;
  readonly source: IssueSource;
  /** Which of the phase's two loops raised it. */
  readonly loop: string;
  readonly end: IssueEnd;
  /** The reviewer did not say so; it no longer raises the issue. */
  readonly inferred?: boolean;
  /** The reviewer's reason for the end. */
  readonly why?: string;
}

export type Register = readonly RegisteredIssue[];

/** Where something was said. */
export interface Place {
  readonly loop: string;
  readonly round: number;
}

const REPORTERS: Readonly<Record<string, { readonly short: string; readonly source: IssueSource }>> = {
  engine: { short: "ENG", source: "engine" },
  iflow: { short: "ENG", source: "engine" },
  user: { short: "YOU", source: "person" },
  "test-deepener": { short: "TEST", source: "test" },
};

/** Adds issues that no verdict raised. One that says the same as an open one is that one. */
export function withIssues(register: Register, place: Place, issues: readonly RoleIssue[]): Register {
  const before = register.filter(({ end, loop }) => end === "open" && loop === place.loop);
  const taken = new Set<string>(); // two issues of one verdict are two, however alike
  return issues.reduce((all, issue) => {
    const same = before.find((one) => !taken.has(one.id) && isSame(one, issue));
    if (same) taken.add(same.id);
    return raise(all, place, issue, same?.id);
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
    one.source === by && one.loop === place.loop && !found.some((issue) => isSame(one, issue));
  const rest = register.map((one) => (one.end === "open" && isGone(one) ? { ...one, end: "resolved" as const } : one));
  return withIssues(rest, place, found);
}

/** Verdicts of a round. What a reviewer calls open counts as raised, even if its list of issues leaves it out. */
export function judgeAll(
  register: Register,
  place: Place,
  judgements: readonly Judgement[],
): { readonly register: Register; readonly judged: Judgement[] } {
  let all = register;
  const judged = judgements.map((judgement): Judgement => {
    if (judgement.type === "invalid") return judgement;
    const { role, verdict } = judgement;
    all = withVerdict(all, place, role, verdict);
    const said = new Set((verdict.resolutions ?? []).filter(({ status }) => status === "open").map(({ id }) => id));
    const issues = openFor(all, place.loop, role).filter(({ reviewer, id }) => reviewer === role || said.has(id));
    if (verdict.approved || issues.length > 0) return { ...judgement, verdict: { ...verdict, issues: [...issues] } };
    return { role, type: "invalid", problem: "not approved, and none of its issues is open" };
  });
  return { register: all, judged };
}

/** One reviewer has judged: what it answered for, what it raised again, what is new. */
function withVerdict(register: Register, place: Place, role: string, verdict: Verdict): Register {
  const said = new Map<string, { readonly status: IssueEnd; readonly why?: string | undefined }>();
  for (const { id, status, why } of verdict.resolutions ?? [])
    if (said.get(id)?.status !== "open") said.set(id, { status, why }); // said twice: the stricter one holds
  const raisedAgain = (one: RegisteredIssue) =>
    verdict.issues.some((issue) => isSame(one, { ...issue, reviewer: role }));
  const judged = register.map((one): RegisteredIssue => {
    const isOwn = one.reviewer === role;
    const answered = isOwn || one.source !== "reviewer" ? said.get(one.id) : undefined;
    if (one.end !== "open" || one.loop !== place.loop || (isOwn && raisedAgain(one))) return one;
    if (answered) return { ...one, end: answered.status, ...(answered.why && { why: answered.why }) };
    return isOwn ? { ...one, end: "resolved", inferred: true } : one;
  });
  return withIssues(
    judged,
    place,
    // only the engine gives ids and reads answers
    verdict.issues.map(({ id: _, answer: __, ...issue }) => ({ ...issue, reviewer: role })),
  );
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
  return register.map((one) => (one.end === "open" && one.loop === loop && which(one) ? { ...one, end } : one));
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

function isSame(one: RoleIssue, other: RoleIssue): boolean {
  if (one.reviewer !== other.reviewer) return false;
  return one.description === other.description || isSameIssue(wordsOfIssue(one), wordsOfIssue(other));
}
