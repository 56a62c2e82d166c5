// Bundles the command into dist/. Splitting keeps heavy parts (zod, markdown-it, prompts) out of `iflow --help`.
import { chmodSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ["src/main.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  minify: true,
  metafile: true,
  banner: {
    // commander and write-file-atomic are CommonJS; inside an ES bundle they need these two of their own
    js: `import { createRequire as __createRequire } from "node:module"; import { fileURLToPath as __fileURLToPath } from "node:url"; const require = __createRequire(import.meta.url); const __filename = __fileURLToPath(import.meta.url);`,
  },
  external: ["libsql"], // finds its binary by itself
  logLevel: "warning",
});
chmodSync(join(root, "dist/main.js"), 0o755);

const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const old of readdirSync(join(root, "dist"))) {
  if (!written.has(old)) rmSync(join(root, "dist", old));
}
