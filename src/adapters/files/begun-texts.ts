// Hashes of what runs began with, in one file of the person's state folder, which only grows: 65 bytes for each run.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../domain/text/sha256.ts";
import type { Begun } from "../../ports/begun.ts";
import { appendPlain, readPlainText } from "../plain-file.ts";

/** Without a folder nothing is kept. `given`: the hash in IFLOW_TRUST. */
export function createBegunTexts(folder: string | undefined, given: string | undefined): Begun {
  const file = folder === undefined ? undefined : join(folder, "heads.txt");
  return {
    async note(text) {
      if (folder === undefined || file === undefined) return;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await appendPlain(file, `${sha256(text)}\n`, { flush: true });
      } catch {
        // a state folder that cannot be written stops no run
      }
    },
    async isNoted(text) {
      const hash = sha256(text);
      const known = file === undefined ? undefined : readPlainText(file);
      return hash === given || (known ?? "").split("\n").includes(hash);
    },
  };
}
