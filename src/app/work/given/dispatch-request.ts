// One planned dispatch, and what the agent is asked.
import type { AgentRef, DispatchKind, DispatchReason } from "../../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../../domain/prompts/prompt.ts";
import { replyJsonSchema } from "../../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../../domain/roles/role.ts";
import type { Activity } from "../../../domain/run/events/activity.ts";
import { sha256 } from "../../../domain/text/sha256.ts";
import type { AgentRequest } from "../../../ports/agents/agent-runtime.ts";
import type { World } from "../state/expected-world.ts";
import type { PhaseRun } from "../state/phase-run.ts";
import { effortFor, modelOf } from "./context-mode.ts";

export interface Start {
  /** Resolves when this dispatch may be sent. */
  readonly mayBegin: (signal: AbortSignal) => Promise<void>;
  /** Called when the model has begun to answer, or the dispatch is over. */
  readonly hasBegun: () => void;
}

/** Files that a writer may change; empty for roles that only read. */
export type Writes = readonly string[] | "anything";

export interface Dispatch {
  readonly step: string;
  readonly number: number;
  readonly role: RoleId;
  readonly round: number;
  readonly activity: Activity;
  /** What exactly, for those who watch. */
  readonly about?: string;
  readonly kind: DispatchKind | "repair";
  readonly reason: DispatchReason | "repair";
  readonly prompt: Prompt;
  readonly contextChars: number;
  readonly session: string | undefined;
  /** Set when this dispatch was ended at a limit and goes on. */
  readonly goesOn?: GoesOn | undefined;
  readonly writes: Writes;
  /** Files that the prompt tells a fresh agent to read. */
  readonly requiredPaths?: readonly string[];
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
  /** Snapshot taken before an interrupted attempt, so that the attempt's changes still count as the writer's. */
  readonly base: string | undefined;
  readonly expected: World;
  /** Roles asked next in this loop: their sessions are kept warm meanwhile. */
  readonly next?: readonly RoleId[];
  /** What begins with the trunk that they share: kept warm too, unless this dispatch uses it. */
  readonly trunk?: Prompt;
  /** The run can go on without its answer. */
  readonly isOptional?: boolean;
  /** When this dispatch may start, if others in its round share its beginning. */
  readonly start?: Start;
}

/** Where it goes on, and what it did until then. */
export interface GoesOn {
  readonly ref: AgentRef;
  readonly runtime: string;
  readonly reads: readonly string[];
  readonly wrote: readonly string[];
}

export function hashOf(dispatch: Dispatch): string {
  return sha256(dispatch.prompt.text);
}

export function requestOf(phase: PhaseRun, dispatch: Dispatch): AgentRequest {
  const role = roleOf(dispatch.role);
  return {
    step: dispatch.step,
    phase: phase.name,
    feature: { key: phase.feature.key, folder: phase.feature.folder },
    artifact: phase.artifact,
    role: dispatch.role,
    model: modelOf(phase, role),
    effort: effortFor(phase, role),
    kind: dispatch.kind,
    prompt: dispatch.prompt,
    workdir: phase.ports.repository.root,
    access: role.access,
    readable: dispatch.readable ?? [],
    ...(dispatch.goesOn !== undefined && { goesOn: dispatch.goesOn.ref }),
    ...(dispatch.session !== undefined && { session: { ref: dispatch.session, mode: "resume" as const } }),
    ...(role.reply !== "text" && { replySchema: replyJsonSchema(dispatch.role) }),
  };
}
