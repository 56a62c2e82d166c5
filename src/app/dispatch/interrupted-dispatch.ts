// A dispatch that began in a process that is gone. Its agent is ended if it is still running, and what it changed in
// its own files is kept as a patch. All other changes are the user's and are left to the next check of the world.
import * as z from "zod";
import type { Before } from "../../domain/billing/outcome.ts";
import { CUT_OFF, interruptedFile, isPaid } from "../../domain/billing/unanswered-dispatch.ts";
import { UsageSchema } from "../../domain/billing/usage.ts";
import { isEngineFile } from "../../domain/prompts/delta.ts";
import { agentName } from "../../domain/run/events/work-words.ts";
import { leftProcesses } from "../../domain/run/left-processes.ts";
import type { Json } from "../../domain/text/json/json.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { Ports } from "../../ports/ports.ts";
import { changedSettings } from "../work/git-settings.ts";
import { fileOf, writeOutcome } from "../work/given/dispatch-files.ts";
import type { Dispatch } from "../work/given/dispatch-request.ts";
import { CONFIG_IS_BACK, putBackAfterKill } from "../work/keep-config.ts";
import type { Parts, PhaseRun } from "../work/state/phase-run.ts";
import { look } from "../work/world.ts";
import type { DispatchResult } from "./dispatch-result.ts";
import { hasRow } from "./outcome-files.ts";
import { toOutcome } from "./run-agent.ts";

export async function recoverDispatch(
  phase: PhaseRun,
  dispatch: Dispatch,
  notes: readonly Json[],
): Promise<DispatchResult> {
  const { snapshots, emit } = phase.ports;
  let base = dispatch.base ?? null;
  for (const note of notes as readonly Record<string, unknown>[])
    if (note.type === "started" && typeof note.base === "string") base = note.base;
  await endLeft(phase, dispatch, notes);
  const said = NotesSchema.parse(notes);
  const { config, tree } = said.find(({ type }) => type === "started") ?? {};
  const isLost = base !== null && ((await isElsewhere(phase, { tree })) || !(await snapshots.has(base)));
  if (isLost) base = null; // what it changed cannot be told any more
  const isBack = said.some(({ type }) => type === CONFIG_IS_BACK);
  if (!isBack) await putBackAfterKill(phase, config, { who: dispatch.role, file: interruptedFile(fileOf(dispatch)) });
  await keepRow(phase, dispatch, notes);
  const untouched = { status: "interrupted", base, patch: null, files: [], blob: dispatch.expected.blob } as const;
  const { branch } = await look(phase);
  // On another branch every file looks changed; what the writer left is asked about once the branch is back.
  if (base === null || dispatch.writes.length === 0 || branch !== dispatch.expected.branch) return untouched;

  const after = (await snapshots.take()).tree;
  const changed = await snapshots.changed(base, after);
  const own = changed.map(({ path }) => path).filter((path) => isOwn(phase, dispatch, path));
  if (own.length === 0) return untouched;

  const patch = `${interruptedFile(fileOf(dispatch))}.patch`;
  await phase.run.folder.write(patch, await snapshots.patch(base, after, own));
  emit({
    type: "warned",
    text: `the ${agentName(dispatch.role)} was interrupted; its changes in ${listNames(own)} are kept, and saved as ${phase.run.folder.path}/${patch}`,
  });
  const blobs = await snapshots.blobs([phase.artifact]);
  return { ...untouched, patch, files: own, blob: blobs[phase.artifact] ?? null };
}

/** Ends what the killed process had started for this dispatch and left running. */
export async function endLeft(
  { ports }: { readonly ports: Pick<Ports, "endProcess" | "emit"> },
  dispatch: { readonly step: string; readonly role: string },
  notes: readonly Json[],
): Promise<void> {
  for (const child of leftProcesses(dispatch.step, notes)) {
    if (!(await ports.endProcess(child))) continue;
    const text = `ended the ${dispatch.role} process that was still running (pid ${child.pid})`;
    ports.emit({ type: "warned", text });
  }
}

/** Records what the dispatch had used by then, which was paid for, and its changes to git's own files. */
async function keepRow(phase: PhaseRun, dispatch: Dispatch, notes: readonly Json[]): Promise<void> {
  const said = NotesSchema.parse(notes);
  const used = said.findLast(({ type }) => type === "used")?.usage;
  const usage = (await hasRow(phase, dispatch)) ? undefined : used; // it is paid for only once
  const before = said.find(({ type }) => type === "started")?.settings;
  const { ports } = phase;
  const meddled = before ? changedSettings(before, await ports.repository.settings()) : [];
  if (meddled.length > 0) {
    const names = listNames(meddled.map((name) => `.git/${name}`));
    ports.emit({ type: "warned", text: `while ${dispatch.role} worked, git's own files changed: ${names}` });
  }
  if (meddled.length === 0 && (usage === undefined || !isPaid(usage))) return;
  const end = { status: "failed", error: CUT_OFF, sessionLost: false, usage } as const;
  const seen = { reads: [], refused: [], wrote: [], milliseconds: 0 };
  const row = { ...toOutcome(phase, dispatch, end, seen), reason: "interrupted", changed: [], meddled };
  await writeOutcome(phase, interruptedFile(fileOf(dispatch)), { ...row, world: { ...dispatch.expected } });
}

const NotesSchema = z.array(
  z.looseObject({
    type: z.string(),
    usage: UsageSchema.optional(),
    settings: z.record(z.string(), z.string()).optional(),
    config: z.string().nullish(),
    tree: z.string().nullish(),
  }),
);

/** The work tree in which it was begun is not this one, although it may be in the same place. */
export async function isElsewhere({ ports }: Parts<"ports">, { tree }: Pick<Before, "tree">): Promise<boolean> {
  return tree !== undefined && tree !== ((await ports.trees.mark(ports.repository.root)) ?? null);
}

function isOwn(phase: Parts<"feature">, { writes }: Dispatch, path: string): boolean {
  return writes === "anything" ? !isEngineFile(phase.feature.folder, path) : writes.includes(path);
}
