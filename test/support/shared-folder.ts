// A folder for all test files of a run, gone with it: repositories that many of them begin with are prepared there once.
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
  const folder = await realpath(await mkdtemp(join(tmpdir(), "iflow-shared-")));
  provide("sharedFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
