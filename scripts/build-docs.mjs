// Writes docs/commands.md, docs/configuration.md and docs/approved.md from the program's own definitions, docs/faults.md from
// what the tests of faults have printed, and the pictures in docs/images from the recorded demo. With --check it writes nothing and fails when one differs. With --play the demo and the
// first feature are played before, and what other pages show of them is written anew; `npm test` fails when that differs.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importTypeScript, ROOT } from "./import-typescript.mjs";

if (process.argv.includes("--play")) play();
const { printPages } = await importTypeScript(`export { printPages } from "./scripts/docs/pages.ts";`);
const pages = Object.entries(printPages(ROOT));
const changed = pages.filter(([path, text]) => read(path) !== text);

if (process.argv.includes("--check")) {
  for (const [path] of changed) console.error(`differs from what the definitions say: ${path}`);
  if (changed.length > 0) {
    console.error("run: npm run docs");
    process.exitCode = 1;
  }
} else {
  for (const [path, text] of changed) writeFileSync(join(ROOT, path), text);
  console.log(`${changed.length} written, ${pages.length} in all`);
}

function read(path) {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined;
}

/** By the tests that hold these pages against a run. */
function play() {
  const files = ["test/binary/demo.test.ts", "test/binary/getting-started.test.ts"];
  const env = { ...process.env, WRITE_PLAYED: "1" };
  const { status } = spawnSync("npx", ["vitest", "run", ...files], { cwd: ROOT, env, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
