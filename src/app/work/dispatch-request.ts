// One dispatch as it was planned: where it is kept, and what an agent is asked.
import type { DispatchKind, DispatchReason } from "../../domain/dispatch/dispatch-plan.ts";
import type { Prompt } from "../../domain/prompts/prompt.ts";
import { replyJsonSchema } from "../../domain/roles/reply-schema.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { Activity } from "../../domain/run/run-event.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import type { AgentRequest } from "../../ports/agent-runtime.ts";
import { modelOf } from "./context-mode.ts";
import type { PhaseRun, World } from "./phase-work.ts";

export interface Start {
  /** Resolves when this one may be sent. */
  readonly mayBegin: (signal: AbortSignal) => Promise<void>;
  /** The model has begun to answer, or the dispatch is over. */
  readonly hasBegun: () => void;
}

/** Files a writer may change; none for roles that only read. */
export type Writes = readonly string[] | "anything";

export interface Order {
  readonly step: string;
  readonly number: number;
  readonly role: RoleId;
  readonly round: number;
  readonly activity: Activity;
  readonly kind: DispatchKind | "repair";
  readonly reason: DispatchReason | "repair";
  readonly prompt: Prompt;
  readonly contextChars: number;
  readonly session: string | undefined;
  readonly writes: Writes;
  /** Files its prompt tells a fresh agent to read. */
  readonly requiredPaths?: readonly string[];
  /** For a blind role: the only files it may read. */
  readonly readable?: readonly string[];
  /** Snapshot from before an interrupted attempt, so that its changes still count as the writer's. */
  readonly base: string | undefined;
  readonly expected: World;
  /** Who is asked next in this loop: their sessions are kept warm meanwhile. */
  readonly next?: readonly RoleId[];
  /** Among others of its round that share a beginning. */
  readonly start?: Start;
}

/** `dispatches/003-spec-author-resume`, without its endings. */
export function fileOf(order: Pick<Order, "number" | "role" | "kind">): string {
  return `dispatches/${String(order.number).padStart(3, "0")}-${order.role}-${order.kind}`;
}

export function hashOf(order: Order): string {
  return sha256(order.prompt.text);
}

export function requestOf(phase: PhaseRun, order: Order): AgentRequest {
  const role = roleOf(order.role);
  return {
    step: order.step,
    phase: phase.name,
    feature: { key: phase.feature.key, folder: phase.feature.folder },
    artifact: phase.artifact,
    role: order.role,
    model: modelOf(phase, role),
    kind: order.kind,
    prompt: order.prompt,
    workdir: phase.ports.repository.root,
    access: role.access,
    readable: order.readable ?? [],
    ...(order.session !== undefined && { session: { ref: order.session, mode: "resume" as const } }),
    ...(role.reply !== "text" && { replySchema: replyJsonSchema(order.role) }),
  };
}
