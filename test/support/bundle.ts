// Makes a TypeScript file of the project runnable by plain node, for tests that need a process of their own to kill.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** Call it at the top of a test file; the path it gives is there while the tests of that file run. */
export function bundleForNode(entry: string): () => string {
  let folder = "";
  const outfile = () => join(folder, `${basename(entry, ".ts")}.mjs`);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "iflow-bundle-"));
    await build({
      entryPoints: [entry],
      outfile: outfile(),
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "error",
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return outfile;
}
