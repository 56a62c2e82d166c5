// The prompts of one round of a document loop, composed only from recorded texts and commits.
import { printDelta } from "../../domain/prompts/delta.ts";
import {
  type DomainOutcome,
  finalReviewPrompt,
  freshReviewPrompt,
  resumedReviewPrompt,
} from "../../domain/prompts/review-prompt.ts";
import { keptText } from "../work/given/artifact-text.ts";
import { diffForm } from "../work/given/context-mode.ts";
import { keptDiff } from "../work/given/kept-diff.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import type { RoundFacts } from "./document-loop.ts";
import type { RoundPrompts } from "./loop/ask-reviewer.ts";
import { certifierText } from "./loop/certifier-text.ts";
import { roundRules, ruledText } from "./loop/round-rules.ts";
import type { RoleSetup } from "./set-up-phase.ts";

export function documentPrompts(
  phase: PhaseRun,
  reviewer: RoleSetup,
  facts: RoundFacts,
  outcome: DomainOutcome | undefined,
): RoundPrompts {
  const { maxRounds } = facts;
  const artifact = phase.artifact.slice(phase.artifact.lastIndexOf("/") + 1);
  // A role that is told to read the artifact by path is not also sent its text.
  const isPasted = !reviewer.requiredPaths.includes(phase.artifact);
  const previousIssues = phase.register.openFor(facts.loop, reviewer.material.role);
  const rules = roundRules(phase, facts.round, previousIssues);
  const underReview = async () => (isPasted ? { path: phase.artifact, text: await keptText(phase) } : undefined);
  return {
    requiredPaths: () => reviewer.requiredPaths,
    requiredChars: () => reviewer.requiredChars,
    fresh: async (_role, fallback) =>
      freshReviewPrompt(reviewer.material, {
        round: facts.round,
        maxRounds,
        underReview: await underReview(),
        outcome,
        previousIssues,
        answers: facts.fixSummary,
        fallback,
        rules,
      }),
    certify: async () =>
      freshReviewPrompt(reviewer.material, {
        ...{ round: facts.round, maxRounds, underReview: await underReview(), outcome },
        ...{ previousIssues: [], fallback: false, rules: ruledText(phase) },
        certify: await certifierText(phase, facts.round),
      }),
    resumed: async (role, final) => {
      const entry = phase.sessions.entryOf(role);
      const [from = "", to = ""] = [entry?.last_commit_sha, phase.world.expected.head ?? undefined];
      const diff = await keptDiff(phase, from, to, [phase.artifact], diffForm(phase));
      const delta = {
        artifact,
        delta: printDelta(diff, false) || "(no difference)",
        fixSummary: facts.fixSummary || "(none given)",
        round: facts.round,
        maxRounds,
        previousIssues,
        rules,
        decisions: reviewer.newDecisions(),
        ...(outcome && facts.round === 1 && { outcome }), // a resumed first round: the phase was reopened
      };
      return final
        ? finalReviewPrompt(role, { ...delta, lastRound: entry?.last_iteration ?? 0 })
        : resumedReviewPrompt(role, delta);
    },
  };
}
