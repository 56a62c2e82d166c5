// finish-feature as a command: from an implemented feature to a merge commit, and everything that may stand
// in its way. Nothing of the user's is lost on any of these ways.

import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import {
  addHook,
  BRANCH,
  FINISH,
  finishedFeature,
  finishFeature,
  REPAIR,
  retroReply,
  WITH_DOCS,
} from "../../../support/finish-story.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { inWords } from "../../../support/screen.ts";
import { shellUntil } from "../../../support/shell-until.ts";
import { FEATURE, FOLDER } from "../../../support/story.ts";

const subjects = (place: Workplace, range: string) =>
  place.git("log", "--topo-order", "--format=%s", range).split("\n");
const headBranch = (place: Workplace) => place.git("symbolic-ref", "--short", "HEAD");

verifies("FIN-1", "documentation, retrospective, checks, one merge commit, and the branch is gone", async () => {
  const place = await finishedFeature(WITH_DOCS);
  const start = place.git("rev-parse", "main");

  const ended = await finishFeature(place, "--yolo");

  expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  expect(headBranch(place)).toBe("main");
  expect(place.git("rev-parse", "HEAD^1")).toBe(start);
  expect(ended.stdout).toContain(`${FEATURE} is merged into main (${place.git("rev-parse", "HEAD").slice(0, 10)})`);
  expect(subjects(place, "main").slice(0, 5)).toEqual([
    `Merge feature ${FEATURE}`,
    "phase(finish): login-limit - approved",
    `docs: AORTA retrospective for feature ${FEATURE}`,
    "docs: update documentation",
    "phase(implement): login-limit - approved",
  ]);
  const files = (revision: string) => place.git("show", "--format=", "--name-status", revision).split("\n").sort();
  expect(files("HEAD^2")).toEqual([
    `D\t${FOLDER}/.review-history.md`,
    `D\t${FOLDER}/implementation-log.md`,
    `M\t${FOLDER}/.meta.json`,
  ]);
  expect(files("HEAD^2~1")).toEqual([`A\t${FOLDER}/retro.md`]);
  expect(files("HEAD^2~2")).toEqual(["M\tREADME.md"]);
  expect(place.git("branch", "--list", "--format=%(refname:short)")).toBe("main");
  expect(place.git("status", "--porcelain")).toBe("");
  const meta = JSON.parse(place.read(`${FOLDER}/.meta.json`));
  expect(meta).toMatchObject({
    status: "completed",
    lastCompletedPhase: "finish",
    phases: { finish: { iterations: 1 } },
  });
  expect(Date.parse(meta.completed)).toBeGreaterThanOrEqual(Date.parse(meta.phases.finish.started));
  expect(ended.stderr).toMatch(/✓ tests +node --test/);
  expect((await place.json("status")).document.data.features[0].state).toBe("completed");
});

verifies(
  "FIN-1",
  "who looks for outdated documents and who writes the retrospective work at the same time",
  async () => {
    const meets = (own: string, other: string) => [`touch .git/${own}; ${shellUntil(`[ -e .git/${other} ]`)}`];
    const [research] = FINISH["documentation-researcher"] ?? [];
    const place = await finishedFeature({
      ...FINISH,
      "documentation-researcher": [{ ...research, run: meets("one", "two") }],
      "retro-facilitator": [{ ...retroReply("## Observe\nfine\n"), run: meets("two", "one") }],
    });
    const ended = await finishFeature(place, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
  },
);

verifies("FIN-1", "--json names the merge; without a question the person decides", async () => {
  const place = await finishedFeature(FINISH);

  const asked = await finishFeature(place);
  expect(asked.code).toBe(4);
  expect(inWords(asked.stderr)).toContain("How should it end? (No pull request: this repository has no remote.)");
  expect(asked.stderr).toMatch(/^ {4}iflow answer 001\.1 merge {4}\S(?:.|\n)*\n {4}iflow answer 001\.1 stop {5}\S/m);
  expect(place.git("rev-parse", "main")).not.toBe(place.git("rev-parse", BRANCH));

  const { code, document } = await place.json("finish-feature", "--merge");
  expect([code, document.data.merge]).toEqual([0, { commit: place.git("rev-parse", "main"), base: "main" }]);
  expect(document.data).toMatchObject({ phase: "finish", branchDeleted: true, push: null, next: null });
});

test("not now: the run stays open, and going on asks again without paying again", async () => {
  const place = await finishedFeature(FINISH);
  await finishFeature(place);
  await place.iflow("answer", "001.1", "stop");
  const stopped = await place.iflow("continue");
  expect([stopped.code, stopped.stderr]).toEqual([4, expect.stringContaining("nothing was merged")]);
  const again = await place.iflow("continue");
  expect(again.stderr).toContain("iflow answer 001.2 merge");
  await place.iflow("answer", "001.2", "merge");
  expect((await place.iflow("continue")).code).toBe(0);
  expect(place.dispatchFiles(FEATURE, ".outcome.json", "finish")).toHaveLength(2);
});

describe("checks", () => {
  verifies("FIN-1", "a failing check goes to a fixer; what it changed is committed and checked again", async () => {
    const place = await finishedFeature({ ...FINISH, fixer: [REPAIR] }, { broken: true });
    const ended = await finishFeature(place, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([0, expect.stringMatching(/✗ tests +node --test/)]);
    const [fix] = place.git("log", "--format=%H", "--grep", "fix: address pre-merge validation failures").split("\n");
    expect(place.git("show", "--format=", "--name-only", fix ?? "")).toBe("src/limit.mjs");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.finish.iterations).toBe(2);
  });

  verifies(["FIN-1", "PH-7"], "three failures are a hard stop; a repair by hand and continue go on", async () => {
    const idle = { reply: "Implemented: nothing\nFiles changed: none" };
    const place = await finishedFeature({ ...FINISH, fixer: [idle, idle] }, { broken: true });
    const stopped = await finishFeature(place, "--yolo");
    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toContain("YOLO MODE STOPPED: Pre-merge validation failed after 3 attempts.");
    expect(stopped.stderr).toContain("Resume with: iflow continue");
    expect(stopped.stderr.match(/✗ tests +node --test/g)).toHaveLength(3);
    expect(headBranch(place)).toBe(BRANCH);
    expect(subjects(place, "main")).toEqual(["start"]);

    const code = place.read("src/limit.mjs").replace(">=", ">");
    await place.write({ "src/limit.mjs": code });
    const dirty = await place.iflow("continue");
    expect([dirty.code, dirty.stderr]).toEqual([4, expect.stringContaining("not part of the merge: src/limit.mjs")]);
    place.git("commit", "--quiet", "-am", "by hand");
    await place.iflow("answer", "001.1", "again");
    const foreign = await place.iflow("continue");
    expect([foreign.code, foreign.stderr]).toEqual([4, expect.stringContaining("somebody else committed")]);
    await place.iflow("answer", "001.2", "include");
    const ended = await place.iflow("continue");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(place.git("show", "main:src/limit.mjs")).toContain("count > limit");
  });

  test("without stored checks that is said, and nothing is run", async () => {
    const place = await finishedFeature(FINISH, {
      config: {},
      files: { ".github/workflows/ci.yml": "jobs: {test: {steps: [{run: touch ran}]}}\n" },
    });
    const ended = await finishFeature(place, "--yolo");
    expect(ended.stderr).toContain("Nothing will be tested before the merge.");
    expect([ended.code, existsSync(join(place.root, "ran"))]).toEqual([0, false]);
  });

  verifies("USE-2", "U2: a check sees none of our settings; what it prints is shown on request only", async () => {
    const checks = { test: "env | grep ^IFLOW_; echo to stderr >&2" };
    const place = await finishedFeature(FINISH, { config: { checks } });
    const args = ["finish-feature", "--yolo", "--runtime", "scripted", "--script", place.scriptPath];
    const ended = await place.iflowWith({ env: { IFLOW_REVIEW_MAX_ROUNDS: "4" } }, ...args);
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain("IFLOW_STEP=");
    const { stdout } = await place.iflow("show", FEATURE, "--check", "1");
    expect(stdout).toContain("IFLOW_STEP=finish/1/0/check-test/1");
    expect(stdout).not.toContain("IFLOW_REVIEW_MAX_ROUNDS");
    expect(stdout).toContain("to stderr");
    const { code, document } = await place.json("show", FEATURE, "--check", "2");
    expect([code, document.error.message]).toEqual([2, "there is no check 2"]);
  });
});

describe("what stands in the way", () => {
  verifies(
    ["FIN-1", "PH-7"],
    "a conflict is found before anything is merged or paid, and its files are named",
    async () => {
      const place = await finishedFeature(FINISH, { files: { "README.md": "# Shop\n\nfrom the feature\n" } });
      place.git("switch", "--quiet", "main");
      await place.write({ "README.md": "# Shop\n\nfrom main\n" });
      place.git("commit", "--quiet", "-am", "main moved");
      place.git("switch", "--quiet", BRANCH);
      const [main, tip] = [place.git("rev-parse", "main"), place.git("rev-parse", BRANCH)];

      const stopped = await finishFeature(place, "--yolo");

      expect(stopped.code).toBe(3);
      expect(stopped.stderr).toContain("YOLO MODE STOPPED: Merge conflict on main.");
      expect(stopped.stderr).toContain("README.md");
      expect(stopped.stderr).toContain("Resume with: iflow continue");
      expect([place.git("rev-parse", "main"), place.git("rev-parse", BRANCH)]).toEqual([main, tip]);
      expect(place.git("status", "--porcelain")).toBe("");

      place.git("merge", "--quiet", "--strategy-option=ours", "--no-edit", "main");
      expect((await place.iflow("continue")).code).toBe(4); // somebody committed
      await place.iflow("answer", "001.1", "include");
      expect((await place.iflow("continue")).code).toBe(0);
      expect(place.git("show", "main:README.md")).toContain("from the feature");
    },
  );

  verifies("FIN-1", "uncommitted files are asked about, and left in the tree when the person says so", async () => {
    const place = await finishedFeature(FINISH);
    await place.write({ "notes.txt": "mine", "README.md": "# Shop\nedited\n" });

    const asked = await finishFeature(place, "--yolo");

    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("Not committed, so not part of the merge: README.md, notes.txt.");
    await place.iflow("answer", "001.1", "leave");
    const ended = await place.iflow("continue");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(place.git("status", "--porcelain")).toBe(" M README.md\n?? notes.txt");
    expect([place.read("notes.txt"), place.read("README.md")]).toEqual(["mine", "# Shop\nedited\n"]);
    expect(place.git("show", "main:README.md")).toBe("# Shop");
  });

  verifies(
    "FIN-1",
    "what iflow noted about another feature that waits is not asked about; what is beside it is",
    async () => {
      const place = await finishedFeature(FINISH);
      const other = "docs/features/002-reset-mail";
      const thirdNotes = "docs/features/003-export/mine.md";
      await place.write({ [`${other}/.review-history.md`]: "# Review History\n", [thirdNotes]: "mine" });
      await place.write({ [`${other}/implementation-log.md`]: "# Log\n", [`${other}/receipts.json`]: "{}\n" });
      await place.write({ "docs/features/003-export/.review-history.md": "# Review History\n" });
      await place.write({ "docs/features/004-print/receipts.json": "{}\n" });

      const asked = await finishFeature(place, "--yolo");

      expect(asked.code).toBe(4);
      expect(asked.stderr).toContain("Not committed, so not part of the merge: docs/features/003-export/.");
      await rm(join(place.root, thirdNotes));
      await place.iflow("answer", "001.1", "again");
      expect((await place.iflow("continue", "--yolo")).code).toBe(0);
      expect(place.read(`${other}/.review-history.md`)).toBe("# Review History\n");
      expect(place.read(`${other}/implementation-log.md`)).toBe("# Log\n");
      expect(place.read(`${other}/receipts.json`)).toBe("{}\n");
    },
  );

  test("files git could not carry along cannot be left; stop changes nothing", async () => {
    const place = await finishedFeature(FINISH);
    await place.write({ "src/limit.mjs": "mine\n" });
    const tip = place.git("rev-parse", "HEAD");
    const asked = await finishFeature(place);
    expect(asked.stderr).toContain("iflow answer 001.1 again");
    await place.iflow("answer", "001.1", "stop");
    const ended = await place.iflow("continue");
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("was left as it is")]);
    expect([place.git("rev-parse", "HEAD"), place.read("src/limit.mjs")]).toEqual([tip, "mine\n"]);
  });

  verifies(
    "FIN-1",
    "a base branch that another working tree has checked out is merged into there; this one stays as it is",
    async () => {
      const place = await finishedFeature(FINISH);
      const other = join(place.root, ".git", "elsewhere");
      place.git("worktree", "add", "--quiet", other, "main");

      const ended = await finishFeature(place, "--yolo");

      expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("could not be deleted")]);
      expect([headBranch(place), place.git("status", "--porcelain")]).toEqual([BRANCH, ""]);
      const there = (...args: string[]) => place.git("-C", other, ...args);
      expect([there("status", "--porcelain"), there("log", "-1", "--format=%s")]).toEqual([
        "",
        `Merge feature ${FEATURE}`,
      ]);
      expect(there("show", "HEAD:src/limit.mjs")).toContain("export");
    },
  );

  verifies("FIN-1", "open tasks are asked about; --yolo finishes all the same", async () => {
    const tasks = "# Tasks\n\n### Task 1.1: Count logins\n- [ ] done\n\n### Task 1.2: Reset\n- [ ] done\n";
    const files = { [`${FOLDER}/tasks.md`]: tasks };
    const place = await finishedFeature(FINISH, { files });
    const asked = await finishFeature(place);
    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain("1 task has no entry in implementation-log.md: 1.2: Reset");
    expect(asked.stderr).toContain("1 box in tasks.md is not ticked");
    const yolo = await place.iflow("continue", "--yolo");
    expect([yolo.code, yolo.stderr]).toEqual([0, expect.stringContaining("→ continue")]);
  });

  verifies("FIN-1", "a hook that refuses the merge: it is undone, and continue tries again", async () => {
    const place = await finishedFeature(FINISH);
    await addHook(place, "pre-merge-commit", "echo not on a friday >&2; exit 1");
    const main = place.git("rev-parse", "main");

    const stopped = await finishFeature(place, "--yolo");

    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toContain("git refused the merge into main");
    expect(stopped.stderr).toContain("not on a friday");
    expect([place.git("rev-parse", "main"), headBranch(place)]).toEqual([main, BRANCH]);
    expect(place.git("status", "--porcelain")).toBe("");
    await addHook(place, "pre-merge-commit", "exit 0");
    expect((await place.iflow("finish-feature", "--yolo")).code).toBe(0);
    expect(subjects(place, "main").filter((subject) => subject.startsWith("phase(finish)"))).toHaveLength(1);
  });

  test("a hook that refuses the completion commit leaves meta and logs as they were", async () => {
    const place = await finishedFeature(FINISH);
    await addHook(place, "pre-commit", "echo no >&2; exit 1");
    const stopped = await finishFeature(place, "--yolo");
    expect([stopped.code, stopped.stderr]).toEqual([3, expect.stringContaining("git refused the completion commit")]);
    expect(place.git("status", "--porcelain")).toBe("");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).status).toBe("active");
    await addHook(place, "pre-commit", "exit 0");
    expect((await place.iflow("continue")).code).toBe(0);
  });

  test("settings that would squash, stash or refuse the merge do not", async () => {
    const place = await finishedFeature(FINISH);
    place.git("config", "merge.ff", "only");
    place.git("config", "branch.main.mergeOptions", "--squash");
    place.git("config", "merge.autoStash", "true");
    expect((await finishFeature(place, "--yolo")).code).toBe(0);
    expect(place.git("rev-list", "--min-parents=2", "--count", "main")).toBe("1");
  });
});

describe("documentation", () => {
  verifies("FIN-1", "only files that were named and changed are committed; the others are left", async () => {
    const writer = {
      writes: { "README.md": "# Shop\n\nnew\n", "src/sneaky.mjs": "export {};\n", [`${FOLDER}/spec.md`]: "# mine\n" },
      reply: { updates_made: [{ file: "README.md" }, { file: "docs/never-touched.md" }, { file: "../outside.md" }] },
    };
    const place = await finishedFeature({ ...WITH_DOCS, "documentation-writer": [writer] }, { config: {} });
    const ended = await finishFeature(place, "--yolo");
    expect(ended.stderr).toContain("documentation-writer also changed files it was not asked to");
    const docs = place.git("log", "--all", "--format=%H", "--grep", "docs: update documentation");
    expect(place.git("show", "--format=", "--name-only", docs)).toBe("README.md");
    expect([ended.code, ended.stderr]).toEqual([3, expect.stringContaining("git cannot switch to main")]);
    expect(place.read(`${FOLDER}/spec.md`)).toBe("# mine\n");
  });

  test("an agent that fails is a warning, not a stop", async () => {
    const place = await finishedFeature({ ...FINISH, "documentation-researcher": [{ error: "overloaded" }] });
    const ended = await finishFeature(place, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([
      0,
      expect.stringContaining("documentation-researcher could not be used"),
    ]);
  });
});

describe("the retrospective", () => {
  verifies("KB-2", "it is given metrics, history, log and git summary, and retro.md is its text", async () => {
    const promptHas = [
      "| specify | 2026-03-01T09:00:00.000Z | 2026-03-01T09:30:00.000Z | 30 min | 2 |",
      "| implement | 2026-03-01T10:00:00.000Z | 2026-03-01T12:30:00.000Z | 2 h 30 min | 1 |",
      "The window was unclear.",
      "- Decisions: a plain counter",
      "4 commits that main does not have:",
      "src/limit.mjs",
      "- spec.md: 17 lines",
      "- design.md: missing",
    ];
    const retro = { ...retroReply("## Observe\nfine\n"), promptHas };
    const place = await finishedFeature({ ...FINISH, "retro-facilitator": [retro] });
    const ended = await finishFeature(place, "--yolo");
    expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
    expect(place.read(`${FOLDER}/retro.md`)).toBe(`# Retrospective: ${FEATURE}\n\n## Observe\nfine\n`);
    const records = join(place.runFolder(FEATURE, 1, "finish"), "records");
    expect(readFileSync(join(records, ".review-history.md"), "utf8")).toContain("The window was unclear.");
    expect(existsSync(join(records, "implementation-log.md"))).toBe(true);
  });

  verifies(
    "KB-2",
    "a facilitator that fails leaves a smaller one, marked as such; missing sources are noted",
    async () => {
      const roles = { ...FINISH, "retro-facilitator": [{ error: "no credit" }] };
      const place = await finishedFeature(roles, { without: ["implementation-log.md"] });
      const ended = await finishFeature(place, "--yolo");
      expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining("retro-facilitator could not be used")]);
      const retro = place.read(`${FOLDER}/retro.md`);
      expect(retro).toContain("> Written by iflow from its records alone");
      expect(retro).toContain("| implement |");
      expect(retro).toContain("- Review history: available\n- Implementation log: not available");
      const context = readFileSync(join(place.runFolder(FEATURE, 1, "finish"), "retro-context.md"), "utf8");
      expect(context).toContain("## Implementation Log\nNo implementation log available");
    },
  );

  verifies(
    "KB-2",
    "iflow retrospect writes it alone, and again for a finished feature whose logs are gone",
    async () => {
      const promptHas = ["The window was unclear.", "- Decisions: a plain counter"];
      const turns = [retroReply(), retroReply("# Second\n\ntext\n"), retroReply("# Third\n\ntext\n")].map((turn) => ({
        ...turn,
        promptHas,
      }));
      const place = await finishedFeature({ ...FINISH, "retro-facilitator": turns });
      const retrospect = (...args: string[]) =>
        place.iflow("retrospect", FEATURE, "--runtime", "scripted", "--script", place.scriptPath, ...args);

      const first = await retrospect();
      expect([first.code, first.stdout]).toEqual([0, expect.stringContaining("retrospective written")]);
      expect(place.git("show", "--format=%s", "--name-only", "HEAD")).toBe(
        `docs: AORTA retrospective for feature ${FEATURE}\n\n${FOLDER}/retro.md`,
      );
      expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).lastCompletedPhase).toBe("implement");
      expect((await finishFeature(place, "--yolo")).code).toBe(0);

      const gone = await retrospect();
      expect([gone.code, gone.stderr]).toEqual([4, expect.stringContaining(`git switch -c ${BRANCH}`)]);
      place.git("switch", "--quiet", "-c", BRANCH);
      const again = await retrospect();
      expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
      expect(place.read(`${FOLDER}/retro.md`)).toContain("# Third");
      expect(place.git("show", "main:docs/features/001-login-limit/retro.md")).toContain("# Second");
    },
  );
});
