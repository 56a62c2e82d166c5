// Makes the recordings that replay.test.ts holds every later build to. Not part of any test run: a recording stays as it is.
// To add one, add its play here and run `npx vitest run --config test/replay/vitest.config.ts -t "<name>"`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inventCode, inventDocuments } from "../../bench/economy/documents.ts";
import { playLoop } from "../../bench/economy/play.ts";
import { prepareRepository } from "../../bench/economy/repository.ts";
import { handsIn } from "../support/anthropic-agent.ts";
import { TEST_KEY } from "../support/anthropic-options.ts";
import { brainstorm, REJECTED_ONCE } from "../support/brainstorm-story.ts";
import { killsOnce, withTurn } from "../support/crash.ts";
import { design, LATER_PHASES, withTasks, writesFile } from "../support/documents.ts";
import { calls, says } from "../support/fake-anthropic/reply.ts";
import { firstPrompt } from "../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { FINISH, finishedFeature, finishFeature, REPAIR, WITH_DOCS } from "../support/finish-story.ts";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "../support/iflow.ts";
import { connectMcp, playOrders } from "../support/mcp-client.ts";
import {
  approve,
  createFeature,
  FEATURE,
  ONE_ROUND,
  reject,
  SPEC_PATH,
  spec,
  specify,
  TWO_ROUNDS,
} from "../support/story.ts";
import { record, SEALED } from "./recording.ts";

function keep(name: string, root: string, run: string): void {
  mkdirSync(SEALED, { recursive: true });
  writeFileSync(join(SEALED, `${name}.json`), `${JSON.stringify(record(root, run), null, 1)}\n`);
}

const idOf = (phase: string) => `${FEATURE}.${phase}.1`;
const scripted = (place: Workplace, ...args: string[]) => [...args, "--script", place.scriptPath];
const expectEnd = ({ code, stderr }: Ended, wanted = 0) =>
  expect(`${code} ${stderr}`).toMatch(new RegExp(`^${wanted} `));

async function answer(place: Workplace, ended: Ended, ...words: string[]): Promise<void> {
  expectEnd(ended, 4);
  for (const [, id = ""] of ended.stderr.matchAll(/iflow answer (\S+)/g))
    expectEnd(await place.iflow("answer", id, ...words));
}

test("brainstorm", async () => {
  const place = await workplace(REJECTED_ONCE);
  expectEnd(await brainstorm(place, "--yolo"));
  keep("brainstorm", place.root, "b1.brainstorm.1");
});

test("specify", async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expectEnd(await specify(place, "--yolo"));
  keep("specify", place.root, idOf("specify"));
});

const LATER: Roles = {
  ...LATER_PHASES,
  "design-author": ["", "\nI\n", "\nII\n"].map((extra) => writesFile("design.md", design(extra))),
  "design-reviewer": [{ reply: reject("Unclear.") }, { reply: approve() }],
  "plan-reviewer": [{ reply: "not a verdict" }, { reply: approve() }],
  "create-tasks/phase-reviewer": [{ error: "overloaded" }, { reply: approve() }],
};

test("design, create-plan, create-tasks", async () => {
  const place = await workplace({ ...ONE_ROUND, ...LATER, "specify/phase-reviewer": [{ reply: approve() }] });
  await createFeature(place);
  expectEnd(await specify(place, "--yolo"));
  for (const [index, phase] of ["design", "create-plan", "create-tasks"].entries()) {
    expectEnd(await place.iflow(...scripted(place, phase, "--yolo")));
    keep(phase, place.root, `${FEATURE}.${phase}.${index + 2}`);
  }
});

const code = (path: string, text: string, more: Turn = {}): Turn => ({
  writes: { [path]: text },
  reply: `Files changed:\n- ${path}`,
  ...more,
});

const IMPLEMENT: Roles = {
  implementer: [
    code("src/attempts.mjs", "export const limit = 5;\n"),
    code("src/server.mjs", "export {};\n"),
    code("src/attempts.mjs", "export const limit = 6 - 1;\n"),
  ],
  "code-simplifier": [
    {
      reply: {
        approved: false,
        simplifications: [
          {
            severity: "medium",
            location: "src/attempts.mjs:1",
            pattern: "magic number",
            current: "5",
            suggested: "6 - 1",
            rationale: "to have something to apply",
          },
        ],
        summary: "One.",
      },
    },
  ],
  "test-deepener-a": [
    {
      reply: {
        outlines: [
          {
            dimension: "bdd_scenarios",
            scenario_name: "the sixth",
            given: "five failed logins",
            when: "a sixth comes",
            // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
            then: "it is refused",
            derived_from: "spec:AC-1",
          },
        ],
      },
    },
  ],
  "test-deepener-b": [
    {
      writes: { "test/attempts.test.mjs": 'import "node:test";\n' },
      reply: { tests_added: [{ file: "test/attempts.test.mjs" }], spec_divergences: [], all_tests_pass: true },
    },
  ],
  "implementation-reviewer": [{ reply: approve() }, { reply: approve() }],
  "code-quality-reviewer": [{ reply: reject("Unclear name.", "warning") }, { reply: approve() }],
  "security-reviewer": [{ reply: reject("Spoofed addresses.") }, { reply: approve() }],
  fixer: [code("src/attempts.mjs", "export const limit = 5; // by address\n")],
};

test("implement", async () => {
  const place = await workplace(IMPLEMENT);
  await withTasks(place);
  await place.write({ "iflow.config.json": '{ "checks": { "test": "true" } }\n' });
  place.git("add", "iflow.config.json");
  place.git("commit", "--quiet", "--message", "settings");
  expectEnd(await place.iflow(...scripted(place, "implement", "--yolo")));
  expect(place.dispatchFiles(FEATURE, ".outcome.json", "implement").join()).toMatch(/test-deepener-b.*fixer/);
  keep("implement", place.root, idOf("implement"));
});

test("finish", async () => {
  const { promptHas: _, ...repair } = REPAIR;
  const config = { checks: { test: "grep '> limit' src/limit.mjs || exit 1" } }; // prints no path of this machine
  const place = await finishedFeature({ ...WITH_DOCS, fixer: [repair] }, { broken: true, config });
  expectEnd(await finishFeature(place, "--yolo"));
  keep("finish", place.root, idOf("finish"));
});

test("retrospect", async () => {
  const old =
    "### Old\nSaid long ago.\n- Source: Feature #000\n- Last observed: Feature #000\n- Observation count: 1\n";
  const others = Array.from({ length: 12 }, (_, index) => [`docs/features/0${index + 10}-other/retro.md`, "# R\n"]);
  const place = await finishedFeature(FINISH, {
    files: { "docs/knowledge-bank/heuristics.md": `# Heuristics\n\n${old}`, ...Object.fromEntries(others) },
  });
  await answer(place, await place.iflow(...scripted(place, "retrospect", FEATURE)), "keep");
  expectEnd(await place.iflow("continue", "--until", "specify"));
  keep("retrospect", place.root, idOf("retrospect"));
});

test("killed", async () => {
  const { built: place } = await workplace(); // a kill must not end the test
  const inAuthor = withTurn(TWO_ROUNDS, "spec-author", 1, { run: [killsOnce(join(place.root, ".git", "killed-1"))] });
  await place.script(
    withTurn(inAuthor, "spec-reviewer", 1, { run: [killsOnce(join(place.root, ".git", "killed-2"))] }),
  );
  await createFeature(place);
  expect((await specify(place, "--yolo")).signal).toBe("SIGKILL");
  expect((await place.iflow("continue", "--yolo")).signal).toBe("SIGKILL");
  expectEnd(await place.iflow("continue", "--yolo"));
  keep("killed", place.root, idOf("specify"));
});

test("question, waiting", async () => {
  const { built: place } = await workplace(); // a kill must not end the test
  await place.script({
    "spec-author": [
      ...(TWO_ROUNDS["spec-author"] ?? []),
      { writes: { [SPEC_PATH]: spec("- AC-3: more.\n") }, reply: "Did it." },
    ],
    "spec-reviewer": [
      { reply: reject("When does the count end?") },
      { run: [killsOnce(".git/killed")], reply: approve() },
      { reply: approve() },
    ],
    "phase-reviewer": [{ reply: approve() }, { reply: approve() }],
  });
  await createFeature(place);
  await answer(place, await specify(place), "Nobody", "may", "guess.");
  expect(await place.iflow("continue")).toMatchObject({ signal: "SIGKILL" });
  await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- edited by hand\n` });
  await answer(place, await place.iflow("continue"), "include");
  const closing = await place.iflow("continue");
  keep("waiting", place.root, idOf("specify"));
  await answer(place, closing, "request-changes");
  await answer(place, await place.iflow("continue"), "Say", "what", "else.");
  await answer(place, await place.iflow("continue"), "continue");
  expectEnd(await place.iflow("continue", "--until", "specify"));
  keep("question", place.root, idOf("specify"));
});

test("host, host-waiting", async () => {
  const place = await workplace();
  await createFeature(place);
  const mcp = await connectMcp(place.root);
  const first = await mcp.call("start", { phase: "specify", yolo: true });
  keep("host-waiting", place.root, idOf("specify"));
  expect((await playOrders(place.root, mcp, TWO_ROUNDS, first)).state).toBe("done");
  keep("host", place.root, idOf("specify"));
});

test("api", async () => {
  const last = spec().trimEnd().split("\n").at(-1);
  const verified = "No external claims to verify.";
  const model = {
    "spec author": [
      calls("write", { path: SPEC_PATH, content: spec() }),
      handsIn("Wrote the first draft."),
      calls("edit", { path: SPEC_PATH, old: last, new: `${last}\n- AC-2: after a minute it is zero.` }),
      says("Added AC-2."),
    ],
    "spec reviewer": [
      handsIn({ ...reject("When does the count end?"), summary: verified }),
      handsIn({ ...approve(), summary: verified }),
    ],
    "phase reviewer": [calls("read", { path: SPEC_PATH }), handsIn(approve())],
  };
  const fake = await startFakeAnthropic(
    Object.entries(model).map(([role, replies]) => ({
      when: (request) => firstPrompt(request).startsWith(`You are the ${role}`),
      replies,
    })),
  );
  onTestFinished(() => fake.close());
  const place = await workplace();
  await createFeature(place);
  const env = { ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: fake.url };
  expectEnd(await place.iflowWith({ env }, "specify", "--yolo"));
  keep("api", place.root, idOf("specify"));
});

test("api-implement", async () => {
  const documents = inventDocuments(0.1);
  const invented = inventCode(2_000);
  await playLoop({
    template: prepareRepository("implement", { documents, code: invented, neighbours: {} }),
    loop: "implement",
    review: { context: "trunk" },
    gaps: [200, 200, 200],
    spec: documents.spec,
    code: Object.keys(invented),
    home: join(import.meta.dirname, "..", ".."),
    inspect: (root) => keep("api-implement", root, idOf("implement")),
  });
});
