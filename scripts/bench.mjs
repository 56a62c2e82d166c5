// Runs a measured comparison: node scripts/bench.mjs {name} [its arguments]. Without a name it lists them.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const names = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"));

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`usage: node scripts/bench.mjs {${names.join("|")}} [--json]`);
  process.exit(name === undefined ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), "iflow-bench-"));
try {
  const outfile = join(folder, `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${name}.ts`],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    define: { "import.meta.dirname": JSON.stringify(join(root, "bench")) },
    banner: {
      // CommonJS packages inside an ES bundle need a require and a file name of their own
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url); const __filename = import.meta.filename;',
    },
    logLevel: "warning",
  });
  const { status } = spawnSync(process.execPath, [outfile, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
