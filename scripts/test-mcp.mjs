// Runs the official MCP conformance suite against `iflow mcp`. The suite speaks HTTP only, so a bridge on the loopback hands
// each session's messages to a server of its own, line by line and unchanged. What applies to any server is run; the other
// scenarios call tools of the suite's own sample server or are about HTTP itself.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..");
const SUITE = join(ROOT, "test", "mcp-conformance");
const SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list"];

// the folder's own .npmrc says so too, but below `npm run` the settings of the package win
const INSTALL = ["ci", "--engine-strict=false"];
if (!existsSync(join(SUITE, "node_modules", ".package-lock.json"))) run("npm", INSTALL, SUITE);
run(process.execPath, ["scripts/build.mjs"], ROOT);

const repository = mkdtempSync(join(tmpdir(), "iflow-conformance-"));
execFileSync("git", ["init", "--quiet", repository]);
const sessions = new Map();
const bridge = createServer(answer);
await new Promise((resolve) => bridge.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${bridge.address().port}/mcp`;
let failed = 0;
try {
  for (const scenario of SCENARIOS) failed += (await runScenario(scenario)) === 0 ? 0 : 1;
} finally {
  for (const { child } of sessions.values()) child.kill();
  bridge.close();
  bridge.closeAllConnections();
  rmSync(repository, { recursive: true, force: true });
}
console.log(`${SCENARIOS.length - failed} of ${SCENARIOS.length} scenarios passed`);
process.exitCode = failed === 0 ? 0 : 1;

function runScenario(scenario) {
  const suite = join(SUITE, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
  const shim = join(SUITE, "with-glob.mjs");
  const child = spawn(process.execPath, ["--import", shim, suite, "server", "--url", url, "--scenario", scenario], {
    stdio: "inherit",
  });
  return new Promise((resolve) => child.on("close", resolve));
}

async function answer(request, response) {
  if (request.method !== "POST") return response.writeHead(request.method === "DELETE" ? 200 : 405).end();
  let body = "";
  for await (const chunk of request) body += chunk;
  const message = JSON.parse(body);
  const id = request.headers["mcp-session-id"] ?? randomUUID();
  const session = sessions.get(id) ?? startSession(id);
  session.child.stdin.write(`${JSON.stringify(message)}\n`);
  if (message.id === undefined) return response.writeHead(202).end();
  const reply = await new Promise((resolve) => session.waiting.set(message.id, resolve));
  response.writeHead(200, { "content-type": "application/json", "mcp-session-id": id }).end(reply);
}

function startSession(id) {
  const child = spawn(process.execPath, [join(ROOT, "dist", "main.js"), "--cwd", repository, "mcp"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id: answered } = JSON.parse(line);
    waiting.get(answered)?.(line);
    waiting.delete(answered);
  });
  const session = { child, waiting };
  sessions.set(id, session);
  return session;
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
