// Agents never write iflow.config.json. Where a runtime cannot be held to that, the file is compared before and after: what
// was there is put back, and what was written is kept in the run folder, because it may have been the person who wrote
// it. Until the person confirms it, it would not count anyway.
import { join } from "node:path";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { sha256 } from "../../domain/text/sha256.ts";
import type { WorkingTree } from "../../ports/git/working-tree.ts";
import type { Ports } from "../../ports/ports.ts";
import type { RunFolder } from "../../ports/runs/runs.ts";
import type { Parts } from "./state/phase-run.ts";

/**
 * Hash of the text, which is kept in the run folder; null when there is no file; of a link `link:` and the hash of what
 * it sets. Undefined: not one we could restore.
 */
export type KeptConfig = string | null | undefined;

/** Of a run folder, what is needed to put the file back; also where the run is not open. */
type Keeping = { readonly ports: Pick<Ports, "tree" | "emit" | "checks"> } & {
  readonly run: { readonly folder: Pick<RunFolder, "path" | "read"> };
};

/** A note of a step: the person stopped it, and the configuration was looked at then. */
export const CONFIG_IS_BACK = "config-is-back";

/** Call before an agent or a check begins. */
export async function keepConfig({ ports, run }: Parts<"ports" | "run">): Promise<KeptConfig> {
  const text = await readConfig(ports.tree);
  if (text === undefined) return linked(ports);
  if (text === null) return null;
  const hash = sha256(text);
  if ((await run.folder.read(keptFile(hash))) === undefined) await run.folder.write(keptFile(hash), text);
  return hash;
}

/** Call when it has ended; `file` is where its own files are in the run folder, without an ending. */
export async function putBackConfig(
  { ports, run }: Keeping,
  before: KeptConfig,
  { who, file }: { readonly who: string; readonly file: string },
): Promise<void> {
  if (before === undefined) return;
  if (before?.startsWith(LINK)) return tellLinked(ports, before, who);
  const now = await readConfig(ports.tree);
  const hash = typeof now === "string" ? sha256(now) : now;
  if (hash === before) return;
  const text = before === null ? null : await run.folder.read(keptFile(before));
  const copy = `${file}.config-${hash?.slice(0, 8) ?? "other"}`;
  const told = `${CONFIG_FILE} was changed while ${who} worked`;
  if (text === undefined || (text !== null && sha256(text) !== before)) {
    ports.emit({
      type: "warned",
      text: `${told}; what it was before is lost, so it stays. It does not count: iflow trust`,
    });
    return;
  }
  try {
    const isAside = await ports.tree.setAside(CONFIG_FILE, join(run.folder.path, copy));
    if (text !== null) await ports.tree.write(CONFIG_FILE, text);
    if (!isAside && now !== null) return; // a dispatch side by side with this one was quicker, and has said it
    const kept = isAside ? `; the change is kept as ${join(run.folder.path, copy)}` : "";
    ports.emit({ type: "warned", text: `${told} and was put back${kept}` });
  } catch (error) {
    if (!(error instanceof IflowError)) throw error;
    ports.emit({ type: "warned", text: `${told} and could not be put back: ${error.message}. It does not count` });
  }
}

/**
 * The same for what a killed process left. The person may have changed the file since; what they have confirmed is theirs and
 * stays.
 */
export async function putBackAfterKill(...[phase, before, about]: Parameters<typeof putBackConfig>): Promise<void> {
  if (before?.startsWith(LINK)) return; // what it leads to may be the person's work since, and does not count
  const isTheirs = await phase.ports.checks.settings().then(
    ({ isConfirmed }) => isConfirmed,
    () => false, // not even valid
  );
  if (!isTheirs) await putBackConfig(phase, before, about);
}

const LINK = "link:";

/** What it leads to may lie anywhere and is not ours to write; what it sets is compared. */
async function linked({ tree, checks }: Keeping["ports"]): Promise<string | undefined> {
  const isFound = await tree.isThere(CONFIG_FILE).catch(() => false);
  return isFound ? `${LINK}${await settingsHash(checks)}` : undefined;
}

async function tellLinked({ checks, emit }: Keeping["ports"], before: string, who: string): Promise<void> {
  if (`${LINK}${await settingsHash(checks)}` === before) return;
  const told = `${CONFIG_FILE} is a link, and what it sets was changed while ${who} worked`;
  emit({ type: "warned", text: `${told}. It stays so, and does not count before you confirm it: iflow trust` });
}

function settingsHash(checks: Ports["checks"]): Promise<string> {
  return checks.settings().then(
    ({ hash }) => hash,
    () => "invalid",
  );
}

const keptFile = (hash: string) => `config/${hash}.json`;

/** Undefined for what is no plain text file: a link, a folder, something that cannot be read. */
async function readConfig(tree: WorkingTree): Promise<string | null | undefined> {
  try {
    if (await tree.isPlainFile(CONFIG_FILE)) return await tree.read(CONFIG_FILE);
    return (await tree.isThere(CONFIG_FILE)) ? undefined : null;
  } catch (error) {
    if (error instanceof IflowError) return undefined;
    throw error;
  }
}
