// Runs a measured comparison: node scripts/bench.mjs {name} [its arguments]. Without a name it lists them; {name} --help
// prints what stands at the top of its file.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { BROWSER_PLUGIN } from "./browser-plugin.mjs";

const root = join(import.meta.dirname, "..");
const names = readdirSync(join(root, "bench"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"));

const [name, ...args] = process.argv.slice(2);
const asksForHelp = name === undefined || ["--help", "-h"].includes(name);
if (asksForHelp || !names.includes(name)) {
  console.error(`usage: node scripts/bench.mjs {${names.join("|")}} [--json]`);
  process.exit(asksForHelp ? 0 : 2);
}
if (args.includes("--help") || args.includes("-h")) {
  const lines = readFileSync(join(root, "bench", `${name}.ts`), "utf8").split("\n");
  const opening = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith("//")),
  );
  console.log(opening.map((line) => line.replace(/^\/\/ ?/, "")).join("\n"));
  process.exit(0);
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
    plugins: [BROWSER_PLUGIN],
    logLevel: "warning",
  });
  const { status } = spawnSync(process.execPath, [outfile, ...args], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
