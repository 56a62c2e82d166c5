// One round of code review as the history shows it: every reviewer of the roster, judged or skipped, and why.
import type { Verdict } from "../roles/reply-shapes.ts";
import type { ImplementReviewer, ImplementRound } from "./history/review-history.ts";
import type { Judgement, LoopState, Move } from "./review-loop.ts";
import { isPass } from "./verdict.ts";

const TITLES: Readonly<Record<string, string>> = {
  "implementation-reviewer": "Implementation Review",
  "code-quality-reviewer": "Quality Review",
  "security-reviewer": "Security Review",
  "light-reviewer": "Light Review (one reviewer)",
};

type Review = Extract<Move, { type: "review" }>;

/** `before` is the entry of the same round, if only some of its roles were asked again. */
export function codeRound(
  roster: readonly string[],
  state: LoopState,
  move: Review,
  round: { readonly judgements: readonly Judgement[]; readonly at: string; readonly markers: readonly string[] },
  before?: ImplementRound,
): ImplementRound {
  const { judgements, at, markers } = round;
  return {
    round: move.round,
    at,
    final: move.final,
    reviewers: roster.map((role, index) => {
      const earlier = before?.reviewers[index];
      const isAsked = judgements.some((judgement) => judgement.role === role);
      return !isAsked && earlier ? earlier : reviewerOf(state, move, judgements, role);
    }),
    issues: [
      ...(before?.issues ?? []).filter(({ reviewer }) => !judgements.some(({ role }) => role === reviewer)),
      ...judgements.flatMap((judgement) =>
        judgement.type === "verdict"
          ? judgement.verdict.issues.map((issue) => ({ ...issue, reviewer: judgement.role }))
          : [],
      ),
    ],
    changes: undefined,
    markers,
  };
}

function reviewerOf(state: LoopState, move: Review, judgements: readonly Judgement[], role: string): ImplementReviewer {
  const title = TITLES[role] ?? role;
  const judgement = judgements.find((one) => one.role === role);
  if (!judgement) {
    const passedRound = move.skipped.find((one) => one.role === role)?.passedRound ?? 0;
    const unchanged = move.final && state.roles[role]?.passed?.view === state.views[role];
    return { title, result: { type: "skipped", unchanged, passedRound } };
  }
  if (judgement.type === "invalid") return { title, result: { type: "no-verdict", problem: judgement.problem } };
  const { levels } = judgement.verdict;
  const result = { type: isPass(judgement.verdict) ? ("approved" as const) : ("needs-revision" as const) };
  return { title, result, ...(levels && { levels: levelsOf(levels) }) };
}

const LEVELS = [
  ["tasks", "Tasks"],
  ["spec", "Spec"],
  ["design", "Design"],
  ["prd", "PRD"],
] as const;

function levelsOf(levels: NonNullable<Verdict["levels"]>): { name: string; passed: boolean }[] {
  return LEVELS.map(([key, name]) => ({ name, passed: levels[key].passed }));
}
