// Writes docs/commands.md, docs/configuration.md and docs/approved.md from the program's own definitions. With
// --check it writes nothing and fails when a page differs.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importTypeScript, ROOT } from "./import-typescript.mjs";

const { printPages } = await importTypeScript(`export { printPages } from "./scripts/docs/pages.ts";`);
const pages = Object.entries(printPages());
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
