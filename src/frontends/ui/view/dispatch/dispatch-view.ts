// One dispatch of a feature with what stands around it.
import type { LedgerLine } from "../../../../domain/billing/ledger.ts";
import type { Outcome } from "../../../../domain/billing/outcome.ts";
import { ROLES } from "../../../../domain/roles/role.ts";
import type { FoundOutcome } from "../../../../ports/runs/runs.ts";
import type { FeatureRef, PageHead } from "../model/common.ts";
import type { DispatchRef, DispatchView, TokenCounts } from "../model/dispatch.ts";
import { promptBlocks } from "./prompt-blocks.ts";
import { replyView, verdictOf } from "./reply-view.ts";
import { whyWords } from "./why-words.ts";

export interface DispatchInput {
  readonly head: PageHead;
  readonly feature: FeatureRef;
  /** Of the whole feature, oldest first. */
  readonly all: readonly FoundOutcome[];
  /** From one. */
  readonly number: number;
  readonly prompt: string;
  /** A process works on the feature. */
  readonly isAtWork: boolean;
  /** What a fresh agent for the same work costs; null when unknown. */
  readonly freshCost: LedgerLine["cost"];
}

/** Undefined when there is no such dispatch. */
export function dispatchView({
  head,
  feature,
  all,
  number,
  prompt,
  isAtWork,
  freshCost,
}: DispatchInput): DispatchView | undefined {
  const found = all[number - 1];
  if (!found) return undefined;
  const { outcome } = found;
  const tokens = tokensOf(outcome);
  const isResumed = outcome.kind === "resume" || outcome.kind === "final" || outcome.kind === "repair";
  return {
    ...head,
    ...{ feature, number, of: all.length, role: outcome.role, phase: outcome.phase, round: outcome.round },
    ...{ kind: outcome.kind, reason: outcome.reason, why: whyWords(outcome), status: statusOf(found, isAtWork) },
    ...{ verdict: found.unanswered ? null : verdictOf(outcome), error: outcome.error ?? null },
    ...{ at: outcome.at, milliseconds: outcome.milliseconds, runtime: outcome.runtime ?? null },
    ...{ effort: outcome.effort ?? null, session: outcome.session, selfReported: outcome.selfReported === true },
    ...{ tokens, cost: outcome.cost ?? null, estimate: outcome.estimate ?? null, freshCost },
    ...{ promptChars: outcome.promptChars, contextChars: outcome.contextChars },
    blocks: promptBlocks({ text: prompt, tokens, isResumed }),
    reply: replyView(outcome),
    ...{ tools: toolsOf(outcome), changed: outcome.changed, follows: followsOf(all, number) },
    previous: refAt(all, number - 1),
    next: refAt(all, number + 1),
  };
}

function statusOf({ outcome, unanswered }: FoundOutcome, isAtWork: boolean): DispatchView["status"] {
  if (unanswered) return isAtWork ? "working" : "interrupted";
  return outcome.status;
}

function tokensOf({ usage }: Outcome): TokenCounts {
  const { input, cacheRead, cacheWrite, output, estimated } = usage;
  return { new: input, read: cacheRead, written: cacheWrite, output, estimated };
}

const MOST_TOOLS = 500;

function toolsOf({ reads, refused, wrote, commands = [] }: Outcome): DispatchView["tools"] {
  const tool = (did: string, isRefused = false) => ({ did, refused: isRefused });
  return [
    ...reads.map((path) => tool(`read ${path}`)),
    ...wrote.map((path) => tool(`wrote ${path}`)),
    ...commands.map(({ name, sandboxed }) => tool(`ran ${name}${sandboxed ? "" : " (outside the sandbox)"}`)),
    ...refused.map((path) => tool(path, true)),
  ].slice(0, MOST_TOOLS);
}

/** What it remembers, and what it judges or goes on with. */
function followsOf(all: readonly FoundOutcome[], number: number): DispatchRef[] {
  const self = all[number - 1];
  if (!self) return [];
  const before = all.slice(0, number - 1).map(({ run, outcome }, at) => ({ run, outcome, number: at + 1 }));
  const inRun = before.filter(({ run }) => run === self.run);
  const own = inRun.filter(({ outcome }) => outcome.role === self.outcome.role).slice(-MOST_OWN);
  const maker = isReviewer(self.outcome.role) ? inRun.findLast(({ outcome }) => !isReviewer(outcome.role)) : undefined;
  const judges = isReviewer(self.outcome.role)
    ? []
    : inRun.filter(({ outcome }) => isReviewer(outcome.role) && outcome.round === self.outcome.round);
  const numbers = new Set([...own, ...(maker ? [maker] : []), ...judges].map((one) => one.number));
  return [...numbers].sort((one, other) => one - other).flatMap((one) => refAt(all, one) ?? []);
}

const MOST_OWN = 10;

const isReviewer = (role: string): boolean => ROLES.some(({ id, kind }) => id === role && kind === "reviewer");

function refAt(all: readonly FoundOutcome[], number: number): DispatchRef | null {
  const found = all[number - 1];
  if (!found) return null;
  const { role, round, kind, cost = null } = found.outcome;
  return { number, role, round, kind, cost, verdict: found.unanswered ? null : verdictOf(found.outcome) };
}
