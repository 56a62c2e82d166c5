// What the person asked for and decided, as every agent is told; below the line, because it grows.
import { type Decision, type PersonsWord, printDecision } from "../feature/meta/decision.ts";
import type { Block } from "./prompt.ts";

/** What the person asked for, in their own words, and everything they decided since. */
export function personBlock({ person }: { readonly person?: PersonsWord }): Block[] {
  if (!person) return [];
  const request = `## Request\n${person.request.trim().replaceAll(/^/gm, "> ")}`;
  const decided = person.decisions.length === 0 ? [] : [decisionsText(DECISIONS_HEADING, person.decisions)];
  return [block([request, ...decided].join("\n\n"))];
}

/** For an agent that knows the earlier ones. */
export function newDecisionsBlock(decisions: readonly Decision[]): Block[] {
  if (decisions.length === 0) return [];
  return [block(decisionsText(`${DECISIONS_HEADING} (since your last turn)`, decisions))];
}

const DECISIONS_HEADING = "## Decisions by the person";

function decisionsText(heading: string, decisions: readonly Decision[]): string {
  return `${heading}\nThese are settled: work and judge by them, and do not raise again what they settle.\n${decisions.map(printDecision).join("\n")}`;
}

function block(text: string): Block {
  return { slot: "person", layer: "round", text };
}
