// The first agent of a feature is killed in the middle of its answer, and nobody continues: what it used until then is paid,
// so the bill says so at once and keeps saying so.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { until } from "../contracts/agent-runtime.contract.ts";
import { verifies } from "../requirements.ts";
import { TEST_KEY } from "../support/anthropic-options.ts";
import { startChild } from "../support/child-process.ts";
import { hangs, text } from "../support/fake-anthropic/reply.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { MAIN, workplace } from "../support/iflow.ts";
import { createFeature, FEATURE } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";

verifies(
  "RES-10",
  "what a killed agent used is in cost, stats and show at once, and stays after the feature is abandoned and cleaned up; its session goes",
  async () => {
    const fake = await startFakeAnthropic([{ when: () => true, replies: [hangs(text("Let me"))] }]);
    onTestFinished(() => fake.close());
    const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
    const place = await workplace();
    await createFeature(place);
    const args = ["--cwd", place.root, "specify", "--yolo", "--runtime", "anthropic"];
    const cut = startChild(process.execPath, [MAIN, ...args], { ...process.env, ...env });
    const journal = join(place.runFolder(FEATURE, 1), "journal.jsonl");
    await until(() => fake.requests.length === 1);
    await until(() => readFileSync(journal, "utf8").includes('"used"'));
    await cut.kill();
    const sessions = () => readdirSync(join(place.root, ".git", "iflow", "sessions"));
    expect((await place.json("gc", "--yes")).document.data).toMatchObject({ deleted: [], sessionBytes: 0 });

    const { input_tokens = 0, cache_creation_input_tokens = 0 } = fake.records[0]?.usage ?? {};
    expect(input_tokens + cache_creation_input_tokens).toBeGreaterThan(0);
    const bill = (await place.json("cost", FEATURE)).document.data;
    expect(bill.total).toMatchObject({ dispatches: 1, input: input_tokens, written: cache_creation_input_tokens });
    expect(bill.total.cost).toBeGreaterThan(0);
    const { data: shown } = (await place.json("show", FEATURE)).document;
    expect(shown.runs[0].dispatches).toMatchObject([{ role: "spec-author", reason: "interrupted", status: "failed" }]);

    expect((await place.iflow("abandon", FEATURE, "--yes")).code).toBe(0);
    expect((await place.json("cost", FEATURE)).document.data).toEqual(bill);
    expect(sessions()).toHaveLength(1);
    const gone = (await place.json("gc", "--yes")).document.data;
    expect(gone).toMatchObject({ deleted: [{}], ledgerLines: 1, sessionBytes: expect.any(Number) });
    expect(sessions()).toEqual([]); // its prompt with it
    expect(gone.bytes).toBeGreaterThan(gone.sessionBytes);
    expect(gone.sessionBytes).toBeGreaterThan(1000);
    expect((await place.json("cost", FEATURE)).document.data).toEqual(bill);
    expect((await place.json("stats")).document.data).toMatchObject({
      dispatches: 1,
      total: { cost: bill.total.cost },
    });

    // where nothing is known to be paid, nobody is told to continue what is over
    await createFeature(place);
    const none = "002-login-limit";
    expect((await place.iflow("cost", none)).stdout).toContain(`Next: iflow continue ${none}\n`);
    await place.iflow("abandon", none, "--yes");
    expect((await place.iflow("cost", none)).stdout).toMatch(
      /is abandoned; no costs are recorded .*\nNext: iflow list --all\n/,
    );
  },
);
