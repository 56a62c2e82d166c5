// Which runs this person began: the first line of a journal is known here, or it is somebody else's.
import { join } from "node:path";
import { sha256 } from "../../../domain/text/sha256.ts";
import type { Begun } from "../../../ports/runs/begun.ts";
import type { Runs } from "../../../ports/runs/runs.ts";
import { readIfThere } from "../durable-files.ts";

export function createOwnRuns(runsFolder: string, begun: Begun | undefined): Pick<Runs, "foreign" | "adopt"> {
  const headOf = async (id: string) =>
    (await readIfThere(join(runsFolder, id, "journal.jsonl")))?.toString("utf8").split("\n", 1)[0];
  return {
    async foreign(id) {
      const head = await headOf(id);
      const isOwn = begun === undefined || head === undefined || (await begun.isNoted(head));
      return isOwn ? undefined : sha256(head);
    },
    async adopt(id) {
      const head = await headOf(id);
      if (head !== undefined) await begun?.note(head);
    },
  };
}
