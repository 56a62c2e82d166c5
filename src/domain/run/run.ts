// The facts about a run that stand outside its steps: line 1 of its journal, and what a reader of the journal sees.
import * as z from "zod";
import { ConfigSchema } from "../config/config.ts";
import type { Pending, Proof } from "./question.ts";

export const JOURNAL_FORMAT = 1;

/** What the command line fixed for the whole chain of phases; `continue` takes it up. */
const RunFlagsSchema = z.strictObject({
  yolo: z.boolean(),
  /** `single` names the next command and ends; `chain` goes on with the next phase. */
  mode: z.enum(["single", "chain"]),
  until: z.string().optional(),
  /** The only phases of the chain; the others are left out and are no prerequisite. */
  phases: z.array(z.string()).readonly().optional(),
  /** The person said so already: the phase is completed and runs again. */
  rerun: z.boolean().optional(),
  /** What the whole feature may cost, in US dollars, and how often an agent may be asked. */
  maxCost: z.number().positive().optional(),
  maxDispatches: z.int().positive().optional(),
  /** How finish-feature ends, where the command line said it. */
  finish: z.enum(["merge", "pull-request"]).optional(),
});
export type RunFlags = z.infer<typeof RunFlagsSchema>;

export const RunHeadSchema = z.strictObject({
  format: z.literal(JOURNAL_FORMAT),
  iflow: z.string(),
  /** `{feature key}.{phase}.{n}` */
  id: z.string(),
  /** Feature key such as `007-rate-limit`; question ids start with its number. A brainstorm has `b3` instead. */
  feature: z.string(),
  phase: z.string(),
  /** What a brainstorm is about, in the person's own words; a feature has them in its `.meta.json`. */
  idea: z.string().optional(),
  branch: z.string(),
  /** Commit the branch stood at when the run began. */
  base: z.string(),
  runtime: z.strictObject({
    id: z.string(),
    script: z.strictObject({ path: z.string(), hash: z.string() }).optional(),
    /** How an ACP agent is started. */
    command: z.array(z.string()).readonly().optional(),
    /** How the agents of a host showed what they did when the run began. */
    proof: z.enum(["hook", "self"]).optional(),
    /** Roles that run on another one. */
    roles: z
      .record(z.string(), z.strictObject({ id: z.string(), command: z.array(z.string()).readonly().optional() }))
      .optional(),
  }),
  config: ConfigSchema,
  flags: RunFlagsSchema,
  createdAt: z.string(),
});
export type RunHead = z.infer<typeof RunHeadSchema>;

/** With which agents a process goes on with a run. */
export interface OpenedBy {
  readonly id: string;
  readonly proof?: Proof;
}

export interface RunSummary {
  readonly head: RunHead;
  /** The agents it last went on with; those it began with until then. */
  readonly runtime: OpenedBy;
  /** How it ended; undefined while it is open. */
  readonly outcome: string | undefined;
  /** Questions without an answer, and the pause it stands at. */
  readonly pendings: readonly Pending[];
  /** The last step that began and has no result: what was in flight when the process ended. */
  readonly inFlight: string | undefined;
  readonly steps: number;
  readonly lastAt: string;
  /** Where the journal, prompts and replies are. */
  readonly folder: string;
}

/** Its agents are those of a host, wherever it began: it waits for one of them, or the last who went on with it was a host. */
export function isHosted({ pendings, runtime }: Pick<RunSummary, "pendings" | "runtime">): boolean {
  return runtime.id === "host" || pendings.some(({ type }) => type === "order");
}
