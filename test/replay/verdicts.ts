// What reviewers, authors and fixers say in a row, and where it led: with default settings, a loop in which nobody insists twice
// ends as it ended before disputes, contract and fresh eyes came.
import type { Ended, Roles, Turn, Workplace } from "../support/iflow.ts";
import { workplace } from "../support/iflow.ts";
import { CODE, preparedPlace } from "../support/scenario.ts";
import { createFeature, FOLDER, spec } from "../support/story.ts";
import { withoutTimes } from "../support/traces.ts";

export interface Sequence {
  readonly phase: "specify" | "implement";
  /** By role, in order. */
  readonly said: Readonly<Record<string, readonly unknown[]>>;
}

export interface Ends {
  readonly codes: readonly (number | null)[];
  readonly log: readonly string[];
  readonly work: string;
  readonly history: readonly string[];
  readonly meta: unknown;
}

export interface RecordedSequence extends Sequence {
  readonly ends: Ends;
}

/** How a command is started: the recording was made with an earlier build. */
export type Start = (place: Workplace, ...args: string[]) => Promise<Ended>;

export async function play(sequence: Sequence, start: Start): Promise<Ends> {
  const roles = Object.fromEntries(Object.entries(sequence.said).map(([role, said]) => [role, turnsOf(role, said)]));
  const place = await placeFor(sequence, roles);
  const { phase } = sequence;
  const codes = [(await start(place, phase, "--runtime", "scripted", "--script", place.scriptPath, "--yolo")).code];
  // one that stops may go on once
  if (codes[0] !== 0) codes.push((await start(place, "continue", "--yolo", "--until", phase)).code);
  return { codes, ...endsOf(place, phase === "specify" ? `${FOLDER}/spec.md` : CODE) };
}

async function placeFor({ phase }: Sequence, roles: Roles): Promise<Workplace> {
  if (phase === "implement") return preparedPlace(roles);
  const place = await workplace(roles);
  await createFeature(place);
  return place;
}

/** Whoever writes, writes something else each time. */
function turnsOf(role: string, said: readonly unknown[]): Turn[] {
  return said.map((reply, index): Turn => {
    if (role === "spec-author") return { writes: { "{feature}/spec.md": spec(`- AC-${index + 2}: words\n`) }, reply };
    if (role !== "fixer") return { reply };
    return { writes: { [CODE]: `export const limit = ${index};\n` }, reply: `${reply}\nFiles changed:\n- ${CODE}` };
  });
}

function endsOf(place: Workplace, work: string): Omit<Ends, "codes"> {
  return {
    log: place.git("log", "--reverse", "--format=%s|%(trailers:key=Iflow-Step,valueonly)").split("\n"),
    work: place.read(work),
    history: withoutRegister(withoutTimes(place.read(`${FOLDER}/.review-history.md`))),
    meta: withoutTraces(JSON.parse(withoutTimes(place.read(`${FOLDER}/.meta.json`)))),
  };
}

function withoutRegister(history: string): string[] {
  return history
    .split("\n")
    .filter((line) => !/^(?:- [A-Z]+\d+\.\d+ \[|open \d|\*\*Register)/.test(line))
    .map((line) => line.replaceAll(/\b[0-9a-f]{40}\b/g, "COMMIT"));
}

/** Loops in numbers are new. */
function withoutTraces(meta: { phases?: Record<string, Record<string, unknown>> }): unknown {
  for (const phase of Object.values(meta.phases ?? {})) delete phase.loops;
  return meta;
}
