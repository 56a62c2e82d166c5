// Lessons for measuring: as many as wanted, all different, all alike in size.
import { createMemoryLog } from "../../src/adapters/memory/memory-log.ts";
import { type NewMemory, NewMemorySchema } from "../../src/domain/knowledge/memory.ts";

export const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };

export async function writeLog(path: string, entries: number): Promise<void> {
  const at = clock.now().toISOString();
  const records = Array.from({ length: entries }, (_, index) => {
    return { type: "stored" as const, at, key: String(index), memory: memoryOf(index) };
  });
  await createMemoryLog(path).append(records);
}

export function memoryOf(index: number): NewMemory {
  return NewMemorySchema.parse({
    ...{ name: nameOf(index), description: textOf(index), reasoning: "seen", category: "patterns" },
  });
}

export const SUBJECTS = [
  "login",
  "queue",
  "cache",
  "journal",
  "review",
  "prompt",
  "index",
  "window",
  "counter",
  "branch",
  "merge",
  "token",
];

export function nameOf(index: number): string {
  return `Lesson ${index} about ${SUBJECTS[index % SUBJECTS.length]}`;
}

export function textOf(index: number): string {
  const [one, other] = [SUBJECTS[(index * 7) % SUBJECTS.length], SUBJECTS[(index * 5 + 3) % SUBJECTS.length]];
  return `Number ${index}: a ${one} that waits for its ${other} is told so, because nobody looks twice at what is quiet.`;
}
