// Reading, listing and changing files. The path has been judged before any of these is called. Problems with the file
// itself (missing, not text, too large) are answered in words.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { isInsideGit } from "../../../../domain/text/safe-path.ts";
import type { WorkingTree } from "../../../../ports/working-tree.ts";
import { cutLines } from "./cut-text.ts";
import type { Said, Tool } from "./toolbox.ts";

const LONGEST_TEXT = 60_000;
const MOST_NAMES = 1000;

const ReadInput = z.object({
  path: z.string(),
  from: z.int().min(1).default(1),
  lines: z.int().min(1).optional(),
});
const ListInput = z.object({ path: z.string().default("") });
const WriteInput = z.object({ path: z.string(), content: z.string() });
const EditInput = z.object({
  path: z.string(),
  old: z.string().min(1),
  new: z.string(),
  all: z.boolean().default(false),
});

export function createFileTools(tree: WorkingTree) {
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

    list: {
      ...about("list", "read"),
      input: ListInput,
      work: (_, path) => listFolder(tree, path),
    } satisfies Tool<z.infer<typeof ListInput>>,

    write: {
      ...about("write", "write"),
      input: WriteInput,
      work: async ({ content }, path) => {
        await tree.write(path, content);
        return { text: `Wrote ${path}.` };
      },
    } satisfies Tool<z.infer<typeof WriteInput>>,

    edit: {
      ...about("edit", "write"),
      input: EditInput,
      work: async (input, path) => {
        const text = await tree.read(path);
        if (text === undefined) return failure(`there is no file ${path}`);
        const { old, replacement } = fitLineEnds(text, input.old, input.new);
        const found = text.split(old).length - 1;
        if (found === 0) return failure(`\`old\` does not stand in ${path}; read it again`);
        if (found > 1 && !input.all) return failure(`\`old\` stands in ${path} ${found} times; give more around it`);
        await tree.write(path, text.split(old).join(replacement));
        return { text: `Changed ${path}: ${found === 1 ? "one place" : `${found} places`}.` };
      },
    } satisfies Tool<z.infer<typeof EditInput>>,
  };
}

function about(name: string, needs: "read" | "write") {
  return { title: () => name, path: ({ path }: { readonly path: string }) => path, needs };
}

const failure = (why: string): Said => ({ text: `Not done: ${why}.`, isError: true });

async function listFolder({ root, refusal }: WorkingTree, path: string): Promise<Said> {
  try {
    const entries = await readdir(join(root, path), { withFileTypes: true });
    const names = entries
      .filter(({ name }) => !isInsideGit(name) && refusal(join(path, name)) === undefined)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .sort();
    if (names.length === 0) return { text: "[The folder is empty.]" };
    const cut = names.length > MOST_NAMES ? [`[Cut: ${MOST_NAMES} of ${names.length} names are shown.]`] : [];
    return { text: [...names.slice(0, MOST_NAMES), ...cut].join("\n") };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // undefined for anything but a system error
    if (code === "ENOENT") return failure(`there is no folder ${path}`);
    if (code === "ENOTDIR") return failure(`${path} is a file; read it`);
    if (code === undefined) throw error;
    return failure(`${path || "the root"} cannot be listed (${code})`);
  }
}

/** A model writes plain line endings; a file may have others, and keeps them. */
function fitLineEnds(text: string, old: string, replacement: string): { old: string; replacement: string } {
  if (text.includes(old) || !text.includes("\r\n") || old.includes("\r")) return { old, replacement };
  return { old: old.replaceAll("\n", "\r\n"), replacement: replacement.replaceAll(/\r?\n/g, "\r\n") };
}
