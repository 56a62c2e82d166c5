// A simplification that failed is undone: files that were there get their committed text back, files it made are removed.
// A copy of each is kept in the run folder. What may be somebody else's is left alone, and named.
import type { Outcome } from "../../../domain/billing/outcome.ts";
import { isEngineFile } from "../../../domain/prompts/delta.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { isMixed } from "../../work/unsaved-work.ts";
import type { Implementation } from "./code/implementation.ts";
import { restoreLog } from "./code/log-file.ts";

interface Attempt {
  readonly changed: Outcome["changed"];
  /** Files named by the report or the tool calls. */
  readonly named: readonly string[];
  /** Files that held uncommitted work before. */
  readonly dirty: readonly string[];
}

export async function undoSimplification(
  phase: PhaseRun,
  code: Implementation,
  { changed, named, dirty }: Attempt,
): Promise<void> {
  const paths = changed.map(({ path }) => path);
  await restoreLog(phase, code, paths);
  const others = changed.filter(({ path }) => path !== phase.artifact && !isEngineFile(phase.feature.folder, path));
  const isOwn = ({ path, change }: Outcome["changed"][number]) =>
    named.includes(path) && (change === "added" || !isMixed(dirty, path)); // nobody's work was in a new file
  await undo(
    phase,
    others.filter(isOwn),
    others.filter((one) => !isOwn(one)),
  );
}

async function undo(
  phase: Parts<"ports" | "run" | "steps" | "world">,
  own: Outcome["changed"],
  foreign: Outcome["changed"],
): Promise<void> {
  const head = phase.world.expected.head ?? phase.run.head.base;
  const left = foreign.map(({ path }) => path);
  await phase.run.step({
    name: phase.steps.next(0, "simplify-restore"),
    input: [...own.map(({ path, change }) => `${change} ${path}`), "left", ...left],
    work: async () => {
      const odd: string[] = []; // could be neither kept nor fully restored
      for (const { path } of own) await putBack(phase, head, path).catch(() => odd.push(path));
      const done = own.filter(({ path }) => !odd.includes(path));
      const listed = (title: string, names: readonly string[]) =>
        names.length === 0 ? [] : [`${title}: ${listNames(names)}`];
      const namesOf = (isNew: boolean) =>
        done.flatMap(({ path, change }) => ((change === "added") === isNew ? [path] : []));
      const parts = [
        "the simplification failed (the tests or the agent)",
        ...listed("restored", namesOf(false)),
        ...listed("removed", namesOf(true)),
        ...listed("not restored", odd),
        ...listed("left, because nobody named it or it held your changes", left),
        ...(done.length === 0 ? [] : [`the attempt is kept in ${phase.run.folder.path}/changed/simplify`]),
      ];
      phase.ports.emit({ type: "warned", text: parts.join("; ") });
      return null;
    },
  });
}

/** Repeatable: a killed attempt has kept its copy, and what is already back is not kept as the agent's. */
async function putBack(phase: Parts<"ports" | "run">, head: string, path: string): Promise<void> {
  const { tree, repository } = phase.ports;
  const tried = (await tree.isPlainFile(path)) ? await tree.read(path) : undefined;
  const text = await repository.show(head, path);
  if (text !== undefined && /[\0\uFFFD]/.test(text)) throw new Error("no text");
  if (tried !== undefined && tried !== text) await phase.run.folder.write(`changed/simplify/${path}`, tried);
  if (text === undefined) await tree.remove(path);
  else await tree.writeOwn(path, text);
}
