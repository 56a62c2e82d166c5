// The secret that cookies of the page are made with: one for the person, in their state folder, readable by nobody else.
// Where it cannot be kept, this server has one of its own, and an open page asks for a new address after a restart.
import { randomBytes } from "node:crypto";
import { linkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "../make-folders.ts";
import { readPlainText } from "../plain-file.ts";

const SECRET = /^[0-9a-f]{64}$/;

/** `folder` is undefined where there is no home. */
export async function readSecret(folder: string | undefined): Promise<string> {
  const fresh = randomBytes(32).toString("hex");
  if (folder === undefined) return fresh;
  const file = join(folder, "secret");
  try {
    await makeFolders(folder, 0o700);
    return kept(file) ?? keep(file, fresh) ?? fresh;
  } catch {
    return fresh;
  }
}

function kept(file: string): string | undefined {
  const text = readPlainText(file)?.trim() ?? "";
  return SECRET.test(text) ? text : undefined;
}

/** Two servers that begin at once end with the same one; a damaged file is replaced. */
function keep(file: string, fresh: string): string | undefined {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${fresh}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch {
    const other = kept(file);
    if (other !== undefined) return other;
    unlinkSync(file);
    linkSync(draft, file);
  } finally {
    unlinkSync(draft);
  }
  return kept(file);
}
