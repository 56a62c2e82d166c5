// Loads TypeScript of this project into a script: bundled in memory, so that scripts share the code they print or check.
import { join } from "node:path";
import { build } from "esbuild";

export const ROOT = join(import.meta.dirname, "..");

/** `source` is TypeScript that exports what the script needs, with paths from the root of the project. */
export async function importTypeScript(source) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    stdin: { contents: source, resolveDir: ROOT },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    // commander is CommonJS, and a module without a file has no require of its own
    banner: {
      js: `import{createRequire}from"node:module";const require=createRequire(${JSON.stringify(`${ROOT}/`)});`,
    },
    logLevel: "warning",
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  return import(`data:text/javascript;base64,${code}`);
}
