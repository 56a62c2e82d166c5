// `.meta.json`, the committed record of a feature's finished work. Reading is tolerant: files written by earlier tools
// differ in detail, and unknown keys are kept where they are. Writing is strict: what the engine adds has one shape and
// real times. Never holds the state of an unfinished run; that is in the journal.
import * as z from "zod";
import type { Escalation } from "../depth.ts";
import { type Decision, DecisionSchema } from "./decision.ts";

const text = z.string().nullish();

/** What was open when a phase was given up: the next run of the phase begins with it. */
const OpenIssueSchema = z.looseObject({
  severity: z.enum(["blocker", "warning", "suggestion"]),
  description: z.string(),
  reviewer: z.string(),
});
export type OpenIssue = z.infer<typeof OpenIssueSchema>;

const numbers = z.array(z.int()).readonly();
/** What was open after each round of a loop, and how much of it was new. */
const LoopTraceSchema = z.object({ open: numbers, raised: numbers }).readonly();

const PhaseRecordSchema = z.looseObject({
  started: text,
  completed: text,
  outcome: text,
  iterations: z.number().nullish(),
  /** What the last verdict was about: the blob of a document, the commit of an implementation. */
  judged: text,
  openIssues: z.array(OpenIssueSchema).nullish(),
  /** By loop. Only counted, so a record that cannot be read is none. */
  loops: z.record(z.string(), LoopTraceSchema).optional().catch(undefined),
});

/** Only for features that began at another depth than full (depth.ts). */
const DepthSchema = z.looseObject({
  asked: z.string(),
  now: text,
  why: z.array(z.string()).nullish(),
  escalated: z.looseObject({ at: z.string(), phase: z.string(), why: z.array(z.string()) }).nullish(),
});

const FeatureMetaSchema = z.looseObject({
  id: z.string(),
  slug: z.string(),
  /** The sentence with which the feature was requested. */
  description: z.string().optional(),
  mode: text,
  status: z.enum(["planned", "active", "completed", "abandoned"]),
  created: text,
  completed: text,
  branch: text,
  brainstorm_source: text,
  backlog_source: text,
  project_id: text,
  depends_on_features: z.array(z.string()).nullish(),
  lastCompletedPhase: text,
  skippedPhases: z.array(z.looseObject({ phase: z.string() })).nullish(),
  phases: z.record(z.string(), PhaseRecordSchema).nullish(),
  decisions: z.array(DecisionSchema).nullish(),
  depth: DepthSchema.nullish(),
});
export type FeatureMeta = z.infer<typeof FeatureMetaSchema>;

export type ParsedMeta =
  | { readonly ok: true; readonly meta: FeatureMeta }
  | { readonly ok: false; readonly problem: string };

export function parseMeta(content: string): ParsedMeta {
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { ok: false, problem: `it is not JSON (${(error as SyntaxError).message})` }; // JSON.parse throws nothing else
  }
  const result = FeatureMetaSchema.safeParse(value);
  if (!result.success) return { ok: false, problem: describeProblem(result.error) };
  return { ok: true, meta: value as FeatureMeta }; // just checked; zod's copy would move the unknown keys to the end
}

/** Keeps the order of the keys; never prints what `parseMeta` would refuse. */
export function printMeta(meta: FeatureMeta): string {
  FeatureMetaSchema.parse(meta);
  return `${JSON.stringify(meta, null, 2)}\n`;
}

const time = z.iso.datetime({ offset: true });

const NewMetaSchema = z.strictObject({
  id: z.string().regex(/^\d{3,6}$/),
  slug: z.string().min(1),
  description: z.string().min(1),
  created: time,
  branch: z.string().min(1),
  brainstorm_source: z.string().optional(),
  /** Five digits: the row of `backlog.md` the feature grew out of. */
  backlog_source: z.string().optional(),
  project_id: z.string().optional(),
  depends_on_features: z.array(z.string()).optional(),
  /** What the person decided in the brainstorm it grew out of. */
  decisions: z.array(DecisionSchema).optional(),
  depth: z.strictObject({ asked: z.enum(["auto", "light"]) }).optional(),
});

export function newMeta(input: z.infer<typeof NewMetaSchema>): FeatureMeta {
  const { id, slug, description, created, branch, ...links } = NewMetaSchema.parse(input);
  return {
    ...{ id, slug, description, mode: "standard", status: "active", created, completed: null, branch },
    ...links,
    ...{ lastCompletedPhase: null, skippedPhases: [], phases: {} },
  };
}

const LoopRecordSchema = z.strictObject({ iterations: z.int().nonnegative(), reviewerNotes: z.array(z.string()) });

const CompletionSchema = z.strictObject({
  phase: z.string().min(1),
  started: time,
  completed: time,
  /** `accepted`: with open issues, which stand in the notes. */
  outcome: z.enum(["approved", "accepted"]).optional(),
  judged: z.string().optional(),
  loops: z.record(z.string(), LoopTraceSchema).optional(),
  /** Each time the run stopped because something was not approved, in the words it stopped with. */
  stops: z.array(z.string()).optional(),
  ...LoopRecordSchema.shape,
  /** The phase's second loop, with the phase-reviewer. */
  handoff: LoopRecordSchema.optional(),
  /** Why no session was resumed; null when sessions could be resumed; left out when the phase never asked. */
  deferred: z.string().nullish(),
  /** Phases left out on the way to this one. */
  skipped: z.array(z.string()).optional(),
});

/** The meta with one phase completed; everything else in the phase's record stays. */
export function completePhase(meta: FeatureMeta, completion: z.infer<typeof CompletionSchema>): FeatureMeta {
  const { phase, handoff, deferred, skipped = [], ...record } = CompletionSchema.parse(completion);
  const { openIssues: _, stopped: __, ...before } = meta.phases?.[phase] ?? {}; // settled by this completion
  const phaseRecord = { ...before, ...record, ...(handoff && { phaseReview: handoff }) };
  const skippedEntry = (one: string) => ({
    phase: one,
    skippedAt: record.completed,
    fromPhase: meta.lastCompletedPhase ?? null,
    toPhase: phase,
  });
  const { r1_deferred_reason: earlier, ...rest } = meta;
  const reason = deferred === undefined ? earlier : deferred;
  return {
    ...rest,
    lastCompletedPhase: phase,
    ...(skipped.length > 0 && { skippedPhases: [...(meta.skippedPhases ?? []), ...skipped.map(skippedEntry)] }),
    phases: { ...meta.phases, [phase]: phaseRecord },
    ...(reason !== null && reason !== undefined && { r1_deferred_reason: reason }),
  };
}

/** The meta with the depth that was decided for the feature. */
export function decideDepth(
  meta: FeatureMeta,
  { depth: now, why }: { readonly depth: "light" | "full"; readonly why: readonly string[] },
): FeatureMeta {
  return { ...meta, depth: { ...meta.depth, asked: meta.depth?.asked ?? now, now, why: [...why] } };
}

/** The meta of a feature that has to be judged in full: nothing of it counts as completed any more. */
export function escalate(meta: FeatureMeta, { at, phase, why }: Escalation): FeatureMeta {
  const depth = {
    ...meta.depth,
    asked: meta.depth?.asked ?? "light",
    now: "full",
    escalated: { at, phase, why: [...why] },
  };
  return { ...meta, status: "active", completed: null, lastCompletedPhase: null, depth };
}

const StopSchema = z.strictObject({
  phase: z.string().min(1),
  started: time,
  stopped: time,
  iterations: z.int().nonnegative(),
  openIssues: z.array(OpenIssueSchema),
});

/** The meta with one phase given up: not completed, and nobody forgets why. */
export function stopPhase(meta: FeatureMeta, stop: z.infer<typeof StopSchema>): FeatureMeta {
  const { phase, ...record } = StopSchema.parse(stop);
  const { completed: _, ...before } = meta.phases?.[phase] ?? {};
  return { ...meta, phases: { ...meta.phases, [phase]: { ...before, ...record, outcome: "stopped" } } };
}

/** The meta with everything that the person decided so far. */
export function withDecisions(meta: FeatureMeta, decisions: readonly Decision[]): FeatureMeta {
  if (decisions.length > 0) return { ...meta, decisions: [...decisions] };
  const { decisions: _, ...rest } = meta; // what the record had and the person did not confirm
  return rest;
}

/** The meta with one stage of a phase that is still under way. */
export function withStage(meta: FeatureMeta, phase: string, stage: string, record: object): FeatureMeta {
  const current = meta.phases?.[phase] ?? {};
  const stages = typeof current.stages === "object" && current.stages !== null ? current.stages : {};
  return { ...meta, phases: { ...meta.phases, [phase]: { ...current, stages: { ...stages, [stage]: record } } } };
}

function describeProblem(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`).join("; ");
}
