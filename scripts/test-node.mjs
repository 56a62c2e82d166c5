// Runs the unit tests, the stories of all phases and the demo on the newer versions of Node that iflow supports. They come
// from npm's `node` package, once, into test/.node. Words behind `--` go to vitest.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const VERSIONS = ["22.23.3", "24.21.0"];
const TESTS = [
  ["--project", "unit"],
  ["test/stories/phases", "test/binary/demo.test.ts"],
];

for (const version of VERSIONS) {
  const bin = installed(version);
  console.log(`\nNode ${version}`);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  for (const tests of TESTS) run(join(bin, "node"), [vitest, "run", ...tests, ...process.argv.slice(2)], env);
}

/** The folder of that version's `node`. */
function installed(version) {
  const folder = join(ROOT, "test", ".node", version);
  const bin = join(folder, "node_modules", "node", "bin");
  if (!existsSync(join(bin, "node"))) {
    mkdirSync(folder, { recursive: true });
    run("npm", ["install", "--prefix", folder, "--no-save", "--engine-strict=false", `node@${version}`], process.env);
  }
  return bin;
}

function run(command, args, env) {
  const { status } = spawnSync(command, args, { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
