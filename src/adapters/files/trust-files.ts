// Confirmations as one small JSON file each, in the person's state folder: two that are written at once do not meet, and
// one is withdrawn by deleting its file. A file counts only if its own values have the hash that it is called by, so a
// damaged one confirms nothing.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import writeFileAtomic from "write-file-atomic";
import { hashValues } from "../../domain/config/repository-trust.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Confirmation, Trust } from "../../ports/trust.ts";
import { makeFolders } from "../make-folders.ts";

export interface TrustPlace {
  /** Undefined where there is no home: then nothing can be kept. */
  readonly folder: string | undefined;
  /** The hash in IFLOW_TRUST. */
  readonly given: string | undefined;
  /** The step in IFLOW_STEP: this command was started by an agent or a check, not by a person. */
  readonly step: string | undefined;
  readonly clock: Clock;
}

export function createTrustFiles({ folder, given, step, clock }: TrustPlace): Trust {
  return {
    async isConfirmed(asked) {
      if (given !== undefined && given === hashValues(asked.values)) return true;
      if (folder === undefined || asked.repository === undefined) return false;
      return isKept(join(folder, nameOf(asked)), asked);
    },
    async confirm(asked) {
      if (step) throw new IflowError("blocked", "only a person confirms settings, not an agent or a check", INSIDE);
      if (folder === undefined) throw cannotKeep(asked, "there is no home folder");
      if (asked.repository === undefined) throw cannotKeep(asked, "this is not a git repository");
      const file = join(folder, nameOf(asked));
      const { values, repository } = asked;
      const content = { hash: hashValues(values), repository, at: clock.now().toISOString(), values };
      try {
        await makeFolders(folder, 0o700);
        await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`);
      } catch (error) {
        throw cannotKeep(asked, (error as Error).message);
      }
      if (!(await isKept(file, asked))) throw cannotKeep(asked, `${file} was not written whole`);
    },
  };
}

const INSIDE = { fix: "iflow trust   (in your own terminal)" };

/**
 * Bound to the repository as well: `npm test` or `./agent` mean what the files around them say, so a word given for
 * one repository says nothing about another that uses the same words.
 */
function nameOf({ values, repository = "" }: Confirmation): string {
  return `${hashValues(values)}-${sha256(repository).slice(0, 16)}.json`;
}

async function isKept(file: string, { values, repository }: Confirmation): Promise<boolean> {
  const kept = parseJson(await readFile(file, "utf8").catch(() => undefined));
  if (typeof kept !== "object" || kept === null || !("values" in kept) || !("repository" in kept)) return false;
  if (typeof kept.values !== "object" || kept.values === null) return false;
  return kept.repository === repository && hashValues({ ...kept.values }) === hashValues(values);
}

function cannotKeep({ values }: Confirmation, why: string): IflowError {
  return new IflowError("needs-answer", `your confirmation cannot be kept: ${why}`, {
    fix: `set IFLOW_TRUST=${hashValues(values)} in the environment`,
  });
}
