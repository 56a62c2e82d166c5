// The engine's side of the desk: reads what hooks left, and validates it with its schema.
import { join } from "node:path";
import { type Evidence, EvidenceSchema } from "../../domain/host/host-evidence.ts";
import { parseJson } from "../../domain/text/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostDesk } from "../../ports/host-desk.ts";
import * as files from "./desk-files.ts";

export function createHostDesk({ commonDir, clock }: { readonly commonDir: string; readonly clock: Clock }): HostDesk {
  const home = join(commonDir, "iflow");
  const folderOf = (run: string) => files.ordersFolder(join(home, "runs"), run);
  return {
    async evidence(run, number) {
      const found: Evidence[] = [];
      for (const name of await files.readNames(folderOf(run))) {
        if (!name.startsWith(`${number}-`) || !name.endsWith(".evidence.json")) continue;
        const seen = EvidenceSchema.safeParse(parseJson(await files.readText(join(folderOf(run), name))));
        if (seen.success) found.push(seen.data);
      }
      return found.sort((one, other) => (one.at < other.at ? -1 : 1));
    },
    setAside: (run, number, agent) => files.setEvidenceAside(folderOf(run), files.evidenceName(number, agent)),
    keepReport: async (run, number, report) => {
      await files.createFile(folderOf(run), `${number}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
    },
    attempts: (run) => files.readAttempts(folderOf(run)),
    typedCommand: async () => {
      const { typed, run } = await files.readDriving(home);
      return typed === undefined ? undefined : { text: typed, run };
    },
    useTyped: async (run) => files.writeDriving(home, { ...(await files.readDriving(home)), run }),
    noteAttempt: (run, what) => files.noteAttempt(folderOf(run), { at: clock.now().toISOString(), what }),
  };
}
