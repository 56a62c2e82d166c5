// What several tests begin with is made once in a run, for real; those who need the same again get a copy of it.
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import "./shared-folder.ts";

const inTheMaking = new Map<string, Promise<string>>();

/** Puts into `folder` what `make` leaves in the folder it returns; equal keys must mean equal work. */
export async function copyShared(key: string, folder: string, make: () => Promise<string>): Promise<void> {
  const kept = join(inject("sharedFolder"), createHash("sha256").update(key).digest("hex"));
  if (!existsSync(kept)) await makeOnce(kept, make);
  copyFolder(kept, folder);
}

/** Synchronously: for many small files that takes a quarter of the time. */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

function makeOnce(kept: string, make: () => Promise<string>): Promise<string> {
  const making = inTheMaking.get(kept) ?? make().then((made) => keep(made, kept));
  inTheMaking.set(kept, making);
  return making;
}

function keep(made: string, kept: string): string {
  const draft = mkdtempSync(`${kept}-`);
  copyFolder(made, draft);
  try {
    renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
    rmSync(draft, { recursive: true }); // another worker was quicker
  }
  return kept;
}
