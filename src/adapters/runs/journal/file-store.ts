// The store of a run that is a folder: its journal file, the files next to it, and the answer files that other processes
// create there.
import { join } from "node:path";
import { isSealed, type RunHead } from "../../../domain/run/run.ts";
import { questionPrefix } from "../../recorded/answerable.ts";
import type { RunHistory } from "../../recorded/run-history.ts";
import type { RunStore } from "../../recorded/run-store.ts";
import { lastQuestionNumber, readAnswer } from "./answer-files.ts";
import type { JournalFile } from "./journal-file.ts";
import { createRunFolder } from "./run-folder.ts";

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
    append: (record) => file.append({ ...record, at: now() }),
    close: () => file.close(),
    folder: createRunFolder(path, isSealed(head) ? { files: history.files, record } : undefined),
    answers: {
      prefix,
      of: (question) => readAnswer(path, question),
      lastNumber: () => lastQuestionNumber(runsFolder, prefix),
    },
  };
}
