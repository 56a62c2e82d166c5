// Which variables a check misses, found by running it for real.
import { expect, test } from "vitest";
import { openPorts } from "../../../test/support/engine.ts";
import { tempRepo } from "../../../test/support/temp-repo.ts";
import { createChecks } from "../../adapters/checks/run-check.ts";
import { createClock } from "../../adapters/clock.ts";
import { DEFAULT_CONFIG } from "../../domain/config/config.ts";
import { findMissing, tryCheck } from "./try-checks.ts";

const ENV = { PATH: process.env.PATH, A1: "x", B2: "x", C3: "x", D4: "x", E5: "x", F6: "x", G7: "x" };

async function tryIn(command: string, files: Record<string, string> = {}) {
  const { root } = await tempRepo(files);
  const checks = createChecks({
    ...{ root, env: ENV, processIdentity: async () => undefined },
    settings: async () => ({ checks: DEFAULT_CONFIG.checks, isWaiting: false, isConfirmed: false, hash: "" }),
  });
  const ports = { ...(await openPorts(root, createClock(undefined), () => undefined)), checks };
  const trying = { ports, environment: [], signal: new AbortController().signal, onLine: () => undefined };
  const tried = await tryCheck(trying, { name: "test", command });
  return { tried, missing: () => findMissing(trying, tried) };
}

test("F2: a check that passes misses nothing", async () => {
  expect((await tryIn("true")).tried).toMatchObject({ passed: true, end: "exit code 0", unseen: [] });
});

test("F2: what its output or the project's files name comes first", async () => {
  const { tried, missing } = await tryIn('echo "B2 is not set"; [ -n "$B2" ]', { ".env.example": "F6=\n" });
  expect(tried).toMatchObject({ passed: false, end: "exit code 1", unseen: ["B2", "F6"] });
  expect(await missing()).toEqual(["B2"]);
});

test("F2: otherwise it is found among all that are set, also when it is more than one", async () => {
  const { tried, missing } = await tryIn('[ -n "$A1" ] && [ -n "$C3" ] && [ -n "$G7" ]');
  expect(tried.unseen).toEqual([]);
  expect(await missing()).toEqual(["A1", "C3", "G7"]);
});

test("F2: a check that fails in any environment misses no variable", async () => {
  expect(await (await tryIn("false")).missing()).toBeUndefined();
});
