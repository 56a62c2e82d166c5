// Bundles the command into dist/: node scripts/build.mjs [FOLDER [METAFILE]]. Splitting keeps heavy parts (zod, markdown-it,
// prompts) out of `iflow --help`. Everything the command needs is inside, so the package has no dependencies to install.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { thirdPartyText } from "./third-party.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const [folder = dist, meta] = process.argv.slice(2).map((path) => resolve(path));

// only where they are used: making them for each of forty files is felt at every start
const NEEDS_COMMONJS = /\b__filename\b|\btypeof require\b|(?<![.\w])require\(/;

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  write: false,
  metafile: true,
  logLevel: "warning",
});
const files = new Map(outputFiles.map(({ path, text }) => [basename(path), withCommonJs(text)]));
files.set("THIRD-PARTY.txt", thirdPartyText(metafile, root));

mkdirSync(folder, { recursive: true });
for (const [name, text] of files) writeFileSync(join(folder, name), text);
chmodSync(join(folder, "main.js"), 0o755);
if (meta !== undefined) writeFileSync(meta, JSON.stringify(metafile));

// of an earlier build; another folder may hold what is not ours
for (const old of folder === dist ? readdirSync(dist) : []) {
  if (!files.has(old)) rmSync(join(dist, old));
}

/** commander and write-file-atomic are CommonJS; inside an ES bundle they need two names of their own. */
function withCommonJs(text) {
  if (!NEEDS_COMMONJS.test(text)) return text;
  const [first, ...rest] = text.split("\n");
  const names = `import{createRequire as __makeRequire}from"node:module";import{fileURLToPath as __toPath}from"node:url";const require=__makeRequire(import.meta.url),__filename=__toPath(import.meta.url);`;
  return first.startsWith("#!") ? [first, names, ...rest].join("\n") : [names, first, ...rest].join("\n");
}
