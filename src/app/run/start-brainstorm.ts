// Starting a brainstorm: an idea, a key of its own, and the branch HEAD is on, which is only looked at.
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";
import { brainstormOf, nextBrainstormKey } from "../feature/brainstorm-run.ts";
import { requireOrder } from "../feature/require-order.ts";
import { type Driver, type PhaseOrder, type PhaseResult, startPhase } from "./run-phase.ts";

export interface BrainstormOrder extends Omit<PhaseOrder, "feature" | "phase" | "idea"> {
  readonly idea: string;
}

export async function startBrainstorm(ports: Ports, driver: Driver, order: BrainstormOrder): Promise<PhaseResult> {
  const { config } = order;
  const idea = requireIdea(order.idea);
  const { branch } = await requireOrder(ports.repository);
  const feature = brainstormOf({ feature: await nextBrainstormKey(ports), idea, branch, config });
  return startPhase(ports, driver, { ...order, idea, feature, phase: "brainstorm" });
}

export function requireIdea(text: string): string {
  const idea = text.trim();
  if (idea !== "") return idea;
  throw new IflowError("usage", "a brainstorm needs an idea", { fix: 'iflow brainstorm "<what you have in mind>"' });
}
