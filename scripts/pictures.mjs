// Plays features in every state with scripted agents and takes the pictures of docs/page.md: node scripts/pictures.mjs. It needs
// a build and the browser of the tests (npm --prefix test/browser ci), and takes two minutes. With `--all FOLDER` every page goes
// into that folder instead, whole and at three widths, to be looked at.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { BROWSER_PLUGIN } from "./browser-plugin.mjs";
import { ROOT } from "./import-typescript.mjs";

const MAIN = join(ROOT, "dist", "main.js");

const at = process.argv.indexOf("--all");
const folder = at === -1 ? join(ROOT, "docs", "images") : process.argv[at + 1];
const home = mkdtempSync(join(tmpdir(), "iflow-pictures-"));
try {
  const { makeScene, shoot, OF_DOCS, EVERY_PAGE } = await load();
  const scene = await makeScene(home, MAIN);
  try {
    mkdirSync(folder, { recursive: true });
    for (const { file, bytes } of await shoot(scene, home, MAIN, at === -1 ? OF_DOCS : EVERY_PAGE)) {
      writeFileSync(join(folder, file), bytes);
      console.log(`${file}  ${Math.round(bytes.length / 1000)} kB`);
    }
  } finally {
    scene.end();
  }
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

async function load() {
  const outfile = join(home, "pictures.mjs");
  await build({
    absWorkingDir: ROOT,
    stdin: {
      contents: `export * from "./scripts/pictures/scene.ts"; export * from "./scripts/pictures/shoot.ts";`,
      resolveDir: ROOT,
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    plugins: [BROWSER_PLUGIN],
    logLevel: "warning",
  });
  return import(pathToFileURL(outfile).href);
}
