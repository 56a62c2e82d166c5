// Records what the person decided, with its time, before anybody acts on it.
import type { Decision, DecisionKind } from "../../domain/feature/meta/decision.ts";
import type { RoleIssue } from "../../domain/review/review-loop.ts";
import type { Parts } from "./state/phase-run.ts";

interface Decided {
  readonly kind: DecisionKind;
  readonly text: string;
  readonly about?: readonly string[];
  /** The test command they named. */
  readonly command?: string;
}

export async function decide(
  phase: Parts<"decisions" | "name" | "ports" | "run" | "steps">,
  { kind, text, about = [], command }: Decided,
): Promise<Decision> {
  const named = command === undefined ? {} : { command };
  const at = await phase.run.step({
    name: phase.steps.next(0, "decided"),
    input: { kind, text, about: [...about], ...named },
    work: async () => phase.ports.clock.now().toISOString(),
  });
  const decision = { at, phase: phase.name, kind, text, ...(about.length > 0 && { about: [...about] }), ...named };
  phase.decisions.add(decision);
  return decision;
}

/** What the person wants of an author: a decision, and a blocker by reviewer `user` in the register. */
export async function wish(
  phase: Parts<"decisions" | "name" | "ports" | "register" | "run" | "steps">,
  loop: string,
  decided: Decided,
): Promise<{ readonly decision: Decision; readonly issue: RoleIssue }> {
  const decision = await decide(phase, decided);
  const issue: RoleIssue = { severity: "blocker", description: decided.text, reviewer: "user" };
  return { decision, issue: phase.register.raise({ loop, round: 0 }, [issue])[0] ?? issue };
}
