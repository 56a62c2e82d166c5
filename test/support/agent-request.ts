// What most tests ask of a runtime: a fresh review of one feature's spec. Imports no test runner, as processes that a test
// starts and kills are bundled with it.
import { randomUUID } from "node:crypto";
import { composePrompt, type Prompt } from "../../src/domain/prompts/prompt.ts";
import { effortOf } from "../../src/domain/roles/effort.ts";
import type { AgentRequest } from "../../src/ports/agents/agent-runtime.ts";

export function agentRequest(workdir: string, overrides: Partial<AgentRequest> = {}): AgentRequest {
  const { role = "spec-reviewer", model = "standard" } = overrides;
  return {
    step: newStep(),
    phase: "specify",
    feature: { key: "001-a", folder: "docs/features/001-a" },
    artifact: "docs/features/001-a/spec.md",
    ...{ role, model, effort: effortOf({ role, model }) },
    kind: "fresh",
    prompt: promptOf("Review the spec."),
    workdir,
    access: "read",
    readable: [],
    ...overrides,
  };
}

/** The same for an agent that writes code. */
export function codeRequest(workdir: string, step: string): AgentRequest {
  return agentRequest(workdir, {
    ...{ step, phase: "implement", role: "implementer", model: "strong", access: "write" },
    prompt: promptOf("Do it."),
  });
}

/** A name no other dispatch has, so that processes can be found by it. */
export function newStep(): string {
  return `specify/1/1/role/${randomUUID()}`;
}

export function promptOf(text: string): Prompt {
  return composePrompt([{ slot: "work", layer: "round", text }]);
}
