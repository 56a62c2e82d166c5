// Starting a brainstorm: an idea, its own key, and the branch that HEAD is on, which is only read.
import { isOutdated } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { brainstormOf, nextBrainstormKey } from "../feature/brainstorm-run.ts";
import { requireIdleRepository } from "../feature/require-idle-repository.ts";
import { noteKey } from "../trees/make-tree.ts";
import { endOutdated } from "./opening/outdated-run.ts";
import { type Driver, type PhaseRequest, type PhaseResult, startPhase } from "./run-phase.ts";

export interface BrainstormRequest extends Omit<PhaseRequest, "feature" | "phase" | "idea"> {
  readonly idea: string;
}

export async function startBrainstorm(ports: Ports, driver: Driver, request: BrainstormRequest): Promise<PhaseResult> {
  const { config } = request;
  const idea = requireIdea(request.idea, "brainstorm");
  await endOutdatedOf(ports, idea, request.command);
  const { branch } = await requireIdleRepository(ports.repository, ports.trees);
  for (;;) {
    const key = await nextBrainstormKey(ports);
    await noteKey(ports, key);
    const feature = brainstormOf({ feature: key, idea, branch, config });
    try {
      return await startPhase(ports, driver, { ...request, idea, feature, phase: "brainstorm" });
    } catch (error) {
      if (!(await isNumberTaken(ports, key, error))) throw error;
    }
  }
}

/** Another brainstorm began in this very moment. Once this one has begun, nobody else can hold its lock. */
async function isNumberTaken({ runs }: Ports, key: string, error: unknown): Promise<boolean> {
  if (!(error instanceof IflowError) || (error.code !== "locked" && error.code !== "blocked")) return false;
  return (await runs.owner(key)) !== undefined;
}

/** An open brainstorm about the same idea that an earlier build began: this one takes its place. */
async function endOutdatedOf(ports: Ports, idea: string, command: string): Promise<void> {
  const outdated = (await ports.runs.open()).filter(({ head }) => head.idea === idea && isOutdated(head));
  for (const run of outdated) {
    const lock = await ports.runs.lock(run.head.feature, { command });
    try {
      await endOutdated(ports, [run]);
    } finally {
      await lock.release();
    }
  }
}

/** `command`: what the person typed. */
export function requireIdea(text: string, command: "run" | "quick" | "brainstorm"): string {
  const idea = text.trim();
  if (idea !== "") return idea;
  throw new IflowError("usage", "say what you want, in a sentence", {
    fix: `iflow ${command} "limit logins to 5 a minute"`,
  });
}
