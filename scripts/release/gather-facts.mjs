// Looks up what the checks of a release are about: git, the changelog, the packages inside the bundle, the packed file.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../import-typescript.mjs";

export function gatherFacts() {
  const own = JSON.parse(read("package.json"));
  const lock = JSON.parse(read("package-lock.json"));
  const bundled = bundledPackages();
  return {
    version: own.version,
    license: own.license,
    branch: git("branch", "--show-current").trim(),
    changes: lines(git("status", "--porcelain")),
    tags: lines(git("tag", "--list")),
    changelog: read("CHANGELOG.md") ?? "",
    versions: { "package-lock.json": lock.version, ...pluginVersions() },
    licenseText: read("LICENSE"),
    licences: { ...installedLicences(lock), ...Object.fromEntries(bundled.map((name) => [name, licenceOf(name)])) },
    carried: carriedLicences(),
    bundled,
    thirdParty: read("dist/THIRD-PARTY.txt"),
    packed: packedFile(own.files),
  };
}

/** The plugin states its version; the marketplace entry may, and must not differ then. */
function pluginVersions() {
  const plugin = "plugin/.claude-plugin/plugin.json";
  const marketplace = ".claude-plugin/marketplace.json";
  const [entry] = JSON.parse(read(marketplace)).plugins;
  return {
    [plugin]: JSON.parse(read(plugin)).version,
    ...(entry.version !== undefined && { [marketplace]: entry.version }),
  };
}

/** Packages whose code is inside dist/, whatever package.json calls them; the build says so itself. */
function bundledPackages() {
  const folder = mkdtempSync(join(tmpdir(), "iflow-release-"));
  try {
    const meta = join(folder, "meta.json");
    execFileSync(process.execPath, ["scripts/build.mjs", join(folder, "dist"), meta], { cwd: ROOT, stdio: QUIET });
    const { outputs } = JSON.parse(readFileSync(meta, "utf8"));
    const names = Object.values(outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function licenceOf(name) {
  return JSON.parse(read(`node_modules/${name}/package.json`) ?? "{}").license;
}

/** Packages inside other packages have no folder to look into; the build refuses one that this file does not have. */
function carriedLicences() {
  const notices = JSON.parse(read("scripts/notices.json"));
  return Object.fromEntries(Object.entries(notices).map(([name, { licence }]) => [name, licence]));
}

/** Packages that npm installs together with iflow. */
function installedLicences(lock) {
  const entries = Object.entries(lock.packages).filter(([path, { dev, peer }]) => path !== "" && !dev && !peer);
  return Object.fromEntries(entries.map(([path, { license }]) => [path.replace(/.*node_modules\//, ""), license]));
}

function packedFile(folders) {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT, stdio: QUIET });
  const [{ size, files }] = JSON.parse(output);
  const built = readdirSync(join(ROOT, "dist"), { recursive: true, encoding: "utf8" }).map((file) => `dist/${file}`);
  const tracked = lines(git("ls-files", "package.json", "README.md", "LICENSE", ...folders));
  return { size, files: files.map(({ path }) => path), tracked, built };
}

const QUIET = ["ignore", "pipe", "ignore"];

function git(...args) {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" });
}

function lines(text) {
  return text.split("\n").filter((line) => line !== "");
}

function read(path) {
  return existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), "utf8") : undefined;
}
