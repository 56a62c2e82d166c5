// A phase that was typed too early asks whether to skip the ones before it, and waits. Nothing is paid or written by then,
// so another phase may take its place without any ceremony.
import { commandOf, type RunKind } from "../../../domain/feature/phase.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import type { Ports } from "../../../ports/ports.ts";
import { endRun } from "../../feature/end-run.ts";

/** It waits for the question that comes before everything else. */
export function isUnbegun({ pendings }: Pick<RunSummary, "pendings">): boolean {
  const [first, ...others] = pendings;
  return others.length === 0 && first?.type === "question" && FIRST_QUESTIONS.has(first.topic);
}

const FIRST_QUESTIONS: ReadonlySet<string> = new Set(["skip", "backward"]);

export async function withdraw(ports: Ports, { head }: RunSummary, instead: RunKind): Promise<void> {
  const lock = await ports.runs.lock(head.feature, { command: `iflow ${commandOf(instead)}` });
  try {
    await endRun(ports, head.id);
  } finally {
    await lock.release();
  }
  ports.emit({ type: "warned", text: `${head.phase} had asked whether to skip something; ${instead} takes its place` });
}
