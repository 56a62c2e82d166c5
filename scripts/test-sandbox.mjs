// Tries every way out of the sandbox that we know, with the real bubblewrap, as this user and, when that is root, as an
// ordinary one too. Fails where there is no bubblewrap; more arguments go to vitest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const CONFIG = import.meta.resolve("../test/sandbox/vitest.config.ts");
const CHECKS = import.meta.resolve("../test/sandbox/escapes.check.ts");

if (spawnSync("bwrap", ["--version"], { stdio: "ignore" }).status !== 0) {
  console.error("bubblewrap is not installed, so nothing can be tried\n\nFix: apt-get install bubblewrap");
  process.exit(1);
}
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const words = ["run", "--config", fileURLToPath(CONFIG), fileURLToPath(CHECKS), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [vitest, ...words], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
