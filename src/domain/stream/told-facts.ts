// What the files of a run add to its facts: the bill and the verdict of a dispatch, the counts of a check.
import { type Outcome, parseOutcome } from "../billing/outcome.ts";
import { findFailedTests } from "../checks/failed-tests.ts";
import { testSummary } from "../checks/test-counts.ts";
import { answersIn } from "../review/register/issue-answers.ts";
import { isPass, readVerdict } from "../review/verdict.ts";
import { replyMark, verdictSchemaOf } from "../roles/reply-schema.ts";
import { ROLES, type RoleId } from "../roles/role.ts";
import { parseStop } from "../run/kept-stop.ts";
import type { FoldedFact, OpenIssues, RunFold } from "./fold-run.ts";
import type { StreamFact, StreamVerdict } from "./stream-event.ts";

type DispatchEnded = Extract<StreamFact, { type: "dispatch-ended" }>;

/** `text`: of the file that the fact names; undefined when it is gone or damaged. Pure but for the count in the fold. */
export function toldFact(fold: RunFold, { fact }: FoldedFact, text: string | undefined): StreamFact {
  if (text === undefined) return fact;
  if (fact.type === "check-ran") {
    const summary = testSummary(text);
    const [failure] = fact.passed ? [] : findFailedTests(text);
    return { ...fact, ...(summary !== undefined && { summary }), ...(failure && { failure }) };
  }
  if (fact.type === "paused") return { ...fact, ...parseStop(text) };
  const outcome = fact.type === "dispatch-ended" ? parseOutcome(text) : undefined;
  if (fact.type !== "dispatch-ended" || !outcome) return fact;
  const { milliseconds, usage, cost, error, needs, reply, role, round, kind } = outcome;
  const before = fold.openIssues.get(role) ?? new Map();
  const { verdict, open } = fact.status === "completed" ? verdictOf({ role, round, reply }, before) : NO_VERDICT;
  if (open) fold.openIssues.set(role, open);
  return {
    ...{ ...fact, role, round, kind, milliseconds, usage },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
    ...(needs !== undefined && { needs }),
    ...answersOf(fact, reply),
    ...(verdict && { verdict }),
  };
}

interface Judged {
  readonly verdict?: StreamVerdict;
  /** Missing where it says nothing of it. */
  readonly open?: OpenIssues;
}

const NO_VERDICT: Judged = {};

function verdictOf({ role, round, reply }: Pick<Outcome, "role" | "round" | "reply">, before: OpenIssues): Judged {
  const known = ROLES.find(({ id }) => id === role);
  if (known?.kind !== "reviewer") return NO_VERDICT;
  const id: RoleId = known.id;
  const reading = readVerdict(reply, verdictSchemaOf(id), replyMark(id));
  if (!reading.ok) return { verdict: { passed: false, problem: reading.problem, issues: [], resolved: 0 } };
  const { issues, resolutions = [] } = reading.value;
  const passed = isPass(reading.value);
  const ended = resolutions.filter(({ status }) => status !== "open").length;
  const insisted = resolutions.filter(({ status }) => status === "open");
  const raised = issues.map((issue, at) => [`${known.short}${round}.${at + 1}`, issue] as const);
  const left: OpenIssues = new Map([
    ...insisted.map(({ id: issue }) => [issue, before.get(issue) ?? ("warning" as const)] as const),
    ...raised.flatMap(([issue, { severity }]) => (severity === "suggestion" ? [] : [[issue, severity] as const])),
  ]);
  const open = passed ? NONE_OPEN : left;
  const count = (wanted: string) => [...open.values()].filter((severity) => severity === wanted).length;
  const verdict = {
    passed,
    resolved: passed ? before.size : ended,
    issues: issues.map(({ severity, description, location }) => ({
      ...{ severity, description },
      ...(location != null && { location }),
    })),
    open: { blockers: count("blocker"), warnings: count("warning") },
  };
  return { verdict, open };
}

const NONE_OPEN: OpenIssues = new Map();

function answersOf({ activity }: DispatchEnded, reply: string): Pick<DispatchEnded, "answers"> {
  if (activity !== "revise" && activity !== "fix") return {};
  const answers = [...answersIn(reply).values()];
  const fixed = answers.filter((answer) => answer.startsWith("fixed")).length;
  return answers.length === 0 ? {} : { answers: { fixed, disputed: answers.length - fixed } };
}
