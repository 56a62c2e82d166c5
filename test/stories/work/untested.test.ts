// T10: a project without a test command. The person is asked once per feature, before anything is paid for; nobody's word
// is replaced by --yolo.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { FOUND, IDEA, NOW, prd, writesPrd } from "../../support/brainstorm-story.ts";
import { FINISH, finishArgs, finishedFeature } from "../../support/finish-story.ts";
import { type Ended, type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { approve, createFeature, FEATURE, FOLDER, ONE_ROUND, specifyArgs } from "../../support/story.ts";

const ASKED = "Nothing will be tested: no test command is configured.";
const STOPPED = "YOLO MODE STOPPED: nothing would be tested";
const CODE = "src/limit.mjs";
const TEST = `test -f ${CODE}`;
const RAN = `The engine ran the project's tests (${TEST})`;

/** What a chain of specify, implement and finish needs. */
const CHAIN: Roles = {
  ...ONE_ROUND,
  implementer: [{ writes: { [CODE]: "export const limit = 5;\n" }, reply: `Files changed:\n- ${CODE}` }],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: approve() }],
  "code-quality-reviewer": [{ reply: approve() }],
  "security-reviewer": [{ reply: approve() }],
  ...FINISH,
};
const PHASES = "--phases=specify,implement";

/** As a person runs it: no setting says that nothing is to be tested. */
const iflow = (place: Workplace, ...args: string[]): Promise<Ended> =>
  place.iflowWith({ env: { IFLOW_CHECKS_NONE: "false", IFLOW_NOW: NOW } }, ...args);
const run = (place: Workplace, ...args: string[]) =>
  iflow(place, "run", IDEA, "--script", place.scriptPath, PHASES, ...args);
const decisions = (place: Workplace): { kind: string; command?: string }[] =>
  JSON.parse(place.git("show", `HEAD:${FOLDER}/.meta.json`)).decisions;
const nothingPaid = (place: Workplace, feature = FEATURE, phase = "specify") =>
  expect(existsSync(join(place.runFolder(feature, 1, phase), "dispatches"))).toBe(false);

verifies(
  "TR-5",
  "T10: the command a person names is run by implement and finish, and no file of theirs says it",
  async () => {
    const reviewer = [{ promptHas: [RAN, `the engine tests this feature with: ${TEST}`], reply: approve() }];
    const place = await workplace({ ...CHAIN, "implementation-reviewer": reviewer });
    const asked = await run(place);
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining(ASKED)]);
    nothingPaid(place);

    expect((await iflow(place, "answer", "001.1", TEST)).code).toBe(0);
    const ended = await iflow(place, "continue", "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr.split(ASKED)).toHaveLength(1);
    expect(place.git("log", "-1", "--format=%s", "--first-parent", "main")).toContain("login-limit");
    expect(decisions(place)).toMatchObject([{ kind: "tests", phase: "specify", command: TEST }]);
    expect(existsSync(join(place.root, "iflow.config.json"))).toBe(false);
    const ranTests = (phase: string) =>
      place.read(`.git/iflow/runs/${FEATURE}.${phase}/journal.jsonl`).includes("/check-test/");
    expect([ranTests("specify.1"), ranTests("implement.2"), ranTests("finish.3")]).toEqual([false, true, true]);
  },
);

verifies("TR-5", "T10: a red command that a person named stops the merge", async () => {
  const place = await finishedFeature({ ...FINISH, fixer: [{ reply: "no" }, { reply: "no" }] }, { config: {} });
  expect((await iflow(place, ...finishArgs(place))).stderr).toContain(ASKED);
  await iflow(place, "answer", "001.1", "echo it is red; exit 3");
  const ended = await iflow(place, "continue", "--yolo");
  expect([ended.code, ended.stderr]).toEqual([
    3,
    expect.stringContaining("test: echo it is red; exit 3 (exit code 3)"),
  ]);
  expect(place.git("log", "--format=%s", "main")).not.toContain("login-limit");
});

verifies("TR-5", "T10: going on without is asked once, recorded, and told to whoever judges", async () => {
  const told = { promptHas: ["decided: go on without tests"], reply: approve() };
  const place = await workplace({ ...CHAIN, "spec-reviewer": [told], "security-reviewer": [told] });
  await run(place);
  await iflow(place, "answer", "001.1", " ");
  expect((await iflow(place, "continue", "--yolo")).code).toBe(4); // a blank decides nothing
  await iflow(place, "answer", "001.2", "none");
  const ended = await iflow(place, "continue", "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(decisions(place)).toMatchObject([{ kind: "untested" }]);
});

verifies(
  "TR-5",
  "T10: a brainstorm asks before its first dispatch, and the answer stands in the feature it becomes",
  async () => {
    const path = "docs/brainstorms/20260301-090000-login-limit.prd.md";
    const place = await workplace({
      ...{ ...FOUND, ...CHAIN },
      "prd-author": [{ ...writesPrd(prd()), writes: { [path]: prd() } }],
      "prd-reviewer": [{ reply: approve() }],
      "brainstorm-reviewer": [{ reply: approve() }],
    });
    const asked = await iflow(
      place,
      "run",
      IDEA,
      "--script",
      place.scriptPath,
      "--phases=brainstorm,specify,implement",
    );
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining(ASKED)]);
    nothingPaid(place, "b1", "brainstorm");
    await iflow(place, "answer", "b1.1", TEST);
    const ended = await iflow(place, "continue", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const created = place.git("log", "--format=%H", "--grep=create feature", "-1");
    const meta = JSON.parse(place.git("show", `${created}:${FOLDER}/.meta.json`));
    expect(meta.decisions).toMatchObject([{ kind: "tests", phase: "brainstorm", command: TEST }]);
  },
);

verifies(
  "TR-5",
  "T10: --yolo stops before anything is paid for, again and again, until the config says something",
  async () => {
    const place = await workplace(CHAIN);
    const stopped = await run(place, "--yolo");
    expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
    expect(stopped.stderr).toContain('"checks": {"test": "…"}, or {"none": true}');
    nothingPaid(place);
    const again = await iflow(place, "continue", "--yolo");
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
    nothingPaid(place);

    const watched = await iflow(place, "continue");
    expect([watched.code, watched.stderr]).toEqual([4, expect.stringContaining(ASKED)]);
  },
);

verifies(
  "TR-5",
  "T10: what was set while --yolo stood still is taken up, and holds for the rest of the chain",
  async () => {
    for (const [setting, decision] of [
      [
        { IFLOW_CHECKS_TEST: TEST, IFLOW_CHECKS_NONE: "false" },
        { kind: "tests", command: TEST },
      ],
      [{ IFLOW_CHECKS_NONE: "true" }, { kind: "untested" }],
    ] as const) {
      const place = await workplace(CHAIN);
      await run(place, "--yolo");
      const ended = await place.iflowWith({ env: { ...setting, IFLOW_NOW: NOW } }, "continue", "--yolo");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(decisions(place)).toMatchObject([decision]);
    }
  },
);

verifies("TR-5", "T10: documents alone need no check", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  const ended = await iflow(place, ...specifyArgs(place, "--yolo"));
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const until = await workplace(ONE_ROUND);
  const chain = await iflow(
    until,
    "run",
    IDEA,
    "--script",
    until.scriptPath,
    "--phases=specify",
    "--until=specify",
    "--yolo",
  );
  expect(`${chain.code} ${chain.stderr}`).toMatch(/^0 /);
});

verifies(
  "TR-5",
  "T10: finish without a test check and without a decision stops too, before it pays anybody",
  async () => {
    const place = await finishedFeature(FINISH, { config: { checks: { lint: "true" } } });
    const stopped = await iflow(place, ...finishArgs(place, "--yolo"));
    expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining(STOPPED)]);
    nothingPaid(place, FEATURE, "finish");
  },
);

verifies("TR-5", "T10: the project's own files are offered as an answer", async () => {
  const place = await workplace(CHAIN, { "package.json": JSON.stringify({ scripts: { test: "node --test" } }) });
  const asked = await run(place);
  expect(asked.stderr).toContain("npm test");
});

verifies("TR-5", "T10: status and doctor say that nothing is tested", async () => {
  const place = await workplace(CHAIN);
  await createFeature(place);
  expect((await iflow(place, "status")).stdout).toContain(`Nothing is tested in ${FEATURE}: there is no test command.`);
  expect((await iflow(place, "doctor")).stdout).toContain("nothing is tested: there is no test command");
  await place.write({ "iflow.config.json": JSON.stringify({ checks: { test: TEST } }) });
  const waiting = await place.iflowWith({ env: { IFLOW_CHECKS_NONE: "false", IFLOW_TRUST: "" } }, "status");
  expect(waiting.stdout).toContain(
    `Nothing is tested in ${FEATURE}: the test command is not confirmed yet.\nNext: iflow trust\n`,
  );
  expect((await iflow(place, "status")).stdout).not.toContain("Nothing is tested");
  expect((await iflow(place, "doctor")).stdout).toContain(TEST);
});
