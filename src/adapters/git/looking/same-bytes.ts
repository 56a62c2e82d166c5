// git need not look again at a working file it has seen before: the same bytes, under the same rules, get the same
// entry. The bytes are read each time; the size and times of a file prove nothing. git is asked each time about files
// it may convert (line endings, filters, encodings): only an entry that is the plain hash of the bytes is kept.
import { createHash } from "node:crypto";
import { constants, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Entry } from "../checkout/commit-facts.ts";
import { foldersAbove } from "../checkout/named-paths.ts";
import { isSameEntry } from "./entries.ts";

/** A file's content, and everything that determines its entry in git. */
export interface Bytes {
  readonly circumstances: string;
  /** The entry of a file that is stored unchanged. */
  readonly asIs: Entry;
}

/** Those of these files that may be remembered; none when there are very many. */
export async function readBytes(checkout: Checkout, paths: readonly string[]): Promise<Map<string, Bytes>> {
  if (paths.length > mostFiles) return new Map();
  const folders = [...new Set(paths.map((path) => dirname(path)))];
  const rules = new Map(folders.map((one) => [one, readRules(checkout, one)]));
  const found = await Promise.all(
    paths.map(async (path) => {
      const rule = rules.get(dirname(path));
      const asIs = rule === undefined ? undefined : await readAsIs(join(checkout.root, path), checkout.idBytes);
      if (asIs === undefined) return [];
      return [[path, { circumstances: JSON.stringify([asIs, rule]), asIs }] as const];
    }),
  );
  return new Map(found.flat());
}

export function recallEntry({ memory }: Checkout, path: string, bytes: Bytes | undefined): Entry | undefined {
  const remembered = memory.working.get(path);
  return bytes !== undefined && remembered?.circumstances === bytes.circumstances ? remembered.entry : undefined;
}

/** Bytes that changed between our read and git's have another entry: then nothing is remembered. */
export function rememberEntry(checkout: Checkout, path: string, bytes: Bytes | undefined, entry?: Entry): void {
  if (bytes === undefined || !isSameEntry(bytes.asIs, entry)) return;
  checkout.memory.working.set(path, { circumstances: bytes.circumstances, entry: bytes.asIs });
}

/** Attributes and settings of the repository; undefined when the entry depends on more than these and the bytes. */
function readRules({ root, gitDir, commonDir }: Checkout, folder: string): string | undefined {
  const folders = folder === "." ? [""] : ["", ...foldersAbove(folder), folder];
  const read = (path: string) => readPlainText(path) ?? "";
  const marks = [...folders.map((one) => join(root, one, ".gitattributes")), join(commonDir, "info/attributes")];
  const attributes = marks.map(read);
  const settings = [join(commonDir, "config"), join(gitDir, "config.worktree")].map(read);
  const mayChangeByItself = attributes.some((text) => text.includes("filter"));
  const modes = [...settings.join("\n").matchAll(/^\s*filemode\s*=\s*(.*?)\s*$/gim)].map(([, value]) => value);
  const hasModes = modes.length > 0 && modes.every((value) => value === "true"); // otherwise the index decides
  return mayChangeByItself || !hasModes ? undefined : JSON.stringify([attributes, settings]);
}

/** Undefined for a link, a submodule, a large file, and a file whose line endings may be converted. */
async function readAsIs(path: string, idBytes: number): Promise<Entry | undefined> {
  const file = await open(path, readNothingElse).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const status = await file.stat();
    if (!status.isFile() || status.size > largestRemembered) return undefined;
    const bytes = await file.readFile();
    if (bytes.includes(carriageReturn)) return undefined;
    const hash = createHash(idBytes === 32 ? "sha256" : "sha1")
      .update(`blob ${bytes.length}\0`)
      .update(bytes);
    return { mode: (status.mode & 0o100) === 0 ? "100644" : "100755", id: hash.digest("hex") };
  } catch {
    return undefined; // git will say what is wrong
  } finally {
    await file.close();
  }
}

/** Limits memory and open files. */
export const mostFiles = 200;
const readNothingElse = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const largestRemembered = 4 * 1024 * 1024;
const carriageReturn = 13;
