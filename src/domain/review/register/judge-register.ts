// The verdicts of a round, held against the register: what each of them ends, keeps open, raises, and what it may not raise
// again because it was ruled.
import type { Verdict } from "../../roles/reply-shapes.ts";
import { oneLine } from "../../text/one-line.ts";
import type { Judgement, RoleIssue } from "../review-loop.ts";
import { isBlocking } from "../verdict.ts";
import { ruledBefore, withInsistence } from "./disputes.ts";
import {
  type IssueEnd,
  isSame,
  openFor,
  type Place,
  type Register,
  type RegisteredIssue,
  withIssues,
} from "./issue-register.ts";
import { namesPlace, type Work } from "./named-place.ts";
import { wordsOfIssue } from "./same-issue.ts";

export interface Judged {
  readonly register: Register;
  readonly judged: Judgement[];
  /** What reviewers raised again although it was ruled: it is dropped. */
  readonly closed: readonly Closed[];
}

export interface Closed {
  readonly role: string;
  readonly id: string;
}

/** What a verdict is held to besides the register. */
export interface Terms {
  /** Ends issues by a rule of the loop, once the verdicts have been heard. */
  readonly rule?: (register: Register) => Register;
  /** Who insists has to name a place in it. */
  readonly work?: Work | undefined;
}

/**
 * All are held against the register as the round began. What a reviewer calls open counts as raised, even if its list of
 * issues leaves it out; what one of them calls open is open, whatever the others say.
 */
export function judgeAll(
  register: Register,
  place: Place,
  judgements: readonly Judgement[],
  { rule = (all) => all, work }: Terms = {},
): Judged {
  const heard = judgements.map((judgement) => hear(register, place, judgement));
  const verdicts = heard.filter((one): one is Heard => "verdict" in one);
  const answered: Register = register.map((one) => (one.loop === place.loop ? endOf(one, verdicts, work) : one));
  const raised = verdicts.reduce<Register>(
    (all, { role, fresh, said }) => withIssues(all, place, ownIssues(role, fresh), new Set(said.keys())),
    answered,
  );
  const after = rule(raised);
  const noted = after.filter((one, index) => one.end === "noted" && raised[index]?.end === "open");
  const judged = heard.map((one): Judgement => ("verdict" in one ? asCounted(one, after, place, noted) : one));
  const empty = judged.find(
    (one) => one.type === "verdict" && !one.verdict.approved && one.verdict.issues.length === 0,
  );
  if (!empty) return { register: after, judged, closed: verdicts.flatMap(({ closed }) => closed) };
  const problem = "not approved, and none of its issues is open";
  const { role } = empty;
  return judgeAll(
    register,
    place,
    judgements.map((one) => (one.role === role ? { role, type: "invalid", problem } : one)),
    { rule, work },
  );
}

/** A verdict with everything it leaves open. One that objects only to what is ruled, or was noted, no longer objects. */
function asCounted({ role, verdict, said, closed }: Heard, after: Register, place: Place, noted: Register): Judgement {
  const isOwn = ({ reviewer, id }: RegisteredIssue) => reviewer === role || said.get(id)?.status === "open";
  const open = openFor(after, place.loop, role).filter(isOwn);
  const isNoted = ({ end, id }: RegisteredIssue) => end === "noted" && said.get(id)?.status === "open";
  const hasNotes = noted.some(isOwn) || after.some(isNoted);
  const isSettled = !open.some(isBlocking) && (closed.length > 0 || hasNotes);
  return { role, type: "verdict", verdict: { ...verdict, approved: verdict.approved || isSettled, issues: [...open] } };
}

interface Heard {
  readonly role: string;
  readonly verdict: Verdict;
  /** Its issues, without what was ruled. */
  readonly fresh: Verdict["issues"];
  readonly closed: readonly Closed[];
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
  const closed = new Map<string, Closed>();
  const said = new Map<string, Resolution>();
  for (const { id: given, status, why } of verdict.resolutions ?? []) {
    const id = given.trim().toUpperCase();
    if (status === "open" && register.some((one) => one.id === id && one.end === "ruled")) closed.set(id, { role, id });
    else if (status === "open" && !asked.has(id))
      return { role, type: "invalid", problem: `it calls ${oneLine(given)} open, which is none of its issues` };
    else if (said.get(id)?.status !== "open") said.set(id, { status, why }); // said twice: the stricter one holds
  }
  const fresh = verdict.issues.filter((issue) => {
    const ruled = ruledBefore(register, role, issue);
    if (ruled !== undefined) closed.set(ruled, { role, id: ruled });
    return ruled === undefined;
  });
  return { role, verdict, fresh, closed: [...closed.values()], said };
}

/** How an issue stands after these verdicts; the issues they list come on top. */
function endOf(one: RegisteredIssue, verdicts: readonly Heard[], work: Work | undefined): RegisteredIssue {
  if (one.end === "ruled") return one; // and stays so, whatever anybody says
  const answers = verdicts
    .filter(({ role }) => one.reviewer === role || one.source !== "reviewer")
    .flatMap(({ said }) => said.get(one.id) ?? []);
  const answer = answers.find(({ status }) => status === "open") ?? answers[0];
  if (one.end === "noted" && answer?.status === "open") return one; // it may be raised again, with what goes wrong
  if (answer) {
    const { status: end, why } = answer;
    const isPlaced = !one.disputed || work === undefined || namesPlace(one, why ?? "", work);
    return withInsistence({ ...one, end, inferred: false, ...(why && { why }) }, isPlaced);
  }
  const judge = verdicts.find(({ role }) => role === one.reviewer);
  if (one.end !== "open" || !judge) return one;
  const words = wordsOfIssue(one);
  const isRaisedAgain = ownIssues(judge.role, judge.fresh).some((issue) =>
    isSame(one, issue, words, wordsOfIssue(issue)),
  );
  return isRaisedAgain ? withInsistence(one) : { ...one, end: "resolved", inferred: true };
}

/** Only the engine gives ids, reads answers and knows of rulings. */
function ownIssues(role: string, issues: Verdict["issues"]): RoleIssue[] {
  return issues.map(({ id: _, answer: __, ruling: ___, ...issue }) => ({ ...issue, reviewer: role }));
}
