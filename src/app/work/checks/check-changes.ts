// What a branch changes in what the project's checks run, compared with where it left its base. Called inside a step.
import { findCheckChanges, isManifest } from "../../../domain/checks/check-changes.ts";
import { describeTouched } from "../../../domain/checks/installed-files.ts";
import { filesNamed } from "../../../domain/checks/named-files.ts";
import type { Ports } from "../../../ports/ports.ts";
import type { Parts } from "../state/phase-run.ts";
import { checksOf } from "./settle-tests.ts";

export async function readCheckChanges(
  phase: Parts<"decisions" | "ports" | "run">,
  base: string,
  tip: string,
): Promise<string[]> {
  const { merging, repository } = phase.ports;
  const { from, files } = await merging.changes(base, tip);
  const changes = files.map(async (path) => {
    if (!isManifest(path)) return { path };
    return { path, before: await repository.show(from, path), after: await repository.show(tip, path) };
  });
  const commands = checksOf(phase).map(({ command }) => command);
  const named = new Set([
    ...(await readNamed(repository, from, commands)), // what the person knew
    ...(await readNamed(repository, tip, commands)),
    ...Object.keys(await repository.settings()), // hooks, wherever core.hooksPath says they are
  ]);
  return [...findCheckChanges(await Promise.all(changes), named), ...(await readTouched(phase))];
}

/** Texts are read as long as one of them names another that has to be read. */
async function readNamed(
  repository: Ports["repository"],
  revision: string,
  commands: readonly string[],
): Promise<ReadonlySet<string>> {
  const texts = new Map<string, string | undefined>();
  for (let rounds = 0; ; rounds++) {
    const { paths, wanted } = filesNamed(commands, texts);
    if (wanted.length === 0 || rounds === MOST_ROUNDS) return paths;
    for (const path of wanted.slice(0, MOST_TEXTS)) texts.set(path, await readText(repository, revision, path));
  }
}

const MOST_ROUNDS = 5;
const MOST_TEXTS = 20;

/** A word of a shell line may be no path at all. */
async function readText(repository: Ports["repository"], revision: string, path: string): Promise<string | undefined> {
  return repository.show(revision, path).catch(() => undefined);
}

/** Since this run sent its first prompt. Installed packages are in no commit. */
async function readTouched({ ports, run }: Parts<"ports" | "run">): Promise<string[]> {
  const names = await run.folder.list("dispatches");
  const first = names.filter((name) => name.endsWith(".prompt.md")).sort()[0];
  const since = first === undefined ? undefined : await run.folder.touchedAt(`dispatches/${first}`);
  return since === undefined ? [] : describeTouched(await ports.repository.touchedInstalled(since));
}
