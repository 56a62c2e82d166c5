// What a branch changes in what the project's checks run, compared with where it left its base. Called inside a step.
import { findCheckChanges, isManifest } from "../../domain/checks/check-changes.ts";
import { checksOf } from "./settle-tests.ts";
import type { Parts } from "./state/phase-run.ts";

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
  return findCheckChanges(await Promise.all(changes), commands);
}
