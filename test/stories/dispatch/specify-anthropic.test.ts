// A specification written and reviewed over the plain Messages API, from the command to the fake API: one rejection,
// a run that is killed in the middle of an answer, and its end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { until } from "../../contracts/agent-runtime.contract.ts";
import { verifies } from "../../requirements.ts";
import { bare, handsIn } from "../../support/anthropic-agent.ts";
import { TEST_KEY } from "../../support/anthropic-options.ts";
import { startChild } from "../../support/child-process.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { calls, hangs, type ReplySource, reply, says, text, tool } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, lastPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { MAIN, workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const LAST_LINE = spec().trimEnd().split("\n").at(-1);
const NEW_LINE = "- AC-2: after a minute the count is zero again.";

/** What the model says in each role, one reply a request. */
const MODEL: Record<string, readonly ReplySource[]> = {
  "spec author": [
    calls("write", { path: SPEC_PATH, content: spec() }),
    handsIn("Wrote the first draft."),
    calls("edit", { path: SPEC_PATH, old: LAST_LINE, new: `${LAST_LINE}\n${NEW_LINE}` }),
    says("Added AC-2."),
  ],
  "spec reviewer": [
    reply(tool("read", { path: SPEC_PATH }), tool("write", { path: SPEC_PATH, content: "mine" })),
    handsIn({ ...reject("When does the count end?"), summary: "No external claims to verify." }),
    hangs(text("Let me")), // the run is killed here
    handsIn({ ...approve(), summary: "No external claims to verify." }),
  ],
  "phase reviewer": [calls("read", { path: SPEC_PATH }), handsIn(approve())],
};

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

verifies(
  ["FIN-3", "RES-2"],
  "a key is enough: the API is found, sessions go on after a kill with the same bytes, and the key is in no file",
  async () => {
    const fake = await startFakeAnthropic(
      Object.entries(MODEL).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
    );
    onTestFinished(() => fake.close());
    const home = await tempFolder();
    const env = { HOME: home, ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
    const place = await workplace();
    const requestsOf = (role: string) => fake.requests.filter(isAskedAs(role));
    await createFeature(place);
    /** Nothing of what was sent is missing in the bill, and nothing is in it twice. */
    const expectPaid = async () => {
      const { input, read, written } = (await place.json("cost", FEATURE)).document.data.total;
      const paid = fake.records.flatMap(({ usage }) => usage ?? []);
      expect([input, read, written]).toEqual([
        paid.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
        paid.reduce((sum, { cache_read_input_tokens }) => sum + cache_read_input_tokens, 0),
        paid.reduce((sum, { cache_creation_input_tokens }) => sum + cache_creation_input_tokens, 0),
      ]);
    };

    const doctor = await place.iflowWith({ env }, "doctor");
    expect(doctor.stdout).toMatch(
      /anthropic +key in ANTHROPIC_API_KEY\n +can: continue a conversation, branch it, count its tokens\n/,
    );

    const args = ["--yolo", "--runtime", "anthropic"];
    const cut = startChild(process.execPath, [MAIN, "--cwd", place.root, "specify", ...args], {
      ...process.env,
      ...env,
    });
    await until(() => requestsOf("spec reviewer").length === 3);
    const journal = () =>
      readFileSync(join(place.runFolder(FEATURE, 1), "journal.jsonl"), "utf8")
        .trim()
        .split("\n");
    await until(() => journal().at(-1)?.includes('"used"') === true); // the answer has begun, and that is written down
    expect((await place.json("show", FEATURE)).document.data.runs[0].dispatches.at(-1)).toMatchObject({
      ...{ role: "spec-reviewer", reason: "at-work", error: "it has not answered yet" },
    });
    await cut.kill();
    await expectPaid(); // also before anybody continues it
    const { dispatches } = (await place.json("show", FEATURE)).document.data.runs[0];
    expect(dispatches.at(-1)).toMatchObject({ role: "spec-reviewer", kind: "resume", reason: "interrupted" });
    const full = await place.iflow("show", FEATURE, "--dispatch", String(dispatches.length));
    expect(full.stdout).toMatch(/## Delta.*it was cut off before it answered/s);
    const spent = (await place.json("cost", FEATURE)).document.data.total.cost.toFixed(2);
    const poor = await place.iflowWith({ env }, "continue", "--until", "specify", ...args, "--max-cost", "0.01");
    expect([poor.code, poor.stderr]).toEqual([6, expect.stringContaining(`$${spent} spent`)]);
    const ended = await place.iflowWith({ env }, "continue", "--until", "specify", ...args, "--max-cost", "5");

    expect(ended.stderr + ended.stdout).toContain("Spec approved in 2 rounds");
    expect(ended.code).toBe(0);
    expect(place.read(SPEC_PATH)).toContain(NEW_LINE);
    const { document } = await place.json("show", FEATURE);
    // biome-ignore lint/suspicious/noExplicitAny: rows of a document of many shapes
    const rows: any[] = document.data.runs.flatMap((run: { dispatches: unknown }) => run.dispatches);
    expect(rows.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author resume delta",
      "spec-reviewer resume interrupted", // what it had used until it was killed is in the bill
      "spec-reviewer resume delta",
      "phase-reviewer fresh first-round",
    ]);
    expect(rows[1].refused).toEqual([expect.stringContaining("may change nothing")]);
    expect(rows[1].cost).toBeGreaterThan(0);
    expect(rows[3]).toMatchObject({ status: "failed", usage: { output: expect.any(Number) } });
    expect(rows[3].cost).toBeGreaterThan(0);
    await expectPaid();

    const reviews = requestsOf("spec reviewer");
    expect(bare(reviews[3]!)).toEqual(bare(reviews[2]!)); // what was cut off is sent again, as if it had never been
    expect(bare(reviews[2]!).slice(0, bare(reviews[1]!).length)).toEqual(bare(reviews[1]!));
    expect(lastPrompt(reviews[3]!)).toMatch(/## Delta.*\+- AC-2.*## Fix Summary\nAdded AC-2\./s);
    expect(lastPrompt(reviews[3]!)).not.toContain("## What to look at");
    expect(new Set(fake.requests.map((one) => bare(one).slice(1, 3).join()))).toHaveProperty("size", 1);

    const sessions = textsBelow(join(place.root, ".git", "iflow", "sessions"));
    expect(sessions).toHaveLength(3);
    const files = [...textsBelow(place.root), ...textsBelow(home)];
    expect(files.filter((file) => file.text.includes(TEST_KEY)).map(({ path }) => path)).toEqual([]);
  },
);
