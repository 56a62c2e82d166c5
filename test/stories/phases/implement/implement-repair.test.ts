// T15: a red test check goes to the fixer first, with the failing tests by name; reviewers are paid for what is left.
import { expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { DONE, fails, fixCommit, fixes, passes, preparedPlace, TASK } from "../../../support/scenario.ts";
import { FEATURE, FOLDER } from "../../../support/story.ts";

/** Red until a fixer writes its mark; names the test like a runner that speaks TAP. */
const redUntil = (mark: string) =>
  `grep -q '${mark}' src/attempts.mjs || { printf 'not ok 1 - the sixth is refused\\n  ---\\n  error: expected 429\\n'; exit 1; }`;
const FAILING = "Failing tests:\n\n      - the sixth is refused: expected 429";

const implement = (place: Workplace, mark: string, env: Record<string, string> = {}) =>
  place.iflowWith(
    { env: { IFLOW_CHECKS_TEST: redUntil(mark), ...env } },
    ...["implement", "--yolo", "--script", place.scriptPath],
  );
const commits = (place: Workplace) => place.git("log", "--format=%s", "--reverse", "prepared..HEAD").split("\n");
const history = (place: Workplace) => place.read(`${FOLDER}/.review-history.md`);
const repairCommit = (number: number) => `iflow: implement check repair ${number}`;
const dispatches = (place: Workplace, role: string) =>
  place.dispatchFiles(FEATURE, ".outcome.json", "implement").filter((name) => name.includes(`-${role}-`)).length;

verifies(
  ["TR-5", "IMP-10"],
  "T15: the fixer repairs before the first round; the reviewers look once, at green tests",
  async () => {
    const green = passes({ promptHas: ["after check repair 1: passed (exit code 0)"] });
    const place = await preparedPlace({
      fixer: [fixes("repaired", { expect: "fresh", promptHas: ["- [blocker] The project's tests fail", FAILING] })],
      "implementation-reviewer": [green],
      "security-reviewer": [green],
    });
    const ended = await implement(place, "repaired");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(commits(place)).toEqual([TASK, repairCommit(1), DONE]);
    expect(history(place)).toContain("CHECK-REPAIR: 1 repair before iteration 1 — tests passed");
    expect(history(place).match(/^## Iteration/gm)).toHaveLength(1);
  },
);

/** A report in JSON is one line, of any length. */
const REPORT = [
  `printf '{"testResults":[{"assertionResults":[{"status":"failed","fullName":"the sixth is refused","failureMessages":["expected 429"]}],"name":"'`,
  "head -c 5000 /dev/zero | tr '\\0' x",
  `printf '"}]}\\n'`,
].join("; ");

verifies("TR-5", "T15: the failing test is named from a report in JSON, and its long line is cut", async () => {
  const place = await preparedPlace({
    fixer: [fixes("repaired", { promptHas: [FAILING, `${"x".repeat(1000)}…\n`] })],
  });
  const ended = await implement(place, "repaired", {
    IFLOW_CHECKS_TEST: `grep -q repaired src/attempts.mjs || { ${REPORT}; exit 1; }`,
  });
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
});

verifies(
  ["TR-5", "IMP-11"],
  "T15: after two repairs the reviewers are told what is red, and it alone decides nothing",
  async () => {
    const told = passes({ promptHas: ["after check repair 2: FAILED (exit code 1)", FAILING] });
    const place = await preparedPlace({
      fixer: [fixes("first"), fixes("second", { expect: "resume", promptHas: [FAILING] })],
      "code-quality-reviewer": [told],
    });
    const ended = await implement(place, "never");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(commits(place)).toEqual([TASK, repairCommit(1), repairCommit(2), DONE]);
    expect(history(place)).toContain("CHECK-REPAIR: 2 repairs before iteration 1 — tests still FAILED");
  },
);

verifies(
  "TR-5",
  "T15: repairs come before every round, reach the next reader's delta, and count as no round",
  async () => {
    const place = await preparedPlace({
      fixer: [fixes("mended"), fixes("broken", { promptHas: ["Unsafe."] }), fixes("mended again")],
      "security-reviewer": [
        fails("Unsafe."),
        passes({
          expect: "resume",
          promptHas: ["+// mended again", "## Fix Summary\nFixed: broken.", "Fixed: mended again."],
        }),
      ],
    });
    const ended = await implement(place, "mended");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(commits(place)).toEqual([TASK, repairCommit(1), fixCommit(1), repairCommit(2), DONE]);
    expect(history(place)).toContain("CHECK-REPAIR: 1 repair before iteration 2 — tests passed");
    expect(history(place).match(/^## Iteration/gm)).toHaveLength(3); // with the final validation
  },
);

verifies("TR-5", "T15: the cap counts rounds, not repairs", async () => {
  const place = await preparedPlace({
    fixer: [1, 2, 3, 4, 5].map((n) => fixes(`try ${n}`)),
    "security-reviewer": [fails("Unsafe."), fails("Unsafe.")],
  });
  const ended = await implement(place, "never", { IFLOW_REVIEW_MAX_ROUNDS: "2" });
  expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining("review failed after 2 iterations")]);
  const [one, two, three, four] = [1, 2, 3, 4].map(repairCommit);
  expect(commits(place)).toEqual([TASK, one, two, fixCommit(1), three, four]);
});

verifies("TR-5", "T15: a fixer that changes nothing is not asked twice", async () => {
  const place = await preparedPlace({ fixer: [{ reply: "Nothing to do." }] });
  const ended = await implement(place, "never");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(dispatches(place, "fixer")).toBe(1);
});

verifies(
  ["TR-5", "IMP-11"],
  "T15: checks.repairFirst false keeps the seeds' order: the reviewers see the red tests first",
  async () => {
    const place = await preparedPlace({
      "implementation-reviewer": [passes({ promptHas: ["before the first round: FAILED (exit code 1)", FAILING] })],
    });
    const ended = await implement(place, "never", { IFLOW_CHECKS_REPAIR_FIRST: "false" });
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(dispatches(place, "fixer")).toBe(0);
    expect(commits(place)).toEqual([TASK, DONE]);
  },
);
