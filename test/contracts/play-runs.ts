// How contract tests play programs in runs: new ones, and as a new process finds them.
import type { Question } from "../../src/domain/run/questions/question.ts";
import type { Json } from "../../src/domain/text/json/json.ts";
import { type Run, type Runs, type Step, Suspended } from "../../src/ports/runs/runs.ts";
import { exampleHead } from "../support/run-head.ts";

export interface RunsUnderTest {
  /** The same storage, seen by a new process. */
  reopen(): Promise<Runs>;
}

export async function inNewRun<T>(runs: Runs, program: (run: Run) => Promise<T>): Promise<T> {
  const { run, close } = await created(runs);
  return program(run).finally(close);
}

export async function inResumedRun<T>(runs: Runs, program: (run: Run) => Promise<T>): Promise<T> {
  const { run, close } = await resumed(runs);
  return program(run).finally(close);
}

export async function created(runs: Runs) {
  const session = await runs.create(exampleHead());
  return { run: session.run, close: () => session.close() };
}

export async function resumed(runs: Runs) {
  const session = await runs.resume(exampleHead().id);
  return { run: session.run, close: () => session.close() };
}

export async function suspension(waiting: Promise<unknown>): Promise<Suspended["pendings"]> {
  const end = await waiting.then(
    (value) => new Error(`not suspended, but ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (end instanceof Suspended) return end.pendings;
  throw end;
}

interface StepOptions {
  readonly works?: string[];
  readonly input?: Json;
  readonly result?: Json;
}

export function step(
  name: string,
  { works = [], input = null, result = `result of ${name}` }: StepOptions = {},
): Step<Json> {
  return {
    name,
    input,
    work: async () => {
      works.push(name);
      return result;
    },
  };
}

export function question(name: string, more: Partial<Question> = {}): Question {
  const options = [
    { value: "yes", label: "Do it" },
    { value: "no", label: "Leave it", hint: "nothing happens" },
  ];
  return { type: "question", name, topic: "closing", text: "Shall it be done?", options, default: "no", ...more };
}
