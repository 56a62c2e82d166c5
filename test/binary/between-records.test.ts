// kill -9 between an effect and its record, in the git calls that lie between, then `iflow continue`: nothing is paid
// again, nothing that stands is undone, and what was mended is said in one line.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { verifies } from "../requirements.ts";
import { killAtGit, once, withTurn } from "../support/crash.ts";
import { addHook } from "../support/finish-story.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { inWords } from "../support/screen.ts";
import {
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  SPEC_PATH,
  specify,
  specifyArgs,
  TWO_ROUNDS,
} from "../support/story.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

describe("F6: killed after an answer, before what it changed was looked at", () => {
  const ANSWERED: readonly (readonly [string, number])[] = [
    ["spec-author", 0],
    ["spec-reviewer", 1],
  ];
  for (const [role, turn] of ANSWERED) {
    verifies("SAFE-4", `F6: the answer of ${role} (turn ${turn}) is adopted, not paid for again`, async () => {
      const place = await workplace();
      const paid = join(place.root, ".git", "paid");
      // each time the agent works leaves a line, as a provider's bill would
      await place.script(withTurn(TWO_ROUNDS, role, turn, { run: [`echo paid >> ${paid}`] }));
      await createFeature(place);
      const kill = killAtGit({ word: "any", at: 1, when: "before", since: paid });
      expect((await place.built.iflowWith(kill, ...specifyArgs(place, "--yolo"))).signal).toBe("SIGKILL");

      const ended = await place.iflow("continue", "--yolo", "--until", "specify");

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(inWords(ended.stderr)).toContain(`mended: the answer of ${role} was kept`);
      expect(readFileSync(paid, "utf8")).toBe("paid\n");
      expect(traces(place)).toEqual(await undisturbedTraces());
    });
  }
});

describe("F4: killed while the completion commit is made", () => {
  // the hook leaves a mark, so the calls count from the moment in which git runs it
  const moments = [1, 2, 3, 4, 5].flatMap((at) => (["before", "after"] as const).map((when) => ({ at, when })));
  for (const { at, when } of sampled(moments, 3)) {
    verifies(
      "SAFE-4",
      `F4: ${when} git call ${at} after \`git commit\`: it stands, and nothing is undone`,
      async () => {
        const place = await completing("post-commit", "touch .git/committed");
        const since = join(place.root, ".git", "committed");
        const killed = await place.built.iflowWith(killAtGit({ word: "any", at, when, since }), ...args(place));
        expect(killed.signal).toBe("SIGKILL");

        const ended = await place.iflow("continue", "--yolo", "--until", "specify");

        expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
        expect(traces(place)).toEqual(await undisturbedTraces());
      },
    );
  }

  verifies("SAFE-4", "F4: a completion commit whose trailer a hook removed is known by its content", async () => {
    const place = await completing("commit-msg", 'sed -i.old "/^Iflow-Step/d" "$1"');
    const killed = await place.built.iflowWith(
      killAtGit({ word: "commit", at: 1, when: "after" }),
      ...specifyArgs(place, "--yolo"),
    );
    expect(killed.signal).toBe("SIGKILL");

    const ended = await place.iflow("continue", "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(place.git("log", "--format=%s", "main..HEAD").match(/- approved/g)).toHaveLength(1);
    expect(place.git("status", "--porcelain")).toBe("");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).lastCompletedPhase).toBe("specify");
  });

  verifies("SAFE-4", "F4: a `git commit` that outlives its killed iflow is not made a second time", async () => {
    // killed inside the first hook, which goes on; the second waits until the commit of the first is there
    const orphan = "touch .git/first; kill -9 $(ps -o ppid= -p $PPID); sleep 1; exit 0";
    const place = await completing(
      "pre-commit",
      `[ -f .git/first ] || { ${orphan}; }\nuntil [ -f .git/made ]; do sleep 0.1; done`,
    );
    await addHook(place, "post-commit", "touch .git/made");
    expect((await place.built.iflow(...args(place))).signal).toBe("SIGKILL");

    const ended = await place.iflow("continue", "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("mended: .meta.json was behind its completion commit");
    expect(traces(place)).toEqual(await undisturbedTraces());
  });

  const args = (place: Workplace) => specifyArgs(place, "--yolo");

  async function completing(hook: string, line: string): Promise<Workplace> {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    await addHook(place, hook, line);
    return place;
  }
});

describe("F3: killed between a commit and the update of the user's index", () => {
  verifies("SAFE-4", "F3: the index is settled, though the user has committed something else since", async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);
    const kill = killAtGit({ word: "update-ref", at: 1, when: "after" });
    expect((await place.built.iflowWith(kill, ...specifyArgs(place, "--yolo"))).signal).toBe("SIGKILL");
    expect(place.git("diff", "--cached", "--name-status")).toBe(`D\t${SPEC_PATH}`);
    await place.write({ "mine.txt": "mine\n", "staged.txt": "staged\n" });
    place.git("add", "mine.txt", "staged.txt");
    place.git("commit", "--quiet", "-m", "mine", "--", "mine.txt");

    const ended = await place.iflow("continue"); // asks about the commit

    expect(ended.code).toBe(4);
    expect(inWords(ended.stderr)).toContain(`mended: git's index was behind our commit of ${SPEC_PATH}`);
    expect(place.git("status", "--porcelain")).toBe("A  staged.txt");
    place.git("commit", "--quiet", "-m", "the user's next commit");
    expect(place.git("ls-tree", "-r", "--name-only", "HEAD")).toContain(SPEC_PATH);
    expect(readdirSync(join(place.root, ".git", "iflow"))).not.toContain("stale-index.json");
  });
});

verifies(
  "SAFE-4",
  "a planned feature whose first commit was cut off gets it when the phase is asked for again",
  async () => {
    const key = "004-audit";
    const meta = `docs/features/${key}/.meta.json`;
    const plan = { id: "004", slug: "audit", mode: "standard", status: "planned", created: null, completed: null };
    const place = await workplace(ONE_ROUND, {
      "README.md": "# Shop\n",
      [meta]: JSON.stringify({ ...plan, branch: null, lastCompletedPhase: null, phases: {} }),
    });
    const args = specifyArgs(place, "--feature", key, "--yolo");
    const kill = killAtGit({ word: "commit-tree", at: 1, when: "before" });
    expect((await place.built.iflowWith(kill, ...args)).signal).toBe("SIGKILL");
    expect(place.git("status", "--porcelain")).toBe(` M ${meta}`);

    const ended = await place.iflow(...args);

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain(`finished creating ${key}, which had been interrupted`);
    expect(place.git("log", "--reverse", "--format=%s", "main..HEAD").split("\n")[0]).toBe(
      `iflow: create feature ${key}`,
    );
    expect(place.git("status", "--porcelain")).toBe("");
  },
);

const undisturbedTraces = once(async () => {
  const place = await workplace(TWO_ROUNDS);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  return traces(place);
});

function traces(place: Workplace) {
  return {
    ...tracesOf(place, "specify", "--name-only", "main..HEAD"),
    history: withoutTimes(place.read(`${FOLDER}/.review-history.md`)),
    staged: place.git("diff", "--cached", "--name-status"),
    bill: billOf(place),
  };
}

function billOf(place: Workplace): string[] {
  return place
    .dispatchFiles(FEATURE, ".outcome.json")
    .map((name) => join(place.runFolder(FEATURE), "dispatches", name))
    .map((path) => JSON.parse(readFileSync(path, "utf8")))
    .map(({ step, status, usage, unchecked }) => `${step} ${status} ${usage.input + usage.output} ${unchecked}`);
}
