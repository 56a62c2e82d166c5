// Processes beside each other: one that runs a feature, others that follow and stop it from another working tree, and what
// a kill of any of them leaves.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import { type Ended, MAIN, type Roles, startIflow, startProgram, type Workplace, workplace } from "../support/iflow.ts";
import { shellUntil } from "../support/shell-until.ts";
import { createFeature, FEATURE, ONE_ROUND, spec, specifyArgs, TWO_ROUNDS, writes } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { until } from "../support/until.ts";

const GATED = writes(spec(), { run: [shellUntil("[ -e .git/go ]")] });
const AUTHOR_WAITS: Roles = { ...ONE_ROUND, "spec-author": [GATED] };
const letGo = (place: Workplace) => writeFile(join(place.root, ".git", "go"), "");

async function prepared(roles: Roles): Promise<Workplace> {
  const place = await workplace(roles, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  return place;
}

/** Another working tree of the same repository. */
async function otherTree(place: Workplace): Promise<string> {
  const tree = join(await tempFolder(), "tree");
  place.git("worktree", "add", "--quiet", "--detach", tree, "main");
  return tree;
}

const runArgs = (place: Workplace) => specifyArgs(place, "--yolo");
const journal = (place: Workplace) => join(place.runFolder(FEATURE), "journal.jsonl");
const isAtWork = (place: Workplace) =>
  existsSync(journal(place)) && readFileSync(journal(place), "utf8").includes('"spawned"');
const stops = (place: Workplace) => join(place.root, ".git", "iflow", "stops");
/** Whole ones: a draft that its writer was killed over asks for nothing. */
const requests = (place: Workplace) =>
  (existsSync(stops(place)) ? readdirSync(stops(place)) : []).filter((name) => name.endsWith(".json"));

function watch(cwd: string, ...args: string[]) {
  const { child, ended } = startIflow(cwd, "watch", ...args);
  let text = "";
  child.stdout.on("data", (more) => {
    text += more;
  });
  const end = async (signal: NodeJS.Signals = "SIGINT"): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return { sees: (words: string) => until(() => text.includes(words)), text: () => text, end };
}

// biome-ignore lint/suspicious/noExplicitAny: events of many shapes
const eventsOf = (text: string): any[] =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe("followed from another working tree", () => {
  verifies(
    "PAR-2",
    "a watcher that is killed goes on where it was; nothing is told twice and nothing is lost",
    async () => {
      const place = await prepared(AUTHOR_WAITS);
      const tree = await otherTree(place);
      const first = watch(tree, "--json", "--since", "start"); // it may begin later than the run
      const run = startIflow(place.root, ...runArgs(place));
      await first.sees('"lane-worked"');
      await first.end("SIGKILL");
      await letGo(place);
      expect((await run.ended).code).toBe(0);

      const before = eventsOf(first.text().slice(0, first.text().lastIndexOf("\n") + 1)).filter(
        ({ id }) => id !== null,
      );
      const second = watch(tree, "--json", "--since", before.at(-1).since);
      await second.sees('"run-ended"');
      expect((await second.end()).code).toBe(0);
      const after = eventsOf(second.text());
      const whole = watch(tree, "--json", "--since", "start");
      await whole.sees('"run-ended"');
      await whole.end();
      expect([...before, ...after].map(({ id }) => id)).toEqual(eventsOf(whole.text()).map(({ id }) => id));
      expect(before.every(({ v, time, run: of, feature }) => v === 1 && time && of && feature === FEATURE)).toBe(true);
    },
  );

  test("its rows say what the run's own screen says", async () => {
    const place = await prepared(TWO_ROUNDS);
    const ended = await startIflow(place.root, ...runArgs(place)).ended;
    const rows = watch(place.root, "--since", "start");
    await rows.sees("Spec approved");
    await rows.end();
    const said = (line: string) => line.replace(/^\S+/, "").replaceAll(/\s+/g, " ").trim();
    const own = `${ended.stderr}${ended.stdout}`
      .split("\n")
      .map(said)
      .map((line) => line.replace(/ \+\d+ .\d+$| \d+ lines$/, ""));
    const told = rows.text().split("\n").filter(Boolean).map(said);
    expect(
      told.filter((line) => /reviewer|hand-off|spec (?:written|revised)|Given|Spec approved/.test(line)),
    ).not.toEqual([]);
    for (const line of told.filter((one) => /spec reviewer|spec written|spec revised/.test(one)))
      expect(own.some((one) => one.includes(line.replace(/, round \d+$/, "")))).toBe(true);
    expect(told.at(-1)).toContain("Spec approved in 2 rounds");
  });

  test("a run that is killed is said to be left, with the command that continues", async () => {
    const place = await prepared(AUTHOR_WAITS);
    const rows = watch(place.root, "--since", "start"); // it may begin later than the run
    const run = startIflow(place.root, ...runArgs(place));
    await until(() => isAtWork(place));
    await rows.sees("specify begins");
    run.child.kill("SIGKILL");
    await run.ended;
    await rows.sees("stopped while the spec was being written");
    await rows.sees("iflow continue 1");
    await rows.end();
  });
});

describe("stopped from another working tree", () => {
  test("the run ends and is continued; killing who asked changes nothing", async () => {
    const place = await prepared(AUTHOR_WAITS);
    const tree = await otherTree(place);
    const run = startIflow(place.root, ...runArgs(place));
    await until(() => isAtWork(place));
    const stop = startProgram(process.execPath, tree, MAIN, "stop", "1");
    await until(() => requests(place).length === 1);
    stop.child.kill("SIGKILL");
    await letGo(place);
    const ended = await run.ended;
    expect([ended.code, ended.stderr]).toEqual([
      130,
      expect.stringContaining("stopped, because iflow stop was called"),
    ]);
    expect(requests(place)).toEqual([]);
    expect((await startIflow(place.root, "continue").ended).code).toBe(0);
    expect(place.dispatchFiles(FEATURE, ".outcome.json")).toHaveLength(3);
  });

  test("a request to a process that was killed stops no other one", async () => {
    const place = await prepared(AUTHOR_WAITS);
    const run = startIflow(place.root, ...runArgs(place));
    await until(() => isAtWork(place));
    const stop = startIflow(place.root, "stop");
    await until(() => requests(place).length === 1);
    run.child.kill("SIGKILL");
    stop.child.kill("SIGKILL");
    await Promise.all([run.ended, stop.ended]);
    expect(requests(place)).toHaveLength(1);
    await place.script(TWO_ROUNDS);
    await letGo(place);
    const continued = await startIflow(place.root, "continue").ended;
    expect([continued.code, requests(place)]).toEqual([0, []]);
  });
});
