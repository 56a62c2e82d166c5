// The runs as a look needs them. Their schemas take long to load, so they are loaded only where there is something to read.
import { join } from "node:path";
import { brainstormNumber } from "../../domain/review/brainstorm.ts";
import type { Ports } from "../../ports/ports.ts";
import type { OnDamage } from "../recorded/run-summary.ts";
import { listIfThere, readIfThere } from "./durable-files.ts";
import { isEnded } from "./journal/is-ended.ts";
import { featureLock, liveOwner } from "./processes/locks.ts";
import { selfIdentity } from "./processes/processes.ts";

interface RunLook {
  readonly runs: Pick<Ports["runs"], "open" | "owner">;
  readonly archive: Pick<Ports["archive"], "brainstorms">;
  readonly creations: Pick<Ports["creations"], "all">;
}

export function lookAtRuns(commonDir: string, onDamage: OnDamage): RunLook {
  const runsFolder = join(commonDir, "iflow", "runs");
  return {
    runs: {
      async open() {
        if (!(await hasOpenRun(runsFolder))) return [];
        return (await import("./journal/read-runs.ts")).summarizeRuns(runsFolder, onDamage);
      },
      owner: async (feature) => liveOwner(featureLock(commonDir, feature), await selfIdentity()),
    },
    archive: {
      async brainstorms() {
        const ids = await listIfThere(runsFolder);
        if (ids.every((id) => brainstormNumber(id.split(".")[0] ?? "") === undefined)) return [];
        return (await import("./archive/brainstorms.ts")).readBrainstorms(runsFolder);
      },
    },
    creations: {
      async all() {
        if ((await listIfThere(join(commonDir, "iflow", "creating"))).length === 0) return [];
        return (await import("./creation-files.ts")).createCreationFiles(commonDir).all();
      },
    },
  };
}

async function hasOpenRun(runsFolder: string): Promise<boolean> {
  for (const id of await listIfThere(runsFolder)) {
    const bytes = await readIfThere(join(runsFolder, id, "journal.jsonl"));
    if (bytes !== undefined && !isEnded(bytes)) return true;
  }
  return false;
}
