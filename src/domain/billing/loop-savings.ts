// What resuming saves in a review loop, in characters, by two measures. `prompt` is the measure of the seeds: the text
// of the prompts alone. `content` counts everything an agent is given, including the files its prompt makes it read,
// because a prompt that only names files is short for any agent.
import { isAnswered, isResumed } from "./bill.ts";
import type { LedgerLine } from "./ledger.ts";

export interface Saving {
  /** Resumed prompts that are shorter than what the loop's first dispatch was given (NFR1). */
  readonly shorter: number;
  readonly resumed: number;
  /** Characters sent, and what fresh agents every time would have been sent (NFR3: under half of that). */
  readonly sent: number;
  readonly fresh: number;
}

export interface LoopSaving {
  readonly run: string;
  readonly role: string;
  readonly dispatches: number;
  readonly prompt: Saving;
  readonly content: Saving;
}

export type SentLine = Pick<
  LedgerLine,
  "run" | "step" | "role" | "kind" | "reason" | "status" | "promptChars" | "contextChars"
>;

/** Loops in which a role was asked more than once; `lines` oldest first. A loop is one role in one epoch of a run. */
export function measureLoops(lines: readonly SentLine[]): LoopSaving[] {
  const loops = new Map<string, [SentLine, ...SentLine[]]>();
  for (const line of lines) {
    if (!isAnswered(line) || line.kind === "repair" || line.status === "failed" || line.role === "resume-gate")
      continue;
    const key = `${line.run} ${line.step.split("/")[1]} ${line.role}`;
    const loop = loops.get(key);
    if (loop) loop.push(line);
    else if (!isResumed(line)) loops.set(key, [line]);
  }
  return [...loops.values()].filter((loop) => loop.some(isResumed)).map(measureLoop);
}

function measureLoop(loop: readonly [SentLine, ...SentLine[]]): LoopSaving {
  const [first] = loop;
  const { run, role } = first;
  return {
    ...{ run, role, dispatches: loop.length },
    prompt: savingOf(loop, first.promptChars, ({ promptChars }) => promptChars),
    content: savingOf(loop, first.contextChars, ({ contextChars }) => contextChars),
  };
}

/** `given`: what a fresh dispatch is given by this measure; a resumed one is given only its prompt. */
function savingOf(loop: readonly SentLine[], atFirst: number, given: (line: SentLine) => number): Saving {
  const resumed = loop.filter(isResumed);
  const freshOnes = loop.filter((line) => !isResumed(line)).reduce((sum, line) => sum + given(line), 0);
  return {
    shorter: resumed.filter(({ promptChars }) => promptChars < atFirst).length,
    resumed: resumed.length,
    sent: freshOnes + resumed.reduce((sum, { promptChars }) => sum + promptChars, 0),
    fresh: freshOnes + resumed.length * atFirst,
  };
}

export function addSavings(savings: readonly Saving[]): Saving {
  const sum = (of: (saving: Saving) => number) => savings.reduce((total, saving) => total + of(saving), 0);
  return {
    shorter: sum(({ shorter }) => shorter),
    resumed: sum(({ resumed }) => resumed),
    sent: sum(({ sent }) => sent),
    fresh: sum(({ fresh }) => fresh),
  };
}
