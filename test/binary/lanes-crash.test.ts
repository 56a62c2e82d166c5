// kill -9 at random moments while tasks are worked on in lanes and joined, again and again, then `iflow continue`: the end is that
// of one task after the other, and no answer is paid for twice.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { randomNumbers } from "../../bench/chaos/points.ts";
import { verifies } from "../requirements.ts";
import { continueArgs, type Kill, killAt, killAtGit } from "../support/crash.ts";
import { type Ended, startIflow, type Workplace } from "../support/iflow.ts";
import { type RandomList, randomList } from "../support/lanes-random.ts";
import { expectJoined, implementArgs, lanesPlace, reportOf, TASKS_ONLY, untilJoined } from "../support/lanes-story.ts";
import { sampled } from "../support/sampled.ts";
import { inWords } from "../support/screen.ts";
import { shellUntil } from "../support/shell-until.ts";
import { FEATURE } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { until } from "../support/until.ts";

const FULL_DISK = join(import.meta.dirname, "..", "support", "full-disk.mjs");

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);

for (const seed of sampled(SEEDS, 20))
  verifies(
    "PAR-1",
    `killed at random in lanes and joiner: the same end, nothing is paid twice, seed ${seed}`,
    async () => {
      const numbers = randomNumbers(1000 + seed);
      const below = (limit: number) => Math.floor(numbers() * limit);
      const list = randomList(seed);
      const place = await lanesPlace(
        list.tasks,
        { ...TASKS_ONLY, ...list.roles },
        { lanes: list.lanes, files: list.files },
      );
      const kills: string[] = [];
      let ended: Ended | undefined;
      for (let left = 1 + below(3); left > 0; left--) {
        const kill = killOf(list, below);
        const { env, node } = kill;
        ended = await place.built.iflowWith({ node, env }, ...argsOf(place));
        kills.push(`${JSON.stringify(env)} ${ended.signal ?? ended.code}`);
        if (ended.signal === null) break;
      }
      if (ended?.signal) ended = await place.iflow(...argsOf(place));
      const name = `seed ${seed}, ${kills.join(", ")}`;
      const asked = await untilJoined(place, ended as Ended);
      expectJoined(place, list, { asked, name });
      expectPaidOnce(place, list, name);
    },
  );

/** What becomes of the lanes' trees while no iflow runs: they are cleared away, moved, or cut off from git. */
const DAMAGES: Readonly<Record<string, (trees: string) => string>> = {
  removed: (trees) => `rm -rf ${trees}`,
  pruned: (trees) => `rm -rf ${trees}; git worktree prune`,
  moved: (trees) => `mv ${trees} ${trees}.elsewhere`,
  untied: (trees) => `rm -f ${trees}/*/.git`,
  forgotten: (trees) => `rm -f ${trees}/*/.git; git worktree prune`,
};

const DAMAGED = Object.keys(DAMAGES).flatMap((damage) => [1, 2, 3, 4].map((seed) => ({ damage, seed })));

for (const { damage, seed } of sampled(DAMAGED, 20))
  verifies(
    "PAR-1",
    `killed at random, and its trees ${damage} before it goes on: no work is missing, seed ${seed}`,
    async () => {
      const numbers = randomNumbers(2000 + seed);
      const list = randomList(300 + seed);
      const place = await lanesPlace(
        list.tasks,
        { ...TASKS_ONLY, ...list.roles },
        { lanes: list.lanes, files: list.files },
      );
      const { env, node } = killOf(list, (limit) => Math.floor(numbers() * limit));
      let ended = await place.built.iflowWith({ node, env }, ...argsOf(place));
      const name = `${damage}, seed ${seed}, ${JSON.stringify(env)} ${ended.signal ?? ended.code}`;
      if (ended.signal) {
        execFileSync("sh", ["-c", DAMAGES[damage]?.(`${place.root}.trees`) ?? ""], { cwd: place.root });
        ended = await place.iflow(...argsOf(place));
      }

      const asked = await untilJoined(place, ended);

      expectJoined(place, list, { asked, name });
    },
  );

const GATED = ["1.1", "1.2"].map((number) => ({ number, after: [], files: [`src/${number}.txt`] }));

/** Two tasks at work at once; each writes its line once it is let go. */
async function gated() {
  const folder = await tempFolder();
  const roles = Object.fromEntries(
    GATED.map(({ number, files }) => [
      `implementer-${number}`,
      Array.from({ length: 3 }, () => ({
        run: [
          `touch ${folder}/at-work-${number}; ${shellUntil(`[ -e ${folder}/go ]`)}`,
          `mkdir -p src; echo "task ${number}" > ${files[0]}`,
        ],
        reply: reportOf(files),
      })),
    ]),
  );
  const place = await lanesPlace(GATED, { ...TASKS_ONLY, ...roles });
  const serial = Object.fromEntries(GATED.map(({ number, files: [path = ""] }) => [path, `task ${number}\n`]));
  return {
    ...{ place, list: { tasks: GATED, serial } },
    letGo: () => writeFile(join(folder, "go"), ""),
    isAtWork: () => readdirSync(folder).length >= 2,
  };
}

for (const how of ["iflow stop", "iflow stop --now", "Ctrl-C"] as const)
  verifies("PAR-1", `${how} ends all lanes; continued, nothing is paid twice and nothing is missing`, async () => {
    const { place, list, letGo, isAtWork } = await gated();
    const stops = join(place.root, ".git", "iflow", "stops");
    const run = startIflow(place.root, ...implementArgs(place));
    onTestFinished(() => void run.child.kill("SIGKILL"));
    await until(isAtWork);
    if (how === "Ctrl-C") run.child.kill("SIGINT");
    const stop = how === "Ctrl-C" ? undefined : startIflow(place.root, ...how.split(" ").slice(1));
    if (how === "iflow stop") {
      await until(() => existsSync(stops) && readdirSync(stops).length === 1);
      await letGo();
    }
    const ended = await run.ended;
    await stop?.ended;
    expect(`${how}: ${ended.code} ${ended.stderr}`).toContain(`${how}: 130 `);
    await letGo();

    await untilJoined(place, await place.iflow(...argsOf(place)));
    expectJoined(place, list, { asked: 0, name: how });
    expectPaidOnce(place, { tasks: GATED }, how);
  });

verifies(
  "PAR-1",
  "an answer whose work went with its tree after a kill is asked for again, never approved empty",
  async () => {
    for (const when of ["before", "after"] as const) {
      const { place, list, letGo } = await gated();
      await letGo();
      const { env, node } = killAt({ record: "done implement/1/0/implementer-1.2/1/implementer-1.2/1", when });
      expect((await place.built.iflowWith({ node, env }, ...implementArgs(place))).signal).toBe("SIGKILL");
      await rm(`${place.root}.trees`, { recursive: true });

      await untilJoined(place, await place.iflow(...argsOf(place)));

      expectJoined(place, list, { asked: 0, name: when });
    }
  },
);

verifies(
  "PAR-1",
  "a disk that is full from any write on is told, and nothing of any lane is lost",
  async () => {
    for (const at of sampled(
      Array.from({ length: 40 }, (_, index) => 12 * index + 5),
      20,
    )) {
      const list = randomList(at);
      const place = await lanesPlace(
        list.tasks,
        { ...TASKS_ONLY, ...list.roles },
        { lanes: list.lanes, files: list.files },
      );
      const log = join(place.root, ".git", "writes");
      const env = { FULL_AT: String(at), FULL_LOG: log };
      const full = await place.built.iflowWith({ node: ["--import", FULL_DISK], env }, ...implementArgs(place));
      const name = `write ${at}: ${full.stderr}`;
      expect(full.stderr, name).not.toMatch(/This is a bug|^\s+at /m);
      const isFull = readFileSync(log, "utf8").trim().split("\n").length >= at; // a short list ends before
      if (isFull) expect(inWords(full.stderr), name).toMatch(/no space left/i);
      const asked = await untilJoined(place, await place.iflow(...argsOf(place)));
      expectJoined(place, list, { asked, name });
    }
  },
  600_000,
); // all of them take minutes

function argsOf(place: Workplace): readonly string[] {
  const runs = join(place.root, ".git", "iflow", "runs");
  const isBegun = readdirSync(join(place.root, ".git", "iflow")).includes("runs") && readdirSync(runs).length > 0;
  return isBegun ? continueArgs(place, "--until", "implement") : implementArgs(place);
}

/** At a call of git, or at a record of the schedule, of a lane or of a join. */
function killOf({ tasks }: RandomList, below: (limit: number) => number): Kill {
  const when = below(2) === 0 ? "before" : "after";
  if (below(2) === 0) return killAtGit({ word: "any", at: 20 + below(40 + 35 * tasks.length), when });
  const number = tasks[below(tasks.length)]?.number;
  const records = [
    `schedule/1/move/${1 + below(2 * tasks.length)}`,
    `schedule/1/task-${number}-join/1`,
    `schedule/1/log-${number}/1`,
    ...["lane", `implementer-${number}`, `task-${number}-commit`, "over"].map(
      (step) => `implementer-${number}/1/${step}/1`,
    ),
    ...["lane", "test-deepener-a", "over"].map((step) => `test-deepener-a/1/${step}/1`),
    "lanes-left/1",
  ];
  return killAt({ record: `done implement/1/0/${records[below(records.length)]}`, when });
}

/** Every answer that was stored is the one that counts, and only what collided was done again. */
function expectPaidOnce(place: Workplace, { tasks }: Pick<RandomList, "tasks">, name: string): void {
  const folder = place.runFolder(FEATURE, 1, "implement");
  const records = readFileSync(join(folder, "journal.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "done");
  const isAnswer = ({ step, result }: { step: string; result: { status?: string } | null }) =>
    /\/(implementer-[^/]+|test-deepener-a)\/\d+$/.test(step) && result?.status === "completed";
  const answered = records.filter(isAnswer).map(({ step }) => step as string);
  const stored = readdirSync(join(folder, "dispatches"))
    .filter((file) => file.endsWith(".json"))
    .map((file) => JSON.parse(readFileSync(join(folder, "dispatches", file), "utf8")))
    .filter(({ step, status }) => /\/(implementer-|test-deepener-a)/.test(step) && status === "completed");
  expect(answered.toSorted(), name).toEqual(stored.map(({ step }) => step).toSorted());
  expect(answered.filter((step) => step.includes("/test-deepener-a/")).length, `${name}: outlines`).toBeLessThan(2);
  for (const { number } of tasks) {
    const collided = records.filter(({ step }) => step.includes(`/task-${number}-collided/`)).length;
    expect(answered.filter((step) => step.includes(`/implementer-${number}/`)).length, `${name}: ${number}`).toBe(
      1 + collided,
    );
  }
}
