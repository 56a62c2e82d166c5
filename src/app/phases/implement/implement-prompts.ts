// The prompts of one round of code review, composed only from recorded facts and commits.
import { printDelta } from "../../../domain/prompts/delta.ts";
import { finalReviewPrompt, freshReviewPrompt, resumedReviewPrompt } from "../../../domain/prompts/review-prompt.ts";
import type { RoleId } from "../../../domain/roles/role.ts";
import type { RoundPrompts } from "../../review/loop/ask-reviewer.ts";
import { certifierText } from "../../review/loop/certifier-text.ts";
import { roundRules, ruledText } from "../../review/loop/round-rules.ts";
import { type RoleSetup, setUpRole } from "../../review/set-up-phase.ts";
import { diffForm } from "../../work/given/context-mode.ts";
import { keptDiff } from "../../work/given/kept-diff.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { filesChars } from "./code/code-files.ts";
import { codeTrunk } from "./code/code-trunk.ts";
import type { Fix, Implementation } from "./code/implementation.ts";

interface RoundFacts {
  readonly round: number;
  readonly fixes: readonly Fix[];
  readonly facts: readonly string[];
}

export async function codePrompts(phase: PhaseRun, code: Implementation, round: RoundFacts): Promise<RoundPrompts> {
  const setups = new Map<RoleId, RoleSetup>();
  const { files } = code;
  const subject = { text: "", files };
  for (const role of code.roster.reviewers) setups.set(role, await setUpRole(phase, code.setup, role, subject));
  const setupOf = (role: RoleId): RoleSetup => {
    const setup = setups.get(role);
    if (!setup) throw new Error(`${role} reviews no code`);
    return setup;
  };
  const trunk = await codeTrunk(phase, code, round.fixes.at(-1)?.summary);
  const chars = trunk?.isWhole ? 0 : await filesChars(phase, files); // on the trunk the code is part of the prompt
  const { facts } = round;
  const latest = summaries(latestOf(round.fixes));
  const { maxRounds } = code.roster.policy;
  const openOf = (role: RoleId) => phase.register.openFor("review", role);
  const common = { round: round.round, maxRounds, underReview: { files }, outcome: undefined, facts };
  return {
    canFork: trunk?.isWhole ?? false,
    requiredPaths: (role) => setupOf(role).requiredPaths,
    requiredChars: (role) => setupOf(role).requiredChars + chars,
    fresh: async (role, fallback) =>
      freshReviewPrompt(setupOf(role).material, {
        ...common,
        previousIssues: openOf(role),
        answers: latest === "" ? undefined : latest,
        fallback,
        code: trunk,
        rules: roundRules(phase, round.round, openOf(role)),
      }),
    certify: async (role) =>
      freshReviewPrompt(setupOf(role).material, {
        ...common,
        ...{ previousIssues: [], fallback: false, code: trunk, rules: ruledText(phase) },
        certify: await certifierText(phase, round.round),
      }),
    resumed: async (role, final) => {
      const entry = phase.sessions.entryOf(role);
      const last = entry?.last_iteration ?? 0;
      const { head } = phase.world.expected;
      const diff = await keptDiff(phase, entry?.last_commit_sha ?? "", head ?? "", files, diffForm(phase));
      const said = final ? summaries(round.fixes.filter((fix) => fix.round >= last)) : latest;
      const delta = {
        artifact: "the implementation",
        delta: printDelta(diff, true) || "(no difference)",
        fixSummary: said || "(none given)",
        round: round.round,
        maxRounds,
        facts,
        previousIssues: openOf(role),
        rules: roundRules(phase, round.round, openOf(role)),
        decisions: setupOf(role).newDecisions(),
      };
      return final ? finalReviewPrompt(role, { ...delta, lastRound: last }) : resumedReviewPrompt(role, delta);
    },
  };
}

/** A fix, and the repairs of a red check that came after it. */
function latestOf(fixes: readonly Fix[]): readonly Fix[] {
  return fixes.filter(({ round }) => round === fixes.at(-1)?.round);
}

function summaries(fixes: readonly Fix[]): string {
  return fixes
    .map(({ summary }) => summary)
    .filter(Boolean)
    .join("\n\n");
}
