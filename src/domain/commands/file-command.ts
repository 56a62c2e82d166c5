// Removing, moving and making by the usual commands, for agents whose own tools cannot: only single files are removed,
// and every path is inside the tree.
import { type Inside, judgePath } from "./judge-word.ts";

export type FileCommand =
  | { readonly words: readonly string[]; readonly changes: readonly string[]; readonly move?: Move }
  | { readonly refused: string };

export interface Move {
  readonly from: string;
  readonly to: string;
}

const FLAGS: Readonly<Record<string, readonly string[]>> = { rm: ["-f", "--force"], mv: ["-f", "-n"], mkdir: ["-p"] };

export const FILE_COMMANDS: readonly string[] = Object.keys(FLAGS);

export function judgeFileCommand([name = "", ...words]: readonly string[], inside: Inside): FileCommand {
  const end = words.indexOf("--");
  const front = end < 0 ? words : words.slice(0, end);
  const given = front.filter((word) => word.startsWith("-"));
  const wrong = given.find((word) => FLAGS[name]?.includes(word) !== true);
  if (wrong !== undefined) return { refused: `${name} ${wrong} is not allowed: single files only` };
  const named = [...front.filter((word) => !word.startsWith("-")), ...(end < 0 ? [] : words.slice(end + 1))];
  if (named.length === 0) return { refused: `${name} needs a path` };
  if (name === "mv" && named.length !== 2) return { refused: "mv needs two paths" };
  const changes: string[] = [];
  for (const word of named) {
    const judged = judgePath(word, inside);
    if ("refused" in judged) return judged;
    const [path] = judged.paths;
    if (path === undefined) return { refused: `${word} is the root of the repository` };
    if (path !== inside(word)) return { refused: `${word} is no plain path` };
    changes.push(path);
  }
  const [from = "", to = ""] = changes;
  return { words: [name, ...given, "--", ...changes], changes, ...(name === "mv" && { move: { from, to } }) };
}
