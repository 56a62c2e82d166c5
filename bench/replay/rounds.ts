// What each later round of a real loop would send: to a new reviewer, and to the same one with the change; the prompts are
// the engine's own. What a replay does not hold (the fixer's words, the issues) is a text of usual length.
import { priceOf, tokensOf } from "../../src/domain/billing/usage.ts";
import { estimateCost } from "../../src/domain/dispatch/dispatch-cost.ts";
import { type PlanInput, planDispatch } from "../../src/domain/dispatch/dispatch-plan.ts";
import { artifactTitle, kindOfFile } from "../../src/domain/documents/document-names.ts";
import { freshReviewPrompt, type RoleMaterial, resumedReviewPrompt } from "../../src/domain/prompts/review-prompt.ts";
import type { PromptLibrary } from "../../src/ports/agents/prompt-library.ts";
import type { DiffForm } from "../../src/ports/git/repository.ts";
import { OPEN_ISSUES } from "../open-issues.ts";
import { type Delta, pathOf } from "./deltas.ts";
import type { Loop, Revision } from "./loops.ts";

export type Guard = PlanInput["guard"];

export interface Round {
  /** Characters of a first prompt, and with the files it makes a new reviewer read. */
  readonly firstPrompt: number;
  readonly firstContent: number;
  readonly freshPrompt: number;
  readonly freshContent: number;
  readonly resumed: Readonly<Record<DiffForm, Resumed>>;
}

export interface Resumed {
  readonly chars: number;
  /** What each guard says to it. */
  readonly allowed: Readonly<Record<Guard, boolean>>;
}

const SUMMARY =
  "Answered every issue: named the limit and its window, moved the rule about retries into the scope, and added a criterion for the case that nobody had thought of. Nothing else was changed.";
const ISSUE = {
  severity: "warning",
  description: "The criterion names no number, so two testers can come to different results with the same build.",
  location: "## Acceptance Criteria",
  suggestion: "Name the limit and the window it is counted in.",
  reviewer: "reviewer",
} as const;
const MODEL = "claude-opus-5-5";
/** The median of the measured cycle times, where the replay knows none. */
const USUAL_GAP = 204;
const ANSWER_TOKENS = 1000;
const UNLIMITED = Number.POSITIVE_INFINITY;

export async function roundsOf(
  loop: Loop,
  deltas: ReadonlyMap<Revision, Delta>,
  prompts: PromptLibrary,
): Promise<Round[]> {
  const material = await materialOf(loop, prompts);
  const [start] = loop.revisions;
  const first = freshLengths(loop, material, start?.before ?? "", 1);
  /** What the session holds; only guard `cost` looks at it. */
  const held = { plain: first.content, compact: first.content };
  return loop.revisions.map((revision, index) => {
    const fresh = freshLengths(loop, material, revision.after, index + 2);
    const resumedBy = (form: DiffForm): Resumed => {
      const { text } = resumedReviewPrompt(loop.role, {
        ...{ artifact: loop.artifact, delta: deltas.get(revision)?.[form] || "(no difference)", fixSummary: SUMMARY },
        ...{ round: index + 2, maxRounds: 5, previousIssues: OPEN_ISSUES, decisions: [] },
      });
      const cost = costOf({ held: held[form], resumed: text.length, fresh: fresh.content, gap: revision.gap });
      const allows = (guard: Guard) => planOf(first, text.length, guard, cost) === "resume";
      const allowed = { prompt: allows("prompt"), content: allows("content"), cost: allows("cost") };
      held[form] = allowed.cost ? held[form] + text.length : fresh.content;
      return { chars: text.length, allowed };
    };
    return {
      ...{ firstPrompt: first.prompt, firstContent: first.content },
      ...{ freshPrompt: fresh.prompt, freshContent: fresh.content },
      resumed: { plain: resumedBy("plain"), compact: resumedBy("compact") },
    };
  });
}

interface Characters {
  readonly held: number;
  readonly resumed: number;
  readonly fresh: number;
  readonly gap: number | undefined;
}

function costOf({ held, resumed, fresh, gap = USUAL_GAP }: Characters): PlanInput["cost"] {
  const price = priceOf(MODEL);
  const sizes = { context: tokensOf(held), delta: tokensOf(resumed), fresh: tokensOf(fresh), output: ANSWER_TOKENS };
  return price && estimateCost(price, sizes, { lifetime: "5m", idle: gap });
}

interface Lengths {
  readonly prompt: number;
  readonly content: number;
}

async function materialOf(loop: Loop, prompts: PromptLibrary): Promise<RoleMaterial> {
  const own = loop.role === "phase-reviewer" ? [loop.artifact] : [];
  const names = [...loop.upstream.map(({ name }) => name), ...own];
  const required = names.map((name) => {
    const kind = kindOfFile(name);
    return { title: kind ? artifactTitle(kind) : name, path: pathOf({ artifact: name }) };
  });
  return { role: loop.role, rolePrompt: await prompts.of(loop.role), phase: loop.phase, guides: undefined, required };
}

/** A domain reviewer has the document in its prompt, a phase reviewer is told to read it. */
function freshLengths(loop: Loop, material: RoleMaterial, text: string, round: number): Lengths {
  const isPasted = loop.role !== "phase-reviewer";
  const prompt = freshReviewPrompt(material, {
    ...{ round, maxRounds: 5, outcome: undefined, fallback: false },
    underReview: isPasted ? { path: pathOf(loop), text } : undefined,
    previousIssues: round > 1 ? [ISSUE, ISSUE] : [],
  }).text.length;
  const read = loop.upstream.reduce((sum, document) => sum + document.text.length, isPasted ? 0 : text.length);
  return { prompt, content: prompt + read };
}

function planOf(first: Lengths, resumedPromptLength: number, guard: Guard, cost: PlanInput["cost"]): string {
  return planDispatch({
    entry: {
      ...{ agent_id: "replay", last_iteration: 1, last_commit_sha: "" },
      ...{ iteration1_prompt_length: first.prompt, iteration1_content_length: first.content },
    },
    ...{ alwaysFresh: false, sessionMode: "resume", canResume: true, gate: "open", cold: false, obstacle: undefined },
    ...{ final: false, reopened: false, resumedPromptLength, guard, cost, contextLimit: UNLIMITED },
  }).kind;
}
