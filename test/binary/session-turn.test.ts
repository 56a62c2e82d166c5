// kill -9 over the plain API, between a turn's commit in its session and the answer's own file, then `iflow continue`: the
// turn is adopted, no request is made for it again, and the bill has it once.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../requirements.ts";
import { bare, handsIn } from "../support/anthropic-agent.ts";
import { TEST_KEY } from "../support/anthropic-options.ts";
import { killAfterTurn } from "../support/crash.ts";
import { calls, hangs, type ReplySource } from "../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { MAIN, workplace } from "../support/iflow.ts";
import { inWords } from "../support/screen.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";

const MODEL: Readonly<Record<string, readonly ReplySource[]>> = {
  "spec author": [calls("write", { path: SPEC_PATH, content: spec() }), handsIn("Wrote the first draft.")],
  "spec reviewer": [
    calls("read", { path: SPEC_PATH }),
    handsIn({ ...approve(), summary: "No external claims to verify." }),
  ],
  "phase reviewer": [calls("read", { path: SPEC_PATH }), handsIn(approve())],
};
const ROLES = Object.keys(MODEL);

const isAskedAs = (role: string) => (request: MessagesRequest) =>
  firstPrompt(request).startsWith(`You are the ${role}`);

for (const turn of [1, 2, 3]) {
  verifies("SAFE-4", `F6: a session turn that was committed (${ROLES[turn - 1]}) is adopted after a kill`, async () => {
    const fake = await startFakeAnthropic(
      Object.entries(MODEL).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
    );
    onTestFinished(() => fake.close());
    const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
    const place = await workplace();
    await createFeature(place);
    const args = ["--yolo", "--runtime", "anthropic"];
    const { node, env: kill } = killAfterTurn(turn);
    const killed = await place.built.iflowWith({ node, env: { ...env, ...kill } }, "specify", ...args);
    expect(`${killed.signal} ${killed.stderr}`).toMatch(/^SIGKILL /);
    expect(await billed()).toEqual(paid()); // also before anybody continues it

    const ended = await place.iflowWith({ env }, "continue", "--until", "specify", ...args);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("mended: the answer of ");
    expect(ROLES.map((role) => fake.requests.filter(isAskedAs(role)).length)).toEqual([2, 2, 2]);
    expect(await billed()).toEqual(paid());
    expect(place.read(SPEC_PATH)).toBe(spec());
    expect(place.git("status", "--porcelain")).toBe("");
    expect(place.read(`docs/features/${FEATURE}/.review-history.md`)).not.toContain("LAZY-LOAD-WARNING");

    async function billed() {
      const { input, read, written, output } = (await place.json("cost", FEATURE)).document.data.total;
      return [input, read, written, output];
    }
    function paid() {
      const used = fake.records.flatMap(({ usage }) => usage ?? []);
      const sum = (count: (usage: (typeof used)[number]) => number) => used.reduce((all, one) => all + count(one), 0);
      return [
        sum((usage) => usage.input_tokens),
        sum((usage) => usage.cache_read_input_tokens),
        sum((usage) => usage.cache_creation_input_tokens),
        sum((usage) => usage.output_tokens),
      ];
    }
  });
}

verifies("SAFE-4", "a dispatch that goes on after a limit and is killed goes on from there again", async () => {
  const [look = hangs(), verdict = hangs()] = MODEL["spec reviewer"] ?? [];
  const script = { ...MODEL, "spec reviewer": [look, look, hangs(), verdict] };
  const fake = await startFakeAnthropic(
    Object.entries(script).map(([role, replies]) => ({ when: isAskedAs(role), replies })),
  );
  onTestFinished(() => fake.close());
  const reviews = () => fake.requests.filter(isAskedAs("spec reviewer")).map(bare);
  const api = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  const env = { ...api, HOME: await tempFolder(), IFLOW_ANTHROPIC_MAX_TURNS: "2" };
  const place = await workplace();
  await createFeature(place);
  expect((await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic")).code).toBe(5);

  const words = ["continue", "--until", "specify", "--yolo"];
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: place.root, env: { ...process.env, ...env } });
  await expect.poll(() => reviews().length, { timeout: 60_000 }).toBe(3);
  child.kill("SIGKILL");
  await once(child, "exit");
  const ended = await place.iflowWith({ env }, ...words);

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(reviews()).toHaveLength(4);
  expect(reviews()[3]).toEqual(reviews()[2]);
});
