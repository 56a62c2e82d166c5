// Over OpenAI's APIs, from the command to the fake: a specification with a rejected and a resumed round, and code with a
// second round, also on a server of one's own. What the person sees when something goes wrong: faults.test.ts.
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type RoleId, roleOf } from "../../../src/domain/roles/role.ts";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { calls, type Reply, reply, says, thinking, tool } from "../../support/fake-anthropic/reply.ts";
import { bare, firstPrompt, lastPrompt, type OpenAiRequest } from "../../support/fake-openai/request.ts";
import { type FakeOpenAi, type Rule, startFakeOpenAi } from "../../support/fake-openai/server.ts";
import { type Ended, type Workplace, workplace } from "../../support/iflow.ts";
import { verdictOf } from "../../support/levels.ts";
import { OPENAI_KEY } from "../../support/openai-agent.ts";
import { CODE, DONE, fixCommit, preparedPlace, TASK } from "../../support/scenario.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, reject, SPEC_PATH, spec } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const NEW_LINE = "- AC-2: after a minute the count is zero again.\n";
const VERIFIED = { summary: "No external claims to verify." };
const thinks = (answer: Reply): Reply => reply(thinking("Hm."), ...answer.blocks);

const isAskedAs = (role: RoleId) => (request: OpenAiRequest) =>
  firstPrompt(request).includes(`You are the ${roleOf(role).title}`);
const rule = (role: RoleId, ...replies: Rule["replies"]): Rule => ({ when: isAskedAs(role), replies });

verifies(
  ["AGT-3", "RES-2"],
  "a key is enough: a rejected round, a resumed one, the whole bill, reads from the cache, and the key in no file",
  async () => {
    const fake = await startFake([
      rule(
        "spec-author",
        calls("write", { path: SPEC_PATH, content: spec() }),
        handsIn("Wrote the first draft."),
        calls("write", { path: SPEC_PATH, content: spec(NEW_LINE) }),
        handsIn("Added AC-2."),
      ),
      rule(
        "spec-reviewer",
        thinks(reply(tool("read", { path: SPEC_PATH }), tool("write", { path: SPEC_PATH, content: "mine" }))),
        thinks(handsIn({ ...reject("When does the count end?"), ...VERIFIED })),
        thinks(handsIn({ ...approve(), ...VERIFIED })),
      ),
      rule("phase-reviewer", calls("read", { path: SPEC_PATH }), handsIn(approve())),
    ]);
    const home = await tempFolder();
    const env = { HOME: home, OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: fake.url };
    const place = await workplace();
    await createFeature(place);

    const doctor = await place.iflowWith({ env }, "doctor");
    expect(doctor.stdout).toMatch(
      /openai +a server of your own, key in OPENAI_API_KEY\n +can: continue a conversation, branch it, count its tokens\n/,
    );
    const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "openai");

    expect([ended.code, ended.stdout + ended.stderr]).toEqual([
      0,
      expect.stringContaining("Spec approved in 2 rounds"),
    ]);
    expect(place.read(SPEC_PATH)).toContain(NEW_LINE);
    const rows = await rowsOf(place);
    expect(rows.map(({ role, kind, reason }) => `${role} ${kind} ${reason}`)).toEqual([
      "spec-author fresh first-round",
      "spec-reviewer fresh first-round",
      "spec-author resume delta",
      "spec-reviewer resume delta",
      "phase-reviewer fresh first-round",
    ]);
    expect(rows[1].refused).toEqual([expect.stringContaining("may change nothing")]);
    expect(rows.every(({ cost }) => cost > 0)).toBe(true);
    expect(await billOf(place)).toEqual(paidAt(fake));
    expect(rows[3].usage.firstRead).toBeGreaterThan(1024);
    const reviews = fake.requests.filter(isAskedAs("spec-reviewer")).map(bare);
    expect(reviews[2]!.slice(0, reviews[1]!.length)).toEqual(reviews[1]);
    expect(lastPrompt(fake.requests.filter(isAskedAs("spec-reviewer"))[2]!)).toMatch(/## Delta.*\+- AC-2/s);
    const files = [...textsBelow(place.root), ...textsBelow(home)];
    expect(files.filter(({ text }) => text.includes(OPENAI_KEY)).map(({ path }) => path)).toEqual([]);
    expect(textsBelow(join(place.root, ".git", "iflow", "sessions"))).toHaveLength(3);
  },
);

/** An implementer, three reviewers of whom one rejects once, and a fixer; nobody answers before so much time is over. */
function coders(delayMs = 0): Rule[] {
  const lines = [`Files changed:\n- ${CODE}`, "Decisions: none", "Deviations: none", "Concerns: none"];
  const report = handsIn(["Implemented: it", "Tested: none", ...lines].join("\n"));
  const verdict = (role: RoleId, given: object) => handsIn(verdictOf(role, { ...given, ...VERIFIED }) as object);
  return [
    rule("security-reviewer", ...[reject("Spoofed."), approve()].map((one) => verdict("security-reviewer", one))),
    rule("implementation-reviewer", verdict("implementation-reviewer", approve())),
    rule("code-quality-reviewer", verdict("code-quality-reviewer", approve())),
    rule("code-simplifier", handsIn({ approved: true, simplifications: [] })),
    rule("test-deepener-a", handsIn({ outlines: [] })),
    // a fixer's prompt begins like an implementer's
    rule(
      "implementer",
      calls("write", { path: CODE, content: ALLOWED }),
      report,
      calls("edit", { path: CODE, old: "true", new: "false" }),
      report,
    ),
  ].map(({ when, replies }) => ({
    ...(when && { when }),
    replies: replies.map((one) => ({ ...(one as Reply), delayMs })),
  }));
}

const ALLOWED = "export const isAllowed = () => true;\n";

/** The code of the fixer is there, in commits of their own, and the bill is what the provider counted. */
async function expectImplemented(place: Workplace, fake: FakeOpenAi, ended: Ended): Promise<void> {
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("implement")]);
  expect(place.git("log", "--format=%s", "prepared..HEAD").split("\n")).toEqual([DONE, fixCommit(1), TASK]);
  expect(place.read(CODE)).toBe(ALLOWED.replace("true", "false"));
  expect(await billOf(place)).toEqual(paidAt(fake));
}

verifies(
  ["AGT-4", "IMP-5"],
  "at a limit an implementer goes on once with --yolo, and a fixer when the person continues: each is asked once",
  async () => {
    const fake = await startFake(coders());
    const api = { OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: fake.url };
    const place = await preparedPlace({});
    const env = { ...api, IFLOW_OPENAI_MAX_TURNS: "1" };

    const stopped = await place.iflowWith({ env }, "implement", "--runtime", "openai", "--yolo");
    const said = inWords(stopped.stderr);
    expect([stopped.code, said]).toEqual([5, expect.stringMatching(/fixer cannot work: .*maxTurns is 1 /)]);
    expect(said).toContain("The implementer of task 1.1 failed: the model answered once and was not done");
    const ended = await place.iflowWith({ env }, "continue", "--yolo", "--until", "implement");

    await expectImplemented(place, fake, ended);
    const written = fake.requests.filter(isAskedAs("implementer")); // the fixer's too
    expect(written).toHaveLength(4);
    expect(written.map((sent) => lastPrompt(sent).includes("Go on from here."))).toEqual([false, true, false, true]);
  },
);

verifies(
  "IMP-5",
  "an implementer whom the model refuses is not asked again by --yolo, and the question says what helps",
  async () => {
    const fake = await startFake([rule("implementer", { ...says("No."), stopReason: "refusal" })]);
    const place = await preparedPlace({});
    const env = { OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: fake.url };

    const ended = await place.iflowWith({ env }, "implement", "--runtime", "openai", "--yolo");

    expect([ended.code, inWords(ended.stderr)]).toEqual([
      4,
      expect.stringContaining("failed: the model refuses to answer this; set models.openai to another model"),
    ]);
    expect(fake.requests).toHaveLength(1);
  },
);

verifies(
  "AGT-3",
  "code with a rejected round, a fix and an approval; reviewers read the trunk from the cache",
  async () => {
    const fake = await startFake(coders());
    const env = { OPENAI_API_KEY: OPENAI_KEY, OPENAI_BASE_URL: fake.url };
    const place = await preparedPlace({});

    const ended = await place.iflowWith({ env }, "implement", "--runtime", "openai", "--yolo");

    await expectImplemented(place, fake, ended);
    const judges = (await rowsOf(place)).filter(({ role }) => String(role).endsWith("-reviewer"));
    const [first, second, third, ...later] = judges.map(({ usage }) => usage.firstRead);
    expect(second).toBeGreaterThan(first); // the trunk that the first of them has written
    expect(third).toBe(second);
    expect(Math.min(...later)).toBeGreaterThan(second); // and, resumed, all they had been told
  },
);

verifies(
  ["AGT-3", "AGT-4"],
  "the same on a server of one's own that knows Chat Completions only: no key, a price of one's own, one at a time",
  async () => {
    const fake = await startFake(coders(100));
    const names = { IFLOW_MODELS_OPENAI_STRONG: "my-coder", IFLOW_MODELS_OPENAI_STANDARD: "my-coder" };
    const server = { IFLOW_OPENAI_BASE_URL: fake.url, IFLOW_OPENAI_API: "chat", OPENAI_API_KEY: "", ...names };
    const state = { XDG_STATE_HOME: await tempFolder(), IFLOW_LIMITS_OPENAI_CONCURRENT: "1" };
    const place = await preparedPlace({});
    const implement = (more: Record<string, string> = {}) =>
      place.iflowWith({ env: { ...server, ...state, ...more } }, "implement", "--runtime", "openai", "--yolo");

    const unpriced = await implement();
    expect([unpriced.code, unpriced.stderr]).toEqual([4, expect.stringContaining("the price of my-coder is unknown")]);
    expect(fake.requests).toEqual([]);
    const ended = await implement({ IFLOW_BUDGET_PRICES: '{"my-coder": {"input": 1, "output": 2}}' });

    await expectImplemented(place, fake, ended);
    expect(fake.mostAtOnce()).toBe(1);
    expect(fake.requests.every(({ api, headers }) => api === "chat" && headers.authorization === undefined)).toBe(true);
    const { input, read, written, output } = paidAt(fake);
    const { cost } = (await place.json("cost", FEATURE)).document.data.total;
    expect(cost).toBeCloseTo((input + read + written + 2 * output) / 1e6, 9);
  },
);

async function startFake(rules: readonly Rule[]): Promise<FakeOpenAi> {
  const fake = await startFakeOpenAi(rules);
  onTestFinished(() => fake.close());
  return fake;
}

// biome-ignore lint/suspicious/noExplicitAny: rows of a document of many shapes
async function rowsOf(place: Workplace): Promise<any[]> {
  const { document } = await place.json("show", FEATURE);
  return document.data.runs.flatMap((run: { dispatches: unknown }) => run.dispatches);
}

async function billOf(place: Workplace) {
  const { input, read, written, output } = (await place.json("cost", FEATURE)).document.data.total;
  return { input, read, written, output };
}

/** What the other side has counted. */
function paidAt({ billed }: FakeOpenAi) {
  const sum = (count: (one: (typeof billed)[number]) => number) => billed.reduce((all, one) => all + count(one), 0);
  return {
    input: sum(({ input }) => input),
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
    output: sum(({ output }) => output),
  };
}
