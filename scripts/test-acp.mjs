// Runs the checks with real agents: installs them below test/acp-agents when they are missing or of another version, then
// starts vitest on test/acp-real. Too heavy for every run; more arguments go to vitest.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const AGENTS = join(ROOT, "test", "acp-agents");
const CONFIG = import.meta.resolve("../test/acp-real/vitest.config.ts");
const CHECKS = [
  import.meta.resolve("../test/acp-real/contract.check.ts"),
  import.meta.resolve("../test/acp-real/real-agents.check.ts"),
];

if (!isInstalled()) {
  // claude-agent-acp asks for a newer node than it needs, and npm hands the project's strictness down to its scripts
  run("npm", ["ci", "--ignore-scripts", "--engine-strict=false"], AGENTS);
  run(process.execPath, [join("node_modules", "opencode-ai", "postinstall.mjs")], AGENTS); // puts its program in place
}
const asked = process.argv.slice(2);
const files = asked.some((word) => !word.startsWith("-")) ? [] : CHECKS.map((url) => fileURLToPath(url));
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
run(process.execPath, [vitest, "run", "--config", fileURLToPath(CONFIG), ...files, ...asked], ROOT);

/** npm writes the hidden lockfile last, so a broken installation has none. */
function isInstalled() {
  const installed = join(AGENTS, "node_modules", ".package-lock.json");
  return existsSync(installed) && statSync(installed).mtimeMs > statSync(join(AGENTS, "package-lock.json")).mtimeMs;
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
