// The files of one run next to its journal. A name never leaves the folder, and never refers to the journal or the
// answers, which have their own writers.
import { stat } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { RunFolder } from "../../../ports/runs.ts";
import { listIfThere, makeFolder, readIfThere, writeWhole } from "../durable-files.ts";

export function createRunFolder(path: string): RunFolder {
  return {
    path,
    async read(name) {
      return (await readIfThere(place(path, name)))?.toString("utf8");
    },
    async write(name, content) {
      const target = place(path, name);
      if (/^(journal\.jsonl|answers)(\/|$)/.test(normalize(name))) throw refused(name, "belongs to the journal");
      await makeFolder(dirname(target));
      await writeWhole(target, content);
    },
    async list(folder) {
      return listIfThere(place(path, folder));
    },
    async touchedAt(name) {
      return (await stat(place(path, name)).catch(() => undefined))?.ctimeMs;
    },
  };
}

function place(folder: string, name: string): string {
  const plain = normalize(name);
  if (isAbsolute(name) || name.includes("\0") || plain === ".." || plain.startsWith("../")) {
    throw refused(name, "leaves the folder of the run");
  }
  return join(folder, plain);
}

function refused(name: string, reason: string): IflowError {
  return new IflowError("path-refused", `the file name ${JSON.stringify(name)} ${reason}`, {
    fix: "Use a plain name such as dispatches/001-spec-reviewer-fresh.prompt.md.",
  });
}
