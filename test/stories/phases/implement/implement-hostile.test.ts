// An implementer that does what it must not: whatever it touches, nothing of the person's is lost, iflow commits only named
// files, it is said, and the run continues or stops with a question that can be answered.

import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, test, vi } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Ended, Turn, Workplace } from "../../../support/iflow.ts";
import { CODE, DONE, fails, fixCommit, fixes, preparedPlace, TASK } from "../../../support/scenario.ts";
import { inWords } from "../../../support/screen.ts";
import { approve, FEATURE, FOLDER, spec } from "../../../support/story.ts";
import { tempFolder } from "../../../support/temp-repo.ts";

const place = (...implementer: Turn[]) => preparedPlace({ implementer });

const TEXT = "export const isAllowed = () => true;\n";
const writes = (more: Turn = {}): Turn => ({ writes: { [CODE]: TEXT }, reply: `Files changed:\n- ${CODE}`, ...more });
const runs = (...run: string[]): Turn => writes({ run });

const implement = (where: Workplace, env: Record<string, string> = {}) =>
  where.iflowWith({ env }, "implement", "--script", where.scriptPath, "--yolo");

async function answered(where: Workplace, { stderr }: Ended, answer: string): Promise<Ended> {
  await where.iflow("answer", /iflow answer (\S+\.\d+)/.exec(stderr)?.[1] ?? "", answer);
  return where.iflow("continue", "--yolo");
}

/** As it was said, however a terminal breaks the lines. */
const said = ({ stderr }: Ended) => stderr.replace(/\s+/g, " ");
const summary = ({ code, stderr }: Ended) => `${code} ${stderr}`;
const subjects = (where: Workplace) => where.git("log", "--format=%s", "prepared..HEAD").split("\n");
const filesOf = (where: Workplace, subject: string) =>
  where.git("log", "--format=", "--name-only", "--fixed-strings", `--grep=${subject}`, "prepared..HEAD").split("\n");
const runFolder = (where: Workplace) => where.runFolder(FEATURE, 1, "implement");

/** The task is done, and its commit holds what was named. */
function expectDone(where: Workplace, ended: Ended): void {
  expect(summary(ended)).toMatch(/^0 /);
  expect(subjects(where)).toEqual([DONE, TASK]);
  expect(filesOf(where, TASK)).toEqual([CODE]);
}

describe("an implementer that writes into .git", () => {
  test("with its own tools is refused, and the task is tried again", async () => {
    const where = await place({ writes: { ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n" } }, writes());
    const before = where.read(".git/config");

    const ended = await implement(where);

    expectDone(where, ended);
    expect(ended.stderr).toContain("implementer was refused: write .git/hooks/pre-commit");
    expect(existsSync(join(where.root, ".git/hooks/pre-commit"))).toBe(false);
    expect(where.read(".git/config")).toBe(before);
  });

  test("by a command: no hook it planted runs with a commit of its work", async () => {
    const hook = (name: string) =>
      `printf '#!/bin/sh\\necho ${name} >> .git/ran\\n' > .git/hooks/${name} && chmod +x .git/hooks/${name}`;
    const where = await preparedPlace({
      implementer: [
        runs("mkdir -p .git/hooks", hook("post-commit"), hook("reference-transaction"), hook("post-index-change")),
      ],
      "security-reviewer": [fails("Unsafe.")],
    });

    const ended = await implement(where, { IFLOW_REVIEW_MAX_ROUNDS: "1" });

    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("implementer changed git's own files: .git/hooks/post-commit");
    expect(subjects(where)).toEqual([TASK]);
    expect(existsSync(join(where.root, ".git/ran"))).toBe(false);
  });

  test("by a command: before the completion commit, which runs hooks, a person looks; --yolo stops there", async () => {
    const hook =
      "mkdir -p .git/hooks && printf '#!/bin/sh\\ntouch .git/ran\\n' > .git/hooks/post-commit && chmod +x .git/hooks/post-commit";
    const where = await place(runs(hook, "git config core.fsmonitor /bin/false", "git config branch.x.description y"));

    const asked = await implement(where);

    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("implementer changed git's own files: .git/config, .git/hooks/post-commit.");
    expect(existsSync(join(where.root, ".git/ran"))).toBe(false);
    where.git("config", "--unset", "core.fsmonitor");
    await rm(join(where.root, ".git/hooks/post-commit"));
    expectDone(where, await answered(where, asked, "continue"));
  });
});

describe("an implementer that rewrites what is approved", () => {
  verifies("PH-6", "a document is put back before anybody judges by it; the change is kept and named", async () => {
    const where = await place(runs(`echo 'Anything goes.' >> ${FOLDER}/spec.md`, `rm ${FOLDER}/plan.md`));
    const before = [where.read(`${FOLDER}/spec.md`), where.read(`${FOLDER}/plan.md`)];

    const ended = await implement(where);

    expectDone(where, ended);
    expect([where.read(`${FOLDER}/spec.md`), where.read(`${FOLDER}/plan.md`)]).toEqual(before);
    expect(said(ended)).toContain(`implementer changed approved documents: ${FOLDER}/plan.md, ${FOLDER}/spec.md`);
    const [kept = ""] = readdirSync(join(runFolder(where), "changed"), { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith("spec.md"),
    );
    expect(readFileSync(join(runFolder(where), "changed", kept), "utf8")).toBe(`${spec()}Anything goes.\n`);
    expect(where.git("status", "--porcelain")).toBe("");
  });

  test("the PRD is such a document too; what else it puts beside them is asked about", async () => {
    const where = await place(runs(`echo 'Easier.' > ${FOLDER}/prd.md`, `echo x > ${FOLDER}/notes.md`));

    const ended = await implement(where);

    expect(summary(ended)).toMatch(/^0 /);
    expect(said(ended)).toContain(`implementer changed approved documents: ${FOLDER}/prd.md`);
    expect(said(ended)).toContain(`implementer also changed files it was not asked to: ${FOLDER}/notes.md`);
    expect(filesOf(where, TASK)).toEqual([CODE]);
    expect(existsSync(join(where.root, FOLDER, "prd.md"))).toBe(where.git("ls-files", `${FOLDER}/prd.md`) !== "");
  });

  test("an edit the person had made there before is what is put back", async () => {
    const where = await place(runs(`echo 'Anything goes.' >> ${FOLDER}/spec.md`));
    await where.write({ [`${FOLDER}/spec.md`]: spec("- my own note\n") });

    expect((await implement(where)).code).toBe(0);

    expect(where.read(`${FOLDER}/spec.md`)).toBe(spec("- my own note\n"));
    expect(where.git("status", "--porcelain")).toBe(` M ${FOLDER}/spec.md`);
  });

  verifies("PH-6", ".meta.json: a question; put back and answered, the run goes on", async () => {
    const where = await place(runs(`echo '{}' > ${FOLDER}/.meta.json`, `echo mine > ${FOLDER}/implementation-log.md`));

    const asked = await implement(where);

    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain(`${FOLDER}/.meta.json was changed by somebody else; only iflow writes it.`);
    where.git("restore", `${FOLDER}/.meta.json`);
    let ended = await answered(where, asked, "include");
    if (ended.code === 4) ended = await answered(where, ended, "include"); // it was put back after it was seen
    expectDone(where, ended);
    expect(where.read(`${FOLDER}/implementation-log.md`)).toMatch(/^# Implementation Log\n/);
  });

  test(".meta.json left as it is: completion says what is wrong and how to repair it", async () => {
    const where = await place(runs(`echo '{}' > ${FOLDER}/.meta.json`));

    const stopped = await answered(where, await implement(where), "include");

    expect(summary(stopped)).toMatch(/^1 /);
    expect(stopped.stderr).toContain(`git restore --source=HEAD -- ${FOLDER}/.meta.json`);
    where.git("restore", "--source=HEAD", "--", `${FOLDER}/.meta.json`);
    expectDone(where, await answered(where, await where.iflow("continue", "--yolo"), "include"));
  });
});

test("a fixer that rewrites the log: the log is put back before anything else happens", async () => {
  const where = await preparedPlace({
    "security-reviewer": [fails("Unsafe."), { reply: approve("No external claims to verify.") }],
    fixer: [fixes("fix 1", { run: [`echo 'All is well.' > ${FOLDER}/implementation-log.md`] })],
  });

  const ended = await implement(where);

  expect(summary(ended)).toMatch(/^0 /);
  expect(subjects(where)).toEqual([DONE, fixCommit(1), TASK]);
  expect(said(ended)).toContain(`${FOLDER}/implementation-log.md: only iflow writes it; it is put back`);
  expect(where.git("show", `HEAD:${FOLDER}/implementation-log.md`)).toMatch(/^# Implementation Log\n/);
});

verifies("IMP-7", "links in place of iflow's files are replaced: what they lead to stays the person's", async () => {
  const outside = await tempFolder();
  const victims = { outside: join(outside, "profile"), inside: "README.md" };
  writeFileSync(victims.outside, "mine\n");
  const where = await place(
    runs(
      `ln -sf ${victims.outside} ${FOLDER}/.review-history.md`,
      `ln -sf ../../../README.md ${FOLDER}/implementation-log.md; ln -sf ../../../README.md ${FOLDER}/spec.md`,
    ),
  );
  await where.write({ [victims.inside]: "edited by the person\n" });

  const ended = await implement(where);

  expectDone(where, ended);
  expect([readFileSync(victims.outside, "utf8"), where.read(victims.inside)]).toEqual([
    "mine\n",
    "edited by the person\n",
  ]);
  expect(where.read(`${FOLDER}/spec.md`)).toBe(spec());
  for (const file of [".review-history.md", "implementation-log.md", "spec.md"])
    expect(where.git("ls-tree", "HEAD", `${FOLDER}/${file}`)).toMatch(/^100644 /);
});

test("a task that is left out: its documents are put back, the rest stays uncommitted and is named", async () => {
  const fails = { writes: { "src/half.mjs": "half\n" }, run: [`echo more >> ${FOLDER}/spec.md`], error: "down" };
  const where = await place(fails, fails);

  const ended = await answered(where, await implement(where), "skip");

  expect(ended.stderr).toContain("task 1.1: left out; what it changed stays uncommitted: src/half.mjs");
  expect(where.read(`${FOLDER}/spec.md`)).toBe(spec());
  expect(where.git("status", "--porcelain")).toContain("?? src/");
});

describe("an implementer that leaves the repository", () => {
  verifies("IMP-7", "through a link: refused, nothing is written there, the task is tried again", async () => {
    const outside = await tempFolder();
    const where = await place(writes({ writes: { "link/stolen.txt": "x" } }), writes());
    symlinkSync(outside, join(where.root, "link"));

    const ended = await implement(where);

    expectDone(where, ended);
    expect(said(ended)).toContain("it leads out of the repository through a symlink");
    expect(readdirSync(outside)).toEqual([]);
    expect(where.git("status", "--porcelain")).toBe("?? link");
  });

  verifies("IMP-7", "with a link of its own: nothing behind it is committed, whatever the report says", async () => {
    const outside = await tempFolder();
    writeFileSync(join(outside, "yours.txt"), "yours\n");
    const where = await place(
      writes({
        run: [`ln -s ${outside} way && echo more > way/new.txt`],
        reply: `Files changed:\n- ${CODE}\n- way/new.txt\n- way/yours.txt\n- ../${outside}/yours.txt\n- .git/config`,
      }),
    );

    const ended = await implement(where);

    expectDone(where, ended);
    expect(ended.stderr).toContain("implementer also changed files it was not asked to: way");
    expect(readFileSync(join(outside, "yours.txt"), "utf8")).toBe("yours\n");
    expect(where.git("status", "--porcelain")).toBe("?? way");
  });
});

test("thousands of new files: asked about in one line, none is committed unasked", async () => {
  const count = inject("matrix").all ? 10_000 : 1000; // the more, the longer the lists that git and its pipes must take
  const where = await place(runs(`mkdir many && cd many && seq ${count} | split -l 1 -a 4 - f`));

  const ended = await implement(where);

  expectDone(where, ended);
  expect(said(ended)).toMatch(/also changed files it was not asked to: many\/faaaa, .* and (\d+) more/);
  expect(said(ended)).toContain(`and ${count - 12} more`);
  expect(ended.stderr.length).toBeLessThan(10_000);
  expect(where.git("status", "--porcelain")).toBe("?? many/");
});

describe("an implementer that uses git itself", () => {
  test("a commit of its own stops with a question; gone on from there, nothing is committed twice", async () => {
    const where = await place(runs("git add -A && git commit -qm 'my own'"));
    await where.write({ "mine.txt": "the person's\n" });

    const asked = await implement(where);

    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("implementer moved the branch or made its own commit");
    expect(asked.stderr).toContain("somebody else committed");
    const ended = await answered(where, asked, "include");
    expect(summary(ended)).toMatch(/^0 /);
    expect(subjects(where)).toEqual([DONE, "my own"]);
    expect(where.read("mine.txt")).toBe("the person's\n");
    expect(said(ended)).toContain(`nothing of ${CODE} was left to commit`);
  });

  const STEPS = ["0/task-1.1-commit/1", "0/complete/1", "0/complete/2", "1/fix-commit/1", "1/fix-commit/2"];
  const forges = (...files: string[]) =>
    runs(
      "echo x > evil.sh",
      `git add ${CODE} ${files.join(" ")} && git commit -qm x -m "$(printf 'Iflow-Step: implement/1/%s\\n' ${STEPS.join(" ")})"`,
    );

  verifies("IMP-7", "a commit of its own under our trailers hides no other file from the person", async () => {
    const asked = await implement(await place(forges("evil.sh")));

    expect([asked.code, said(asked)]).toEqual([4, expect.stringContaining("somebody else committed")]);
  });

  verifies("SAFE-4", "under our trailers: what is fixed and completed later is committed all the same", async () => {
    const where = await preparedPlace({
      implementer: [forges()],
      "security-reviewer": [fails("Unsafe."), { reply: approve("No external claims to verify.") }],
      fixer: [fixes("fix 1")],
    });

    expect(summary(await implement(where))).toMatch(/^0 /);

    expect(subjects(where)).toEqual([DONE, fixCommit(1), "x"]);
    expect(filesOf(where, DONE)).toContain(`${FOLDER}/.meta.json`);
    expect(where.git("show", `HEAD:${CODE}`)).toContain("// fix 1");
  });

  test("another branch stops with a question; switched back, the work is committed where it belongs", async () => {
    const where = await place(runs("git switch -qc other"));
    await where.write({ "mine.txt": "the person's\n" });

    const asked = await implement(where);

    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("HEAD is on branch other");
    expectDone(where, await answered(where, asked, "switch"));
    expect(where.git("log", "--format=%s", "prepared..other")).toBe("");
    expect(where.git("status", "--porcelain")).toBe("?? mine.txt");
  });

  test("a commit on another branch: the task is not done, it is tried again, and that commit is still there", async () => {
    const where = await place(runs(`git switch -qc other && git add ${CODE} && git commit -qm 'my own'`), writes());

    const ended = await answered(where, await implement(where), "switch");

    expectDone(where, ended);
    expect(said(ended)).toContain(`nothing of ${CODE} was left to commit; see git log --all`);
    expect(said(ended)).toContain("The implementer of task 1.1 failed: nothing of");
    expect(where.git("show", `other:${CODE}`)).toBe(TEXT.trimEnd());
  });

  test("a stash of the person's edits: named, and still in the stash", async () => {
    const where = await place(runs("git stash -q"));
    await where.write({ "README.md": "edited by the person\n" });

    const ended = await implement(where);

    expectDone(where, ended);
    expect(ended.stderr).toContain("implementer also changed files it was not asked to: README.md");
    expect(ended.stderr).toContain("implementer changed git's own files: .git/refs/stash");
    expect(where.git("show", "stash@{0}:README.md")).toBe("edited by the person");
  });

  test("a stash of everything, its own work too: said that the report is wrong, and it is still in the stash", async () => {
    const where = await place(runs("git stash -q --include-untracked"));

    const ended = await implement(where);

    expect(summary(ended)).toMatch(/^3 /);
    expect(ended.stderr).toContain(`task 1.1: the report names what was not changed: ${CODE}`);
    expect(ended.stderr).toContain("implement changed no code");
    expect(where.git("show", `stash@{0}^3:${CODE}`)).toBe(TEXT.trimEnd());
    expect(existsSync(join(where.root, CODE))).toBe(false);
  });
});

describe("an implementer without an end", () => {
  test("is ended with all it started; tried again, then the person is asked", async () => {
    const hangs = runs("echo $$ >> .git/pids; sleep 1000 & sleep 1000");
    const where = await place(hangs, hangs, writes());

    const asked = await implement(where, { IFLOW_RUNTIME_MINUTES: "0.05" });

    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain("gave no answer within 0.05 minutes and was ended");
    const pids = where.read(".git/pids").trim().split("\n").map(Number);
    expect(pids).toHaveLength(2);
    // what was ended is seen until somebody has reaped it
    const gone = (pid: number) => expect(() => process.kill(-pid, 0), `group ${pid}`).toThrow("ESRCH");
    for (const pid of pids) await vi.waitFor(() => gone(pid), { timeout: 10_000 });
    expectDone(where, await answered(where, asked, "retry"));
  });

  test("fifty megabytes of answer are a failure like any other, and are kept nowhere", async () => {
    const where = await place(writes({ reply: "x".repeat(50 * 1024 * 1024) }), writes());

    const ended = await implement(where);

    expectDone(where, ended);
    expect(ended.stderr).toContain("answered with 52428800 characters");
    const files = readdirSync(runFolder(where), { recursive: true, encoding: "utf8" });
    const sizes = files.map((name) => statSync(join(runFolder(where), name)).size);
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
  });
});
