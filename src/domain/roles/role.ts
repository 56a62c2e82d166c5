// All roles an agent can be given, as data. Only this file says what a role may touch, which documents it is told to
// read and what it must answer; no other file branches on a role's name. Rows leave out what is false or default.
import { type ArtifactName, DOCUMENTS } from "../documents/document-names.ts";
import type { Phase } from "../feature/phase.ts";
import type { ReplyName } from "./reply-shapes.ts";

export type Access = "read" | "write" | "blind";
export const MODEL_TIERS = ["strong", "standard", "light"] as const;
export type ModelTier = (typeof MODEL_TIERS)[number];
export const ROLE_KINDS = ["author", "reviewer", "researcher", "worker"] as const;
export type RoleKind = (typeof ROLE_KINDS)[number];

export interface Role {
  readonly id: RoleId;
  /** The name in markers, history and progress lines. Differs from `id` where several ids fill one role of the flow. */
  readonly name: string;
  readonly title: string;
  readonly kind: RoleKind;
  readonly model: ModelTier;
  readonly access: Access;
  /** Upstream documents by phase, in the order they are listed to the agent (CTX-3). */
  readonly artifacts: { readonly [phase: string]: readonly ArtifactName[] | undefined };
  /** File name in the prompt library. */
  readonly prompt: string;
  readonly reply: ReplyName | "text";
  /** Heading line of what is reviewed. A phase-reviewer has none: it reads the document by path, like the others. */
  readonly underReview: string | undefined;
  /** Round 1 also carries `## Iteration Context`; later fresh rounds of every role do so anyway. */
  readonly iterationContext: boolean;
  /** What the ids of its issues begin with; empty for roles that raise none. */
  readonly short: string;
  /** Must verify external claims and gets web and library documentation tools to do so (CTX-8). */
  readonly web: boolean;
  /** Its subject is the web. */
  readonly browses: boolean;
  /** Its prompts do not use the trunk: it must not see everything others share, or is dispatched once and early. */
  readonly alone: boolean;
  /** Never resumed (RES-9, and roles that are asked only once). */
  readonly alwaysFresh: boolean;
}

type Row = Pick<Role, "kind" | "model" | "access" | "reply"> &
  Partial<Omit<Role, "id" | "artifacts">> & {
    readonly artifacts?: { readonly [Name in Phase]?: readonly ArtifactName[] };
  };

const DEFAULTS = {
  artifacts: {},
  underReview: undefined,
  iterationContext: false,
  short: "",
  web: false,
  browses: false,
  alone: false,
  alwaysFresh: false,
} as const;

const AUTHOR = { kind: "author", model: "strong", access: "write", reply: "text" } as const;
const WORKER = { kind: "worker", model: "strong", access: "write" } as const;
const REVIEWER = { kind: "reviewer", model: "strong", access: "read" } as const;
const RESEARCHER = {
  kind: "researcher",
  model: "standard",
  access: "read",
  reply: "findings",
  alwaysFresh: true,
} as const;

const TABLE = {
  "prd-author": { ...AUTHOR, title: "PRD author" },
  "spec-author": { ...AUTHOR, artifacts: { specify: ["prd.md"] } },
  "design-author": { ...AUTHOR, artifacts: { design: ["prd.md", "spec.md"] } },
  "plan-author": { ...AUTHOR, artifacts: { "create-plan": ["prd.md", "spec.md", "design.md"] } },
  "task-author": { ...AUTHOR, artifacts: { "create-tasks": ["prd.md", "spec.md", "design.md", "plan.md"] } },
  // One task each: design and plan come as scoped sections, so only these two are read by path.
  implementer: { ...WORKER, artifacts: { implement: ["prd.md", "spec.md"] }, reply: "text", alwaysFresh: true },
  fixer: {
    ...WORKER,
    name: "implementer",
    artifacts: { implement: DOCUMENTS },
    prompt: "implementer.md",
    reply: "text",
    underReview: "## All Implementation Files",
  },
  "spec-reviewer": {
    ...REVIEWER,
    short: "SR",
    artifacts: { specify: ["prd.md"] },
    reply: "spec-review",
    underReview: "## Spec (what you're reviewing)",
    iterationContext: true,
    web: true,
  },
  "design-reviewer": {
    ...REVIEWER,
    short: "DR",
    artifacts: { design: ["prd.md", "spec.md"] },
    reply: "design-review",
    underReview: "## Design (what you're reviewing)",
    iterationContext: true,
    web: true,
  },
  "plan-reviewer": {
    ...REVIEWER,
    short: "PLAN",
    artifacts: { "create-plan": ["prd.md", "spec.md", "design.md"] },
    reply: "plan-review",
    underReview: "## Plan (what you're reviewing)",
  },
  "task-reviewer": {
    ...REVIEWER,
    short: "TASK",
    model: "standard",
    artifacts: { "create-tasks": ["prd.md", "spec.md", "design.md", "plan.md"] },
    reply: "task-review",
    underReview: "## Tasks (what you're reviewing)",
  },
  "phase-reviewer": {
    ...REVIEWER,
    short: "PR",
    model: "standard",
    artifacts: {
      specify: ["prd.md", "spec.md"],
      design: ["prd.md", "spec.md", "design.md"],
      "create-plan": ["prd.md", "spec.md", "design.md", "plan.md"],
      "create-tasks": DOCUMENTS,
    },
    reply: "phase-review",
    iterationContext: true,
  },
  "implementation-reviewer": {
    ...REVIEWER,
    short: "IR",
    artifacts: { implement: DOCUMENTS },
    reply: "implementation-review",
    underReview: "## Implementation files",
    web: true,
  },
  "code-quality-reviewer": {
    ...REVIEWER,
    short: "QR",
    model: "standard",
    artifacts: { implement: ["design.md", "spec.md"] },
    reply: "code-quality-review",
    underReview: "## Files changed",
  },
  "security-reviewer": {
    ...REVIEWER,
    short: "SEC",
    artifacts: { implement: ["design.md", "spec.md"] },
    reply: "security-review",
    underReview: "## Files changed",
    web: true,
  },
  // The only judge of a change at light depth.
  "light-reviewer": {
    ...REVIEWER,
    short: "LR",
    artifacts: { implement: ["spec.md"] },
    reply: "light-review",
    underReview: "## Files changed",
  },
  "code-simplifier": {
    ...WORKER,
    model: "standard",
    access: "read",
    artifacts: { implement: ["design.md"] },
    reply: "simplifications",
    underReview: "## Files changed",
    alone: true,
    alwaysFresh: true,
  },
  "test-deepener-a": {
    ...WORKER,
    name: "test-deepener",
    title: "test deepener, outlines",
    access: "blind",
    artifacts: { implement: ["spec.md", "design.md", "tasks.md", "prd.md"] },
    reply: "test-outlines",
    alone: true,
    alwaysFresh: true,
  },
  "test-deepener-b": {
    ...WORKER,
    name: "test-deepener",
    title: "test deepener, tests",
    artifacts: { implement: ["spec.md", "design.md", "tasks.md", "prd.md"] },
    reply: "tests-written",
    underReview: "## Files Changed (implementation + simplification)",
    alone: true,
    alwaysFresh: true,
  },
  "codebase-explorer": RESEARCHER,
  "risk-explorer": { ...RESEARCHER, reply: "risk-look" },
  "internet-researcher": { ...RESEARCHER, browses: true },
  "knowledge-searcher": RESEARCHER,
  "prd-reviewer": {
    ...REVIEWER,
    short: "PRD",
    title: "PRD reviewer",
    reply: "prd-review",
    underReview: "## PRD (what you're reviewing)",
    alwaysFresh: true,
  },
  "brainstorm-reviewer": {
    ...REVIEWER,
    short: "BR",
    model: "standard",
    reply: "readiness-review",
    underReview: "## PRD (what you're reviewing)",
    alwaysFresh: true,
  },
  // Shown the artifact, the issue and both sides, and nothing else: so no documents, no lessons, no trunk.
  adjudicator: { ...WORKER, access: "read", reply: "rulings", alone: true, alwaysFresh: true },
  "retro-facilitator": { ...WORKER, access: "read", reply: "retrospective", alwaysFresh: true },
  "documentation-researcher": {
    ...RESEARCHER,
    artifacts: { finish: ["spec.md", "design.md"] },
    reply: "documentation-research",
  },
  "documentation-writer": {
    ...WORKER,
    model: "standard",
    artifacts: { finish: ["spec.md", "design.md"] },
    reply: "documentation-updates",
    alwaysFresh: true,
  },
} as const satisfies Record<string, Row>;

export type RoleId = keyof typeof TABLE;

/** The reply a role must give, known to the compiler. */
export type ReplyNameOf<Id extends RoleId> = (typeof TABLE)[Id]["reply"];

export const ROLES: readonly Role[] = (Object.keys(TABLE) as RoleId[]).map(roleOf);

/** Not of a role: it is added to a reviewer's own prompt (review.certify). */
export const CERTIFIER_PROMPT = "certifier.md";

export function roleOf(id: RoleId): Role {
  const row: Row = TABLE[id];
  return { id, name: id, title: id.replaceAll("-", " "), prompt: `${id}.md`, ...DEFAULTS, ...row };
}

/** Whether an agent in this role is given tools that reach the web. */
export function mayUseWeb(role: Role): boolean {
  return role.web || role.browses;
}

/** Whether the role is given lessons from earlier work: roles that write documents or code, or judge them (KB-6). */
export function isGivenLessons({ kind, reply }: Role): boolean {
  return kind === "reviewer" || reply === "text";
}
