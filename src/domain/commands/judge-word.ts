// A word that stands behind the command of a test runner without being an option: a path, a package, the name of a test, a
// module. What it means is decided by the program, so whatever it could take for something else is refused.
import { checkPath } from "../text/secrets/safe-path.ts";

/** Where a path leads: relative to the root of the repository, "" for the root; undefined when it is outside. */
export type Inside = (path: string) => string | undefined;

export interface Place {
  readonly inside: Inside;
  /** Whether a path of the repository is there. */
  readonly exists: (path: string) => boolean;
}

/** What a program makes of words without a dash. */
export interface Taking {
  readonly name: string;
  /** Modules are dotted names of Python, and must be files of the tree. */
  readonly takes: "paths" | "packages" | "names" | "modules" | "nothing";
  /** Where modules are looked for; at the root without it. */
  readonly folder?: string;
  /** It has commands, so a bare word is no path; those that it may be told. */
  readonly commands?: readonly string[];
  /** What may follow a path: a line, the name of a test. */
  readonly marks?: RegExp;
}

export type Paths = { readonly paths: readonly string[] } | { readonly refused: string };

/** Of a test, a package, a tag. */
export const NAME = /^[A-Za-z_][\w.:-]*$/;

/** `own`: words of the stored command, which may be repeated. */
export function judgeWord(taking: Taking, own: ReadonlySet<string>, word: string, tree: Place): Paths {
  const { name, takes, commands, marks } = taking;
  if (takes !== "paths" && takes !== "packages" && own.has(word)) return { paths: [] };
  if (takes === "nothing") return { refused: `${word} is nothing that may be added to ${name}` };
  if (takes === "names" && NAME.test(word)) return { paths: [] };
  if (takes === "modules") return judgeModule(taking, word, tree);
  if (takes === "packages" && !/^\.(?:\/|$)/.test(word))
    return { refused: `${word} must begin with ./ to be a package` };
  if (commands?.includes(word)) return { paths: [] };
  if (commands && !/[./]/.test(word)) return { refused: `${word} may be a command of ${name}: write ./${word}` };
  return judgePath(word, tree.inside, marks);
}

/**
 * Python imports a dotted name from anywhere and calls what it finds there: `http.server.test` is a server. So a beginning
 * of it must be a file of the tree. A folder is a module only by its `__init__.py`; anybody may make an empty one.
 */
function judgeModule({ name, folder = "" }: Taking, word: string, { inside, exists }: Place): Paths {
  if (word.includes("/") || word.endsWith(".py")) {
    const judged = judgePath(word, inside);
    return "refused" in judged || judged.paths.every(exists) ? judged : { refused: `${word} is not there` };
  }
  const parts = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/.test(word) ? word.split(".") : [];
  const modules = parts.map((_, place) => folder + parts.slice(0, place + 1).join("/"));
  const files = [...modules.map((path) => `${path}.py`), ...modules.slice(-1).map((path) => `${path}/__init__.py`)];
  const file = files.find(exists);
  return file === undefined
    ? { refused: `${word} is no module of this repository for ${name}` }
    : judgePath(file, inside);
}

/** A word that names a place in the tree; `marks` is what this program allows behind it. */
export function judgePath(word: string, inside: Inside, marks?: RegExp): Paths {
  const named = marks ? word.replace(marks, "") : word;
  if (/^[@+]/.test(word))
    return { refused: `${word} begins with ${word[0]}, which programs understand in their own way` };
  if (/^[a-z][a-z0-9+.-]*:/i.test(named)) return { refused: `${word} is an address, not a path` };
  const judged = judgeInside(word, named, inside);
  // a program that knows no such ending takes the whole word for a path
  const whole =
    named === word || !word.slice(named.length).includes("/") ? { paths: [] } : judgeInside(word, word, inside);
  if ("refused" in judged) return judged;
  return "refused" in whole ? whole : { paths: [...judged.paths, ...whole.paths] };
}

function judgeInside(word: string, place: string, inside: Inside): Paths {
  const path = inside(place);
  if (path === undefined) return { refused: `${word} is outside the repository` };
  if (path === "") return { paths: [] };
  const check = checkPath(path);
  return check.ok ? { paths: [check.path] } : { refused: `${word} ${check.why}` };
}
