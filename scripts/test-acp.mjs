// Runs the checks with real agents on loopback and prints what they have seen of each agent as a table. The agents (some
// 2 GB) are installed into the user's cache folder when they are missing or of other versions. `--write` puts the table
// into docs/agents.md; more arguments go to vitest, and a check that is left out leaves its cell empty.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installAgents } from "./acp/install-agents.mjs";
import { describeRows, printAligned, printMarkdown } from "./acp/table.mjs";

const ROOT = join(import.meta.dirname, "..");
const CONFIG = join(ROOT, "test", "acp-real", "vitest.config.ts");
const PAGE = join(ROOT, "docs", "agents.md");

const asked = process.argv.slice(2).filter((word) => word !== "--write");
const writes = process.argv.includes("--write");

const { programs, versions } = installAgents(join(ROOT, "test", "acp-agents"));
const rows = mkdtempSync(join(tmpdir(), "iflow-acp-rows-"));
const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
const { status } = spawnSync(process.execPath, [vitest, "run", "--config", CONFIG, ...asked], {
  cwd: ROOT,
  stdio: "inherit",
  // codex mounts a /dev of its own, so a repository in memory is hidden from it
  env: { ...process.env, TEST_ACP_PROGRAMS: programs, TEST_ACP_ROWS: rows, TEST_ON_DISK: "1" },
});

const seen = Object.entries(versions).flatMap(([name, version]) => {
  const file = join(rows, `${name}.json`);
  return existsSync(file) ? [{ ...JSON.parse(readFileSync(file, "utf8")), version }] : [];
});
rmSync(rows, { recursive: true });
const table = describeRows(seen);
process.stdout.write(`\n${printAligned(table)}\n`);
if (writes) writePage();
process.exit(status ?? 1);

function writePage() {
  const missing = Object.keys(versions).filter((name) => !seen.some(({ agent, specify }) => agent === name && specify));
  if (status !== 0) throw new Error("a check has failed, so the table is not written: what is in it is called ready");
  if (missing.length > 0) throw new Error(`the table is not whole, so it is not written: ${missing.join(", ")}`);
  const date = new Date().toISOString().slice(0, 10);
  const page = readFileSync(PAGE, "utf8");
  const [begin, end] = ["<!-- printed by npm run test:acp -- --write -->", "<!-- end of the table -->"];
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`docs/agents.md has no place for the table: ${begin}`);
  const text = `Run on ${date} by \`npm run test:acp\`.\n\n${printMarkdown(table)}`;
  writeFileSync(PAGE, `${before}${begin}\n${text}\n${end}${after}`);
}
