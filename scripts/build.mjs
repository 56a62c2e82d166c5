// Bundles the command into dist/ and its page into dist/ui: node scripts/build.mjs [FOLDER [METAFILE]]. Splitting keeps heavy
// parts (zod, markdown-it, prompts) out of `iflow --help`. Everything the command needs is inside, so the package has no
// dependencies to install.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { buildPage, pageSize } from "./build-page.mjs";
import { importTypeScript } from "./import-typescript.mjs";
import { thirdPartyText } from "./third-party.mjs";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const [folder = dist, meta] = process.argv.slice(2).map((path) => resolve(path));

/** zod compiles a schema on its first use, which pays only from the second use on. */
const ONE_LOOK = "globalThis.__zod_globalConfig={jitless:true};";
const LOOK_FILE = { path: "./look.js", external: true };

// only where they are used: making them for each of forty files is felt at every start
const NEEDS_COMMONJS = /\b__filename\b|\btypeof require\b|(?<![.\w])require\(/;

const common = {
  absWorkingDir: root,
  outdir: folder,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  write: false,
  logLevel: "warning",
};
const { outputFiles, metafile: command } = await build({
  ...common,
  entryPoints: ["src/main.ts"],
  splitting: true,
  metafile: true,
  plugins: [{ name: "look apart", setup: (build) => build.onResolve({ filter: /^\.\/look\.ts$/ }, () => LOOK_FILE) }],
});
// apart and whole: sixty small files cost more than they save where everything in them is needed
const look = await build({ ...common, entryPoints: ["src/look.ts"], banner: { js: ONE_LOOK } });
const all = [...outputFiles, ...look.outputFiles];
const page = await buildPage(root);
const metafile = {
  inputs: { ...command.inputs, ...page.metafile.inputs },
  outputs: { ...command.outputs, ...page.metafile.outputs },
};
const files = new Map(all.map(({ path, text }) => [basename(path), withCommonJs(text)]));
for (const [name, text] of page.files) files.set(join("ui", name), text);
files.set("THIRD-PARTY.txt", thirdPartyText(metafile, root));
files.set("help.txt", await printHelp());

mkdirSync(join(folder, "ui"), { recursive: true });
for (const [name, text] of files) writeFileSync(join(folder, name), text);
chmodSync(join(folder, "main.js"), 0o755);
if (meta !== undefined) writeFileSync(meta, JSON.stringify(metafile));

// of an earlier build; another folder may hold what is not ours
for (const old of folder === dist ? readdirSync(dist, { recursive: true, withFileTypes: true }) : []) {
  const path = join(old.parentPath, old.name);
  if (old.isFile() && !files.has(relative(dist, path))) rmSync(path);
}
process.stderr.write(`${pageSize(page.files)}\n`);

/** commander and write-file-atomic are CommonJS; inside an ES bundle they need two names of their own. */
function withCommonJs(text) {
  if (!NEEDS_COMMONJS.test(text)) return text;
  const [first, ...rest] = text.split("\n");
  const names = `import{createRequire as __makeRequire}from"node:module";import{fileURLToPath as __toPath}from"node:url";const require=__makeRequire(import.meta.url),__filename=__toPath(import.meta.url);`;
  return first.startsWith("#!") ? [first, names, ...rest].join("\n") : [names, first, ...rest].join("\n");
}

/** What `iflow --help` prints at 80 columns, so that nothing has to be loaded for it. */
async function printHelp() {
  const { createProgram } = await importTypeScript(
    `export { createProgram } from "./src/frontends/cli/program/program.ts";`,
  );
  let printed = "";
  const stdout = { columns: 80, write: (text) => (printed += text) };
  createProgram("", undefined, { stdout, stderr: stdout }).outputHelp();
  return printed;
}
