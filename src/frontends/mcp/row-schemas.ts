// What the read-only tools return, field by field, for clients that check or show it. The compiler compares each schema
// with what the app layer returns (look-tools.ts); arrays are readonly because those are.
import * as z from "zod";

const list = <Item extends z.ZodType>(item: Item) => z.array(item).readonly();
const text = z.string();
const maybe = z.string().nullable();
const number = z.number();

const Phases = list(
  z.object({
    phase: text,
    outcome: z.enum(["approved", "accepted", "stopped", "completed"]),
    openIssues: number.nullable().describe("left open when it was accepted or given up"),
  }),
).describe("how its phases ended");

const Depth = z
  .object({
    asked: text,
    now: maybe,
    why: list(text),
    escalated: z.object({ at: text, phase: text, why: list(text) }).nullable(),
  })
  .nullable()
  .describe("how deep it is reviewed; null for a feature that was always at full depth");

const Listed = z.object({
  key: text,
  description: text,
  branch: text,
  phase: maybe,
  state: text,
  phases: Phases,
  depth: Depth,
  lastActivity: maybe,
  project: maybe,
});

export const StatusSchema = z.object({
  features: list(
    Listed.extend({
      tree: z.string().nullable().describe("the other working tree it lives in; null for this one, or none"),
      current: z.boolean().describe("HEAD is on its branch"),
      what: text.describe("where it stands, in words"),
      next: maybe.describe("the command that comes next"),
      tests: maybe.describe("the test command that the engine runs for it; null when nothing is tested"),
      run: z
        .object({ id: text, createdAt: text, steps: number, inFlight: maybe })
        .nullable()
        .describe("the run that has not ended"),
      pendings: list(
        z.looseObject({ type: z.enum(["question", "pause", "order"]), name: text, text, id: text.optional() }),
      ).describe("what its run is waiting for"),
    }),
  ),
});

export const ListSchema = z.object({
  features: list(Listed),
  hidden: number.describe("how many completed and abandoned ones are left out"),
});

export const ValidateSchema = z.object({
  documents: list(
    z.object({
      path: text,
      kind: text,
      failedLevel: number.nullable(),
      findings: list(z.object({ code: text, line: number, message: text, fix: text })),
    }),
  ),
});

export const TasksSchema = z.object({
  tasks: list(
    z.object({
      number: text,
      title: text,
      dependsOn: list(text),
      references: list(
        z.object({ raw: text, kind: text, id: text.optional(), word: text.optional(), resolved: maybe }),
      ),
      contextChars: number,
      fullChars: number,
      warnings: list(text),
    }),
  ),
});

const Costs = z.object({
  name: text,
  dispatches: number,
  ...{ input: number, read: number, written: number, output: number },
  cost: number.nullable().describe("US dollars; null when nothing has a price"),
  unpriced: number.describe("how many have no known price and are not in cost"),
  estimated: z.boolean(),
  cached: number.nullable(),
  writeAmplification: number.nullable(),
  freshCost: number.nullable().describe("with fresh agents every time"),
});

export const CostSchema = z.object({
  feature: text,
  by: text,
  rows: list(Costs),
  total: Costs,
  hostTurns: z
    .enum(["counted", "unknown"])
    .nullable()
    .describe("whether what the hosts' own models used is in the bill; null without a host"),
  selfReported: number.describe("dispatches for which there is only the client's word; what those used is not known"),
  status: text.optional().describe("for a feature that has cost nothing"),
});

const REGISTERED = { id: text, severity: text, end: text, inferred: z.boolean(), text };

export const HistorySchema = z.object({
  feature: text,
  path: text,
  source: maybe,
  text,
  entries: list(
    z.object({
      heading: text,
      phase: maybe,
      loop: maybe,
      iteration: number.nullable(),
      at: maybe,
      final: z.boolean(),
      reviewer: maybe,
      decision: maybe,
      decidedBy: maybe.describe("at a cap: the person, or the rule"),
      reviewers: list(z.object({ reviewer: text, decision: text })),
      issues: list(z.object({ severity: maybe, text })),
      changes: maybe,
      markers: list(text),
      register: list(z.object(REGISTERED)),
    }),
  ),
  issues: list(
    z.object({ phase: maybe, raised: text.describe("its text when it was raised"), ...REGISTERED }),
  ).describe("every issue with an id, as it was last known"),
  phases: Phases,
  depth: Depth,
  refused: list(text),
});

export const FoundSchema = z.object({
  results: list(
    z.object({
      name: text,
      description: text,
      category: text,
      observations: number,
      score: number,
      entry: z.object({ category: text, name: text }).nullable().describe("the knowledge-bank entry that took it over"),
    }),
  ),
});
