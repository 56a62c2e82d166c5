// The demo's story in parts: each begins where the one before ended, and has a command that a person would type.
import { IDEA, SCRIPT } from "../../examples/demo/story.ts";

export const PHASES = [
  "brainstorm",
  "specify",
  "design",
  "create-plan",
  "create-tasks",
  "implement",
  "finish",
] as const;
export type PhaseName = (typeof PHASES)[number];

/** What is typed to begin a phase, and again after a kill. */
export const TYPED = ["run", "continue"] as const;
export type Typed = (typeof TYPED)[number];

/** A sentence begins the first two; the others are begun by `continue`, unless it is said otherwise. */
export function usualCommand(phase: PhaseName): Typed {
  return phase === "brainstorm" || phase === "specify" ? "run" : "continue";
}

export function commandOf(phase: PhaseName, typed: Typed, script: string): string[] {
  const words = typed === "run" ? ["run", IDEA] : ["continue"];
  return [...words, "--yolo", "--runtime", "scripted", "--script", script, "--until", phase];
}

/** Far longer than any pause in the engine, so `watch.mjs` knows a turn by it. */
export const TURNS_FROM = 50_000_000;

/** Roles of the turns by their number: what a line `turn 7` in the log of a command means. */
export const TURNS: readonly string[] = Object.entries(SCRIPT.roles).flatMap(([key, turns]) => turns.map(() => key));

/** The demo's script; the last act of every turn is a pause that tells its number, and takes no time (`watch.mjs`). */
export function markedScript(): string {
  let number = 0;
  const roles = Object.entries(SCRIPT.roles).map(([key, turns]) => [
    key,
    turns.map((turn) => ({ ...turn, delayMs: TURNS_FROM + number++ })),
  ]);
  return JSON.stringify({ roles: Object.fromEntries(roles) });
}
