// Requests to stop, one small file for each process: `.git/iflow/stops/4711-108743.json`. What it names is compared with
// the process that reads it, so a pid that is used again, another boot or another host is never meant.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { StopKind, Stops } from "../../../ports/runs/stops.ts";
import { listIfThere, makeFolder, readIfThere, writeWhole } from "../durable-files.ts";
import { isAlive, liveOwners } from "./locks.ts";
import { type ProcessIdentity, selfIdentity } from "./processes.ts";

const RequestSchema = z.object({
  pid: z.int().positive(),
  startTime: z.string(),
  bootId: z.string(),
  host: z.string(),
  kind: z.enum(["safe", "now"]),
});

const LOOK_MS = 250;

export function createStops(commonDir: string, self: () => Promise<ProcessIdentity> = selfIdentity): Stops {
  const folder = join(commonDir, "iflow", "stops");
  const fileOf = ({ pid, startTime }: ProcessIdentity) =>
    join(folder, `${pid}-${startTime.replaceAll(/\W+/g, "-")}.json`);
  const asked = async () => {
    const own = await self();
    const request = await readRequest(fileOf(own));
    return request && isSame(request, own) ? request.kind : undefined;
  };
  return {
    movers: async () => liveOwners(join(commonDir, "iflow", "locks"), await self()),
    async ask(mover, kind) {
      const { pid, startTime, bootId, host } = mover;
      await makeFolder(folder);
      await writeWhole(fileOf(mover), JSON.stringify({ pid, startTime, bootId, host, kind }));
    },
    async stateOf(mover) {
      if ((await readRequest(fileOf(mover))) === undefined) return "taken";
      return (await isAlive(mover, await self())) ? "asked" : "gone";
    },
    withdraw: (mover) => rm(fileOf(mover), { force: true }),
    asked,
    take: async () => rm(fileOf(await self()), { force: true }),
    listen: (onAsked) => listen(asked, onAsked),
  };
}

/** Files of processes that are gone. */
export async function removeLeftStops(commonDir: string, self: ProcessIdentity): Promise<void> {
  const folder = join(commonDir, "iflow", "stops");
  for (const name of await listIfThere(folder)) {
    const path = join(folder, name);
    const request = await readRequest(path);
    if (request === undefined || !(await isAlive(request, self))) await rm(path, { force: true, recursive: true });
  }
}

/** Looked for again and again: a watch can be refused by the system, and one small file costs nothing. */
function listen(asked: Stops["asked"], onAsked: (kind: StopKind) => void): () => void {
  let told: StopKind | undefined;
  const timer = setInterval(async () => {
    const kind = await asked().catch(() => undefined);
    if (kind === undefined || kind === told || told === "now") return;
    told = kind;
    onAsked(kind);
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Undefined also for what is damaged: then nothing was asked. */
async function readRequest(path: string): Promise<z.infer<typeof RequestSchema> | undefined> {
  const bytes = await readIfThere(path).catch(() => undefined);
  return bytes && RequestSchema.safeParse(parseJson(bytes.toString("utf8"))).data;
}

function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  const { pid, startTime, bootId, host } = other;
  return one.pid === pid && one.startTime === startTime && one.bootId === bootId && one.host === host;
}
