// The temp folder of a run, gone with it. Test files share it for repositories that many of them begin with, and nothing in
// it is removed before the end: ext4 looks at every file that was removed lately before it makes a new one.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    sharedFolder: string;
  }
}

export default async function shareFolder({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "iflow-tests-"))); // git reports the target of a symlinked temp folder
  process.env.TMPDIR = folder; // workers and what they start inherit it
  provide("sharedFolder", folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
