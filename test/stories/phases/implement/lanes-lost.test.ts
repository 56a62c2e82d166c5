// What agents and people do to a lane's tree: it is removed, cut off from git, left on another branch, or shared things of git are
// changed in it. That is said, what can be saved is named, and a task counts as done only if its work is there.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import { expectJoined, implementIt, lanesPlace, reportOf, subjects } from "../../../support/lanes-story.ts";
import { adds, BOTH, BOTH_DONE, free, laneOf, script, TWO, waitsFor } from "../../../support/lanes-two.ts";
import { inWords } from "../../../support/screen.ts";
import { FEATURE } from "../../../support/story.ts";

/** The folder of a lane, removed with all that is in it, as a job that clears up would do it. */
const REMOVES_ITSELF = 'd=$PWD; cd /; rm -rf "$d"';

verifies(
  "PAR-1",
  "work that went with its tree is told, and the task is done again instead of approved empty",
  async () => {
    const lost = adds("1.1", ["src/a.txt"]);
    const place = await lanesPlace(TWO, {
      ...BOTH,
      "implementer-1.1": [{ ...lost, run: [...(lost.run as string[]), REMOVES_ITSELF] }, lost],
    });

    const stopped = await implementIt(place);

    expect(stopped.code).toBe(4);
    expect(inWords(stopped.stderr)).toContain("-lane-1 was removed while implementer worked in it");
    const ended = await place.iflow("continue", "--yolo", "--until", "implement");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toMatch(/work tree \S+-lane-1 is gone and is made again/);
    expect(inWords(ended.stderr)).toContain(
      "the answer of implementer is of no use: the work tree it wrote in is gone",
    );
    expectJoined(place, BOTH_DONE, { asked: 0, name: "tree gone" });
  },
);

verifies(
  "PAR-1",
  "a task whose report names what is not there is asked about; the person may say that it is done",
  async () => {
    const place = await lanesPlace(TWO, {
      ...BOTH,
      "implementer-1.1": Array.from({ length: 2 }, () => ({ reply: reportOf(["src/a.txt"]) })),
    });

    const asked = await implementIt(place);

    expect(asked.code).toBe(4);
    expect(inWords(asked.stderr)).toContain(
      "The implementer of task 1.1 failed: its report names src/a.txt, and nothing was changed",
    );
    expect((await place.iflow("answer", "001.2", "accept")).code).toBe(0);
    expect((await place.iflow("continue", "--yolo", "--until", "implement")).code).toBe(0);
    expect(subjects(place).slice(0, 1)).toEqual(["iflow: implement task 1.2"]);
  },
);

verifies(
  "PAR-1",
  "a lane that lost its .git goes on with its files; one that git knows no more keeps them aside",
  async () => {
    const work = adds("1.1", ["src/a.txt"]);
    for (const [cut, after] of [
      ["rm -f .git", "mended"],
      ["rm -f .git; git -C ../.. worktree prune", "aside"],
      ["rm -rf .git && git init -q", "aside"],
    ] as const) {
      const place = await lanesPlace(TWO, BOTH, {
        files: { ".gitignore": "trees/\n" },
        settings: { worktree: { root: "trees" } }, // where git finds the project around it instead
      });
      await script(place, { ...BOTH, "implementer-1.1": [{ ...work, run: [...(work.run as string[]), cut] }, work] });

      const stopped = await implementIt(place);

      expect([cut, stopped.code]).toEqual([cut, 4]);
      expect(inWords(stopped.stderr)).toContain("-lane-1 lost its .git while implementer worked in it");
      expect(inWords((await place.iflow("doctor")).stdout)).toContain("git does not know the folder as a working tree");
      const ended = await place.iflow("continue", "--yolo", "--until", "implement");
      expect(`${cut}: ${ended.code} ${ended.stderr}`).toContain(`${cut}: 0 `);
      const kept = join(place.root, "trees", `${FEATURE}-lane-1.kept`);
      if (after === "aside") {
        expect(inWords(ended.stderr)).toMatch(/its files are kept in \S+-lane-1\.kept/);
        expect(existsSync(join(kept, "src/a.txt"))).toBe(true);
        await rm(join(place.root, "trees"), { recursive: true });
      } else expect(inWords(ended.stderr)).toContain("had lost its .git; its files are as they were");
      expectJoined(place, BOTH_DONE, { asked: 0, name: cut });
    }
  },
);

verifies(
  "PAR-1",
  "an agent that leaves its lane on another branch is told of; its work joins all the same",
  async () => {
    const work = adds("1.1", ["src/a.txt"]);
    for (const way of ["git switch -q main", "git switch -q -c mine", "git switch -q --detach"]) {
      const run = [way, ...(work.run as string[])];
      const place = await lanesPlace(TWO, { ...BOTH, "implementer-1.1": [{ ...work, run }] });

      const ended = await implementIt(place);

      expect(`${way}: ${ended.code} ${ended.stderr}`).toContain(`${way}: 0 `);
      expect(inWords(ended.stderr)).toMatch(/implementer left its work tree on \S+; it is back on iflow\/\S+task-1,/);
      expectJoined(place, BOTH_DONE, { asked: 0, name: way });
    }
  },
);

verifies("PAR-1", "a lane that git cannot bring back to its branch is named, with what to do there", async () => {
  const work = adds("1.1", ["README.md"]);
  const place = await lanesPlace([free("1.1", "README.md"), free("1.2", "src/b.txt")], BOTH);
  place.git("switch", "--quiet", "-c", "other");
  place.git("rm", "--quiet", "README.md");
  place.git("commit", "--quiet", "--message", "without it", "README.md");
  place.git("switch", "--quiet", `feature/${FEATURE}`);
  const run = ["git switch -q other", ...(work.run as string[])];
  await script(place, { ...BOTH, "implementer-1.1": [{ ...work, run }, { reply: work.reply as string }] });

  const stopped = await implementIt(place);

  expect(`${stopped.code} ${stopped.stderr}`).toMatch(/^4 /);
  expect(inWords(stopped.stderr)).toMatch(/the work tree \S+-lane-1 is on other and cannot be brought back/);
  await rm(join(laneOf(place, 1), "README.md"));
  const again = await place.iflow("continue", "--yolo", "--until", "implement");
  expect([again.code, inWords(again.stderr)]).toEqual([
    4, // nothing of its work is there any more
    expect.stringContaining("its report names README.md, and nothing was changed"),
  ]);
});

verifies("PAR-1", "an agent may make a link of a folder, side by side or one by one", async () => {
  const files = { "src/e/keep": "k\n", "src/other/z": "z\n" };
  const links = { run: ["rm -rf src/e; ln -s other src/e"], reply: reportOf(["src/e", "src/e/keep"]) };
  for (const lanes of [3, 1]) {
    const roles = { implementer: [links, ...BOTH["implementer-1.2"]], ...BOTH, "implementer-1.1": [links] };
    const place = await lanesPlace([free("1.1", "src/e"), free("1.2", "src/b.txt")], roles, { lanes, files });

    const ended = await implementIt(place);

    expect(`${lanes}: ${ended.code} ${ended.stderr}`).toContain(`${lanes}: 0 `);
    expect(place.git("ls-tree", "-r", "--format=%(objectmode) %(path)", "HEAD", "src").split("\n")).toEqual([
      ...["100644 src/b.txt", "120000 src/e", "100644 src/other/z"],
    ]);
    expect(place.git("status", "--porcelain")).toBe("");
  }
});

test("a stash in one lane is blamed on nobody: git keeps one for all of them", async () => {
  const [first, second] = [adds("1.1", ["src/a.txt"]), adds("1.2", ["src/b.txt"])];
  const place = await lanesPlace(TWO, {});
  const [begun, stashed] = [join(place.root, ".git", "begun"), join(place.root, ".git", "stashed")];
  await script(place, {
    "implementer-1.1": [
      {
        ...first,
        run: [waitsFor(begun), "echo z > README.md; git stash -q", `touch ${stashed}`, ...(first.run as string[])],
      },
    ],
    "implementer-1.2": [{ ...second, run: [`touch ${begun}`, waitsFor(stashed), ...(second.run as string[])] }],
  });

  const ended = await implementIt(place);

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(inWords(ended.stderr)).toContain("git's own files, which all lanes share, changed while implementer worked");
  expect(inWords(ended.stderr)).not.toContain("implementer changed git's own files");
});
