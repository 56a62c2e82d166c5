// USE-1: whatever a command prints to be typed next is typed, in a copy of the place it was printed in.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { BRANCH, FINISH, finishedFeature, finishFeature } from "../../support/finish-story.ts";
import { type Ended, startIflow, type Workplace, workplace } from "../../support/iflow.ts";
import { copyOf, printedCommands, printedGitCommands, wordsOf } from "../../support/printed.ts";
import { createFeature, FEATURE, ONE_ROUND, spec, specify, specifyArgs, writes } from "../../support/story.ts";

const SECOND = "002-reset-mail";

interface Ending {
  readonly place: Workplace;
  readonly ended: Ended;
  readonly env?: Record<string, string>;
}

/** HEAD is on the base branch; both are active. */
async function twoFeatures(): Promise<Workplace> {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  await place.iflow("create-feature", "reset mail", "--from", "base");
  place.git("switch", "--quiet", "main");
  return place;
}

const on = async (place: Workplace, ...words: string[]): Promise<Ending> => ({
  place,
  ended: await place.iflow(...words),
});

/** The run waits at its closing question. */
async function waiting(place: Workplace): Promise<Workplace> {
  await specify(place, "--feature=1");
  for (const n of [1, 2, 3]) await place.iflow("answer", `001.${n}`, "from-description");
  const ended = await place.iflow("continue", "1");
  if (ended.code !== 4) throw new Error(ended.stderr);
  return place;
}

async function onFirst(place: Workplace): Promise<Workplace> {
  place.git("switch", "--quiet", BRANCH);
  return place;
}

/** Each with the least number of commands it must print. */
const ENDINGS: Readonly<Record<string, readonly [number, () => Promise<Ending>]>> = {
  "a feature was created": [1, async () => on(await workplace(), "create-feature", "login limit")],
  "another one was created": [1, async () => on(await twoFeatures(), "create-feature", "third one")],
  "a phase has ended": [
    1,
    async () => {
      const place = await onFirst(await twoFeatures());
      return { place, ended: await specify(place, "--yolo") };
    },
  ],
  "questions wait without a terminal": [
    7,
    async () => {
      const place = await onFirst(await twoFeatures());
      return { place, ended: await specify(place) };
    },
  ],
  "the closing question waits": [3, async () => on(await waiting(await onFirst(await twoFeatures())), "answer")],
  "a question is asked for by its feature, from another branch": [
    3,
    async () => {
      const place = await waiting(await onFirst(await twoFeatures()));
      place.git("switch", "--quiet", "main");
      return on(place, "answer", "login");
    },
  ],
  "a question was answered from another branch": [
    1,
    async () => {
      const place = await waiting(await onFirst(await twoFeatures()));
      place.git("switch", "--quiet", "main");
      return on(place, "answer", "1", "review");
    },
  ],
  "the run is on another branch": [
    2,
    async () => {
      const place = await waiting(await onFirst(await twoFeatures()));
      place.git("switch", "--quiet", `feature/${SECOND}`);
      return on(place, "continue", "1");
    },
  ],
  "another phase has an open run": [
    1,
    async () => {
      const place = await waiting(await onFirst(await twoFeatures()));
      place.git("switch", "--quiet", "main");
      return on(place, "design", "1", "--yolo");
    },
  ],
  "two features are active: a phase": [2, async () => on(await twoFeatures(), "specify", "--yolo")],
  "two features are active: continue": [2, async () => on(await twoFeatures(), "continue")],
  "two features are active: history": [2, async () => on(await twoFeatures(), "history", "--issues")],
  "two features are active: status": [2, async () => on(await twoFeatures(), "status")],
  "two features are active: status for a script": [2, async () => on(await twoFeatures(), "--json", "status")],
  "two features are active: show": [1, async () => on(await twoFeatures(), "show", "2")],
  "two features are active: cost": [1, async () => on(await twoFeatures(), "cost", "2")],
  "two features are active: tasks": [1, async () => on(await twoFeatures(), "tasks", "2")],
  "two features are active: abandon": [1, async () => on(await twoFeatures(), "abandon", "2")],
  "a name fits two": [
    2,
    async () => {
      const place = await twoFeatures();
      await place.iflow("create-feature", "reset code", "--from", "base");
      return on(place, "show", "reset");
    },
  ],
  "an unknown feature": [1, async () => on(await twoFeatures(), "continue", "reset-mial", "--until", "specify")],
  "an unknown feature, for a script": [1, async () => on(await twoFeatures(), "--json", "show", "reset-mial")],
  "no feature yet": [1, async () => on(await workplace(), "specify")],
  "an unknown question": [
    1,
    async () => on(await waiting(await onFirst(await twoFeatures())), "answer", "007.3", "continue"),
  ],
  "the budget is spent": [
    1,
    async () => {
      const place = await onFirst(await twoFeatures());
      return { place, ended: await specify(place, "--yolo", "--max-dispatches", "1") };
    },
  ],
  "trust is needed": [
    1,
    async () => {
      const place = await twoFeatures();
      await place.write({ "iflow.config.json": JSON.stringify({ checks: { test: "true" } }) });
      const env = { IFLOW_TRUST: "", XDG_STATE_HOME: `${place.root}/.git/state` };
      return { place, env, ended: await place.iflowWith({ env }, ...specifyArgs(place, "--feature=1")) };
    },
  ],
  "the merge has a conflict": [
    1,
    async () => {
      const place = await finishedFeature(FINISH, { files: { "README.md": "# Shop\n\nfrom the feature\n" } });
      await place.iflow("create-feature", "reset mail", "--from", "base");
      place.git("switch", "--quiet", "main");
      await place.write({ "README.md": "# Shop\n\nfrom main\n" });
      place.git("commit", "--quiet", "-am", "main moved");
      place.git("switch", "--quiet", BRANCH);
      return { place, ended: await finishFeature(place, "--yolo") };
    },
  ],
  "the feature is merged": [
    1,
    async () => {
      const place = await finishedFeature(FINISH);
      return { place, ended: await finishFeature(place, "--merge") };
    },
  ],
  "a brainstorm waits beside two features": [
    3,
    async () => {
      const place = await twoFeatures();
      return on(place, "brainstorm", "export as csv", "--runtime", "scripted", "--script", place.scriptPath);
    },
  ],
  "the tasks of a merged feature that has none": [
    1,
    async () => {
      const place = await finishedFeature(FINISH, { without: ["tasks.md"] });
      await finishFeature(place, "--merge");
      return on(place, "tasks", "1");
    },
  ],
  "no agent was asked yet: show": [
    1,
    async () => {
      const place = await onFirst(await twoFeatures());
      await specify(place); // stops at its first questions
      return on(place, "show", "1");
    },
  ],
  "an abandoned feature is looked at": [
    1,
    async () => {
      const place = await twoFeatures();
      await place.iflow("abandon", "1", "--yes");
      return on(place, "show", "1");
    },
  ],
  "a new branch could begin on another feature": [
    2,
    async () => on(await onFirst(await twoFeatures()), "create-feature", "third one"),
  ],
  interrupted: [
    1,
    async () => {
      const place = await onFirst(await twoFeatures());
      await place.script({ ...ONE_ROUND, "spec-author": [writes(spec(), { delayMs: 60_000 })] });
      const { child, ended } = startIflow(place.root, ...specifyArgs(place, "--yolo"));
      await untilDispatched(place);
      child.kill("SIGINT");
      await ended;
      await place.script(ONE_ROUND); // whoever continues does not wait for it again
      return { place, ended: await ended };
    },
  ],
};

async function untilDispatched(place: Workplace): Promise<void> {
  const folder = join(place.runFolder(FEATURE), "dispatches");
  while (!existsSync(folder) || readdirSync(folder).length === 0) await wait(50);
}

describe("every printed command works where it is printed", () => {
  for (const [title, [least, make]] of Object.entries(ENDINGS)) {
    verifies("USE-1", `U1: ${title}`, async () => {
      const { place, ended, env = {} } = await make();
      const commands = printedCommands(ended);
      expect(commands.length, `${ended.stdout}${ended.stderr}`).toBeGreaterThanOrEqual(least);
      const branch = place.git("symbolic-ref", "--short", "HEAD");
      if (branch === `feature/${SECOND}`)
        for (const one of commands) expect(one).toMatch(/^iflow \S+ (1|001\.\d)( |$)/);
      for (const command of commands) {
        const copy = await copyOf(place);
        const [, ...words] = wordsOf(command);
        const pasted = await copy.iflowWith({ env }, ...words);
        const told = `${command}\n${pasted.stdout}${pasted.stderr}\nprinted by:\n${ended.stdout}${ended.stderr}`;
        expect(pasted.code, told).not.toBe(2);
        expect(told, "an ended feature has no next phase").not.toMatch(/the feature is (abandoned|completed)/);
        expect(told.split("printed by:")[0]).not.toMatch(/not found|Several features|several runs are open/);
      }
    });
  }
});

/** Each with what its commands of git must show when they are pasted. */
const GIT_ENDINGS: Readonly<Record<string, readonly [shows: RegExp, make: () => Promise<Ending>]>> = {
  "the feature is merged": [
    /^diff --git a\/src\/limit\.mjs/m,
    async () => {
      const place = await finishedFeature(FINISH);
      return { place, ended: await finishFeature(place, "--merge") };
    },
  ],
  "the feature is merged as one commit": [
    /^diff --git a\/src\/limit\.mjs/m,
    async () => {
      const place = await finishedFeature(FINISH);
      return { place, ended: await finishFeature(place, "--squash") };
    },
  ],
  "on no branch": [
    /Switched to branch 'main'/,
    async () => {
      const place = await workplace();
      place.git("checkout", "--quiet", "--detach");
      return on(place, "create-feature", "third one");
    },
  ],
  "the base branch is missing": [/^$/, async () => on(await withoutBase(), "create-feature", "third one")],
  "the base branch is missing, says the doctor": [/^$/, async () => on(await withoutBase(), "doctor")],
  "no commit yet": [
    /root-commit/,
    async () => {
      const place = await workplace();
      place.git("checkout", "--quiet", "--orphan", "empty");
      return on(place, "create-feature", "third one");
    },
  ],
  "no commit yet, says the doctor": [
    /root-commit/,
    async () => {
      const place = await workplace();
      place.git("update-ref", "-d", "refs/heads/main");
      return on(place, "doctor");
    },
  ],
};

async function withoutBase(): Promise<Workplace> {
  const place = await workplace();
  await place.write({ "iflow.config.json": JSON.stringify({ baseBranch: "develop" }) });
  place.git("add", "iflow.config.json");
  place.git("commit", "--quiet", "--message", "settings");
  return place;
}

describe("every printed command of git works where it is printed", () => {
  for (const [title, [shows, make]] of Object.entries(GIT_ENDINGS)) {
    verifies("USE-1", title, async () => {
      const { place, ended } = await make();
      const [first = "", ...others] = printedGitCommands(ended);
      const told = `${ended.stdout}${ended.stderr}`;
      expect(first, told).not.toBe("");
      for (const command of [first, ...others]) {
        const { root } = await copyOf(place);
        const env = { ...process.env, GIT_EDITOR: "false" }; // a command that opens an editor is not all that must be typed
        const pasted = spawnSync("sh", ["-c", command], { cwd: root, env, encoding: "utf8" });
        // what a remote has is offered as well, and there is none here
        if (!command.includes("origin/"))
          expect([command, pasted.status, pasted.stderr]).toEqual([command, 0, expect.any(String)]);
        if (command === first) expect(`${pasted.stdout}${pasted.stderr}`.trim(), command).toMatch(shows);
      }
    });
  }
});

test("the words of a command are read as a shell reads them", () => {
  expect(wordsOf(`iflow answer 001.1 "your own words"`)).toEqual(["iflow", "answer", "001.1", "your own words"]);
});
