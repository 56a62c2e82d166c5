// Bundles the command into dist/. Splitting keeps heavy parts (zod, markdown-it, prompts) out of `iflow --help`.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

// only where they are used: making them for each of forty files is felt at every start
const NEEDS_COMMONJS = /\b__filename\b|\btypeof require\b|(?<![.\w])require\(/;

const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  write: false,
  logLevel: "warning",
});
mkdirSync(join(root, "dist"), { recursive: true });
for (const { path, text } of outputFiles) writeFileSync(path, NEEDS_COMMONJS.test(text) ? withCommonJs(text) : text);
chmodSync(join(root, "dist/main.js"), 0o755);

const written = new Set(outputFiles.map(({ path }) => basename(path)));
for (const old of readdirSync(join(root, "dist"))) {
  if (!written.has(old)) rmSync(join(root, "dist", old));
}

/** commander and write-file-atomic are CommonJS; inside an ES bundle they need two names of their own. */
function withCommonJs(text) {
  const [first, ...rest] = text.split("\n");
  const names = `import{createRequire as __makeRequire}from"node:module";import{fileURLToPath as __toPath}from"node:url";const require=__makeRequire(import.meta.url),__filename=__toPath(import.meta.url);`;
  return first.startsWith("#!") ? [first, names, ...rest].join("\n") : [names, first, ...rest].join("\n");
}
