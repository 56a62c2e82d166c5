// The files of an implementation: which ones the branch already has, how long they are, and how they stand in a prompt.
import { quote } from "../../../../domain/prompts/trunk.ts";
import { checkPath } from "../../../../domain/text/secrets/safe-path.ts";
import { matcherOf } from "../../../../domain/text/secrets/secret-files.ts";
import type { Parts } from "../../../work/state/phase-run.ts";

/** Code files already on the branch: from an earlier run, or in a clone without a journal. */
export async function filesOnBranch(phase: Parts<"artifact" | "ports" | "run" | "steps">): Promise<string[]> {
  return phase.run.step({
    name: phase.steps.next(0, "files-on-branch"),
    input: null,
    work: async () => {
      const log = (await phase.ports.tree.read(phase.artifact)) ?? "";
      const named = [...log.matchAll(/^- \*\*Files changed:\*\* (.+)$/gm)].flatMap(([, list = ""]) => list.split(", "));
      const found: string[] = [];
      for (const name of new Set(named)) {
        const check = checkPath(name);
        const isThere = check.ok && (await phase.ports.tree.isPlainFile(check.path).catch(() => false));
        if (check.ok && isThere) found.push(check.path);
      }
      return found.sort();
    },
  });
}

/** How much code a fresh agent has to read; recorded, so that a replay uses the same size. */
export async function filesChars(phase: Parts<"ports" | "run" | "steps">, paths: readonly string[]): Promise<number> {
  return phase.run.step({
    name: phase.steps.next(0, "files-size"),
    input: [...paths],
    work: async () => {
      const texts = await Promise.all(paths.map((path) => phase.ports.tree.read(path).catch(() => undefined)));
      return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
    },
  });
}

/** The whole file as it is in the commit, under its path; what cannot be shown says why. */
export async function printFile({ ports, run }: Parts<"ports" | "run">, head: string, path: string): Promise<string> {
  if (matcherOf(run.head.config.agents.deny)(path)) return `### ${path}\n(not shown: agents.deny closes it)`;
  const text = await ports.repository.show(head, path);
  if (text === undefined) return `### ${path}\n(not in the commit; read it if it matters)`;
  return /\0|\uFFFD/.test(text) ? `### ${path}\n(no text)` : `### ${path}\n\n${quote(text)}`;
}

export function listFiles(files: readonly string[]): string {
  return files.map((file) => `- ${file}`).join("\n");
}
