// Trouble in lanes: tasks that change what they did not declare, lists that make no sense, a person's files in the way, a
// set-up that fails, limits, trees that are gone. A clear word each time, and nothing lost.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Turn, Workplace } from "../../../support/iflow.ts";
import {
  expectJoined,
  implementIt,
  type LaneTask,
  lanesPlace,
  leftOf,
  PASSES,
  reportOf,
  subjects,
} from "../../../support/lanes-story.ts";
import { inWords } from "../../../support/screen.ts";
import { shellUntil } from "../../../support/shell-until.ts";
import { FEATURE } from "../../../support/story.ts";

/** Adds its line to these files, and says so. */
const adds = (number: string, paths: readonly string[], more: Turn = {}): Turn => ({
  run: paths.map((path) => `mkdir -p src; echo "task ${number}" >> ${path}`),
  reply: reportOf(paths),
  ...more,
});
const free = (number: string, ...files: string[]): LaneTask => ({ number, after: [], files });
const treesOf = (place: Workplace) => `${place.root}.trees`;
const laneOf = (place: Workplace, number: number) => join(treesOf(place), `${FEATURE}-lane-${number}`);
const waitsFor = (mark: string) => shellUntil(`[ -e ${mark} ]`);

verifies(
  "PAR-1",
  "what strays waits for its place in the line; what it collides with is done again on top",
  async () => {
    const tasks = [free("1.1", "src/a.txt"), free("1.2", "src/b.txt"), free("1.3", "src/c.txt")];
    const place = await lanesPlace(tasks, {});
    const done = (number: string) => join(place.root, ".git", `done-${number}`);
    const shared = "src/shared.txt";
    await script(place, {
      // the last task is done first, and strays as the first one does
      "implementer-1.1": [
        {
          ...adds("1.1", ["src/a.txt", shared]),
          run: [waitsFor(done("1.3")), ...(adds("1.1", ["src/a.txt", shared]).run as string[])],
        },
      ],
      "implementer-1.2": [adds("1.2", ["src/b.txt"])],
      "implementer-1.3": [
        {
          ...adds("1.3", ["src/c.txt", shared]),
          run: [...(adds("1.3", ["src/c.txt", shared]).run as string[]), `touch ${done("1.3")}`],
        },
        adds("1.3", ["src/c.txt", shared], {
          promptHas: ["An earlier attempt at this task is commit", "changed src/shared.txt beside task 1.1"],
        }),
      ],
    });

    const ended = await implementIt(place);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain(
      "task 1.3 changed src/shared.txt beside task 1.1; it is done again, alone.",
    );
    const serial = {
      "src/a.txt": "task 1.1\n",
      "src/b.txt": "task 1.2\n",
      "src/c.txt": "task 1.3\n",
      [shared]: "task 1.1\ntask 1.3\n",
    };
    expectJoined(place, { tasks, serial }, { asked: 0, name: "strayed" });
    const [kept = ""] = leftOf(place);
    expect(place.git("show", `${kept}:${shared}`)).toBe("task 1.3");
  },
);

verifies("PAR-1", "what would end in another order than one by one is asked about, also with --yolo", async () => {
  const tasks = [free("1.1", "src/a.txt"), free("1.2", "src/b.txt")];
  const place = await lanesPlace(tasks, {});
  const joined = `git log --format=%s feature/${FEATURE} | grep -q 'implement task 1.2'`;
  const strays = adds("1.1", ["src/a.txt", "src/b.txt"]);
  await script(place, {
    "implementer-1.1": [{ ...strays, run: [shellUntil(joined), ...(strays.run as string[])] }, strays],
    "implementer-1.2": [adds("1.2", ["src/b.txt"])],
  });

  const stopped = await implementIt(place);

  expect(stopped.code).toBe(4);
  expect(inWords(stopped.stderr)).toContain(
    "Task 1.1 changed src/b.txt without declaring it, and task 1.2, which comes after it, had changed that before.",
  );
  expect((await place.iflow("answer", "001.1", "take")).code).toBe(0);
  expect((await place.iflow("continue", "--yolo", "--until", "implement")).code).toBe(0);
  expect(place.read("src/b.txt")).toBe("task 1.2\ntask 1.1\n");
  expect(subjects(place).slice(0, 2)).toEqual(["iflow: implement task 1.2", "iflow: implement task 1.1"]);
});

verifies(
  "PAR-1",
  "a list that goes round in circles, leaves the repository or claims everything ends as one by one",
  async () => {
    const tasks: LaneTask[] = [
      { number: "1.1", after: ["1.2"], files: ["src/a.txt"] },
      { number: "1.2", after: ["1.1"], files: ["src/b.txt"] },
      { number: "1.3", after: [], files: ["../outside.txt"] },
      free("1.4", "src/"),
      free("1.5", "*.txt"),
      free("1.6", "**/*.txt"),
    ];
    const paths = ["src/a.txt", "src/b.txt", "src/c.txt", "src/a.txt", "src/b.txt", "src/c.txt"];
    const roles = Object.fromEntries(
      tasks.map(({ number }, at) => [`implementer-${number}`, [adds(number, [paths[at] as string])]]),
    );
    const place = await lanesPlace(tasks, roles);

    const plan = await place.iflow("tasks", "--plan");
    expect(inWords(plan.stdout)).toContain("1.2 after 1.1: depends on 1.1, which depends on it");
    expect(inWords(plan.stdout)).toContain("names ../outside.txt, which is not a file of the repository");
    expect(inWords(plan.stdout)).toContain("claims everything (*.txt)");
    const ended = await implementIt(place);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("tasks go one by one: each waits for the one before it");
    const serial = {
      "src/a.txt": "task 1.1\ntask 1.4\n",
      "src/b.txt": "task 1.2\ntask 1.5\n",
      "src/c.txt": "task 1.3\ntask 1.6\n",
    };
    expectJoined(place, { tasks, serial }, { asked: 0, name: "odd list" });
  },
);

verifies(
  "PAR-1",
  "what a task leaves out is kept on its branch, and the next task in its lane does not find it",
  async () => {
    const tasks = [free("1.1", "src/a.txt"), free("1.2", "src/b.txt"), { ...free("1.3", "src/c.txt"), after: ["1.1"] }];
    const place = await lanesPlace(tasks, {});
    const first = adds("1.1", ["src/a.txt"]);
    const second = adds("1.2", ["src/b.txt"]);
    const third = adds("1.3", ["src/c.txt"]);
    const joined = shellUntil(`git log --format=%s feature/${FEATURE} | grep -q 'implement task 1.3'`);
    await script(place, {
      "implementer-1.1": [{ ...first, run: ["echo of task 1.1 > notes.txt", ...(first.run as string[])] }],
      // what --yolo answers about task 1.1 holds nobody up: this one works on until the third is done
      "implementer-1.2": [{ ...second, run: [joined, ...(second.run as string[])] }],
      "implementer-1.3": [{ ...third, run: ["test ! -e notes.txt", ...(third.run as string[])] }], // lane 2 is taken
    });

    const ended = await implementIt(place);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const kept = `iflow/${FEATURE}.implement.1/task-1`;
    expect(inWords(ended.stderr)).toContain(`task 1.1: left out, and kept on ${kept}: notes.txt`);
    expect(leftOf(place)).toEqual([`refs/heads/${kept}`]);
    expect(place.git("show", `${kept}:notes.txt`)).toBe("of task 1.1");
    expect(place.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain("notes.txt");
  },
);

const TWO = [free("1.1", "src/a.txt"), free("1.2", "src/b.txt")];
const BOTH = { "implementer-1.1": [adds("1.1", ["src/a.txt"])], "implementer-1.2": [adds("1.2", ["src/b.txt"])] };
const BOTH_DONE = { tasks: TWO, serial: { "src/a.txt": "task 1.1\n", "src/b.txt": "task 1.2\n" } };

verifies(
  "PAR-1",
  "a person's file in the way of a task is left alone; once it is away, the task is joined",
  async () => {
    const place = await lanesPlace(TWO, BOTH);
    await place.write({ "src/a.txt": "mine\n" });

    const stopped = await implementIt(place);

    expect(stopped.code).toBe(3);
    expect(inWords(stopped.stderr)).toContain("task 1.1 is done, but files of yours are in the way: src/a.txt");
    expect(place.read("src/a.txt")).toBe("mine\n");
    await rm(join(place.root, "src/a.txt"));
    expect((await place.iflow("continue", "--yolo", "--until", "implement")).code).toBe(0);
    expectJoined(place, BOTH_DONE, { asked: 0, name: "in the way" });
  },
);

verifies(
  "PAR-1",
  "a set-up that fails in the tree of a lane says why; repaired, every lane is set up once",
  async () => {
    const setup = `test -e ../../ready || test -e ../ready || { echo "npm ERR! 404"; exit 3; }; echo 1 >> node_modules.txt`;
    const place = await lanesPlace(TWO, BOTH, {
      files: { ".gitignore": "node_modules.txt\n" },
      settings: { worktree: { setup } },
    });

    const failed = await implementIt(place);

    expect([failed.code, inWords(failed.stderr)]).toEqual([
      3,
      expect.stringContaining("worktree.setup failed (exit code 3)"),
    ]);
    expect(failed.stderr).toContain("npm ERR! 404");
    await place.write({ "../ready": "" });
    try {
      const ended = await place.iflow("continue", "--yolo", "--until", "implement");
      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    } finally {
      await rm(join(place.root, "..", "ready"));
    }
    expectJoined(place, BOTH_DONE, { asked: 0, name: "set-up" });
  },
);

verifies("PAR-1", "limits count all lanes; a lane's tree that somebody removed is made and set up again", async () => {
  const place = await lanesPlace(TWO, BOTH, {
    files: { ".gitignore": "ready.txt\n" },
    settings: { worktree: { setup: "echo ready > ready.txt" } },
  });
  const limited = await implementIt(place, "--max-dispatches", "1");
  expect([limited.code, limited.stderr]).toEqual([
    6,
    expect.stringContaining("the limit of 1 dispatches has been reached"),
  ]);
  const idle = [1, 2].map((number) => laneOf(place, number)).filter((lane) => !existsSync(join(lane, "src")));
  expect(idle).not.toEqual([]);
  for (const lane of idle) await rm(lane, { recursive: true, force: true });
  place.git("worktree", "prune");
  const looks = (turns: readonly Turn[]) =>
    turns.map((turn) => ({ ...turn, run: ["test -e ready.txt", ...(turn.run as string[])] }));
  await script(place, {
    "implementer-1.1": looks(BOTH["implementer-1.1"]),
    "implementer-1.2": looks(BOTH["implementer-1.2"]),
  });

  const ended = await place.iflow("continue", "--yolo", "--until", "implement", "--max-dispatches", "30");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expectJoined(place, BOTH_DONE, { asked: 0, name: "removed" });
});

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

verifies("PAR-1", "a set-up that is wrong is repaired in the settings, also while tasks are under way", async () => {
  const settings = { implement: { parallel: 3 }, checks: { none: true } };
  const place = await lanesPlace(TWO, BOTH, { settings: { worktree: { setup: "false" } } });
  const failed = await implementIt(place);
  expect([failed.code, inWords(failed.stderr)]).toEqual([3, expect.stringContaining("Fix: repair what it names, or")]);

  await place.write({ "iflow.config.json": JSON.stringify({ ...settings, worktree: { setup: "true" } }) });
  const ended = await place.iflow("continue", "--yolo", "--until", "implement");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  place.git("restore", "iflow.config.json");
  expectJoined(place, BOTH_DONE, { asked: 0, name: "repaired" });
});

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

verifies("PAR-1", "questions of two lanes have numbers of their own, and each is asked once", async () => {
  const place = await lanesPlace(TWO, {
    "implementer-1.1": [{ error: "lost the thread" }, adds("1.1", ["src/a.txt"])],
    "implementer-1.2": [{ error: "lost it too" }, adds("1.2", ["src/b.txt"])],
  });

  const asked = await place.iflow("implement", "--script", place.scriptPath);

  expect(asked.code).toBe(4);
  const ids = [...new Set([...asked.stderr.matchAll(/iflow answer (\S+) retry/g)].map(([, id]) => id))];
  expect(ids.toSorted()).toEqual(["001.1", "001.2"]);
  for (const id of ids) expect((await place.iflow("answer", id as string, "retry")).code).toBe(0);
  const ended = await place.iflow("continue", "--yolo", "--until", "implement");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expectJoined(place, BOTH_DONE, { asked: 0, name: "questions" });
});

test("abandoned in the middle, its lanes go; one with work that is in no commit stays until that is safe", async () => {
  const place = await lanesPlace(TWO, {
    "implementer-1.1": [{ ...adds("1.1", ["src/a.txt"]), error: "gave up" }],
    "implementer-1.2": [adds("1.2", ["src/b.txt"])],
  });
  expect((await place.iflow("implement", "--script", place.scriptPath)).code).toBe(4);
  const doctor = await place.iflow("doctor");
  expect(inWords(doctor.stdout)).toContain(`for tasks of ${FEATURE}`);

  const abandoned = await place.iflow("abandon", "1", "--yes");

  expect([abandoned.code, existsSync(laneOf(place, 2))]).toEqual([0, false]);
  expect(inWords(abandoned.stdout)).toContain("stays: it has files that are in no commit: src/");
  await rm(join(laneOf(place, 1), "src"), { recursive: true });
  expect((await place.iflow("doctor")).stdout).toContain("removed");
  expect(existsSync(treesOf(place))).toBe(false);
});

async function script(place: Workplace, roles: Parameters<Workplace["script"]>[0]): Promise<void> {
  await place.script({ ...PASSES, ...roles });
}
