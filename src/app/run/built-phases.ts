// Phases that exist in this version. A module of its own, so that asking does not load them.
import type { Phase } from "../../domain/feature/phase.ts";

const BUILT: readonly Phase[] = [
  "brainstorm",
  "specify",
  "design",
  "create-plan",
  "create-tasks",
  "implement",
  "finish",
];

export function isBuilt(phase: Phase): boolean {
  return BUILT.includes(phase);
}
