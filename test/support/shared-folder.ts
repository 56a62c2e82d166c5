// The temp folder of a run, gone with it. Test files share it for repositories that many of them begin with. In memory where
// there is room, and nothing in it is removed before the end: ext4 is slow to find a place for a new file among those that
// were removed lately.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    sharedFolder: string;
  }
}

export default function shareFolder({ provide }: TestProject): () => Promise<void> {
  const folder = (process.env.TEST_ON_DISK ? undefined : folderInMemory()) ?? folderIn(tmpdir());
  process.env.TMPDIR = folder; // workers and what they start inherit it
  provide("sharedFolder", folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

const IN_MEMORY = "/dev/shm"; // Linux only
const ROOM = 3_000_000_000; // several times what a run leaves behind

function folderInMemory(): string | undefined {
  let folder: string | undefined;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
    folder = folderIn(IN_MEMORY);
    const program = join(folder, "program"); // some systems let nothing be started from there
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    execFileSync(program);
    return folder;
  } catch {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** git reports the target of a symlinked temp folder. */
const folderIn = (parent: string): string => realpathSync(mkdtempSync(join(parent, "iflow-tests-")));
