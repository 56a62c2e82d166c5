// The mistakes that people make in their first ten minutes: what they read then, and the exit code a script sees. The page
// beside this file is read by people too; `npx vitest run test/stories/setup/beginner-mistakes.test.ts -u` prints it anew.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { fails } from "../../support/fake-anthropic/reply.ts";
import { startFakeAnthropic } from "../../support/fake-anthropic/server.ts";
import { type Ended, type Workplace, workplace } from "../../support/iflow.ts";
import { linesWiderThan } from "../../support/screen.ts";
import { createFeature, FEATURE, ONE_ROUND, specify } from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

/** What is typed, and where. */
interface Mistake {
  readonly typed: readonly string[];
  readonly prepare?: (place: Workplace) => Promise<unknown>;
  readonly env?: Record<string, string>;
}

const config = (text: string) => (place: Workplace) => writeFile(join(place.root, "iflow.config.json"), text);
const twoFeatures = async (place: Workplace) => {
  await createFeature(place);
  await place.iflow("create-feature", "export as CSV", "--from", "base");
  place.git("switch", "--quiet", "main");
};
const waiting = async (place: Workplace) => {
  await place.script(ONE_ROUND);
  await place.write({ "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  await specify(place); // stops at its closing question
};

const SOME_KEY = { ANTHROPIC_API_KEY: "only here" };

const MISTAKES: Readonly<Record<string, Mistake>> = {
  "outside of a repository": {
    typed: ["run", "limit logins"],
    prepare: (place) => rm(join(place.root, ".git"), { recursive: true }),
  },
  "in a repository without a commit": {
    typed: ["create-feature", "limit logins"],
    prepare: async (place) => place.git("checkout", "--quiet", "--orphan", "empty"),
  },
  "on no branch": {
    typed: ["create-feature", "limit logins"],
    prepare: async (place) => place.git("checkout", "--quiet", "--detach"),
  },
  "without a name for git": {
    typed: ["create-feature", "limit logins"],
    prepare: async (place) => {
      place.git("config", "--unset", "user.name");
      place.git("config", "--unset", "user.email");
      place.git("config", "user.useConfigOnly", "true");
    },
  },
  "in the middle of a merge": {
    typed: ["create-feature", "limit logins"],
    prepare: (place) => writeFile(join(place.root, ".git", "MERGE_HEAD"), `${place.git("rev-parse", "HEAD")}\n`),
  },
  "no idea": { typed: ["run"] },
  "an empty idea": { typed: ["run", ""] },
  "an idea without quotes": { typed: ["run", "limit", "logins"] },
  "a sentence and no command": { typed: ["limit logins to 5 a minute"] },
  "a sentence without quotes and no command": { typed: ["limit", "logins", "to", "5", "a", "minute"] },
  "a command of other programs": { typed: ["resume"] },
  "a word too few": { typed: ["plugin"] },
  "a mistyped phase": { typed: ["run", "limit logins", "--phases", "spec,implement"] },
  "a mistyped command": { typed: ["desing"] },
  "a mistyped flag": { typed: ["run", "limit logins", "--yollo"] },
  "a mistyped feature": { typed: ["show", "login-limt"], prepare: (place) => createFeature(place) },
  "a beginning that is mistyped": { typed: ["show", "exprt"], prepare: twoFeatures },
  "help that is mistyped": { typed: ["--hlep"] },
  "help about no command": { typed: ["help", "foo"] },
  "a mistyped choice": { typed: ["cost", "--by", "rol"] },
  "a choice that does not exist": { typed: ["--events", "xml", "status"] },
  "a mistyped word": { typed: ["plugin", "instal"] },
  "a mistyped key": { typed: ["config", "reviw.maxRounds"] },
  "a variable that is no setting": { typed: ["status"], env: { IFLOW_FOO: "1" } },
  "a missing base branch": {
    typed: ["create-feature", "limit logins"],
    prepare: config('{\n  "baseBranch": "a-long-branch-name"\n}\n'),
  },
  "a phase that does not exist": { typed: ["run", "limit logins", "--until", "merge"] },
  "an amount that is none": { typed: ["run", "limit logins", "--max-cost", "cheap"] },
  "a runtime that does not exist": { typed: ["run", "limit logins", "--runtime", "cluade"] },
  "no agent on this machine": { typed: ["run", "limit logins"] },
  "an API without a key": { typed: ["run", "limit logins", "--runtime", "anthropic"] },
  "a key that is refused": {
    typed: ["specify", "--runtime", "anthropic", "--yolo"],
    prepare: (place) => createFeature(place),
    env: SOME_KEY,
  },
  "a mistyped setting": { typed: ["status"], prepare: config('{\n  "chekcs": { "test": "npm test" }\n}\n') },
  "a setting of the wrong kind": { typed: ["status"], prepare: config('{\n  "review": { "maxRounds": "five" }\n}\n') },
  "settings that are no JSON": { typed: ["status"], prepare: config('{\n  "baseBranch": "main",\n}\n') },
  "settings that nobody has confirmed": {
    typed: ["specify"],
    prepare: async (place) => {
      await createFeature(place);
      await config('{ "checks": { "test": "npm test" } }')(place);
    },
    env: { IFLOW_TRUST: "" },
  },
  "a phase too early": {
    typed: ["implement", "--runtime", "anthropic"],
    prepare: (place) => createFeature(place),
    env: SOME_KEY,
  },
  "a phase of a feature that is over": {
    typed: ["implement", "1"],
    prepare: async (place) => {
      await createFeature(place);
      const path = `docs/features/${FEATURE}/.meta.json`;
      const meta = { ...JSON.parse(place.read(path)), status: "completed", lastCompletedPhase: "finish" };
      await place.write({ [path]: JSON.stringify(meta) });
    },
  },
  "the end too early": {
    typed: ["finish-feature", "--runtime", "anthropic"],
    prepare: (place) => createFeature(place),
    env: SOME_KEY,
  },
  "two features and no name": { typed: ["specify"], prepare: twoFeatures },
  "nothing to continue": { typed: ["continue"] },
  "an answer to no question": { typed: ["answer", "001.9", "yes"], prepare: (place) => createFeature(place) },
  "an answer that is not among the options": { typed: ["answer", "001.1", "maybe"], prepare: waiting },
  "a PRD that is not there": { typed: ["create-feature", "limit logins", "--prd", "idea.md"] },
  "a folder that is not there": { typed: ["--cwd", "elsewhere", "status"] },
};

test("there are at least 25", () => expect(Object.keys(MISTAKES).length).toBeGreaterThanOrEqual(25));

test.each(Object.entries(MISTAKES))("%s", async (title, { typed, prepare, env = {} }) => {
  const place = await workplace();
  await prepare?.(place);
  const ended = await place.iflowWith({ env: { ...(await surroundings()), ...env } }, ...typed);

  const page = printed(typed, ended, place.root);
  expect(ended.code).not.toBe(0);
  expect(page).not.toMatch(/This is a bug|at .*\.ts:\d+/);
  expect(linesWiderThan(80, page)).toEqual([]);
  await expect(page).toMatchFileSnapshot(`beginner-mistakes/${title.replaceAll(" ", "-")}.txt`);
});

/** A machine on which nothing is set up, and an API that refuses everybody. */
async function surroundings(): Promise<Record<string, string>> {
  const fake = await startFakeAnthropic([{ replies: [fails(401, { message: "invalid x-api-key" })] }]);
  onTestFinished(() => fake.close());
  const home = await tempFolder();
  await mkdir(join(home, "bin"));
  return { ANTHROPIC_BASE_URL: fake.url, ANTHROPIC_API_KEY: "", HOME: home, IFLOW_ANTHROPIC_TRIES: "1" };
}

function printed(typed: readonly string[], { code, stdout, stderr }: Ended, root: string): string {
  const words = typed.map((word) => (/^[\w./=-]+$/.test(word) ? word : `"${word}"`)).join(" ");
  const said = `${stdout}${stderr}`
    .trimEnd()
    .replaceAll(root, "~/shop")
    .replace(/(?<= at )[0-9a-f]{8}\b/, "3f2c9a7b");
  return `$ iflow ${words}\n${said}\n(exit code ${code})\n`;
}
