// Bundles what opens the browser of the tests: playwright-core is installed in test/browser alone, and browser.ts looks for its
// browser and its fonts beside itself.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./import-typescript.mjs";

const FOLDER = join(ROOT, "test", "browser");

export const BROWSER_PLUGIN = {
  name: "browser",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^playwright-core$/ }, () => ({
      path: join(FOLDER, "node_modules", "playwright-core", "index.mjs"),
      external: true,
    }));
    onLoad({ filter: /\/test\/browser\/browser\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.dirname", JSON.stringify(FOLDER)),
      loader: "ts",
    }));
  },
};
