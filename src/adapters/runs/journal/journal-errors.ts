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
    case "other-format":
      return new IflowError(
        "journal-mismatch",
        `${path} was written by iflow ${reading.iflow}; this version cannot go on with it`,
        {
          fix: `Go on with that version: npx iflow-engine@${reading.iflow} continue`,
        },
      );
    case "headless":
      return new IflowError(
        "journal-corrupt",
        `${path} has no complete first line: iflow was ended while it created the run`,
        {
          fix: `Nothing was done in it yet: ${setAside}.`,
        },
      );
    case "head-broken":
    case "broken":
      return new IflowError(
        "journal-corrupt",
        `${path}, line ${reading.problem.line} is broken: ${reading.problem.reason}`,
        {
          fix: `Bring the file back from a backup, or repair that line; otherwise ${setAside}.`,
        },
      );
  }
}
