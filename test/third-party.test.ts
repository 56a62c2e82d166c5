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
  expect(parts.filter((part) => part.length < 500)).toEqual([]);
  for (const name of ["ajv", "fast-uri"])
    expect(parts.join()).toMatch(new RegExp(`carries code of ${name} [^]*?Copyright`));
});

test("a package without a licence text stops the build, and so does one that it carries", async () => {
  const root = await tempFolder();
  const script = pathToFileURL(join(ROOT, "scripts", "third-party.mjs")).href;
  const { thirdPartyText }: { thirdPartyText(meta: Metafile, root: string): string } = await import(script);
  const inputs = { "src/main.ts": { bytesInOutput: 9 }, "node_modules/@some/one/index.js": { bytesInOutput: 5 } };
  const meta = { outputs: { "dist/main.js": { inputs } } };
  const carrying = (name: string) => `//#region ../node_modules/.pnpm/${name}@2.0.0/node_modules/${name}/a.js\n`;
  await writeFiles(root, {
    LICENSE: "MIT License\n\nCopyright (c) us\n\nGranted.\n",
    "node_modules/@some/one/package.json": JSON.stringify({ name: "@some/one", version: "1.0.0", license: "MIT" }),
    "node_modules/@some/one/index.js": carrying("unheard-of"),
  });

  expect(() => thirdPartyText(meta, root)).toThrow("no licence text of @some/one, which is in the bundle");
  await writeFiles(root, {
    "node_modules/@some/one/NOTICE": "Noted.",
    "node_modules/@some/one/LICENCE.md": "Given.",
  });
  expect(() => thirdPartyText(meta, root)).toThrow("no licence text of unheard-of, which is in the bundle");
  await writeFiles(root, { "node_modules/@some/one/index.js": carrying("ajv") });
  expect(thirdPartyText(meta, root)).toMatch(
    /\nGiven\.\n\nNoted\.\n\n@some\/one 1\.0\.0 carries code of ajv 2\.0\.0:\n\nMIT License\n\nCopyright \(c\) 2015.*\n\nGranted\.\n$/,
  );
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
