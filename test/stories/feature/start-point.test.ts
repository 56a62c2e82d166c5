// Where a feature's branch begins.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createClock } from "../../../src/adapters/clock.ts";
import { ConfigSchema } from "../../../src/domain/config/config.ts";
import type { Question } from "../../../src/domain/run/questions/question.ts";
import { NOBODY, type PersonsAnswer } from "../../../src/frontends/drive/context.ts";
import { chooseStart } from "../../../src/frontends/drive/place/choose-start.ts";
import { verifies } from "../../requirements.ts";
import { openPorts } from "../../support/engine.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { ONE_ROUND, specify } from "../../support/story.ts";
import { addSecond, branch, commit, FIRST, finish, firstFeature, meta, SECOND } from "../../support/two-features.ts";

const branches = (place: Workplace) => place.git("branch", "--format=%(refname:short)").split("\n");
const parentOf = (place: Workplace, key: string) => place.git("rev-parse", `${branch(key)}~1`);

verifies(
  "TR-6",
  "T11: on another feature's branch it is a question; nothing is created without an answer",
  async () => {
    const place = await firstFeature();
    const before = branches(place);

    const asked = await place.iflow("create-feature", "reset mail");

    expect([asked.code, asked.stdout]).toEqual([4, ""]);
    expect(asked.stderr).toBe(
      [
        `iflow: HEAD is on ${branch(FIRST)}, which is not merged`,
        "  Where should the new branch begin?",
        "    At main, without the work of 001-login-limit:",
        '      iflow create-feature "reset mail" --from base',
        "    On top of it, to be merged after it:",
        '      iflow create-feature "reset mail" --from 001-login-limit',
        "  Nothing was created.",
        '  Fix: iflow create-feature "reset mail" --from base\n',
      ].join("\n"),
    );
    const { code, document } = await place.json("create-feature", "reset mail");
    expect([code, document.error.code]).toEqual([4, "needs-answer"]);
    expect(branches(place)).toEqual(before);
  },
);

verifies("TR-6", "T11: a feature begins at the base branch, whatever HEAD is on", async () => {
  const place = await firstFeature();

  const created = await place.iflow("create-feature", "reset mail", "--from", "base");

  expect([created.code, created.stdout]).toEqual([
    0,
    expect.stringContaining(`from main, without the work on ${FIRST}`),
  ]);
  expect(parentOf(place, SECOND)).toBe(place.git("rev-parse", "main"));
  expect(existsSync(join(place.root, "src", "limit.mjs"))).toBe(false);
  expect(meta(place, SECOND)).not.toHaveProperty("depends_on_features");

  place.git("switch", "--quiet", "-c", "wip", "main");
  await commit(place, { "wip.txt": "mine\n" }, "wip");
  const { document } = await place.json("create-feature", "third");
  expect(document.data).toMatchObject({ key: "003-third", from: "main", stackedOn: null });
  expect(parentOf(place, "003-third")).toBe(place.git("rev-parse", "main"));
});

verifies("TR-6", "T11: stacking is recorded once, in depends_on_features, and said", async () => {
  const place = await firstFeature();

  const created = await place.iflow("create-feature", "reset mail", "--from", FIRST, "--depends-on", FIRST);

  expect([created.code, created.stdout]).toEqual([
    0,
    expect.stringContaining(`stacked on ${FIRST}, which must be merged first`),
  ]);
  expect(parentOf(place, SECOND)).toBe(place.git("rev-parse", branch(FIRST)));
  expect(meta(place, SECOND).depends_on_features).toEqual([FIRST]);
});

verifies(
  "TR-6",
  "T11: run --yolo takes the base; without a terminal it stops before a brainstorm is paid for",
  async () => {
    const place = await firstFeature();
    await place.script(ONE_ROUND);
    const agents = ["--runtime", "scripted", "--script", place.scriptPath];

    const asked = await place.iflow("run", "reset mail", ...agents);
    expect([asked.code, asked.stderr]).toEqual([
      4,
      expect.stringMatching(/Fix: iflow run "reset mail" .* --from base\n/),
    ]);
    expect(existsSync(join(place.root, ".git", "iflow", "runs"))).toBe(false);

    const ended = await place.iflow(
      ...["run", "reset mail", "--yolo", "--phases", "specify,implement", "--until", "specify", ...agents],
    );
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`from main, without the work on ${FIRST}`)]);
    expect(place.git("merge-base", branch(SECOND), branch(FIRST))).toBe(place.git("rev-parse", "main"));
  },
);

test("T11: a person at a terminal is asked once, base first; leaving the question decides nothing", async () => {
  const place = await firstFeature();
  const ports = await openPorts(place.root, createClock(undefined), () => undefined);
  const asked: Question[] = [];
  const sitting = (answer: PersonsAnswer | undefined) => ({
    ...{ ports, config: ConfigSchema.parse({}), signal: new AbortController().signal },
    person: {
      ...NOBODY,
      interactive: true,
      ask: async (question: Question) => {
        asked.push(question);
        return answer;
      },
    },
  });

  expect(await chooseStart(sitting({ answer: "base" }), {})).toEqual({ from: "base" });
  expect(await chooseStart(sitting({ answer: "stack" }), {})).toEqual({ from: FIRST });
  expect(await chooseStart(sitting(undefined), {})).toEqual({});
  expect(asked[0]).toMatchObject({ default: "base", options: [{ value: "base" }, { value: "stack" }] });
  expect(asked).toHaveLength(3);
  expect(await chooseStart(sitting({ answer: "stack" }), { yolo: true })).toEqual({ from: "base" });
  place.git("switch", "--quiet", "main");
  expect(await chooseStart(sitting({ answer: "stack" }), {})).toEqual({});
  expect(asked).toHaveLength(3);
});

verifies("TR-6", "T11: a merged or abandoned feature's branch is no question", async () => {
  const place = await firstFeature();
  place.git("branch", "kept", "HEAD");
  expect((await finish(place, FIRST, "--yolo")).code).toBe(0);
  place.git("branch", branch(FIRST), "kept"); // somebody kept it
  place.git("switch", "--quiet", branch(FIRST));
  expect((await place.iflow("create-feature", "reset mail")).code).toBe(0);
  expect(parentOf(place, SECOND)).toBe(place.git("rev-parse", "main"));

  await place.iflow("abandon", SECOND, "--yes");
  expect((await place.iflow("create-feature", "third")).code).toBe(0);
  expect(parentOf(place, "003-third")).toBe(place.git("rev-parse", "main"));
  const refused = await place.iflow("create-feature", "fourth", "--from", SECOND);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("that feature was abandoned")]);
});

verifies(
  "TR-6",
  "T11: local changes git would lose are an error, and nothing is created; others come along",
  async () => {
    const place = await firstFeature();
    await place.write({ "src/limit.mjs": "mine\n", "notes.txt": "mine too\n" });
    const before = branches(place);

    const refused = await place.iflow("create-feature", "reset mail", "--from", "base");
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining("git cannot switch to main")]);
    expect(refused.stderr).toContain("src/limit.mjs");
    expect([branches(place), place.read("src/limit.mjs")]).toEqual([before, "mine\n"]);

    place.git("restore", "src/limit.mjs");
    expect((await place.iflow("create-feature", "reset mail", "--from", "base")).code).toBe(0);
    expect([place.read("notes.txt"), place.git("status", "--porcelain")]).toEqual(["mine too\n", "?? notes.txt"]);
  },
);

test("T11: in another working tree the base branch need not be free", async () => {
  const place = await firstFeature();
  place.git("worktree", "add", "--quiet", join(place.root, "..", `${place.root.split("/").at(-1)}-main`), "main");

  expect((await place.iflow("create-feature", "reset mail", "--from", "base")).code).toBe(0);
  expect(parentOf(place, SECOND)).toBe(place.git("rev-parse", "main"));
});

test("T11: --from wants a feature that is here; an unclear base branch is said", async () => {
  const place = await firstFeature();
  const from = (start: string) => place.iflow("create-feature", "x", "--from", start);
  expect(await from("009-nobody")).toMatchObject({ code: 2, stderr: expect.stringContaining("no such branch here") });
  expect(await from("main")).toMatchObject({ code: 2, stderr: expect.stringContaining('neither "base" nor') });
  place.git("branch", "-m", "main", "one");
  place.git("branch", "two", "one");
  expect(await from("base")).toMatchObject({ code: 4, stderr: expect.stringContaining('{"baseBranch": "main"}') });
  place.git("switch", "--quiet", "two");
  expect((await place.json("create-feature", "x")).document.data).toMatchObject({ from: "two" });
  await place.write({ "iflow.config.json": JSON.stringify({ baseBranch: "gone" }) });
  expect(await from("base")).toMatchObject({ code: 4, stderr: expect.stringContaining("there is no branch gone") });
});

const PLANNED = {
  id: "004",
  slug: "audit",
  status: "planned",
  mode: null,
  branch: null,
  depends_on_features: ["003-x"],
};
const PLANNED_PATH = "docs/features/004-audit/.meta.json";

verifies("TR-6", "T21: a planned feature starts in a repository without a remote, at the base branch", async () => {
  const place = await workplace(ONE_ROUND, { "README.md": "# R\n", [PLANNED_PATH]: JSON.stringify(PLANNED) });
  const { document } = await place.json("status");
  expect(document.data.features).toMatchObject([{ state: "planned", next: "iflow specify 4" }]);

  const ended = await specify(place, "--yolo", "--feature=004-audit");

  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("branch  feature/004-audit, from main")]);
  expect(meta(place, "004-audit")).toMatchObject({
    ...{ status: "active", branch: "feature/004-audit", lastCompletedPhase: "specify" },
    depends_on_features: ["003-x"],
  });
  expect(place.git("log", "--format=%s", "main..feature/004-audit")).toMatch(/iflow: create feature 004-audit$/);
  // main still has the plan; what the branch says counts
  place.git("switch", "--quiet", "main");
  expect((await place.json("status")).document.data.features).toMatchObject([{ state: "idle", phase: "specify" }]);
});

verifies(
  "TR-6",
  "T21: on another feature's branch, a planned one asks where to begin; the plan may be uncommitted",
  async () => {
    const place = await firstFeature();
    await place.script(ONE_ROUND);
    await place.write({ [PLANNED_PATH]: JSON.stringify(PLANNED) });

    const asked = await specify(place, "--feature=004-audit");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringMatching(/Fix: iflow specify .* --from base\n/)]);
    expect(branches(place)).toEqual([branch(FIRST), "main"]);

    const ended = await place.iflow(
      ...["specify", "--feature=004-audit", "--from", FIRST, "--yolo"],
      ...["--runtime", "scripted", "--script", place.scriptPath],
    );
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`stacked on ${FIRST}`)]);
    expect(meta(place, "004-audit").depends_on_features).toEqual(["003-x", FIRST]);
  },
);

test("T21: one that is blocked stays planned; a branch that only a remote has is named", async () => {
  const place = await workplace({}, { "README.md": "# R\n", [PLANNED_PATH]: JSON.stringify(PLANNED) });
  const blocked = await place.iflow("create-plan", "--feature=004-audit", "--yolo", "--script", place.scriptPath);
  expect([blocked.code, branches(place)]).toEqual([3, ["main"]]);
  place.git("update-ref", "refs/remotes/origin/feature/004-audit", "HEAD");
  const elsewhere = await specify(place, "--feature=004-audit", "--yolo");
  expect([elsewhere.code, elsewhere.stderr]).toEqual([
    4,
    expect.stringContaining("Fix: git switch --track origin/feature/004-audit"),
  ]);
});

test("a feature built on one that is merged meanwhile begins at the base branch", async () => {
  const place = await firstFeature();
  expect((await finish(place, FIRST, "--yolo")).code).toBe(0);
  await addSecond(place, "--from", FIRST);
  expect(meta(place, SECOND)).not.toHaveProperty("depends_on_features");
});
