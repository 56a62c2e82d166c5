// The engine's side of the desk: reads what hooks left, and validates it with its schema.
import { join } from "node:path";
import { type Evidence, EvidenceSchema } from "../../domain/host/host-evidence.ts";
import { parseJson } from "../../domain/text/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { HostDesk } from "../../ports/host-desk.ts";
import {
  ATTEMPTS,
  appendLine,
  createFile,
  evidenceName,
  moveFile,
  ordersFolder,
  readDriving,
  readNames,
  readText,
  writeDriving,
} from "./desk-files.ts";

export function createHostDesk({ commonDir, clock }: { readonly commonDir: string; readonly clock: Clock }): HostDesk {
  const home = join(commonDir, "iflow");
  const folderOf = (run: string) => ordersFolder(join(home, "runs"), run);
  return {
    async evidence(run, number) {
      const found: Evidence[] = [];
      for (const name of await readNames(folderOf(run))) {
        if (!name.startsWith(`${number}-`) || !name.endsWith(".evidence.json")) continue;
        const seen = EvidenceSchema.safeParse(parseJson(await readText(join(folderOf(run), name))));
        if (seen.success) found.push(seen.data);
      }
      return found.sort((one, other) => (one.at < other.at ? -1 : 1));
    },
    setAside: (run, number, agent) => {
      const name = evidenceName(number, agent);
      return moveFile(folderOf(run), name, name.replace(".evidence.", ".refused."));
    },
    keepReport: async (run, number, report) => {
      await createFile(folderOf(run), `${number}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
    },
    async attempts(run) {
      const text = (await readText(join(folderOf(run), ATTEMPTS))) ?? "";
      return text.split("\n").flatMap((line) => {
        const { what } = (parseJson(line) ?? {}) as { what?: unknown };
        return typeof what === "string" ? [what] : [];
      });
    },
    typedCommand: async () => {
      const { typed, run } = await readDriving(home);
      return typed === undefined ? undefined : { text: typed, run };
    },
    useTyped: async (run) => writeDriving(home, { ...(await readDriving(home)), run }),
    noteAttempt: (run, what) => appendLine(folderOf(run), ATTEMPTS, { at: clock.now().toISOString(), what }),
  };
}
