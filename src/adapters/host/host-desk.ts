// The engine's side of the desk: reads what hooks left, and validates it with its schema.
import { join } from "node:path";
import { type HostTurns, HostTurnsSchema } from "../../domain/billing/host-turns.ts";
import { type Evidence, EvidenceSchema, ReportSchema } from "../../domain/host/host-evidence.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { seal } from "../../domain/text/json/seal.ts";
import type { HostDesk } from "../../ports/agents/host-desk.ts";
import type { Clock } from "../../ports/clock.ts";
import * as files from "./desk-files.ts";

export interface DeskPlace {
  readonly commonDir: string;
  readonly clock: Clock;
  readonly onDamage?: (damage: IflowError) => void;
}

export function createHostDesk({ commonDir, clock, onDamage = () => undefined }: DeskPlace): HostDesk {
  const home = join(commonDir, "iflow");
  const folderOf = (run: string) => files.ordersFolder(join(home, "runs"), run);
  return {
    async evidence(run, number) {
      const found: Evidence[] = [];
      for (const name of await files.readNames(folderOf(run))) {
        if (!name.startsWith(`${number}-`) || !name.endsWith(".evidence.json")) continue;
        const path = join(folderOf(run), name);
        const { value, isDamaged } = await files.readSealed(path);
        if (isDamaged) throw damagedEvidence(path);
        const seen = EvidenceSchema.safeParse(value);
        if (seen.success) found.push(seen.data);
      }
      return found.sort((one, other) => (one.at < other.at ? -1 : 1));
    },
    setAside: (run, number, agent) => files.setEvidenceAside(folderOf(run), files.evidenceName(number, agent)),
    keepReport: async (run, number, report) => {
      await files.createFile(folderOf(run), `${number}.report.json`, `${seal(JSON.stringify(report, null, 2))}\n`);
    },
    reportedBy: async (run, number) => {
      const { value } = await files.readSealed(join(folderOf(run), `${number}.report.json`));
      return ReportSchema.safeParse(value).data?.agent ?? undefined;
    },
    attempts: (run) => files.readAttempts(folderOf(run)),
    turns: async () => {
      const found: HostTurns[] = [];
      for (const path of await files.turnFiles(home)) {
        const { value, isDamaged } = await files.readSealed(path);
        const turns = HostTurnsSchema.safeParse(value);
        if (turns.success) found.push(turns.data);
        else if (isDamaged) onDamage(damagedTurns(path));
      }
      return found;
    },
    typedCommand: async () => {
      const { typed, run } = await files.readDriving(home);
      return typed === undefined ? undefined : { text: typed, run };
    },
    useTyped: async (run) => files.writeDriving(home, { ...(await files.readDriving(home)), run }),
    noteAttempt: (run, what) => files.noteAttempt(folderOf(run), { at: clock.now().toISOString(), what }),
  };
}

function damagedTurns(path: string): IflowError {
  return new IflowError("journal-corrupt", `${path} is damaged: bills lack what the host's own model used`, {
    fix: `The next turn of that session counts it again; otherwise remove ${path}.`,
  });
}

function damagedEvidence(path: string): IflowError {
  return new IflowError("journal-corrupt", `${path} is damaged: what an agent was told and said cannot be proven`, {
    fix: `Restore the file from a backup; otherwise remove ${path} and let a new agent carry out the order.`,
  });
}
