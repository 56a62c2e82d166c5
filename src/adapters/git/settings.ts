// What makes git run something or points to work put aside: its configuration, its hooks, the stash. An agent's shell command
// can reach all of them past every refusal, so they are compared before and after it. Read from disk: no hook can lie here.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Checkout } from "./checkout.ts";

/** By name, as found below the git directory; a hash each. */
export async function readSettings({ gitDir, commonDir }: Checkout): Promise<Record<string, string>> {
  const hooks = await readdir(join(commonDir, "hooks")).catch(() => []);
  const names = ["config", "info/attributes", ...hooks.toSorted().map((name) => `hooks/${name}`)];
  const texts = await Promise.all([
    ...names.map(async (name) => [name, await textOf(join(commonDir, name))] as const),
    ["config.worktree", await textOf(join(gitDir, "config.worktree"))] as const,
    ["refs/stash", await textOf(join(commonDir, "refs", "stash"))] as const,
  ]);
  return Object.fromEntries(
    texts.flatMap(([name, text]) =>
      text === undefined ? [] : [[name, hash(name === "config" ? lasting(text) : text)]],
    ),
  );
}

/** Without the sections git and editors keep for each branch: they come and go by themselves and run nothing. */
function lasting(config: string): string {
  return config.replace(/^\[branch [^\n]*\n(?:(?!\[)[^\n]*\n?)*/gm, "");
}

function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "latin1").catch(() => undefined);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
