// Before a role begins: the memories and entries of the knowledge bank that fit its work. They are chosen once, inside
// a recorded step, so a reopened run sends the same words; each use is noted, so that people can see what a lesson is
// worth. Any problem here is only a warning: the work does not depend on it.
import { SESSION } from "../../domain/knowledge/memory.ts";
import { type MemorySubject, pickMemories, printMemories, subjectQuery } from "../../domain/knowledge/memory-block.ts";
import { type RoleId, roleOf } from "../../domain/roles/role.ts";
import type { NewRecord } from "../../ports/memory.ts";
import type { Parts } from "../work/state/phase-run.ts";
import { featureNumbers, readBank } from "./knowledge-bank.ts";

/** Far more than are handed over, because the choice also considers phase, role and files. */
const LOOKED_AT = 30;

/** The block for the prompt; undefined when nothing fits. Call only inside a step. */
export async function chooseMemories(
  phase: Parts<"name" | "ports" | "run">,
  role: RoleId,
  subject: Omit<MemorySubject, "phase" | "role">,
  step: string,
): Promise<string | undefined> {
  const { ports, run, name } = phase;
  const { memory: settings, artifactsRoot } = run.head.config;
  try {
    const about = { ...subject, phase: name, role };
    const bank = await readBank(ports, artifactsRoot);
    const found = await ports.memory.search(
      {
        query: subjectQuery(about),
        limit: LOOKED_AT,
        leastWords: 1,
        projectOnly: !settings.global,
      },
      bank,
    );
    // A reviewer of a host's work must not be told what the host's model wants it to hear.
    const given = roleOf(role).kind === "reviewer" ? found.filter(({ noticedBy }) => noticedBy !== SESSION) : found;
    const picked = pickMemories(given, about, settings.limit);
    const used = picked.map(
      ({ id }): NewRecord => ({
        type: "used",
        key: `${run.head.id}/${step}/${id}`,
        id,
        run: run.head.id,
        phase: name,
        role,
      }),
    );
    await ports.memory.note(used);
    return printMemories(picked, await featureNumbers(ports, artifactsRoot));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    ports.emit({ type: "warned", text: `memories could not be looked up, continuing without them: ${problem}` });
    return undefined;
  }
}

/** Records how many rounds a phase took, to compare phases with and without a lesson. */
export async function noteReviewed(phase: Parts<"name" | "ports" | "run" | "steps">, rounds: number): Promise<void> {
  const { id } = phase.run.head;
  const key = `${id}/${phase.steps.epoch}/reviewed`;
  // A failure costs only one figure.
  await phase.ports.memory.note([{ type: "reviewed", key, run: id, phase: phase.name, rounds }]).catch(() => undefined);
}
