// What an agent's command can reach, from the command line to the record: an implementer over the plain API runs the
// stored check, which tries to get out.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { calls, type ReplySource } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastToolResults } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { verdictOf } from "../../support/levels.ts";
import { noSandboxHere } from "../../support/sandbox.ts";
import { CODE, preparedPlace } from "../../support/scenario.ts";
import { approve, FEATURE } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const none = await noSandboxHere();

/** Tries to leave a file outside and to reach a server of this machine; always green. */
const TRIES = `
import { writeFileSync } from "node:fs";
const [, , outside, url] = process.argv;
const step = process.env.IFLOW_STEP.replaceAll("/", "-");
try { writeFileSync(outside + "/" + step, "x"); console.log("wrote outside"); } catch (e) { console.log("no file: " + e.code); }
try { await fetch(url + "/" + step); console.log("reached the server"); } catch (e) { console.log("no server: " + e.cause?.code); }
`;

const VERIFIED = "No external claims to verify. No external security claims to verify.";
const MODEL: Record<string, readonly ReplySource[]> = {
  implementer: [
    calls("write", { path: CODE, content: "export const isAllowed = () => true;\n" }),
    calls("run", { command: "test" }),
    handsIn(`Files changed:\n- ${CODE}`),
  ],
  "code simplifier": [handsIn({ approved: true, simplifications: [] })],
  "test deepener": [handsIn({ outlines: [] })],
  "implementation reviewer": [handsIn(verdictOf("implementation-reviewer", approve(VERIFIED)) as object)],
  "code quality reviewer": [handsIn(approve(VERIFIED))],
  "security reviewer": [handsIn(approve(VERIFIED))],
};

async function implementWith(settings: Record<string, string>) {
  const outside = await tempFolder();
  const { url, visitors } = await listen();
  const place = await preparedPlace({});
  await place.write({ "tries.mjs": TRIES });
  place.git("add", "tries.mjs");
  place.git("commit", "--quiet", "--message", "a check that tries to get out");
  const fake = await startFakeAnthropic(
    Object.entries(MODEL).map(([role, replies]) => ({
      when: (request) => firstPrompt(request).includes(`You are the ${role}`),
      replies,
    })),
  );
  onTestFinished(() => fake.close());
  const env = {
    ...{ HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url },
    IFLOW_CHECKS_TEST: `node tries.mjs ${outside} ${url}`,
    ...settings,
  };
  const ended = await place.iflowWith({ env }, "implement", "--yolo", "--runtime", "anthropic");
  return {
    ended,
    place,
    said: fake.requests.flatMap(lastToolResults).join("\n"),
    left: readdirSync(outside),
    visitors,
  };
}

async function listen() {
  const visitors: string[] = [];
  const server = createServer((request, response) => {
    visitors.push(request.url ?? "");
    response.end("hello");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visitors };
}

const outcomeOf = (place: Workplace, role: string) => {
  const [name = ""] = place.dispatchFiles(FEATURE, ".outcome.json", "implement").filter((one) => one.includes(role));
  return JSON.parse(readFileSync(join(place.runFolder(FEATURE, 1, "implement"), "dispatches", name), "utf8"));
};
const byAgent = (names: readonly string[]) => names.filter((name) => name.includes("implementer"));

verifies(
  "SAFE-3",
  "an implementer's command writes nothing outside and reaches no server; the engine's checks do",
  async (context) => {
    context.skip(none !== undefined, none);
    const { ended, place, said, left, visitors } = await implementWith({});

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(said).toMatch(/no file: (EROFS|ENOENT)/);
    expect(said).toContain("no server: ECONNREFUSED");
    expect([byAgent(left), byAgent(visitors)]).toEqual([[], []]);
    expect(visitors.length).toBeGreaterThan(0); // the engine's own checks are not held
    expect(outcomeOf(place, "implementer").commands).toEqual([{ name: "run test", sandboxed: true }]);
    expect(ended.stdout + ended.stderr).not.toContain("bwrap");
  },
);

verifies("SAFE-3", "with sandbox.mode off the same command gets out, and the record says so", async () => {
  const { ended, place, said, left, visitors } = await implementWith({ IFLOW_SANDBOX_MODE: "off" });

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(said).toContain("wrote outside\nreached the server");
  expect([byAgent(left).length, byAgent(visitors).length]).toEqual([1, 1]);
  expect(outcomeOf(place, "implementer").commands).toEqual([{ name: "run test", sandboxed: false }]);
});

verifies(
  "SAFE-3",
  "sandbox.checks and sandbox.network: the engine's checks are held too, and may use the network",
  async (context) => {
    context.skip(none !== undefined, none);
    const { ended, left, visitors } = await implementWith({
      IFLOW_SANDBOX_CHECKS: "true",
      IFLOW_SANDBOX_NETWORK: "true",
    });

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(left).toEqual([]);
    expect(visitors.length).toBeGreaterThan(byAgent(visitors).length);
    expect(byAgent(visitors)).toHaveLength(1);
  },
);

describe("on a machine without one", () => {
  /** Only what iflow itself needs. */
  async function bareMachine() {
    const bin = await tempFolder();
    for (const name of ["git", "node", "sh"]) {
      const found = (process.env.PATH ?? "").split(":").map((folder) => join(folder, name));
      await symlink(found.find((file) => existsSync(file)) ?? "", join(bin, name));
    }
    return bin;
  }

  verifies("SAFE-3", "sandbox.mode require refuses before anything is paid, and says how to get one", async () => {
    const fake = await startFakeAnthropic([{ replies: [handsIn("never asked")] }]);
    onTestFinished(() => fake.close());
    const place = await preparedPlace({});
    const env = {
      ...{ PATH: await bareMachine(), HOME: await tempFolder(), IFLOW_SANDBOX_MODE: "require" },
      ...{ ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url, IFLOW_CHECKS_NONE: "true" },
    };

    const ended = await place.iflowWith({ env }, "implement", "--yolo", "--runtime", "anthropic");

    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain('sandbox.mode is "require", but there is no sandbox');
    expect(ended.stderr).toMatch(/Fix: (apt-get install bubblewrap|run iflow in a Linux)/);
    expect(fake.requests).toEqual([]);
  });

  verifies("SAFE-3", "doctor says none and how to get one; require makes it a problem", async () => {
    const place = await workplace();
    const PATH = await bareMachine();

    const plain = await place.iflowWith({ env: { PATH } }, "doctor");
    const required = await place.iflowWith({ env: { PATH, IFLOW_SANDBOX_MODE: "require" } }, "doctor");

    expect(plain.stdout).toMatch(/sandbox +none: .*\n +Fix: /);
    expect([plain.code, required.code]).toEqual([5, 1]);
  });

  test.skipIf(process.platform !== "linux")("doctor gives the reason of one that does not work", async () => {
    const place = await workplace();
    const PATH = await bareMachine();
    await writeFile(join(PATH, "bwrap"), "#!/bin/sh\necho 'bwrap: Creating new namespace failed' >&2; exit 1\n");
    await chmod(join(PATH, "bwrap"), 0o755);

    const { stdout } = await place.iflowWith({ env: { PATH } }, "doctor");

    const told = stdout.replaceAll(/\s+/g, " ");
    expect(told).toContain("sandbox none: bubblewrap does not work here: bwrap: Creating new namespace failed");
  });
});

verifies("SAFE-3", "doctor says which one applies, having tried it, and when it is off", async (context) => {
  const place = await workplace();
  const off = await place.iflowWith({ env: { IFLOW_SANDBOX_MODE: "off" } }, "doctor");
  expect(off.stdout).toMatch(/sandbox +off, as sandbox\.mode says/);

  context.skip(none !== undefined, none);
  expect((await place.iflow("doctor")).stdout).toMatch(/sandbox +bubblewrap works here; no network, checks outside/);
});
