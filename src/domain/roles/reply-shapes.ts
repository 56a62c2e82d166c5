// What an agent answers: one zod shape per kind of reply. The parser, the JSON schema given to runtimes and the example
// printed in prompts all come from these shapes, so they cannot drift apart. Strict only about what the engine acts on;
// everything else may be missing or null, and unrequested fields are kept. `verdict.ts` handles the syntax.
import * as z from "zod";
import type { Json } from "../text/json/json.ts";

const severity = z.enum(["blocker", "warning", "suggestion"]);
const text = z.string().optional();
const needed = z.string().regex(/\S/, "must not be empty");
/** The words a prompt offers. A reply that uses another word is not sent back. */
const words = (...examples: string[]) => z.string().meta({ examples }).optional();
const anything = z.array(z.unknown()).optional();
const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.looseObject(shape));

const level = z.looseObject({ passed: z.boolean(), issues_count: z.number().optional() });
/** Each is judged by the document of its name. */
export const LEVELS = ["tasks", "spec", "design", "prd"] as const;
const levels = z.looseObject({ tasks: level, spec: level, design: level, prd: level });

/** Everything the engine reads from any reviewer's verdict. */
export const VerdictSchema = z
  .looseObject({
    approved: z.boolean(),
    levels: levels.optional(),
    issues: list({
      severity,
      description: needed,
      location: text,
      task: text,
      suggestion: text,
      suggested_fix: text,
      category: text,
      level: text,
    }),
    summary: text,
    /** What became of the reviewer's earlier issues, by id; nobody has to say it. */
    resolutions: list({ id: needed, status: z.enum(["resolved", "open", "withdrawn"]), why: text }).optional(),
  })
  .refine(
    ({ approved, issues, resolutions = [] }) => approved || [...issues, ...resolutions.filter(isOpen)].length > 0,
    {
      path: ["issues"],
      message: "an unapproved verdict needs at least one issue",
    },
  )
  .refine(({ approved, levels }) => !approved || !levels || Object.values(levels).every(hasPassed), {
    path: ["levels"],
    message: "approved, although a level has not passed",
  });

function isOpen({ status }: { readonly status: string }): boolean {
  return status === "open";
}

/** Levels nobody asked for are kept and not judged. */
function hasPassed(value: unknown): boolean {
  return typeof value !== "object" || value === null || !("passed" in value) || value.passed !== false;
}

const objection = { description: needed, location: text, suggestion: text };
const issue = { severity, ...objection };
const issueIn = (...categories: string[]) => ({ severity, category: words(...categories), ...objection });
const review = <Issue extends z.ZodRawShape>(shape: Issue) =>
  z.looseObject({ approved: z.boolean(), issues: list(shape), summary: text });

export const REVIEWS = {
  "spec-review": review(issueIn("testability", "assumptions", "scope", "traceability", "clarity", "feasibility")),
  "design-review": review(issueIn("completeness", "consistency", "feasibility", "assumptions", "complexity")),
  "plan-review": review(issue),
  "task-review": review({ severity, task: text, description: needed, suggestion: text }),
  "phase-review": review(issue),
  "implementation-review": z.looseObject({
    approved: z.boolean(),
    levels,
    issues: list({
      severity,
      level: words(...LEVELS),
      category: words("missing", "extra", "misunderstood", "incomplete"),
      ...objection,
    }),
    evidence: z.looseObject({ verified: anything, missing: anything }).optional(),
    summary: text,
  }),
  "code-quality-review": review(issueIn("readability", "kiss", "yagni", "formatting", "flow")),
  "security-review": review(issueIn("injection", "auth", "crypto", "exposure", "config")),
  "light-review": review(issueIn("correctness", "security", "regression", "tests")),
  "prd-review": review({ severity, description: needed, location: text, evidence: text, suggested_fix: text }),
  "readiness-review": review(issue),
};

const DIMENSIONS = [
  "bdd_scenarios",
  "boundary_values",
  "adversarial",
  "error_propagation",
  "mutation_mindset",
  "performance_contracts",
] as const;
const eachDimension = <Value extends z.ZodType>(value: Value) =>
  z.looseObject(Object.fromEntries(DIMENSIONS.map((name) => [name, value]))).optional();

const degree = words("high", "medium", "low");
const strings = z.array(z.string()).optional();
const lessons = list({
  name: text,
  text: needed,
  reasoning: text,
  provenance: text,
  confidence: degree,
  keywords: strings,
  memory: text,
});

const OTHERS = {
  simplifications: z.looseObject({
    approved: z.boolean(),
    simplifications: list({ severity: degree, location: needed, current: text, suggested: needed, rationale: text }),
    summary: text,
  }),
  "test-outlines": z.looseObject({
    outlines: list({
      dimension: words(...DIMENSIONS),
      scenario_name: needed,
      given: needed,
      when: needed,
      // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
      then: needed,
      derived_from: needed,
    }),
    dimensions_assessed: eachDimension(words("applicable", "N/A — reason")),
  }),
  "tests-written": z.looseObject({
    tests_added: list({ file: needed, dimension: words(...DIMENSIONS), tests: strings, derived_from: text }),
    dimensions_covered: eachDimension(z.looseObject({ count: z.number().optional(), applicability: text }).optional()),
    existing_tests_reviewed: z.number().optional(),
    duplicates_skipped: z.number().optional(),
    spec_divergences: list({ spec_criterion: needed, expected: needed, actual: needed, failing_test: needed }),
    all_tests_pass: z.boolean(),
    summary: text,
  }),
  rulings: z.looseObject({
    rulings: list({ id: needed, ruling: z.enum(["fix", "drop"]), why: needed }),
  }),
  findings: z.looseObject({
    findings: list({ finding: needed, source: needed, relevance: degree }),
    no_findings_reason: text,
  }),
  "risk-look": z.looseObject({
    files: z.array(needed),
    risk: z.enum(["low", "medium", "high"]),
    /** Lines added and removed. */
    size: z.int().nonnegative(),
    why: needed,
  }),
  retrospective: z.looseObject({
    retro_md: needed,
    observe: z.looseObject({
      metrics: list({ phase: text, duration: text, iterations: z.number().optional(), notes: text }).optional(),
      summary: text,
    }),
    review: z.looseObject({ observations: list({ text: needed, evidence: text }) }),
    tune: z.looseObject({ recommendations: list({ signal: text, recommendation: needed, confidence: degree }) }),
    act: z.looseObject({ patterns: lessons, anti_patterns: lessons, heuristics: lessons }),
    validation: list({
      entryName: needed,
      action: z.enum(["confirmed", "challenged", "skip"]),
      reason: text,
    }).optional(),
  }),
  "documentation-research": z.looseObject({
    no_updates_needed: z.boolean(),
    no_updates_reason: text,
    project_type: text,
    detected_docs: strings,
    user_visible_changes: strings,
    technical_changes: strings,
    recommended_updates: list({ file: needed, doc_type: text, reason: text, priority: degree }).optional(),
    drift_detected: list({
      type: text,
      name: text,
      description: text,
      status: text,
      readme: text,
      tier: text,
    }).optional(),
    changelog_state: z.looseObject({ needs_entry: z.boolean().optional(), unreleased_content: text }).optional(),
    tier_status: z
      .record(z.string(), z.looseObject({ exists: z.boolean().optional(), files: strings, frontmatter: text }))
      .optional(),
    affected_tiers: list({ tier: needed, reason: text, files: strings }).optional(),
    tier_drift: list({
      tier: text,
      file: text,
      last_updated: text,
      latest_source_change: text,
      reason: text,
    }).optional(),
  }),
  "documentation-updates": z.looseObject({
    updates_made: list({
      file: needed,
      action: words("scaffold", "update", "create-adr", "supersede-adr"),
      lines_changed: z.number().optional(),
    }),
    updates_skipped: list({
      file: needed,
      reason: text,
      action: words("skip-no-markers", "skip-tier-disabled"),
    }).optional(),
    summary: text,
  }),
};

export const SHAPES = { ...REVIEWS, ...OTHERS };

export type ReplyName = keyof typeof SHAPES;
export type Verdict = FromJson<z.infer<typeof VerdictSchema>>;
export type Issue = Verdict["issues"][number];

/** The type of an accepted reply of this name. */
export type Reply<Name> = Name extends keyof typeof REVIEWS
  ? Verdict
  : Name extends keyof typeof OTHERS
    ? FromJson<z.infer<(typeof OTHERS)[Name]>>
    : never;

/** Replies are parsed JSON, so an undeclared field is some Json; that lets a journal keep them. */
type FromJson<T> = unknown extends T
  ? Json
  : T extends readonly (infer Element)[]
    ? readonly FromJson<Element>[]
    : T extends object
      ? { readonly [Key in keyof T]: unknown extends T[Key] ? Json | undefined : FromJson<T[Key]> }
      : T;
