// Tries every way out of the sandbox that we know, with the real bubblewrap, as this user and, when that is root, as an
// ordinary one too. Fails where it does not work; more arguments go to vitest.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(import.meta.dirname, "..");
const CONFIG = import.meta.resolve("../test/sandbox/vitest.config.ts");
const CHECKS = ["escapes", "door"].map((name) => import.meta.resolve(`../test/sandbox/${name}.check.ts`));

const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const words = ["run", "--config", fileURLToPath(CONFIG), ...CHECKS.map(fileURLToPath), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, [vitest, ...words], { cwd: ROOT, stdio: "inherit" });
process.exit(status ?? 1);
