// git fails, or is ended, after it has done its work: a held index.lock, a signal during a hook. What stands is not undone,
// nothing is called approved while the user's next commit would delete it, and `iflow continue` settles the rest.
import { existsSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { withTurn } from "../../support/crash.ts";
import { addHook, BRANCH, FINISH, finishedFeature, finishFeature, WITH_DOCS } from "../../support/finish-story.ts";
import { type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import { createFeature, FOLDER, ONE_ROUND, SPEC_PATH, specify } from "../../support/story.ts";

const META = `${FOLDER}/.meta.json`;
const lockOf = (place: Workplace) => join(place.root, ".git", "index.lock");
const completed = (place: Workplace) => JSON.parse(place.read(META)).lastCompletedPhase;

describe("F3: with .git/index.lock held", () => {
  verifies("SAFE-4", "F3: nothing is called approved, the lock is named, and continue settles the index", async () => {
    const place = await workplace(withTurn(ONE_ROUND, "spec-author", 0, { run: ["touch .git/index.lock"] }));
    await createFeature(place);

    const held = await specify(place, "--yolo");

    expect(held.code).not.toBe(0);
    expect(held.stderr).toContain(lockOf(place));
    expect(held.stderr + held.stdout).not.toContain("Spec approved");
    expect(place.git("log", "-1", "--format=%s")).toBe("iflow: specify draft");
    expect(completed(place)).toBeNull();
    const again = await place.iflow("continue", "--yolo", "--until", "specify");
    expect([again.code, again.stderr]).toEqual([held.code, expect.stringContaining(lockOf(place))]);

    await unlink(lockOf(place));
    await place.write({ "mine.txt": "mine\n" });
    place.git("add", "mine.txt");
    const ended = await place.iflow("continue", "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain(`mended: git's index was behind our commit of ${SPEC_PATH}`);
    expect(place.git("status", "--porcelain")).toBe("A  mine.txt");
  });

  verifies("SAFE-4", "F3: what the user staged since is left alone", async () => {
    const place = await workplace(withTurn(ONE_ROUND, "spec-author", 0, { run: ["touch .git/index.lock"] }));
    await createFeature(place);
    await specify(place, "--yolo");
    await unlink(lockOf(place));
    const text = `${place.read(SPEC_PATH)}\nMine.\n`;
    await place.write({ [SPEC_PATH]: text });
    place.git("add", SPEC_PATH);

    await place.iflow("continue"); // asks about the edit

    expect(place.git("show", `:${SPEC_PATH}`)).toBe(text.trim());
  });
});

describe("F4: git fails after the completion commit was made", () => {
  verifies(
    "SAFE-4",
    "F4: a git that is ended in its post-commit hook has committed: the phase is approved",
    async () => {
      const place = await workplace(ONE_ROUND);
      await createFeature(place);
      await addHook(place, "post-commit", "kill -9 $PPID");

      const ended = await specify(place, "--yolo");

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(completed(place)).toBe("specify");
      expect(place.git("status", "--porcelain")).toBe("");
      expect(place.git("log", "--format=%s", "main..HEAD").match(/- approved/g)).toHaveLength(1);
    },
  );

  verifies("SAFE-4", "F4: with an index.lock left by the hook, .meta.json stays as committed", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    await addHook(place, "post-commit", "touch .git/index.lock");

    const held = await specify(place, "--yolo");

    expect([held.code, held.stderr]).toEqual([expect.any(Number), expect.stringContaining(lockOf(place))]);
    expect(held.code).not.toBe(0);
    expect(completed(place)).toBe("specify");
    expect(place.git("show", `HEAD:${META}`)).toBe(place.read(META).trim());

    await unlink(lockOf(place));
    const ended = await place.iflow("continue", "--yolo", "--until", "specify");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(place.git("status", "--porcelain")).toBe("");
    expect(place.git("log", "--format=%s", "main..HEAD").match(/- approved/g)).toHaveLength(1);
  });

  verifies(
    "SAFE-4",
    "F4: the same for the commit that completes a feature: logs stay removed, and it is merged",
    async () => {
      const place = await finishedFeature(FINISH);
      await addHook(place, "post-commit", "touch .git/index.lock");
      const held = await finishFeature(place, "--yolo");
      expect([held.code, held.stderr]).toEqual([expect.any(Number), expect.stringContaining(lockOf(place))]);
      expect(JSON.parse(place.read(META)).status).toBe("completed");
      expect(existsSync(join(place.root, FOLDER, ".review-history.md"))).toBe(false);
      await unlink(join(place.root, ".git", "hooks", "post-commit"));
      await unlink(lockOf(place));

      const ended = await place.iflow("continue", "--yolo");

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(place.git("branch", "--list", BRANCH)).toBe("");
      expect(place.git("status", "--porcelain")).toBe("");
      expect(JSON.parse(place.read(META)).status).toBe("completed");
    },
  );

  verifies("SAFE-4", "F4: .meta.json that was put back comes back from its commit, and that is said", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const before = place.read(META);
    await addHook(place, "post-commit", "touch .git/index.lock");
    await specify(place, "--yolo");
    await unlink(lockOf(place));
    const after = place.read(META);
    // as a process leaves it that is killed before it closes the completion, with the file put back by an earlier version
    const step = place.git("log", "-1", "--format=%(trailers:key=Iflow-Step,valueonly)").trim();
    const since = place.git("rev-parse", "HEAD~1");
    const record = JSON.stringify({ step, since, files: { [META]: { before, after } } });
    await place.write({ [META]: before, ".git/iflow/runs/001-login-limit.specify.1/completion.json": record });

    const ended = await place.iflow("continue", "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(ended.stderr).toContain("mended: .meta.json was behind its completion commit");
    expect(place.read(META)).toBe(after);
  });

  test("a hook that refuses leaves everything as it was, without a word about mending", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const before = place.read(META);
    await addHook(place, "pre-commit", "exit 1");

    const refused = await specify(place, "--yolo");

    expect(refused.code).not.toBe(0);
    expect(place.read(META)).toBe(before);
    expect(refused.stderr).not.toContain("mended");
  });
});

describe("F9: the commit of finish's documentation fails", () => {
  const lock = `.git/refs/heads/${BRANCH}.lock`;

  verifies(
    "SAFE-4",
    "F9: the run waits, says why, and commits it when it continues: never the person's change",
    async () => {
      const place = await finishedFeature(withTurn(WITH_DOCS, "documentation-writer", 0, { run: [`touch ${lock}`] }));

      const held = await finishFeature(place, "--yolo");

      expect(held.code).not.toBe(0);
      expect(held.stderr).toContain("git refused to commit README.md");
      expect(held.stderr).toContain(lock);
      expect(place.git("log", "-1", "--format=%s", "main")).not.toContain("Merge");

      await unlink(join(place.root, lock));
      const ended = await place.iflow("continue", "--yolo");

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(place.git("log", "--format=%s", "main")).toContain("docs: update documentation");
      expect(place.git("show", "main:README.md")).toContain("At most 5 logins");
      expect(place.git("status", "--porcelain")).toBe("");
    },
  );
});
