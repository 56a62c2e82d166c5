// Names of branches, read straight from where git keeps refs: every command asks for them, and starting a process
// would be most of the cost. For anything that is not plain (another ref storage, a ref without a commit id) the answer is
// undefined and git must be asked. Nothing is remembered.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readPlainText } from "../../plain-file.ts";
import type { Checkout } from "./checkout.ts";

/** Full names below `refs/heads/feature/` and `refs/remotes/{remote}/feature/`, unordered, some perhaps twice. */
export function readPlainFeatureRefs({ commonDir }: Pick<Checkout, "commonDir">): string[] | undefined {
  if (existsSync(join(commonDir, "reftable"))) return undefined;
  try {
    const remotes = namesIn(join(commonDir, "refs", "remotes")).map((remote) => `refs/remotes/${remote}/feature`);
    // loose ones first: a ref that is packed meanwhile is then seen twice, not missed
    const loose = ["refs/heads/feature", ...remotes].flatMap((folder) => looseBelow(commonDir, folder));
    return [...loose, ...packedIn(commonDir, FEATURES)];
  } catch {
    return undefined;
  }
}

/** Full names below `refs/heads/`, unordered, some perhaps twice. */
export function readPlainHeads({ commonDir }: Pick<Checkout, "commonDir">): string[] | undefined {
  if (existsSync(join(commonDir, "reftable"))) return undefined;
  try {
    return [...looseBelow(commonDir, "refs/heads"), ...packedIn(commonDir, HEADS)];
  } catch {
    return undefined;
  }
}

const FEATURES = /^[0-9a-f]+ (refs\/(?:heads|remotes\/[^/]+)\/feature\/.+)$/;
const HEADS = /^[0-9a-f]+ (refs\/heads\/.+)$/;

function looseBelow(commonDir: string, folder: string): string[] {
  return namesIn(join(commonDir, folder)).flatMap((name) => {
    const ref = `${folder}/${name}`;
    const text = readPlainText(join(commonDir, ref));
    if (text === undefined) return looseBelow(commonDir, ref);
    if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?\n$/.test(text)) throw new Error(`${ref} is not plain`);
    return [ref];
  });
}

/** None when there is no such folder. git takes no notice of hidden files, nor of locks. */
function namesIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => !name.startsWith(".") && !name.endsWith(".lock"));
}

function packedIn(commonDir: string, wanted: RegExp): string[] {
  const path = join(commonDir, "packed-refs");
  const text = readPlainText(path);
  if (text === undefined && existsSync(path)) throw new Error(`${path} cannot be read`);
  const lines = text?.split("\n") ?? [];
  return lines.flatMap((line) => line.match(wanted)?.[1] ?? []);
}
