// What must hold before a version is published. Each check is a pure function over facts, so that a test can break any.
import { checkChangelog } from "./changelog.ts";
import { type Check, type Facts, firstFew } from "./facts.ts";
import { checkLicences, checkOwnLicence, checkThirdParty } from "./licences.ts";
import { checkPackedFiles, checkPackedSize } from "./packed-file.ts";

export function checkRelease(facts: Facts): Check[] {
  return [
    checkTree(facts),
    checkVersion(facts),
    checkOtherVersions(facts),
    checkChangelog(facts),
    checkOwnLicence(facts),
    checkLicences(facts),
    checkThirdParty(facts),
    checkPackedSize(facts),
    checkPackedFiles(facts),
  ];
}

function checkTree({ branch, changes }: Facts): Check {
  const name = "working tree";
  if (branch !== "main") return { name, found: `on ${branch || "no branch"}`, fix: "git switch main" };
  if (changes.length === 0) return { name, found: "clean, on main" };
  const paths = changes.map((line) => line.slice(3)); // two letters of git, then the path
  return { name, found: `not committed: ${firstFew(paths)}`, fix: "commit what belongs to the release" };
}

function checkVersion({ version, tags }: Facts): Check {
  const name = "version";
  if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
    return { name, found: `"${version}" is not a version`, fix: "set version in package.json, such as 1.2.3" };
  }
  if (!tags.includes(`v${version}`)) return { name, found: version };
  return { name, found: `v${version} is tagged already`, fix: "npm version --no-git-tag-version minor" };
}

function checkOtherVersions({ version, versions }: Facts): Check {
  const name = "same version";
  const others = Object.entries(versions).filter(([, found]) => found !== version);
  if (others.length === 0) return { name, found: Object.keys(versions).join(", ") };
  const found = others.map(([path, other]) => `${path} has ${other ?? "none"}`).join(", ");
  return { name, found, fix: "npm install --package-lock-only && node scripts/build-plugin.mjs" };
}
