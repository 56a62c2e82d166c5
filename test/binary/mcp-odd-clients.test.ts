// The MCP server on what no client should do: malformed calls, garbage and very long lines on the wire, two clients at once.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAIN, workplace } from "../support/iflow.ts";
import { carryOut, connectMcp, playOrders } from "../support/mcp-client.ts";
import { CODE, preparedPlace } from "../support/scenario.ts";
import { createFeature, FEATURE, ONE_ROUND, TWO_ROUNDS } from "../support/story.ts";
import { tempFolder, writeFiles } from "../support/temp-repo.ts";

const HISTORY = `docs/features/${FEATURE}/.review-history.md`;

test("a malformed call is an error, never a crash; a thousand calls leave the memory as it was", async () => {
  const place = await workplace();
  await createFeature(place);
  const mcp = await connectMcp(place.root);

  await expect(mcp.call("start", { phase: "dance" })).rejects.toThrow("phase");
  await expect(mcp.call("start", { phase: "brainstorm" })).rejects.toThrow("needs an idea");
  await expect(mcp.call("report", { order: 7 })).rejects.toThrow("order");
  await expect(mcp.call("tasks", { feature: "../../etc" })).rejects.toThrow("not found");
  await expect(mcp.call("no-such-tool")).rejects.toThrow();
  await expect(mcp.call("history", { feature: "x".repeat(100_000) })).rejects.toThrow("not found");
  const { pid } = mcp.transport;
  const lesson = { name: "A clock", description: "Timeouts need one.", reasoning: "Seen.", category: "patterns" };
  const { orders } = await mcp.call("start", { phase: "specify", yolo: true });
  const real = [
    ["status", {}],
    ["history", { feature: FEATURE }],
    ["validate", {}],
    ["store_memory", lesson],
    ["search_memory", { query: "clock timeouts" }],
    ["next", {}],
    ["start", { phase: "specify", yolo: true }],
  ] as const;
  const wrong = [
    ["start", { phase: "dance" }],
    ["report", { order: orders[0].order }], // without the reply that such a client owes
    ["report", { order: `${FEATURE}.specify.1.099`, agent: "a", reply: "Approved." }],
    ["tasks", {}],
  ] as const;
  const batch = [...real, ...wrong, ...Array.from({ length: 39 }, () => wrong[0])];
  const calls = async (count: number) => {
    for (let done = 0; done < count; done += batch.length) {
      const answers = await Promise.all(batch.map(([name, given]) => mcp.client.callTool({ name, arguments: given })));
      expect(answers.map(({ isError }) => isError === true)).toEqual(batch.map((_, index) => index >= real.length));
    }
    return { megabytes: residentMegabytes(pid), files: openFiles(pid) };
  };
  const before = await calls(300);
  const after = await calls(700);

  expect(after.megabytes - before.megabytes).toBeLessThan(40);
  expect(after.files).toBeLessThan(before.files + 5);
  expect(mcp.transport.pid).toBe(pid);
});

test("that a reviewer failed is a client's own word too, and the history says so", async () => {
  const place = await workplace();
  await createFeature(place);
  const mcp = await connectMcp(place.root);
  const [draft] = (await mcp.call("start", { phase: "specify", yolo: true })).orders;
  await carryOut(place.root, TWO_ROUNDS["spec-author"]?.[0] ?? {});
  const [review] = (await mcp.call("report", { order: draft.order, agent: "a", reply: "Wrote it." })).orders;

  const [again] = (await mcp.call("report", { order: review.order, failed: "it is gone" })).orders;

  expect(again).toMatchObject({ role: "spec-reviewer", kind: "fresh" });
  expect(place.read(HISTORY)).toContain("SELF-REPORTED: spec-reviewer iteration 1");
});

test("garbage on the wire is answered or ignored, and the server keeps running", async () => {
  const place = await workplace();
  const server = spawn(process.execPath, [MAIN, "--cwd", place.root, "mcp"], { stdio: ["pipe", "pipe", "ignore"] });
  let output = "";
  server.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } };

  for (const line of [
    "not json",
    "{}",
    '{"jsonrpc":"2.0","id":1}',
    '[1,2,"x"]',
    '{"jsonrpc":"2.0","id":2,"method":"no/such"}',
  ]) {
    server.stdin.write(`${line}\n`);
  }
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 3, method: "initialize", params: hello })}\n`);
  while (!output.includes('"id":3')) await new Promise((resolve) => setTimeout(resolve, 20));
  server.stdin.end();

  expect(await new Promise((resolve) => server.on("close", resolve))).toBe(0);
  expect(output).toContain('"serverInfo"');
});

test("F10: a line of 12 MB is answered with an error, and the server keeps running", async () => {
  const place = await workplace();
  const server = spawn(process.execPath, [MAIN, "--cwd", place.root, "mcp"], { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  let errors = "";
  server.stdout.on("data", (chunk) => {
    output += chunk;
  });
  server.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const clientInfo = { name: "x", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };

  const long = { jsonrpc: "2.0", id: "long", method: "tools/call", params: { text: "x".repeat(12 * 1024 * 1024) } };
  server.stdin.write(`${JSON.stringify(long)}\n`);
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "initialize", params })}\n`);
  while (!output.includes('"id":2')) await new Promise((resolve) => setTimeout(resolve, 20));
  server.stdin.end();

  expect(await new Promise((resolve) => server.on("close", resolve))).toBe(0);
  expect(JSON.parse(output.split("\n")[0] ?? "")).toMatchObject({ id: "long", error: { code: -32600 } });
  expect(output).toContain('"serverInfo"');
  expect(errors).toContain("a message of more than 8 MB was not read");
});

test("two clients on one repository get the same orders and do not lock each other out", async () => {
  const place = await workplace();
  await createFeature(place);
  const [one, two] = await Promise.all([connectMcp(place.root), connectMcp(place.root, { era: "2025-11-25" })]);

  const started = await Promise.all([one, two].map((mcp) => mcp.call("start", { phase: "specify", yolo: true })));
  expect(started[0]).toEqual(started[1]);
  const watching = playOrders(place.root, one, ONE_ROUND, started[0]);
  const looks = await Promise.all(Array.from({ length: 10 }, () => two.call("next")));

  // whoever comes first ends the run; for the other one there is none any more
  expect((await watching).state).toMatch(/^(done|idle)$/);
  expect(place.git("log", "-1", "--format=%s").trim()).toBe("phase(specify): login-limit - approved");
  expect(place.read(HISTORY).match(/^SELF-REPORTED: --yolo, by the word of the host$/gm)).toHaveLength(1);
  expect(looks.every(({ state }) => ["orders", "done", "idle"].includes(state))).toBe(true);
  const { data } = (await place.json("show", FEATURE)).document;
  expect(data.runs[0].dispatches).toHaveLength(3);
});

function openFiles(pid: number | null): number {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : 0; // Linux only
}

function residentMegabytes(pid: number | null): number {
  const file = `/proc/${pid}/status`;
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] : "0"; // Linux only
  return Number(kilobytes) / 1024;
}

test("a client that gives up on a call while a check runs asks what is next, and the check has run once", async () => {
  const place = await preparedPlace({});
  const ran = join(await tempFolder(), "ran");
  const env = { IFLOW_CHECKS_TEST: `sleep 1; echo ran >> ${ran}`, IFLOW_CHECKS_NONE: "false" };
  const { call, client } = await connectMcp(place.root, { env });
  const { orders } = await call("start", { phase: "implement", yolo: true });
  await writeFiles(place.root, { [CODE]: "export const isAllowed = () => true;\n" });

  const reply = `Implemented.\nFiles changed:\n- ${CODE}`;
  const report = { name: "report", arguments: { order: orders[0].order, agent: "a", reply } };
  await expect(client.callTool(report, { timeout: 500 })).rejects.toThrow(/timed out/i);
  const next = await call("next");

  expect(next.orders.map(({ role }: { role: string }) => role)).toEqual(["code-simplifier"]);
  expect(readFileSync(ran, "utf8")).toBe("ran\n");
});
