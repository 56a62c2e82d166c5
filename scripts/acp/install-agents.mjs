// The agents of test/acp-agents, outside of the project and each under the name people start it with.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** In the order of the table. */
const PACKAGES = {
  opencode: "opencode-ai",
  gemini: "@google/gemini-cli",
  "claude-agent-acp": "@agentclientprotocol/claude-agent-acp",
  "codex-acp": "@agentclientprotocol/codex-acp",
  qwen: "@qwen-code/qwen-code",
  copilot: "@github/copilot",
  kimi: "@moonshot-ai/kimi-code",
};

/** The folder of their programs, and the version of each. */
export function installAgents(source) {
  const lock = readFileSync(join(source, "package-lock.json"));
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(cache, "iflow-test-acp", createHash("sha256").update(lock).digest("hex").slice(0, 12));
  const programs = join(folder, "programs");
  if (!existsSync(join(folder, "installed"))) {
    mkdirSync(programs, { recursive: true });
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      copyFileSync(join(source, name), join(folder, name));
    // several ask for a newer node than they need, and npm hands the project's strictness down to its scripts
    run("npm", ["ci", "--ignore-scripts", "--engine-strict=false"], folder);
    run(process.execPath, [join("node_modules", "opencode-ai", "postinstall.mjs")], folder); // puts its program in place
    for (const name of Object.keys(PACKAGES)) putProgram(folder, name, join(programs, name));
    writeFileSync(join(folder, "installed"), "");
  }
  const versions = Object.entries(PACKAGES).map(([name, own]) => [name, versionOf(folder, own)]);
  return { programs, versions: Object.fromEntries(versions) };
}

function putProgram(folder, name, path) {
  if (existsSync(path)) return;
  const program = join(folder, "node_modules", ".bin", name);
  const node = name === "kimi" ? newerNode(folder) : undefined; // it does not start with node 20
  if (node === undefined) symlinkSync(program, path);
  else writeFileSync(path, `#!/bin/sh\nexec "${node}" "${program}" "$@"\n`, { mode: 0o755 });
}

function newerNode(folder) {
  if (Number.parseInt(process.versions.node, 10) >= 22) return undefined;
  const name = readdirSync(join(folder, "node_modules")).find((one) => /^node-(?:bin-)?(?:linux|darwin)-/.test(one));
  return name === undefined ? undefined : join(folder, "node_modules", name, "bin", "node");
}

function versionOf(folder, name) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
