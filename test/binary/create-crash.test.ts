// kill -9 anywhere while a feature is created, then the same command again: the same commit, the same number, one feature,
// and nothing left behind. The kills are real: before and after every call of git, and at every change of a file.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { NOW, prd } from "../support/brainstorm-story.ts";
import { copyOf, inPairs, once, templateOf } from "../support/crash.ts";
import { countGit, creationCalls, type GitCall } from "../support/git-shim.ts";
import { type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { FEATURE, FOLDER, ONE_ROUND } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { withoutTimes } from "../support/traces.ts";
import { FIRST, firstFeature } from "../support/two-features.ts";

const WRITER = join(import.meta.dirname, "..", "support", "kill-at-write.mjs");
const BACKLOG = "# Backlog\n\n| ID | Time | Description |\n|---|---|---|\n| 00012 | 2026-01-01 | Limit logins |\n";
const COMMAND = ["create-feature", "login limit", "--prd", "idea.md"];

const template = once(async () => {
  const place = await workplace(
    {},
    { "README.md": "x", "docs/backlog.md": BACKLOG, "idea.md": prd("\n*Source: Backlog #00012*\n") },
  );
  return templateOf(place);
});

const undisturbed = once(async () => {
  const place = await copyOf(await template());
  expect((await create(place)).code).toBe(0);
  return endOf(place);
});

verifies(
  "SAFE-5",
  "F7: killed before and after every call of git, create-feature typed again ends the same",
  async () => {
    const counted = await countGit();
    const whole = await copyOf(await template());
    expect((await create(whole.built, counted.env)).code).toBe(0);
    const calls = counted.calls();
    expect(calls.filter((call) => / var GIT_COMMITTER_IDENT$/.test(call))).toHaveLength(1);
    expect(calls.some((call) => call.includes(" commit-tree "))).toBe(true);
    const kills = calls.flatMap((_, index): GitCall[] => [
      { when: "before", at: index + 1 },
      { when: "after", at: index + 1 },
    ]);

    await inPairs(sampled(kills), async (kill) => {
      const place = await copyOf(await template());
      const killed = await create(place.built, (await countGit(kill)).env);
      expect(killed.signal, JSON.stringify(kill)).toBe("SIGKILL");
      await expectSameEnd(place, `${kill.when} ${calls[kill.at - 1]}`);
    });
  },
);

verifies(
  "SAFE-5",
  "F7: killed at every change of a file, torn or before it, create-feature typed again ends the same",
  async () => {
    const log = join(await tempFolder(), "writes");
    const whole = await copyOf(await template());
    expect((await createWatched(whole, { COUNT_WRITES: log })).code).toBe(0);
    const writes = readFileSync(log, "utf8").trim().split("\n");
    expect(writes.some((line) => line.includes("/creating/"))).toBe(true);
    const kills = writes.flatMap((line, index) => [
      { at: index + 1, line, torn: "" },
      ...(line.startsWith("writeFile") ? [{ at: index + 1, line, torn: "1" }] : []),
    ]);

    await inPairs(sampled(kills), async ({ at, line, torn }) => {
      const place = await copyOf(await template());
      const killed = await createWatched(place, { KILL_WRITE: String(at), KILL_TORN: torn });
      expect(killed.signal, line).toBe("SIGKILL");
      await expectSameEnd(place, `${torn ? "torn" : "before"} ${line}`);
    });
  },
);

verifies(
  "SAFE-5",
  "F7: a planned feature that is killed while it gets its branch starts the same when it is typed again",
  async () => {
    const planned = "docs/features/004-audit/.meta.json";
    const meta = { id: "004", slug: "audit", status: "planned", mode: null, branch: null };
    const first = await firstFeature();
    await first.write({ [planned]: JSON.stringify(meta) });
    const template = await templateOf(first);
    const fresh = async () => {
      const place = await copyOf(template);
      await place.script(ONE_ROUND);
      return place;
    };
    const start = (place: Workplace, env: Record<string, string> = {}) =>
      place.iflowWith(
        { env: { IFLOW_NOW: NOW, ...env } },
        ...["specify", "--feature=004-audit", "--from", FIRST, "--yolo", "--script", place.scriptPath],
      );
    const counted = await countGit();
    const whole = await fresh();
    expect((await start(whole.built, counted.env)).code).toBe(0);
    const wanted = startedEnd(whole);
    expect(JSON.parse(wanted.meta).depends_on_features).toEqual([FIRST]);
    const kills = creationCalls(counted.calls()).flatMap(({ at, call }) =>
      (["before", "after"] as const).map((when) => ({ when, at, call })),
    );

    await inPairs(sampled(kills), async ({ call, ...kill }) => {
      const place = await fresh();
      expect((await start(place.built, (await countGit(kill)).env)).signal, call).toBe("SIGKILL");
      const again = await start(place);
      expect(`${kill.when} ${call}: ${again.code} ${again.stderr}`).toMatch(/: 0 /);
      expect(startedEnd(place), `${kill.when} ${call}`).toEqual(wanted);
    });

    function startedEnd(place: Workplace) {
      return {
        commits: commitsOf(place),
        branches: place.git("branch", "--format=%(refname) %(HEAD)"),
        status: place.git("status", "--porcelain", "--untracked-files=all"),
        meta: withoutTimes(place.read(planned)),
        left: filesBelow(join(place.root, ".git", "iflow", "creating")),
      };
    }
  },
);

const create = (place: Workplace, env: Record<string, string> = {}) =>
  place.iflowWith({ env: { IFLOW_NOW: NOW, ...env } }, ...COMMAND);

const createWatched = ({ built }: Workplace, env: Record<string, string>) =>
  built.iflowWith({ env: { IFLOW_NOW: NOW, ...env }, node: ["--import", WRITER] }, ...COMMAND);

async function expectSameEnd(place: Workplace, kill: string): Promise<void> {
  const again = await create(place);
  expect(`${kill}: ${again.code} ${again.stderr}`).toMatch(/: 0 /);
  expect(again.stdout, kill).toContain(`feature ${FEATURE}`);
  expect(endOf(place), kill).toEqual(await undisturbed());
}

/** The clock stands still. */
function endOf(place: Workplace) {
  return {
    log: logOf(place, "%s %P %T"),
    branches: place.git("branch", "--format=%(refname) %(HEAD)"),
    status: place.git("status", "--porcelain", "--untracked-files=all"),
    files: place.git("ls-tree", "-r", "--name-only", "HEAD"),
    meta: place.read(`${FOLDER}/.meta.json`),
    left: filesBelow(join(place.root, ".git", "iflow")),
  };
}

/** Every commit with the branches it is the tip of and the subjects of its parents; not in git's order, which goes by a clock that runs. */
function commitsOf(place: Workplace): string[] {
  const lines = place.git("log", "--branches", "--format=%H%x00%s%x00%P%x00%D").trim().split("\n");
  const commits = lines.map((line) => line.split("\0"));
  const subjects = new Map(commits.map(([id = "", subject = ""]) => [id, subject]));
  return commits
    .map(([, subject, parents = "", refs]) => {
      const above = parents.split(" ").map((parent) => subjects.get(parent) ?? "");
      return `${subject} <- ${above.join(" | ")} (${refs})`;
    })
    .sort();
}

/** Branch by branch: across branches git orders by time, and a real second can pass between two commits. */
function logOf(place: Workplace, format: string): string[] {
  const branches = place.git("branch", "--format=%(refname)").trim().split("\n");
  return branches.map((ref) => `${ref}\n${place.git("log", "--topo-order", `--format=${format}`, ref)}`);
}

/** Without drafts of locks, which are hidden, and the throw-away objects, which are removed when a run ends. */
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.filter((path) => !path.endsWith(".draft") && !path.startsWith("objects/")).sort();
}
