// The licences of what is inside the bundle: every package that the bundler says has bytes in it, with the texts that lie
// in its folder. The packages are found, not listed, so a new one cannot be forgotten. Some come without a text, or were
// bundled into another before that was published: theirs are in notices.json, and one without a text stops the build.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NOTICES = JSON.parse(readFileSync(join(import.meta.dirname, "notices.json"), "utf8"));
const RULE = "=".repeat(80); // no text of theirs has it

export function thirdPartyText(metafile, root) {
  const packages = [...filesByPackage(metafile)].map(([folder, files]) => describe(root, folder, files));
  const texts = packages.sort((one, other) => (one.title < other.title ? -1 : 1)).map(({ text }) => text);
  return [`iflow contains code of these packages.\n`, ...texts].join(`\n${RULE}\n`);
}

function filesByPackage({ outputs }) {
  const packages = new Map();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
      if (folder === undefined || bytesInOutput === 0) continue;
      packages.set(folder, [...(packages.get(folder) ?? []), file]);
    }
  }
  return packages;
}

function describe(root, folder, files) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const title = `${name} ${version}`;
  const texts = readdirSync(join(root, folder))
    .filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
    .sort()
    .map((file) => readFileSync(join(root, folder, file), "utf8").trim());
  const inside = carriedBy(files.map((file) => readFileSync(join(root, file), "utf8")));
  const lines = [
    title,
    `Licence: ${license ?? "see below"}`,
    ...(texts.length > 0 ? texts : [notice(name, root)]).map((text) => `\n${text}`),
    ...inside.map((one) => `\n${title} carries code of ${one}:\n\n${notice(one.split(" ")[0], root)}`),
  ];
  return { title, text: `\n${lines.join("\n")}\n` };
}

/** The MIT licence is the text of our own under another name. */
function notice(name, root) {
  const { copyright, text } = NOTICES[name] ?? {};
  if (text !== undefined) return text.join("\n");
  if (copyright === undefined) {
    throw new Error(
      `no licence text of ${name}, which is in the bundle: add it to scripts/notices.json, or leave it out`,
    );
  }
  const own = readFileSync(join(root, "LICENSE"), "utf8").trim();
  return own.replace(/^Copyright .*$/m, copyright);
}

/** What was bundled into a package before it was published; the bundler of its authors left marks of it. */
function carriedBy(sources) {
  const marks = sources.flatMap((source) => [
    ...source.matchAll(/^\/\/#region .*?node_modules\/(?:\.pnpm\/([^/]+)\/node_modules\/)?((?:@[^/]+\/)?[^/\n]+)\//gm),
  ]);
  const names = marks.map(([, stored = "", name]) => {
    const version = stored.slice(name.length).match(/^@([^_(]+)/)?.[1]; // its folder is called name@version
    return version === undefined ? name : `${name} ${version}`;
  });
  return [...new Set(names)].sort();
}
