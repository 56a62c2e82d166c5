// Before any test file starts, once: the command as it is published, and the same program as a module for tests that run
// commands in their own process.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const FOLDER = import.meta.dirname;

/** commander and write-file-atomic are CommonJS; inside an ES bundle they need two names of their own. */
const COMMONJS = `import { createRequire as makeRequire } from "node:module"; import { fileURLToPath as toPath } from "node:url";
const require = makeRequire(import.meta.url), __filename = toPath(import.meta.url);`;

export default async function buildOnce(): Promise<void> {
  execFileSync(process.execPath, ["scripts/build.mjs"], { stdio: "pipe" });
  await build({
    entryPoints: [join(FOLDER, "program.ts")],
    outfile: join(FOLDER, "..", ".program", "program.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: COMMONJS },
    logLevel: "error",
  });
  putOnPath();
}

/** The published command as `iflow`, in a folder that clean-environment.ts puts on the path. */
function putOnPath(): void {
  const link = join(FOLDER, "..", ".program", "bin", "iflow");
  mkdirSync(join(link, ".."), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(join(FOLDER, "..", "..", "dist", "main.js"), link);
}
