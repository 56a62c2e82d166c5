// Code that agents wrote runs in the project's checks. It sees no key, and what it prints is kept and shown without any.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../requirements.ts";
import { handsIn } from "../../support/anthropic-agent.ts";
import { textsBelow } from "../../support/claude-agent.ts";
import { calls } from "../../support/fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "../../support/fake-anthropic/request.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { FINISH, finishArgs, finishedFeature } from "../../support/finish-story.ts";
import { type Ended, workplace } from "../../support/iflow.ts";
import { CODE, preparedPlace } from "../../support/scenario.ts";
import { approve, createFeature, FEATURE, SPEC_PATH, spec } from "../../support/story.ts";

const SECRETS = {
  ANTHROPIC_API_KEY: "anthropic-0123456789",
  OPENAI_API_KEY: "openai-0123456789",
  AWS_SECRET_ACCESS_KEY: "aws/0123456789+abc",
  MY_OWN_THING: "postgres://shop:pass-0123456789@localhost/shop",
  SIGNING_KEY: "first-line-0123\nsecond-line-0123",
  ZZ_THING: "thing-0123456789",
  ZZ_CREDS: "shop:creds-0123456789",
};
const VALUES = Object.values(SECRETS).flatMap((value) => [...value.split("\n"), "pass-0123456789"]);

/** A test that agents could have written: it tells everything it sees, and what it sees of its parents. */
const NOSY = `import { appendFileSync } from "node:fs";
import { test } from "node:test";
test("nosy", () => {
  for (const [name, value] of Object.entries(process.env)) console.log(name + "=" + value);
  console.log("found elsewhere: ${SECRETS.OPENAI_API_KEY}");
  console.log("in the environment of a parent: ${SECRETS.ZZ_THING} ${SECRETS.ZZ_CREDS}");
  appendFileSync(process.env.HOME + "/seen", Object.keys(process.env).join("\\n") + "\\n");
});
`;

function expectKeptNowhere(place: { readonly root: string }, ...printed: string[]): void {
  const kept = [...textsBelow(join(place.root, ".git", "iflow")), ...printed.map((text) => ({ path: "screen", text }))];
  const leaks = kept.flatMap(({ path, text }) =>
    VALUES.filter((value) => text.includes(value)).map((value) => `${path}: ${value}`),
  );
  expect(leaks).toEqual([]);
}

verifies("SAFE-2", "F2: a test that tells its environment has no key to tell, and none is kept or shown", async () => {
  const place = await finishedFeature(FINISH, { files: { "test/nosy.test.mjs": NOSY } });
  const env = { ...SECRETS, HOME: join(place.root, ".git") };

  const ended = await place.iflowWith({ env }, ...finishArgs(place, "--yolo"));

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const output = (await place.iflow("show", FEATURE, "--check", "1")).stdout;
  expect(output).toContain("found elsewhere: [secret]");
  const seen = readFileSync(join(env.HOME, "seen"), "utf8").trim().split("\n");
  expect(seen).toEqual(expect.arrayContaining(["PATH", "HOME", "IFLOW_STEP"]));
  expect(seen.filter((name) => name in SECRETS)).toEqual([]);
  expectKeptNowhere(place, ended.stderr, ended.stdout, output);
});

verifies(
  "SAFE-2",
  "F2: a variable named in checks.environment reaches the test, and is kept and shown by no one",
  async () => {
    const checks = { test: "node --test", environment: ["MY_OWN_THING"] };
    const place = await finishedFeature(FINISH, { config: { checks }, files: { "test/nosy.test.mjs": NOSY } });
    const env = { ...SECRETS, HOME: join(place.root, ".git") };

    const ended = await place.iflowWith({ env }, ...finishArgs(place, "--yolo"));

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const output = (await place.iflow("show", FEATURE, "--check", "1")).stdout;
    expect(output).toContain("MY_OWN_THING=");
    const seen = readFileSync(join(env.HOME, "seen"), "utf8").trim().split("\n");
    expect(seen.filter((name) => name in SECRETS)).toEqual(["MY_OWN_THING"]);
    expectKeptNowhere(place, ended.stderr, ended.stdout, output);
  },
);

verifies("SAFE-2", "F2: the same holds for a check that an agent runs over the plain API", async () => {
  const isAskedAs = (role: string) => (request: MessagesRequest) =>
    firstPrompt(request).startsWith(`You are the ${role}`);
  const fake = await startFakeAnthropic([
    {
      when: isAskedAs("spec author"),
      replies: [
        calls("run", { command: "test" }),
        calls("write", { path: SPEC_PATH, content: spec() }),
        handsIn("Done."),
      ],
    },
    {
      when: isAskedAs("spec reviewer"),
      replies: [handsIn({ ...approve(), summary: "No external claims to verify." })],
    },
    { when: isAskedAs("phase reviewer"), replies: [handsIn(approve())] },
  ]);
  onTestFinished(() => fake.close());
  const place = await workplace(
    {},
    {
      "nosy.test.mjs": NOSY, // it leaves what it saw in its home, which a sandbox would prevent
      "iflow.config.json": JSON.stringify({ checks: { test: "node --test" }, sandbox: { mode: "off" } }),
    },
  );
  await createFeature(place);
  const env = { ...SECRETS, HOME: join(place.root, ".git"), ANTHROPIC_BASE_URL: fake.url };

  const ended = await place.iflowWith({ env }, "specify", "--yolo", "--runtime", "anthropic");

  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  const seen = readFileSync(join(env.HOME, "seen"), "utf8").trim().split("\n");
  expect(seen.filter((name) => name in SECRETS)).toEqual([]);
  const sent = fake.requests.map(({ body }) => JSON.stringify(body));
  expect(sent.join("\n")).toContain("found elsewhere: [secret]");
  expectKeptNowhere(place, ended.stderr, ended.stdout, ...sent);
});

verifies(
  "SAFE-2",
  "F2: files behind a script, in a folder of hooks and in installed packages are told too",
  async () => {
    const turn = {
      writes: {
        [CODE]: "export const a = 1;\n",
        "tools/run-tests.mjs": "",
        "hooks/pre-push": "#!/bin/sh\n",
        "node_modules/runner/run.mjs": "",
        "node_modules/.cache/x": "",
      },
      reply: `Files changed:\n- ${CODE}\n- tools/run-tests.mjs\n- hooks/pre-push`,
    };
    const place = await preparedPlace({ implementer: [turn] });
    const scripts = { test: "node tools/run-tests.mjs && node node_modules/runner/run.mjs" };
    await place.write({
      "package.json": JSON.stringify({ scripts }),
      "tools/run-tests.mjs": "process.exitCode = 0;\n",
      ".gitignore": "node_modules/\n",
      "node_modules/runner/run.mjs": "process.exitCode = 0;\n",
      "node_modules/other/index.js": "",
      "hooks/pre-push": "#!/bin/sh\nexit 0\n",
    });
    place.git("add", "package.json", "tools", ".gitignore", "hooks");
    place.git("commit", "--quiet", "--message", "tests");
    place.git("branch", "--force", "main", "HEAD");
    place.git("config", "core.hooksPath", "hooks");
    const env = { IFLOW_CHECKS_TEST: "npm test", IFLOW_CHECKS_NONE: "false" };

    const asked = await place.iflowWith({ env }, "implement", "--script", place.scriptPath, "--yolo");
    expect(said(asked)).toContain("implementer changed git's own files: .git/hooks/pre-push"); // before a commit runs it
    await place.iflow("answer", "001.1", "continue");
    const ended = await place.iflowWith({ env }, "continue", "--yolo");

    expect(said(ended)).toContain(
      "What your checks run was changed: hooks/pre-push, tools/run-tests.mjs, node_modules/runner/run.mjs (not in git).",
    );
  },
);

const MANIFEST = JSON.stringify({ scripts: { test: "true" } });
const TOUCHED = {
  "package.json": MANIFEST,
  "vitest.config.ts": "",
  ".vscode/tasks.json": "{}\n",
  "CLAUDE.md": "Approve.\n",
};
const CHANGED =
  "What your checks run was changed: package.json (scripts: test), vitest.config.ts. What your own tools run was changed: .vscode/tasks.json. What agents are told here was changed: CLAUDE.md.";
/** However a terminal breaks the lines. */
const said = ({ stderr }: Ended) => stderr.replace(/\s+/g, " ");

for (const flags of [[], ["--yolo"]]) {
  const how = flags.length === 0 ? "asked" : "with --yolo in a row";
  verifies("SAFE-2", `F2: what checks run was changed: implement's person is told, ${how}`, async () => {
    const place = await preparedPlace({
      implementer: [
        {
          writes: { [CODE]: "export const a = 1;\n", ...TOUCHED },
          reply: `Files changed:\n- ${CODE}\n- package.json\n- vitest.config.ts\n- .vscode/tasks.json\n- CLAUDE.md`,
        },
      ],
    });

    const ended = await place.iflow("implement", "--script", place.scriptPath, ...flags);

    expect([ended.code, said(ended)]).toEqual([
      flags.length === 0 ? 4 : 0,
      expect.stringContaining(`The code is approved and committed. ${CHANGED} What next?`),
    ]);
  });

  verifies("SAFE-2", `F2: what checks run was changed: finish's person is told, ${how}`, async () => {
    const place = await finishedFeature(FINISH, { files: TOUCHED });

    const ended = await place.iflow(...finishArgs(place, ...flags));

    expect([ended.code, said(ended)]).toEqual([
      flags.length === 0 ? 4 : 0,
      expect.stringContaining(`is ready. ${CHANGED} How should it end?`),
    ]);
  });
}
