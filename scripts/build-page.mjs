// The page of `iflow ui`: one script, one style and a shell, for dist/ui. Nothing of it is loaded from anywhere else.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const FOLDER = "src/frontends/ui/page";

export async function buildPage(root) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: `${FOLDER}/main.tsx`, style: `${FOLDER}/style/style.css` },
    outdir: join(root, "dist", "ui"),
    bundle: true,
    format: "iife",
    platform: "browser",
    // light-dark() and nesting stay as they are written: every browser of the last two years has them
    target: ["es2022", "chrome123", "firefox120", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    tsconfigRaw: {},
    minify: true,
    charset: "utf8",
    legalComments: "none", // their licences are in THIRD-PARTY.txt
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  const built = outputFiles.map(({ path, text }) => [basename(path), text]);
  const asTheyAre = ["index.html", "icon.svg"].map((name) => [name, readFileSync(join(root, FOLDER, name), "utf8")]);
  return { files: new Map([...built, ...asTheyAre]), metafile };
}

/** Over the wire, as one line: `page: 31.2 kB gzip (page.js 25.1, style.css 5.7, index.html 0.4)`. */
export function pageSize(files) {
  const sizes = [...files].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]);
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const parts = sizes.map(([name, size]) => `${name} ${kilobytes(size)}`);
  return `page: ${kilobytes(sizes.reduce((sum, [, size]) => sum + size, 0))} kB gzip (${parts.join(", ")})`;
}
