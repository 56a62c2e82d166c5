// The person's uncommitted changes. An agent may write to the same file, and one commit would then hold both; whether
// that is acceptable is for the person to decide.

import type { RoleId } from "../../domain/roles/role.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { Parts } from "./state/phase-run.ts";
import { askPerson } from "./wait-for.ts";

/** Recorded before a writer begins. */
export async function unsavedWork(phase: Parts<"ports" | "run" | "steps">, round: number): Promise<string[]> {
  return phase.run.step({
    name: phase.steps.next(round, "unsaved"),
    input: null,
    work: async () => (await phase.ports.merging.localChanges()).map(({ path }) => path),
  });
}

/** For a folder that is not tracked at all, git names only the folder. */
export function isMixed(unsaved: readonly string[], path: string): boolean {
  return unsaved.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
}

/** Returns the paths that the person wants committed anyway. */
export async function askAboutMixed(
  phase: Parts<"run" | "steps">,
  role: RoleId,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const answer = await askPerson(phase, {
    name: phase.steps.ofWait(`${role}/${phase.steps.lastDispatch}/mixed-files`),
    topic: "mixed-files",
    text: `${role} changed ${listNames(paths)}, which had uncommitted changes of yours.`,
    options: [
      { value: "include", label: "Commit both together" },
      { value: "leave", label: "Leave them uncommitted", hint: "reviewers will not see the change as committed" },
    ],
  });
  return answer === "include" ? paths : [];
}
