// dist/THIRD-PARTY.txt names every package inside of the bundle, and nothing else, with its licence.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tempFolder, writeFiles } from "./support/temp-repo.ts";

interface Metafile {
  readonly outputs: Record<string, { readonly inputs: Record<string, { readonly bytesInOutput: number }> }>;
}

const ROOT = join(import.meta.dirname, "..");
const RULE = `\n${"=".repeat(80)}\n`;

test("exactly the packages that have bytes in the bundle, each with its licence", async () => {
  const folder = await tempFolder();
  const meta = join(folder, "meta.json");
  execFileSync(process.execPath, ["scripts/build.mjs", join(folder, "dist"), meta], { cwd: ROOT, stdio: "pipe" });

  const [, ...parts] = readFileSync(join(folder, "dist", "THIRD-PARTY.txt"), "utf8").split(RULE);
  const [titles, licences] = [1, 2].map((line) => parts.map((part) => part.split("\n")[line]));
  expect(titles).toEqual(bundled(JSON.parse(readFileSync(meta, "utf8"))));
  expect(titles).toContain(`zod ${versionOf("node_modules/zod")}`);
  expect(licences?.filter((line) => !/^Licence: \S/.test(line ?? ""))).toEqual([]);
  const short = parts.filter((part) => part.length < 500 && !part.includes("The package holds no text of it"));
  expect(short).toEqual([]);
});

test("a package that names no licence stops the build; one that only names it is listed so", async () => {
  const root = await tempFolder();
  const script = pathToFileURL(join(ROOT, "scripts", "third-party.mjs")).href;
  const { thirdPartyText }: { thirdPartyText(meta: Metafile, root: string): string } = await import(script);
  const inputs = { "src/main.ts": { bytesInOutput: 9 }, "node_modules/@some/one/index.js": { bytesInOutput: 5 } };
  const meta = { outputs: { "dist/main.js": { inputs } } };
  const manifest = (more: object) => ({
    "node_modules/@some/one/package.json": JSON.stringify({ name: "@some/one", version: "1.0.0", ...more }),
    "node_modules/@some/one/index.js": "//#region ../node_modules/.pnpm/inner@2.0.0/node_modules/inner/a.js\n",
  });

  await writeFiles(root, manifest({}));
  expect(() => thirdPartyText(meta, root)).toThrow("@some/one 1.0.0 is in the bundle and names no licence");
  await writeFiles(root, manifest({ license: "MIT" }));
  expect(thirdPartyText(meta, root)).toContain(
    "\n@some/one 1.0.0\nLicence: MIT\nCarries code of: inner 2.0.0\n\nThe package holds no text of it; see @some/one.\n",
  );
  await writeFiles(root, {
    "node_modules/@some/one/NOTICE": "Noted.",
    "node_modules/@some/one/LICENCE.md": "Granted.",
  });
  expect(thirdPartyText(meta, root)).toMatch(/\nGranted\.\n\nNoted\.\n$/);
});

/** Name and version, as the folders of the files say. */
function bundled({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([file, { bytesInOutput }]) => {
    const parts = file.split("/");
    const at = parts.lastIndexOf("node_modules") + 1;
    return at === 0 || bytesInOutput === 0 ? [] : [parts.slice(0, at + (parts[at]?.startsWith("@") ? 2 : 1)).join("/")];
  });
  return [...new Set(folders)].map((folder) => `${nameOf(folder)} ${versionOf(folder)}`).sort();
}

const nameOf = (folder: string): string => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).name;
const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).version;
