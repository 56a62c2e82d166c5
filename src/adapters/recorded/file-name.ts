// The names of a run's files. A name never leaves the folder, and never refers to the journal or the answers, which have
// their own writers.
import { isAbsolute, normalize } from "node:path";
import { IflowError } from "../../domain/text/errors.ts";

/** The same name in its shortest form. */
export function plainFileName(name: string): string {
  const plain = normalize(name);
  if (isAbsolute(name) || name.includes("\0") || plain === ".." || plain.startsWith("../")) {
    throw refused(name, "leaves the folder of the run");
  }
  return plain;
}

export function writableFileName(name: string): string {
  const plain = plainFileName(name);
  if (/^(journal\.jsonl|answers)(\/|$)/.test(plain)) throw refused(name, "belongs to the journal");
  return plain;
}

function refused(name: string, reason: string): IflowError {
  return new IflowError("path-refused", `the file name ${JSON.stringify(name)} ${reason}`, {
    fix: "Use a plain name such as dispatches/001-spec-reviewer-fresh.prompt.md.",
  });
}
