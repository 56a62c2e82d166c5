// Bad input: each time a message that names the fix, the exit code of the table, and nothing of the user's touched.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { type Ended, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import {
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  SPEC_PATH,
  specify,
  TWO_ROUNDS,
  writes,
} from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

function expectRefusal(ended: Ended, code: number, message: string, fix: string): void {
  expect(inWords(ended.stderr)).toContain(message);
  expect(inWords(ended.stderr)).toContain(fix);
  expect(ended.stderr).not.toContain("This is a bug");
  expect(ended.code).toBe(code);
}

describe("the repository", () => {
  test("is none", async () => {
    const place = await workplace();
    const folder = await tempFolder();
    expectRefusal(await place.iflow("--cwd", folder, "status"), 2, "not inside a git repository", "git init");
  });

  test("has no commit yet", async () => {
    const place = await workplace();
    place.git("checkout", "--quiet", "--orphan", "empty");
    expectRefusal(await place.iflow("create-feature", "x"), 4, "no commit yet", "git commit");
  });

  test("has a detached HEAD", async () => {
    const place = await workplace();
    place.git("checkout", "--quiet", "--detach");
    expectRefusal(await place.iflow("create-feature", "x"), 4, "HEAD is detached", "git switch");
  });

  test("is in the middle of a merge", async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    await writeFile(join(place.root, ".git", "MERGE_HEAD"), `${place.git("rev-parse", "HEAD")}\n`);
    expectRefusal(await specify(place, "--yolo"), 4, "a merge is in progress", "git merge --abort");
  });
});

describe("U12: a beginner", () => {
  test("types a phase too early, and then the right one", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const early = await place.iflow("finish-feature", "--runtime", "scripted", "--script", place.scriptPath);
    expect([early.code, early.stderr]).toEqual([4, expect.stringContaining("There is no code yet. Finish anyway?")]);

    const right = await specify(place, "--yolo");

    expect([right.code, right.stderr + right.stdout]).toEqual([0, expect.stringContaining("takes its place")]);
    expect((await place.json("show", FEATURE)).document.data.runs).toMatchObject([
      { phase: "finish", outcome: "abandoned" },
      { phase: "specify", outcome: "continue" },
    ]);
  });

  test("says nothing at all, and is told what to say to this command", async () => {
    const place = await workplace();
    for (const command of ["run", "brainstorm"])
      expectRefusal(await place.iflow(command, " "), 2, "say what you want", `iflow ${command} "`);
  });

  test("has a title in another script, which becomes its name", async () => {
    const place = await workplace();
    const created = await place.iflow("create-feature", "ログイン制限");
    expect([created.code, created.stdout]).toEqual([0, expect.stringContaining("001-ログイン制限")]);
    expect(place.git("branch", "--show-current").trim()).toBe("feature/001-ログイン制限");
    expect((await place.json("status")).document.data.features).toMatchObject([{ key: "001-ログイン制限" }]);
  });

  test("gives --yolo to create-feature as to every other command", async () => {
    const place = await workplace();
    await createFeature(place);
    const second = await place.iflow("create-feature", "another one", "--yolo");
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining("without the work on")]);
  });
});

describe("the feature", () => {
  verifies("PH-3", "is unknown, or there is none: a message, never a guess", async () => {
    const place = await workplace();
    expectRefusal(await specify(place), 2, "No active feature found", "iflow run");
    await createFeature(place);
    expectRefusal(await specify(place, "--feature=009-nope"), 2, "Feature 009-nope not found", FEATURE);
  });

  verifies(["PH-3", "PH-7"], "several are active: the person names one, also under --yolo", async () => {
    const place = await workplace();
    await createFeature(place);
    place.git("switch", "--quiet", "main");
    await place.iflow("create-feature", "second one");
    place.git("switch", "--quiet", "main");
    const ended = await place.iflow("specify", "--yolo");
    expectRefusal(ended, 4, "Several features are active", "iflow specify 1 --yolo");
    expect(ended.stderr).toContain("  iflow specify 2 --yolo   002-second-one");
  });

  verifies("PH-3", "numbers follow folders, local and remote-tracking branches, so none is used twice", async () => {
    const place = await workplace();
    await createFeature(place);
    place.git("switch", "--quiet", "main");
    place.git("branch", "feature/004-local");
    place.git("update-ref", "refs/remotes/origin/feature/007-theirs", "HEAD");
    const { document } = await place.json("create-feature", "next");
    expect(document.data.key).toBe("008-next");
    expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("feature/008-next");
  });

  for (const [title, key] of [
    ["🎉🎉", "001-untitled"],
    ["\"quotes\" and 'more' $(touch pwned)", "001-quotes-and-more-touch-pwned"],
    ["long ".repeat(60), "001-long-long-long-long-long-long"],
    ["../..", "001-untitled"],
    ["-rf --force", "001-rf-force"],
  ] as const) {
    verifies(
      ["PH-2", "PH-3"],
      `is called ${JSON.stringify(title.slice(0, 20))}: a plain key, the words kept`,
      async () => {
        const place = await workplace();
        const ended = await place.iflow("--json", "create-feature", "--", title);
        const { data } = JSON.parse(ended.stdout);
        expect(data.key).toBe(key);
        expect(JSON.parse(place.read(`docs/features/${key}/.meta.json`)).description).toBe(
          title.trim().replaceAll(/\s+/g, " "),
        );
        expect(place.git("status", "--porcelain")).toBe("");
      },
    );
  }

  verifies("PH-6", "has a corrupt .meta.json: refused, and the file stays byte for byte", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    await place.write({ [`${FOLDER}/.meta.json`]: '{"id": "001", broken' });
    expectRefusal(await specify(place, "--yolo"), 1, ".meta.json cannot be read", "git restore");
    expect(place.read(`${FOLDER}/.meta.json`)).toBe('{"id": "001", broken');
  });

  test("gets unknown keys of .meta.json back", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const path = `${FOLDER}/.meta.json`;
    await place.write({ [path]: JSON.stringify({ ...JSON.parse(place.read(path)), mine: { kept: true } }) });
    place.git("commit", "--quiet", "--all", "--message", "mine");
    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(JSON.parse(place.read(path)).mine).toEqual({ kept: true });
  });
});

describe("the configuration", () => {
  test("has a typo, a wrong value, or is not JSON: exit 2 and the key's name", async () => {
    const place = await workplace();
    const refused = async (text: string) => {
      await place.write({ "iflow.config.json": text });
      const ended = await place.iflow("status");
      expect([ended.code, ended.stdout]).toEqual([2, ""]);
      return ended.stderr;
    };
    expect(await refused('{\n  "artifactsRoot": "docs",\n  "chekcs": {"test": "npm test"}\n}\n')).toBe(
      'iflow: unknown key "chekcs" (iflow.config.json, line 3)\n  Fix: Did you mean "checks"?\n',
    );
    expect(await refused('{\n  "review": {\n    "guard": "cost",\n    "maxRounds": "five"\n  }\n}\n')).toBe(
      'iflow: review.maxRounds must be a whole number, not "five"\n  (iflow.config.json, line 4)\n' +
        "  Fix: Correct review.maxRounds in iflow.config.json.\n",
    );
    expect(await refused('{\n  "checks": {\n    "test": "npm test"\n    "lint": "x"\n  }\n}\n')).toBe(
      'iflow: iflow.config.json is not JSON (line 3: a comma is missing before "lint")\n' +
        "  Fix: correct iflow.config.json\n",
    );
    await place.write({ "iflow.config.json": "{}" });
    const odd = await place.iflowWith(
      { env: { IFLOW_REVIEW_MAXROUNDS: "3" } },
      "--cwd",
      (await workplace()).root,
      "status",
    );
    expectRefusal(odd, 2, "IFLOW_REVIEW_MAXROUNDS is not a setting", "IFLOW_REVIEW_MAX_ROUNDS");
  });

  test("commands, flags and runtimes that do not exist: exit 2 or 5 and a way out", async () => {
    const place = await workplace();
    await createFeature(place);
    expectRefusal(await place.iflow("speciify"), 2, "unknown command", "iflow --help");
    expectRefusal(await place.iflow("status", "--nope"), 2, "unknown option", "iflow status --help");
    expectRefusal(await place.iflow("specify"), 5, "no agent is set up", "iflow demo");
    expectRefusal(await place.iflow("specify", "--runtime", "nope"), 2, 'no runtime "nope"', "scripted");
    expectRefusal(await place.iflow("specify", "--script", "gone.json"), 2, "cannot be read", "--script FILE");
    expect(place.git("status", "--porcelain")).toBe("");
  });

  test("a script that does not fit stops the run with the role, the turn and what was expected", async () => {
    const place = await workplace({ "spec-author": [writes("x", { expect: "resume" })] });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expectRefusal(ended, 1, "spec-author turn 1 expects a resume dispatch, but a fresh one came", "Correct the script");
    await place.script({ ...ONE_ROUND, "spec-reviewer": [] });
    expectRefusal(await place.iflow("continue"), 1, "spec-reviewer", "Correct the script");
    await place.script(ONE_ROUND);
    expect((await place.iflow("continue")).code).toBe(0);
  });
});

verifies(
  ["PH-6", "RES-3"],
  "a hook that refuses the completion commit: exit 3, its words, nothing says completed; then continue",
  async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    await addHook(place, "pre-commit", "echo 'no commits on Sundays' >&2; exit 1");

    const refused = await specify(place, "--yolo");

    expectRefusal(refused, 3, "git refused the completion commit", "iflow continue");
    expect(refused.stderr).toContain("no commits on Sundays");
    expect(place.git("log", "-1", "--format=%s")).toBe("iflow: specify draft");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).lastCompletedPhase).toBeNull();

    await addHook(place, "pre-commit", "exit 0");
    expect((await place.iflow("continue")).code).toBe(0);
    expect(place.git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - approved");
  },
);

verifies(
  "IMP-7",
  "paths an agent writes outside the repository, into .git or through a symlink are refused",
  async () => {
    for (const path of [
      "../outside.md",
      ".git/hooks/pre-commit",
      "a/%2e%2e/b",
      "link/x.md",
      "back\\slash",
      "/etc/passwd-iflow",
    ]) {
      const outside = await tempFolder();
      const place = await workplace({ "spec-author": [1, 2].map(() => ({ writes: { [path]: "x" }, reply: "ok" })) });
      await createFeature(place);
      const { symlink } = await import("node:fs/promises");
      await symlink(outside, join(place.root, "link"));
      const ended = await specify(place, "--yolo");
      expect(ended.code, path).toBe(5);
      expect(ended.stderr, path).toContain("spec-author failed twice in a row");
      const { readdirSync } = await import("node:fs");
      expect(readdirSync(outside)).toEqual([]);
    }
  },
);

test("F7: a missing identity stops before anything is paid for, with git's own words", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  place.git("config", "--unset", "user.name");
  place.git("config", "--unset", "user.email");
  place.git("config", "user.useConfigOnly", "true");
  const ended = await specify(place, "--yolo");
  expect(ended.stderr).toContain("git config user.name");
  expect(ended.code).toBe(1);
  expect(existsSync(place.runFolder(FEATURE))).toBe(false);
  place.git("config", "user.name", "me");
  place.git("config", "user.email", "me@example.invalid");
  expect((await specify(place, "--yolo")).code).toBe(0);
  expect(place.read(SPEC_PATH)).toContain("# Specification");
});

async function addHook(place: Workplace, name: string, body: string): Promise<void> {
  const folder = join(place.root, ".git", "hooks");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`);
  await chmod(join(folder, name), 0o755);
}

describe("a file somebody names", () => {
  test("is no text: said of the name they typed", async () => {
    const place = await workplace();
    await writeFile(join(place.root, "tasks.md"), Buffer.from([0x61, 0xff, 0xfe]));
    expectRefusal(await place.iflow("tasks", "tasks.md"), 2, 'tasks.md" is refused: it is not UTF-8 text', "UTF-8");
    expectRefusal(await place.iflow("validate", "tasks.md"), 2, 'tasks.md" is refused', "UTF-8");
  });

  test("is a command line with quotes: a list is asked for", async () => {
    const place = await workplace();
    const ended = await place.iflowWith({ env: { IFLOW_ACP_COMMAND: 'sh -c "x y"' } }, "status");
    expectRefusal(ended, 2, "acp.command has quotes", "give a list");
  });
});

test("F10: a damaged journal is told once, with what to do; --json and --quiet have it in the error", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  expect((await specify(place)).code).toBe(4);
  const file = join(place.runFolder(FEATURE), "journal.jsonl");
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.map((line, index) => (index === 2 ? line.replace("type", "tYpe") : line)).join("\n"));
  const why = `${file}, line 3 is broken`;

  const ended = await place.iflow("continue");
  const said = inWords(ended.stderr);
  expect([ended.code, said.split(why)]).toEqual([1, [expect.any(String), expect.any(String)]]);
  expect(said.match(/Restore the file from a backup/g)).toHaveLength(1);
  expect(ended.stderr).toContain("iflow: this cannot continue before the damage is mended; the note above says how");
  expect((await place.json("continue")).document.error.message).toContain(why);
  expect(inWords((await place.iflow("--quiet", "continue")).stderr)).toContain(`iflow: ${why}`);
});

test("F10: a damaged answer is named, and what is printed to mend it works when it is pasted", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  const asked = await specify(place);
  const [, id = "", answer = ""] = /iflow answer (\d+\.\d+) (\S+)/.exec(asked.stderr) ?? [];
  expect((await place.iflow("answer", id, answer)).code).toBe(0);
  const file = join(place.runFolder(FEATURE), "answers", `${id}.json`);
  writeFileSync(file, readFileSync(file, "utf8").replace(answer, answer.toUpperCase()));

  const refused = await place.iflow("continue");
  const [, path = "", again = ""] =
    /Fix: Remove\s+(\S+)\s+and answer again:\s+iflow (answer \S+ \S+)/.exec(refused.stderr) ?? [];
  expect([refused.code, path]).toEqual([1, file]);
  rmSync(path);
  expect((await place.iflow(...again.split(" "))).code).toBe(0);
  expect((await place.iflow("continue")).stderr).not.toContain(file);
});
