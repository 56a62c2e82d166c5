// What is worth knowing before a question is answered: the last words of both sides, and facts in a line.
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { answersIn } from "../../../../domain/review/register/issue-answers.ts";
import { ROLES } from "../../../../domain/roles/role.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { verdictIn, verdictOf } from "../dispatch/reply-view.ts";
import type { IssueView, MoneyOfFeature } from "../model/common.ts";
import type { MergeView, ReceiptView } from "../model/feature.ts";
import type { QuestionCard } from "../model/inbox.ts";
import type { RunState } from "../run-state.ts";

type Said = Pick<Outcome, "role" | "reply" | "status" | "round">;
type Voice = QuestionCard["voices"][number];

const LONGEST = 1200;

/** Empty unless a reviewer has refused and the author had a word. `outcomes`: of the run, oldest first. */
export function voicesOf(outcomes: readonly Said[], open: readonly IssueView[]): Voice[] {
  const ids = new Set(open.map(({ id }) => id));
  const refusal = outcomes.findLast((one) => verdictOf(one) === "refused");
  const answer = outcomes.findLast(({ role, status }) => status === "completed" && isMaker(role));
  if (!refusal) return [];
  const reviewer = { who: refusal.role, when: `round ${refusal.round}`, text: cut(wordsOfReviewer(refusal, ids)) };
  if (!answer || answer.round === 0) return [reviewer];
  return [reviewer, { who: answer.role, when: `after round ${answer.round}`, text: cut(wordsOfAuthor(answer, ids)) }];
}

const isMaker = (role: string): boolean =>
  ROLES.some(({ id, kind }) => id === role && (kind === "author" || id === "fixer"));

function wordsOfReviewer(said: Said, ids: ReadonlySet<string>): string {
  const verdict = verdictIn(said);
  if (!verdict) return said.reply;
  const kept = (verdict.resolutions ?? []).filter(
    ({ id, status }) => status === "open" && (ids.size === 0 || ids.has(id)),
  );
  const lines = [
    ...kept.flatMap(({ id, why }) => (why ? [`${id}: ${oneLine(why)}`] : [])),
    ...verdict.issues
      .filter(({ severity }) => severity !== "suggestion")
      .map(({ description }) => oneLine(description)),
  ];
  return lines.length > 0 ? lines.join("\n") : (verdict.summary ?? "");
}

/** Its answers to what is open, else what it closed with. */
function wordsOfAuthor({ reply }: Said, ids: ReadonlySet<string>): string {
  const answers = [...answersIn(reply)].filter(([id]) => ids.has(id));
  return answers.length > 0 ? answers.map(([id, answer]) => `${id} ${answer}`).join("\n") : reply;
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;
}

/** The subject of the engine's commit as a person says it: `since round 2`. */
export function revisionWords(subject: string): string {
  const round = /^iflow: [a-z-]+ review iteration (\d+)/.exec(subject)?.[1];
  return round === undefined ? subject : `since round ${round}`;
}

export interface FactInput {
  readonly topic: string;
  readonly state: RunState | undefined;
  readonly money: MoneyOfFeature;
  readonly merge: MergeView | null;
  readonly receipts: readonly ReceiptView[];
}

type Fact = QuestionCard["facts"][number];

export function factsOf({ topic, state, money, merge, receipts }: FactInput): Fact[] {
  return [
    ...checkFacts(state),
    ...(topic === "finish" ? receiptFacts(receipts) : []),
    ...(merge && topic === "finish" ? mergeFacts(merge) : []),
    ...moneyFacts(money).filter(({ mark }) => topic === "finish" || mark === "warn"),
  ];
}

/** Of each check the last run. */
function checkFacts(state: RunState | undefined): Fact[] {
  const last = new Map(
    (state?.works ?? []).flatMap((work) => (isCheck(work) ? [[work.about ?? "check", work] as const] : [])),
  );
  return [...last].map(([name, { verdict, error }]) =>
    verdict?.passed
      ? { mark: "good" as const, text: `${name} passed` }
      : {
          mark: "warn" as const,
          text: error === null ? `${name} failed` : `${name} failed: ${oneLine(error).slice(0, 160)}`,
        },
  );
}

/** The tests of single criteria have their receipts. */
function isCheck({ kind, status, about }: RunState["works"][number]): boolean {
  return kind === "check" && status === "completed" && !/^receipt/.test(about ?? "");
}

function receiptFacts(receipts: readonly ReceiptView[]): Fact[] {
  const count = (state: ReceiptView["state"]) => receipts.filter((one) => one.state === state).length;
  const [holds, stale, fails, none] = [count("holds"), count("stale"), count("fails"), count("none")];
  return [
    ...(holds > 0
      ? [{ mark: "good" as const, text: `${holds} ${holds === 1 ? "criterion holds" : "criteria hold"}` }]
      : []),
    ...(fails > 0
      ? [{ mark: "warn" as const, text: `${fails} ${fails === 1 ? "criterion fails" : "criteria fail"}` }]
      : []),
    ...(stale > 0 ? [{ mark: "warn" as const, text: `${stale} ${stale === 1 ? "receipt" : "receipts"} stale` }] : []),
    ...(none > 0 ? [{ mark: "plain" as const, text: `${none} without a test` }] : []),
  ];
}

function mergeFacts({ commits, files, documents, conflicts, base }: MergeView): Fact[] {
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;
  const size = `${count(commits, "commit")}, ${count(files, "file")}, ${count(documents, "document")}`;
  const clash = `conflicts with ${base}: ${conflicts.slice(0, 3).join(", ")}${conflicts.length > 3 ? ", …" : ""}`;
  return [{ mark: "plain", text: size }, ...(conflicts.length > 0 ? [{ mark: "warn" as const, text: clash }] : [])];
}

function moneyFacts({ spent, budget, unpriced, estimated }: MoneyOfFeature): Fact[] {
  if (spent === null || (spent === 0 && unpriced === 0)) return [];
  const amount = `${estimated ? "~" : ""}$${spent.toFixed(2)}${budget === null ? "" : ` of $${budget.toFixed(2)}`}`;
  const isNear = budget !== null && spent >= 0.8 * budget;
  return [{ mark: isNear ? "warn" : "plain", text: unpriced > 0 ? `${amount}, ${unpriced} without a price` : amount }];
}
