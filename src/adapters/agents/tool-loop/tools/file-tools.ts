// Reading, writing, deleting and moving files. The path has been judged before any of these is called. Problems with the
// file itself (missing, not text, too large) are answered in words.
import { lstat } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod";
import type { WorkingTree } from "../../../../ports/git/working-tree.ts";
import { judgeMove } from "../../command-door.ts";
import type { Workspace } from "../../workspace.ts";
import { cutLines } from "./cut-text.ts";
import type { Said, Tool } from "./toolbox.ts";

const LONGEST_TEXT = 60_000;

const ReadInput = z.object({
  path: z.string(),
  from: z.int().min(1).default(1),
  lines: z.int().min(1).optional(),
});
const WriteInput = z.object({ path: z.string(), content: z.string() });
const DeleteInput = z.object({ path: z.string() });
const MoveInput = z.object({ from: z.string(), to: z.string() });

export function createFileTools(tree: WorkingTree, workspace: Workspace) {
  return {
    read: {
      ...about("read", "read"),
      input: ReadInput,
      work: async ({ from, lines }, path) => {
        const text = await tree.read(path);
        if (text === undefined) return failure(`there is no file ${path}`);
        if (text === "") return { text: "[The file is empty.]" };
        return { text: cutLines(text, { from, lines, longest: LONGEST_TEXT }) };
      },
    } satisfies Tool<z.infer<typeof ReadInput>>,

    write: {
      ...about("write", "write"),
      input: WriteInput,
      work: async ({ content }, path) => {
        await tree.write(path, content);
        return { text: `Wrote ${path}.` };
      },
    } satisfies Tool<z.infer<typeof WriteInput>>,

    delete: {
      ...about("delete", "write"),
      input: DeleteInput,
      work: async (_, path) => {
        const kind = await kindOf(tree, path);
        if (kind === "nothing") return failure(`there is no file ${path}`);
        if (kind === "folder") return failure(`${path || "the root"} is a folder; delete its files one by one`);
        await tree.remove(path);
        return { text: `Deleted ${path}.` };
      },
    } satisfies Tool<z.infer<typeof DeleteInput>>,

    move: {
      input: MoveInput,
      title: () => "move",
      path: ({ from }) => from,
      also: ({ to }) => [to],
      needs: "write",
      work: async (_, from, __, [to = ""]) => moveFile(tree, workspace, from, to),
    } satisfies Tool<z.infer<typeof MoveInput>>,
  };
}

function about(name: string, needs: "read" | "write") {
  return { title: () => name, path: ({ path }: { readonly path: string }) => path, needs };
}

async function moveFile(tree: WorkingTree, workspace: Workspace, from: string, to: string): Promise<Said> {
  if (from === "" || to === from) return failure("that would move nothing");
  if ((await kindOf(tree, from)) === "nothing") return failure(`there is no file ${from}`);
  const refused = await judgeMove({ from, to }, workspace, tree);
  if (refused !== undefined) return { text: "", refused };
  const target = to === "" || (await kindOf(tree, to)) === "folder" ? join(to, basename(from)) : to;
  if ((await kindOf(tree, target)) !== "nothing") return failure(`${target} is there already; delete it first`);
  await tree.setAside(from, join(tree.root, target));
  return { text: `Moved ${from} to ${target}.` };
}

async function kindOf({ root }: WorkingTree, path: string): Promise<"file" | "folder" | "nothing"> {
  try {
    return (await lstat(join(root, path))).isDirectory() ? "folder" : "file";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // a file where a folder should be means the same
    if (code === "ENOENT" || code === "ENOTDIR") return "nothing";
    throw error;
  }
}

const failure = (why: string): Said => ({ text: `Not done: ${why}.`, isError: true });
