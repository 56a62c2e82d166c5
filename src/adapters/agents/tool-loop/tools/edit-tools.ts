// Changing passages of text files: one, or several at once, of which all are made or none.
import * as z from "zod";
import { replacePassage } from "../../../../domain/text/words/passage.ts";
import type { WorkingTree } from "../../../../ports/git/working-tree.ts";
import type { Said, Tool } from "./toolbox.ts";

const EditInput = z.object({
  path: z.string(),
  old: z.string().min(1),
  new: z.string(),
  all: z.boolean().default(false),
});
const MultiEditInput = z.object({ edits: z.array(EditInput).min(1).max(100) });

type Edit = z.infer<typeof EditInput>;

export function createEditTools(tree: WorkingTree) {
  return {
    edit: {
      input: EditInput,
      title: () => "edit",
      path: ({ path }) => path,
      needs: "write",
      work: (input, path) => makeEdits(tree, [{ ...input, path }]),
    } satisfies Tool<Edit>,

    multi_edit: {
      input: MultiEditInput,
      title: ({ edits }) => `edit ${edits.length} passages`,
      path: ({ edits }) => edits[0]?.path,
      also: ({ edits }) => edits.slice(1).map(({ path }) => path),
      needs: "write",
      work: ({ edits }, path, _, also) =>
        makeEdits(
          tree,
          edits.map((edit, place) => ({ ...edit, path: [path, ...also][place] ?? edit.path })),
        ),
    } satisfies Tool<z.infer<typeof MultiEditInput>>,
  };
}

async function makeEdits(tree: WorkingTree, edits: readonly Edit[]): Promise<Said> {
  const before = new Map<string, string>();
  const after = new Map<string, { readonly text: string; readonly places: number }>();
  for (const [place, edit] of edits.entries()) {
    const { path } = edit;
    const which = edits.length === 1 ? "" : `nothing was changed, because of edit ${place + 1}: `;
    const text = after.get(path)?.text ?? (await tree.read(path));
    if (text === undefined) return failure(`${which}there is no file ${path}`);
    if (!before.has(path)) before.set(path, text);
    const replaced = replacePassage(text, edit);
    if ("problem" in replaced) return failure(`${which}${path}: ${replaced.problem}`);
    after.set(path, { text: replaced.text, places: (after.get(path)?.places ?? 0) + replaced.places });
  }
  await writeAll(tree, before, after);
  const told = [...after].map(([path, { places }]) => `${path}: ${places === 1 ? "one place" : `${places} places`}`);
  return { text: `Changed ${told.join("; ")}.` };
}

/** When one cannot be written, those before it are put back. */
async function writeAll(
  tree: WorkingTree,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, { readonly text: string }>,
): Promise<void> {
  const written: string[] = [];
  try {
    for (const [path, { text }] of after) {
      await tree.write(path, text);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) await tree.write(path, before.get(path) ?? "");
    throw error;
  }
}

const failure = (why: string): Said => ({
  text: `Not done: ${why.trimEnd()}${why.endsWith("\n") ? "" : "."}`,
  isError: true,
});
