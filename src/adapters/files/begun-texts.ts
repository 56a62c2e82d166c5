// Hashes of what runs began with, in one file of the person's state folder, which only grows: 65 bytes for each run.
import { join } from "node:path";
import { sha256 } from "../../domain/text/sha256.ts";
import type { Begun } from "../../ports/runs/begun.ts";
import { makeFolders } from "../make-folders.ts";
import { appendPlain, readPlainText } from "../plain-file.ts";

export interface BegunPlace {
  /** Undefined where there is no home: nothing is kept. */
  readonly folder: string | undefined;
  /** The hash in IFLOW_TRUST. */
  readonly given: string | undefined;
  /** Told when a note cannot be kept. That stops no run, but it is asked about when it is continued. */
  readonly onLost: (why: string) => void;
}

export function createBegunTexts({ folder, given, onLost }: BegunPlace): Begun {
  const file = folder === undefined ? undefined : join(folder, "heads.txt");
  return {
    async note(text) {
      if (folder === undefined || file === undefined) return onLost("there is no home folder");
      try {
        await makeFolders(folder, 0o700);
        await appendPlain(file, `${sha256(text)}\n`, { flush: true });
      } catch (error) {
        onLost((error as Error).message);
      }
    },
    async isNoted(text) {
      const hash = sha256(text);
      const known = file === undefined ? undefined : readPlainText(file);
      return hash === given || (known ?? "").split("\n").includes(hash);
    },
  };
}
