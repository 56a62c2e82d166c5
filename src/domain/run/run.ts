// The facts about a run outside its steps: line 1 of its journal, and what a reader of the journal sees.
import * as z from "zod";
import { ConfigSchema } from "../config/config.ts";
import type { TrustedValues } from "../config/trusted-keys.ts";
import { RUN_DEPTHS } from "../feature/depth.ts";
import type { Pending, Proof } from "./questions/question.ts";
import { JOURNAL_FORMAT } from "./run-format.ts";

export { isOutdated, isSealed, JOURNAL_FORMAT } from "./run-format.ts";

/** What this build can read: bills, histories and statistics of earlier runs stay. */
const READABLE_FORMATS = [1, 2, 3, JOURNAL_FORMAT] as const;

/** What the command line fixed for the whole chain of phases; `continue` uses it again. */
export const RunFlagsSchema = z.strictObject({
  yolo: z.boolean(),
  /** `single` names the next command and ends; `chain` continues with the next phase. */
  mode: z.enum(["single", "chain"]),
  until: z.exactOptional(z.string()),
  /** The only phases of the chain; the others are left out and are not prerequisites. */
  phases: z.exactOptional(z.array(z.string()).readonly()),
  /** Missing at full depth, which is the usual one; it has chosen `phases`. */
  depth: z.exactOptional(z.enum(RUN_DEPTHS)),
  /** The person already confirmed it: the phase is completed and runs again. */
  rerun: z.exactOptional(z.boolean()),
  /** The most the whole feature may cost, in US dollars, and the most dispatches it may use. */
  maxCost: z.exactOptional(z.number().positive()),
  maxDispatches: z.exactOptional(z.int().positive()),
  /** Where the branch of a new feature begins: `base`, or the key of the feature it is built on. */
  from: z.exactOptional(z.string()),
  /** A person sat at the terminal when it began and did not say `--yolo`: the author of a PRD may ask them. */
  attended: z.exactOptional(z.boolean()),
  /** How finish-feature ends, if the command line said so. */
  finish: z.exactOptional(z.enum(["merge", "squash", "pull-request"])),
});
export type RunFlags = z.infer<typeof RunFlagsSchema>;

export const RunHeadSchema = z.strictObject({
  format: z.literal(READABLE_FORMATS),
  iflow: z.string(),
  /** `{feature key}.{phase}.{n}` */
  id: z.string(),
  /** Feature key such as `007-rate-limit`; question ids start with its number. A brainstorm has `b3` instead. */
  feature: z.string(),
  phase: z.string(),
  /** What a brainstorm is about, as the person wrote it; a feature has this in its `.meta.json`. */
  idea: z.exactOptional(z.string()),
  branch: z.string(),
  /** The branch's commit when the run began. */
  base: z.string(),
  runtime: z.strictObject({
    id: z.string(),
    script: z.exactOptional(z.strictObject({ path: z.string(), hash: z.string() })),
    /** How an ACP agent is started. */
    command: z.exactOptional(z.array(z.string()).readonly()),
    /** How the host's agents proved what they did when the run began. */
    proof: z.exactOptional(z.enum(["hook", "self"])),
    /** Roles that use another runtime. */
    roles: z.exactOptional(
      z.record(
        z.string(),
        z.strictObject({ id: z.string(), command: z.exactOptional(z.array(z.string()).readonly()) }),
      ),
    ),
  }),
  config: ConfigSchema,
  /** The trusted keys of the repository's file that counted when it began; missing in runs of earlier versions. */
  trusted: z.exactOptional(z.record(z.string(), z.unknown())),
  flags: RunFlagsSchema,
  /** Its criteria get receipts; missing in runs of earlier versions, which have no such steps. */
  receipts: z.exactOptional(z.literal(true)),
  /** Agents that need nothing of each other are asked at the same time; missing in runs of earlier versions. */
  sideBySide: z.exactOptional(z.literal(true)),
  /** A task whose report names work that is not there is asked about; missing in runs of earlier versions, which only warned. */
  heldToReports: z.exactOptional(z.literal(true)),
  createdAt: z.string(),
});
export type RunHead = z.infer<typeof RunHeadSchema>;

/** The agents with which a process continues a run. */
export interface OpenedBy {
  readonly id: string;
  readonly proof?: Proof;
  /** The command that opened it said `--yolo`. */
  readonly yolo?: boolean;
  /** The trusted keys that count from here on, if they are not those the run began with. */
  readonly trusted?: TrustedValues;
  /** How often agents may be asked for the feature from here on, and what it may cost, if that is not what the run began with. */
  readonly maxDispatches?: number;
  readonly maxCost?: number;
}

export interface RunSummary {
  readonly head: RunHead;
  /** The agents it last continued with; until it is continued, those it began with. */
  readonly runtime: OpenedBy;
  /** How it ended; undefined while it is open. */
  readonly outcome: string | undefined;
  /** Questions are answered by the table: `--yolo`, said when it began or, after a stop, when it was continued. */
  readonly yolo: boolean;
  /** Questions without an answer, and the pause the run has stopped at. */
  readonly pendings: readonly Pending[];
  /** All that it waited for is answered, and nobody has continued it since. */
  readonly isAnswered: boolean;
  /** The last step that began and has no result: what was in flight when the process ended. */
  readonly inFlight: string | undefined;
  readonly steps: number;
  readonly lastAt: string;
  /** Where the journal, prompts and replies are. */
  readonly folder: string;
  /** Another clone of the repository in which it was opened last: what it works on is there. */
  readonly elsewhere?: OtherTree;
}

/** A working tree that is not reached from here, perhaps on another machine. */
export interface OtherTree {
  readonly host: string;
  readonly tree: string;
}

/** The run uses a host's agents, wherever it began: it waits for one of them, or a host was the last to continue it. */
export function isHosted({ pendings, runtime }: Pick<RunSummary, "pendings" | "runtime">): boolean {
  return runtime.id === "host" || pendings.some(({ type }) => type === "order");
}
