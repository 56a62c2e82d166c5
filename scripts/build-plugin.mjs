// Writes the Claude Code plugin (plugin/, .claude-plugin/) from the role table and the prompts. With --check it writes
// nothing and fails when a file differs, is missing or is left over.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { importTypeScript, ROOT as root } from "./import-typescript.mjs";

const { printPlugin, parseRolePrompt } = await importTypeScript(`
  export { printPlugin } from "./scripts/plugin/plugin-files.ts";
  export { parseRolePrompt } from "./src/domain/roles/role-prompt.ts";
`);

const { version, description } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const files = printPlugin({
  version,
  description,
  rubric: (role) => parseRolePrompt(readFileSync(join(root, "prompts", role.prompt), "utf8"), role.prompt).rubric,
});
const present = ["plugin", ".claude-plugin"].flatMap((folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    : [],
);
const stale = present.filter((path) => !(path in files));
const changed = Object.keys(files).filter(
  (path) => !present.includes(path) || readFileSync(join(root, path), "utf8") !== files[path],
);

if (process.argv.includes("--check")) {
  for (const path of [...changed, ...stale]) console.error(`differs from what the role table says: ${path}`);
  if (changed.length + stale.length > 0) {
    console.error("run: node scripts/build-plugin.mjs");
    process.exitCode = 1;
  }
} else {
  for (const path of stale) rmSync(join(root, path));
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), files[path]);
  }
  console.log(`${changed.length} written, ${stale.length} removed, ${Object.keys(files).length} in all`);
}
