// Every issue of a phase, from the round that raised it to its end. Folded from recorded verdicts and answers, so a
// replay gives the same register. An id is unique in its phase: `SR1.2` is the second issue of round 1 of the
// spec-reviewer.
import type { Verdict } from "../roles/reply-shapes.ts";
import { ROLES } from "../roles/role.ts";
import { oneLine } from "../text/one-line.ts";
import { idsIn } from "../text/words.ts";
import type { Judgement, RoleIssue } from "./review-loop.ts";
import { isSameIssue, type Worded, wordsOfIssue } from "./same-issue.ts";
import { isBlocking } from "./verdict.ts";

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

/**
 * The verdicts of a round, all held against the register as the round began. What a reviewer calls open counts as raised,
 * even if its list of issues leaves it out; what one of them calls open is open, whatever the others say.
 */
export function judgeAll(
  register: Register,
  place: Place,
  judgements: readonly Judgement[],
): { readonly register: Register; readonly judged: Judgement[] } {
  const heard = judgements.map((judgement) => hear(register, place, judgement));
  const verdicts = heard.filter((one): one is Heard => "verdict" in one);
  const answered: Register = register.map((one) => (one.loop === place.loop ? endOf(one, verdicts) : one));
  const after = verdicts.reduce<Register>(
    (all, { role, verdict, said }) => withIssues(all, place, ownIssues(role, verdict), new Set(said.keys())),
    answered,
  );
  const judged = heard.map((one): Judgement => {
    if (!("verdict" in one)) return one;
    const { role, verdict, said } = one;
    const open = openFor(after, place.loop, role).filter(
      ({ reviewer, id }) => reviewer === role || said.get(id)?.status === "open",
    );
    return { role, type: "verdict", verdict: { ...verdict, issues: [...open] } };
  });
  const empty = judged.find(
    (one) => one.type === "verdict" && !one.verdict.approved && one.verdict.issues.length === 0,
  );
  if (!empty) return { register: after, judged };
  const problem = "not approved, and none of its issues is open";
  const { role } = empty;
  return judgeAll(
    register,
    place,
    judgements.map((one) => (one.role === role ? { role, type: "invalid", problem } : one)),
  );
}

interface Heard {
  readonly role: string;
  readonly verdict: Verdict;
  /** What it says about earlier issues, by id. */
  readonly said: ReadonlyMap<string, Resolution>;
}

interface Resolution {
  readonly status: IssueEnd;
  readonly why?: string | undefined;
}

/** A rejection that names nothing, or calls an issue open that nobody knows, is no verdict: it changes no issue. */
function hear(register: Register, place: Place, judgement: Judgement): Heard | Extract<Judgement, { type: "invalid" }> {
  if (judgement.type === "invalid") return judgement;
  const { role, verdict } = judgement;
  const asked = new Set(
    register
      .filter((one) => one.loop === place.loop && (one.reviewer === role || one.source !== "reviewer"))
      .map(({ id }) => id),
  );
  const said = new Map<string, Resolution>();
  for (const { id: given, status, why } of verdict.resolutions ?? []) {
    const id = given.trim().toUpperCase();
    if (status === "open" && !asked.has(id))
      return { role, type: "invalid", problem: `it calls ${oneLine(given)} open, which is none of its issues` };
    if (said.get(id)?.status !== "open") said.set(id, { status, why }); // said twice: the stricter one holds
  }
  return { role, verdict, said };
}

/** How an issue stands after these verdicts; the issues they list come on top. */
function endOf(one: RegisteredIssue, verdicts: readonly Heard[]): RegisteredIssue {
  const answers = verdicts
    .filter(({ role }) => one.reviewer === role || one.source !== "reviewer")
    .flatMap(({ said }) => said.get(one.id) ?? []);
  const answer = answers.find(({ status }) => status === "open") ?? answers[0];
  if (answer) return { ...one, end: answer.status, inferred: false, ...(answer.why && { why: answer.why }) };
  const judge = verdicts.find(({ role }) => role === one.reviewer);
  if (one.end !== "open" || !judge) return one;
  const words = wordsOfIssue(one);
  const isRaisedAgain = ownIssues(judge.role, judge.verdict).some((issue) =>
    isSame(one, issue, words, wordsOfIssue(issue)),
  );
  return isRaisedAgain ? one : { ...one, end: "resolved", inferred: true };
}

/** Only the engine gives ids and reads answers. */
function ownIssues(role: string, { issues }: Verdict): RoleIssue[] {
  return issues.map(({ id: _, answer: __, ...issue }) => ({ ...issue, reviewer: role }));
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

function isSame(one: RegisteredIssue, other: RoleIssue, words: Worded, otherWords: Worded): boolean {
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
