// Why a journal cannot be continued, in words, each with one thing to do. Reporting it changes nothing on disk.
import { dirname } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { JournalReading } from "./read-journal.ts";

export function composeJournalError(
  path: string,
  reading: Exclude<JournalReading, { status: "readable" }>,
): IflowError {
  const setAside = `move ${dirname(path)} out of the way and run the phase again`;
  switch (reading.status) {
    case "other-format": {
      const message = `${path} was written by iflow ${reading.iflow}; this version cannot continue it`;
      const fix = `Continue with that version: npx iflow-engine@${reading.iflow} continue`;
      return new IflowError("journal-mismatch", message, { fix });
    }
    case "headless": {
      const message = `${path} has no complete first line: iflow was stopped while creating the run`;
      return new IflowError("journal-corrupt", message, { fix: `Nothing was done in it yet: ${setAside}.` });
    }
    case "head-broken":
    case "broken": {
      const message = `${path}, line ${reading.problem.line} is broken: ${reading.problem.reason}`;
      const fix = `Restore the file from a backup, or repair that line; otherwise ${setAside}.`;
      return new IflowError("journal-corrupt", message, { fix });
    }
  }
}
