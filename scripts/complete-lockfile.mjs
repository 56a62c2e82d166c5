// Completes the lockfiles: optional packages of other platforms that npm could not look up get an entry with their
// version and platform, so that `npm ci` accepts the files everywhere. Run it after every `npm install`.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS = [".", "test/agents", "test/browser", "test/postgres", "test/acp-agents", "test/mcp-conformance"];
const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

for (const folder of FOLDERS) complete(join(import.meta.dirname, "..", folder, "package-lock.json"));

function complete(path) {
  const lock = JSON.parse(readFileSync(path, "utf8"));
  for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      lock.packages[`node_modules/${name}`] ??= entryOf(name, version, dev);
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

function entryOf(name, version, dev) {
  const words = name
    .slice(name.lastIndexOf("/") + 1)
    .split("-")
    .map((word) => (word === "windows" ? "win32" : word));
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.some((word) => word.startsWith("musl")) ? ["musl"] : undefined;
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}
