// The store of a run that is a folder: its journal file, the files next to it, and the answer files that other processes
// create there.
import { join } from "node:path";
import { isSealed, type RunHead } from "../../../domain/run/run.ts";
import type { JournalFile } from "./journal-file.ts";
import { lastQuestionNumber, questionPrefix, readAnswer } from "./questions.ts";
import { createRunFolder } from "./run-folder.ts";
import type { RunHistory } from "./run-history.ts";
import type { RunStore } from "./run-store.ts";

export interface FileRun {
  readonly head: RunHead;
  readonly history: RunHistory;
  readonly file: JournalFile;
  readonly runsFolder: string;
  now(): string;
}

export function createFileStore({ head, history, file, runsFolder, now }: FileRun): RunStore {
  const path = join(runsFolder, head.id);
  const prefix = questionPrefix(head.feature);
  const record = async (name: string, hash: string) => {
    await file.append({ type: "file", name, hash, at: now() });
  };
  return {
    append: (line) => file.append(line),
    close: () => file.close(),
    folder: createRunFolder(path, isSealed(head) ? { files: history.files, record } : undefined),
    answers: {
      prefix,
      of: (question) => readAnswer(path, question),
      lastNumber: () => lastQuestionNumber(runsFolder, prefix),
    },
  };
}
