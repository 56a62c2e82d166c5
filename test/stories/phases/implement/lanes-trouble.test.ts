// Trouble in lanes: tasks that change what they did not declare, lists that make no sense, a person's files in the way, a
// set-up that fails, limits, trees that are gone. A clear word each time, and nothing lost.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "../../../requirements.ts";
import type { Turn } from "../../../support/iflow.ts";
import {
  expectJoined,
  implementIt,
  type LaneTask,
  lanesPlace,
  leftOf,
  subjects,
} from "../../../support/lanes-story.ts";
import { adds, BOTH, BOTH_DONE, free, laneOf, script, TWO, treesOf, waitsFor } from "../../../support/lanes-two.ts";
import { inWords } from "../../../support/screen.ts";
import { shellUntil } from "../../../support/shell-until.ts";
import { FEATURE } from "../../../support/story.ts";

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
