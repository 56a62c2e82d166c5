// What the person has not committed. An agent may write into the same file; then both would go into one commit, and that is
// the person's to decide.
import type { RoleId } from "../../domain/roles/role.ts";
import { someOf } from "../../domain/text/some-of.ts";
import { type PhaseWork, stepName } from "./phase-work.ts";

/** Looked at before a writer begins. */
export async function unsavedWork(work: PhaseWork, round: number): Promise<string[]> {
  return work.run.step({
    name: stepName(work, round, "unsaved"),
    input: null,
    work: async () => (await work.ports.merging.localChanges()).map(({ path }) => path),
  });
}

/** In a folder that is not tracked at all, git names the folder alone. */
export function isMixed(unsaved: readonly string[], path: string): boolean {
  return unsaved.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
}

/** The paths that are to be committed all the same. */
export async function askAboutMixed(
  work: PhaseWork,
  role: RoleId,
  paths: readonly string[],
): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const [answer] = await work.run.wait([
    {
      type: "question",
      name: `${role}/${work.dispatches}/mixed-files`,
      topic: "mixed-files",
      text: `${role} changed ${someOf(paths)}, which held changes of yours that are not committed.`,
      options: [
        { value: "include", label: "Commit both together" },
        { value: "leave", label: "Leave them uncommitted", hint: "reviewers will not see the change as committed" },
      ],
    },
  ]);
  return answer === "include" ? paths : [];
}
