// What the files of a run add to its facts: the bill and the verdict of a dispatch, the counts of a check.
import { parseOutcome } from "../billing/outcome.ts";
import { findFailedTests } from "../checks/failed-tests.ts";
import { testSummary } from "../checks/test-counts.ts";
import { answersIn } from "../review/issue-answers.ts";
import { isBlocking, isPass, readVerdict } from "../review/verdict.ts";
import { replyMark, verdictSchemaOf } from "../roles/reply-schema.ts";
import { ROLES, type RoleId } from "../roles/role.ts";
import type { FoldedFact, RunFold } from "./fold-run.ts";
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
  const outcome = fact.type === "dispatch-ended" ? parseOutcome(text) : undefined;
  if (fact.type !== "dispatch-ended" || !outcome) return fact;
  const { milliseconds, usage, cost, error, needs, reply, role, round, kind } = outcome;
  const verdict = fact.status === "completed" ? verdictOf(role, reply, fold.openIssues.get(role) ?? 0) : undefined;
  if (verdict && verdict.problem === undefined) fold.openIssues.set(role, verdict.issues.filter(isBlocking).length);
  return {
    ...{ ...fact, role, round, kind, milliseconds, usage },
    ...(cost !== undefined && { cost }),
    ...(error !== undefined && { error }),
    ...(needs !== undefined && { needs }),
    ...answersOf(fact, reply),
    ...(verdict && { verdict }),
  };
}

function verdictOf(role: string, reply: string, before: number): StreamVerdict | undefined {
  const known = ROLES.find(({ id }) => id === role);
  if (known?.kind !== "reviewer") return undefined;
  const id: RoleId = known.id;
  const reading = readVerdict(reply, verdictSchemaOf(id), replyMark(id));
  if (!reading.ok) return { passed: false, problem: reading.problem, issues: [], resolved: 0 };
  const { issues, resolutions = [] } = reading.value;
  const passed = isPass(reading.value);
  const ended = resolutions.filter(({ status }) => status !== "open").length;
  return {
    passed,
    resolved: passed ? before : ended,
    issues: issues.map(({ severity, description, location }) => ({
      ...{ severity, description },
      ...(location != null && { location }),
    })),
  };
}

function answersOf({ activity }: DispatchEnded, reply: string): Pick<DispatchEnded, "answers"> {
  if (activity !== "revise" && activity !== "fix") return {};
  const answers = [...answersIn(reply).values()];
  const fixed = answers.filter((answer) => answer.startsWith("fixed")).length;
  return answers.length === 0 ? {} : { answers: { fixed, disputed: answers.length - fixed } };
}
