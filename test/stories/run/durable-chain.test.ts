// One idea is one chain: the same sentence continues what was begun for it, from any branch and working tree, and asks
// where more than one thing could be meant.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createClock } from "../../../src/adapters/clock.ts";
import { createFeature as createNewFeature } from "../../../src/app/feature/create/create-feature.ts";
import { openCreations } from "../../../src/app/feature/create/open-creations.ts";
import { settleCreations } from "../../../src/app/feature/create/settle-creations.ts";
import { DEFAULT_CONFIG } from "../../../src/domain/config/config.ts";
import type { Question } from "../../../src/domain/run/questions/question.ts";
import { type DrivePlace, NOBODY, type PersonsAnswer } from "../../../src/frontends/drive/context.ts";
import { chooseWork } from "../../../src/frontends/drive/idea/choose-work.ts";
import { createWiring } from "../../../src/wire.ts";
import { verifies } from "../../requirements.ts";
import { FOUND, IDEA, NOW, PRD_PATH, prd, runFolder, writesPrd } from "../../support/brainstorm-story.ts";
import { killAt, killsOnce, withTurn } from "../../support/crash.ts";
import { openPorts } from "../../support/engine.ts";
import { countGit } from "../../support/git-shim.ts";
import { type Ended, type Roles, type Workplace, workplace, workplaceIn } from "../../support/iflow.ts";
import { connectMcp } from "../../support/mcp-client.ts";
import { inWords } from "../../support/screen.ts";
import { approve, createFeature, FEATURE, FOLDER, ONE_ROUND } from "../../support/story.ts";
import { repoAt, tempFolder } from "../../support/temp-repo.ts";
import { paidRoles } from "../../support/traces.ts";
import { FIRST, finish, firstFeature } from "../../support/two-features.ts";

const BRAINSTORM: Roles = {
  ...FOUND,
  "prd-author": [writesPrd(prd())],
  "prd-reviewer": [{ reply: approve() }],
  "brainstorm-reviewer": [{ reply: approve() }],
};
const ROLES: Roles = { ...BRAINSTORM, ...ONE_ROUND };

const iflow = (place: Workplace, ...words: string[]): Promise<Ended> =>
  place.iflowWith({ env: { IFLOW_NOW: NOW } }, ...words);
const run = (place: Workplace, idea: string, ...flags: string[]) =>
  iflow(place, "run", idea, "--script", place.scriptPath, ...flags);
const runsOf = (place: Workplace) => {
  const folder = join(place.root, ".git", "iflow", "runs");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const branches = (place: Workplace) => place.git("branch", "--list", "feature/*", "--format=%(refname:short)");
const headOf = (place: Workplace, folder = place.runFolder(FEATURE)) =>
  JSON.parse(readFileSync(join(folder, "journal.jsonl"), "utf8").split("\n")[0] ?? "");

/** The brainstorm has ended; the process was killed before it made a feature of it. */
async function stoppedBeforeFeature(place: Workplace, ...flags: string[]): Promise<void> {
  const { node, env } = killAt({ record: "ended ", when: "after" });
  const words = ["run", IDEA, "--yolo", "--script", place.scriptPath, ...flags];
  const killed = await place.built.iflowWith({ node, env: { ...env, IFLOW_NOW: NOW } }, ...words);
  expect(`${killed.signal} ${killed.stderr}`).toContain("SIGKILL");
  expect([runsOf(place), branches(place)]).toEqual([["b1.brainstorm.1"], ""]);
}

/** The feature was about to be created: its branch is reserved, nothing else is done. */
async function halfMade(place: Workplace, ...words: string[]): Promise<void> {
  const counted = await countGit();
  const copy = await workplace();
  await copy.built.iflowWith({ env: counted.env }, "create-feature", "login limit");
  const at = 1 + counted.calls().findIndex((call) => call.includes(" update-ref "));
  const { env } = await countGit({ when: "after", at });
  const killed = await place.built.iflowWith({ env }, "create-feature", ...words);
  expect([killed.signal, branches(place)]).toEqual(["SIGKILL", `feature/${FEATURE}`]);
}

describe("the same sentence", () => {
  verifies("SAFE-5", "F5: continues the brainstorm it is in", async () => {
    const place = await workplace(ROLES);
    expect((await run(place, IDEA)).stderr).toContain("iflow answer b1.1 infer");

    const again = await run(place, "  login   limit ");

    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("iflow answer b1.1 infer")]);
    expect(runsOf(place)).toEqual(["b1.brainstorm.1"]);
  });

  verifies(
    "SAFE-5",
    "F5: continues a brainstorm that is half written in another working tree, and takes the PRD along",
    async () => {
      const place = await workplace();
      const mark = join(place.root, ".git", "killed");
      await place.script(withTurn(ROLES, "prd-reviewer", 0, { run: [killsOnce(mark)] }));
      const words = ["run", IDEA, "--yolo", "--until", "specify", "--script", place.scriptPath];
      expect((await place.built.iflowWith({ env: { IFLOW_NOW: NOW } }, ...words)).signal).toBe("SIGKILL");
      const other = workplaceIn(repoAt(join(await tempFolder(), "other")));
      place.git("worktree", "add", "--quiet", "-b", "elsewhere", other.root);

      const ended = await iflow(other, "run", IDEA);

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(place.git("show", `feature/${FEATURE}:${FOLDER}/prd.md`)).toBe(prd().trimEnd());
      expect(paidRoles(runFolder(place))).toHaveLength(5);
    },
  );

  verifies(
    "SAFE-5",
    "F5: continues between brainstorm and feature, also in another working tree, without the PRD's file",
    async () => {
      const place = await workplace(ROLES);
      await stoppedBeforeFeature(place, "--until", "specify");
      const other = workplaceIn(repoAt(join(await tempFolder(), "other")));
      place.git("worktree", "add", "--quiet", "-b", "elsewhere", other.root);

      const ended = await iflow(other, "run", IDEA);

      expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
      expect(other.git("symbolic-ref", "--short", "HEAD")).toBe(`feature/${FEATURE}`);
      expect(place.git("show", `feature/${FEATURE}:${FOLDER}/prd.md`)).toBe(prd().trimEnd());
      expect(paidRoles(runFolder(place))).toHaveLength(5);
      expect(headOf(place).flags).toMatchObject({ until: "specify", yolo: true });
      expect(runsOf(place)).toEqual([`${FEATURE}.specify.1`, "b1.brainstorm.1"]);
    },
  );

  verifies(
    "SAFE-5",
    "F5: continues a feature between two phases from another branch; from another tree it works there",
    async () => {
      const place = await workplace(ROLES);
      expect((await run(place, IDEA, "--phases", "specify,implement", "--until", "specify", "--yolo")).code).toBe(0);
      place.git("switch", "--quiet", "main");
      const other = workplaceIn(repoAt(join(await tempFolder(), "other")));

      const again = await run(place, IDEA, "--until", "specify");
      expect([again.code, again.stderr]).toEqual([0, expect.stringContaining(`continues ${FEATURE}`)]);
      expect(again.stdout).toContain("the next phase is design");
      expect(place.git("symbolic-ref", "--short", "HEAD")).toBe(`feature/${FEATURE}`);

      place.git("worktree", "add", "--quiet", "-b", "elsewhere", other.root);
      const there = await iflow(other, "run", IDEA, "--until", "specify");
      expect([there.code, there.stderr]).toEqual([0, expect.stringContaining(`${FEATURE} is worked on in`)]);
      expect(other.git("symbolic-ref", "--short", "HEAD")).toBe("elsewhere");
      expect(runsOf(place)).toEqual([`${FEATURE}.specify.1`]);

      await run(place, IDEA); // what `--until` asked for is done, so this goes on, and is watched
      expect(runsOf(place)).toEqual([`${FEATURE}.implement.2`, `${FEATURE}.specify.1`]);
      const { flags } = headOf(place, join(place.root, ".git", "iflow", "runs", `${FEATURE}.implement.2`));
      expect(flags).toMatchObject({ mode: "chain", yolo: false, phases: ["specify", "implement"] });
      expect(flags).not.toHaveProperty("until");
    },
  );

  verifies("SAFE-5", "F5: answers a run that has asked about the branch, because it goes there itself", async () => {
    const place = await workplace();
    await place.script(withTurn(ROLES, "spec-reviewer", 0, { run: [killsOnce(join(place.root, ".git", "killed"))] }));
    const words = ["run", IDEA, "--yolo", "--until", "specify", "--script", place.scriptPath];
    expect((await place.built.iflowWith({ env: { IFLOW_NOW: NOW } }, ...words)).signal).toBe("SIGKILL");
    place.git("switch", "--quiet", "main");
    expect((await iflow(place, "continue")).stderr).toContain("HEAD is on branch main");

    const again = await iflow(place, "run", IDEA);

    expect(`${again.code} ${again.stderr}`).toMatch(/^0 /);
    expect(again.stderr).not.toContain("HEAD is on branch main");
    expect(place.git("symbolic-ref", "--short", "HEAD")).toBe(`feature/${FEATURE}`);
  });

  verifies(
    "SAFE-5",
    "F5: asks which one where several could be meant; --yolo takes the newest of exactly that idea",
    async () => {
      const place = await workplace(ROLES);
      await createFeature(place);
      expect((await place.iflow("create-feature", "login limit", "--from", "base")).code).toBe(0);

      const asked = await run(place, IDEA, "--phases", "specify", "--until", "specify");
      expect(asked.code).toBe(4);
      for (const way of [FEATURE, "002-login-limit"]) expect(asked.stderr).toContain(`  iflow continue ${way}\n`);
      expect(asked.stderr).toContain('  iflow run "login limit" --new\n');
      expect(runsOf(place)).toEqual([]);

      const alike = await run(place, "Login Limit", "--phases", "specify");
      expect([alike.code, alike.stderr]).toEqual([4, expect.stringContaining('begun as "login limit"')]);

      const taken = await run(place, IDEA, "--phases", "specify", "--until", "specify", "--yolo");
      expect(`${taken.code} ${taken.stderr}`).toMatch(/^0 /);
      expect(runsOf(place)).toEqual(["002-login-limit.specify.1"]);
      const anew = await run(
        place,
        "Login Limit",
        "--phases",
        "specify,implement",
        "--until",
        "specify",
        "--yolo",
        "--from",
        "base",
      );
      expect(anew.stderr).toContain("feature 003-login-limit");
    },
  );

  test("F5: a person at a terminal is asked, the newest first; leaving the question decides nothing", async () => {
    const place = await workplace(ROLES);
    await createFeature(place);
    await place.iflow("create-feature", "login limit", "--from", "base");
    const ports = await openPorts(place.root, createClock(undefined), () => undefined);
    const asked: Question[] = [];
    const sitting = (answer: PersonsAnswer | undefined): DrivePlace => ({
      ...{
        ports,
        config: DEFAULT_CONFIG,
        signal: new AbortController().signal,
        cwd: place.root,
        emit: () => undefined,
      },
      wiring: createWiring("0.1.0"),
      person: {
        ...NOBODY,
        interactive: true,
        ask: async (question: Question) => {
          asked.push(question);
          return answer;
        },
      },
    });
    const choose = (answer: PersonsAnswer | undefined) =>
      chooseWork(sitting(answer), IDEA, { withoutBrainstorm: false });

    expect(await choose({ answer: FEATURE })).toMatchObject({ type: "feature", key: FEATURE });
    expect(await choose({ answer: "new" })).toBeUndefined();
    await expect(choose(undefined)).rejects.toMatchObject({ code: "needs-answer" });
    expect(asked[0]).toMatchObject({
      default: "002-login-limit",
      options: [{ value: FEATURE }, { value: "002-login-limit" }, { value: "new" }],
    });
  });

  verifies("SAFE-5", "F5: --new begins anew; a finished feature begins a new one, and that is said", async () => {
    const place = await firstFeature();
    const words = ["--phases", "specify,implement", "--until", "specify", "--yolo", "--runtime", "scripted"];
    const { script } = place;
    await script(ONE_ROUND);
    const anew = await run(place, "login limit", "--new", ...words, "--from", "base");
    expect([anew.code, anew.stderr]).toEqual([0, expect.stringContaining("feature 002-login-limit")]);

    place.git("switch", "--quiet", `feature/${FIRST}`);
    expect((await finish(place, FIRST, "--yolo")).code).toBe(0);
    expect((await iflow(place, "abandon", "002-login-limit", "--yes")).code).toBe(0);
    await script(ONE_ROUND);
    const third = await run(place, "login limit", ...words);
    expect(third.stderr).toMatch(
      /00\d-login-limit, the feature of this idea, is (?:finished|abandoned); a new one begins/,
    );
    expect(third.stderr).toContain("feature 003-login-limit");
  });
});

describe("between brainstorm and feature", () => {
  verifies(
    "SAFE-5",
    "F5: continue goes on with the runtime, the budget and the flags the chain began with",
    async () => {
      const place = await workplace(ROLES);
      const flags = ["--until", "specify", "--max-dispatches", "6", "--max-cost", "3", "--from", "base", "--merge"];
      await stoppedBeforeFeature(place, ...flags.slice(0, -1));
      const { document } = await place.json("status");
      expect(document.data.features).toMatchObject([
        { key: "b1", what: `${PRD_PATH} is ready; no feature was made of it yet`, next: "iflow continue b1" },
      ]);

      const stopped = await iflow(place, "continue");

      // five dispatches of the brainstorm and one of the spec
      expect([stopped.code, stopped.stderr]).toEqual([6, expect.stringContaining("the limit of 6 dispatches")]);
      expect(headOf(place)).toMatchObject({
        flags: { yolo: true, mode: "chain", until: "specify", maxDispatches: 6, maxCost: 3, from: "base" },
        runtime: { id: "scripted", script: { path: place.scriptPath } },
      });
      expect(paidRoles(place.runFolder(FEATURE))).toEqual(["spec-author-fresh.outcome.json"]);
      expect((await iflow(place, "continue", "--max-dispatches", "20")).code).toBe(0);
    },
  );

  verifies(
    "SAFE-5",
    "F5: the decisions of the brainstorm stand in the feature, whichever command creates it",
    async () => {
      const place = await workplace({
        ...ROLES,
        "prd-author": [writesPrd(prd()), writesPrd(prd("- FR-2: phones too\n"))],
        "prd-reviewer": [{ reply: approve() }, { reply: approve() }],
        "brainstorm-reviewer": [{ reply: approve() }, { reply: approve() }],
      });
      await run(place, IDEA, "--until", "specify");
      for (let n = 1; n <= 6; n++) {
        await iflow(place, "answer", `b1.${n}`, n === 6 ? "product" : "infer");
        await iflow(place, "continue");
      }
      await iflow(place, "answer", "b1.7", "refine");
      await iflow(place, "continue");
      await iflow(place, "answer", "b1.8", "Phones as well");
      await iflow(place, "continue");
      await iflow(place, "answer", "b1.9", "save");
      expect((await iflow(place, "continue")).stdout).toContain("Saved.");

      const asked = await run(place, IDEA);
      expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("which you saved")]);
      await iflow(place, "continue", "--feature=b1", "--yolo");

      expect(JSON.parse(place.git("show", `feature/${FEATURE}:${FOLDER}/.meta.json`)).decisions).toMatchObject([
        { phase: "brainstorm", kind: "request", text: "Phones as well" },
      ]);
      expect(place.read(`${FOLDER}/prd.md`)).toContain("phones too");
    },
  );

  test("F5: in a host, next makes the feature and hands out the first order of its phase", async () => {
    const place = await workplace(ROLES);
    await stoppedBeforeFeature(place, "--until", "specify");
    const mcp = await connectMcp(place.root);

    const next = await mcp.call("next", { max_dispatches: 80 });

    expect(next).toMatchObject({ state: "orders", feature: FEATURE, orders: [{ role: "spec-author" }] });
    expect(headOf(place)).toMatchObject({ runtime: { id: "host" }, flags: { until: "specify", mode: "chain" } });
  });

  test("an active feature beside it is a question; a PRD that was removed is not continued by itself", async () => {
    const place = await workplace(ROLES);
    await stoppedBeforeFeature(place);
    expect((await iflow(place, "create-feature", "reset mail")).code).toBe(0);

    place.git("switch", "--quiet", "main");
    const asked = await iflow(place, "continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("iflow continue b1   b1")]);
    expect(asked.stderr).toContain("iflow continue 1    001-reset-mail");
    place.git("switch", "--quiet", "feature/001-reset-mail");

    await rm(join(place.root, PRD_PATH));
    const left = await iflow(place, "continue", "--until", "specify", "--yolo", "--script", place.scriptPath);
    expect([left.code, left.stderr]).toEqual([0, expect.stringContaining("001-reset-mail · reset mail\nspecify")]);
  });
});

describe("a feature that was being created", () => {
  verifies(
    "SAFE-5",
    "F7: is told by commands that only read, and finished by the next one that changes something",
    async () => {
      const place = await workplace(ROLES);
      await halfMade(place, "login limit");

      const { document } = await place.json("status");
      expect(document.data.features).toMatchObject([
        {
          key: FEATURE,
          state: "interrupted",
          what: "interrupted while it was being created",
          next: "iflow continue 1",
        },
      ]);
      expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("main");

      const ended = await place.iflow("specify", "--yolo", "--script", place.scriptPath);
      expect([ended.code, ended.stderr]).toEqual([
        0,
        expect.stringContaining(`finished creating ${FEATURE}, which had been interrupted`),
      ]);
      expect(place.git("log", "--format=%s", "--reverse", "main..HEAD").split("\n")[0]).toBe(
        `iflow: create feature ${FEATURE}`,
      );
      expect(place.git("status", "--porcelain")).toBe("");
    },
  );

  verifies(
    "SAFE-5",
    "F7: is taken back where the person has gone elsewhere and nothing of it is in their files",
    async () => {
      const place = await workplace(ROLES);
      await halfMade(place, "login limit");
      place.git("switch", "--quiet", "--create", "mine");

      const created = await place.iflow("create-feature", "reset mail");

      expect([created.code, inWords(created.stderr)]).toEqual([0, expect.stringContaining("its branch was removed")]);
      expect(branches(place)).toBe("feature/001-reset-mail");
    },
  );

  verifies("SAFE-5", "F7: another process that looks just when it is done leaves it alone", async () => {
    const place = await workplace();
    const said: unknown[] = [];
    const wiring = createWiring("0.0.0");
    const [ports, others] = [
      await wiring.openPorts(place.root, () => undefined),
      await wiring.openPorts(place.root, (event) => said.push(event)),
    ];
    const seen: unknown[] = [];
    const lock: typeof ports.runs.lock = async (...about) => {
      const { release } = await ports.runs.lock(...about);
      return {
        release: async () => {
          await release();
          seen.push(await openCreations(others), await settleCreations(others));
        },
      };
    };

    const { key } = await createNewFeature({ ...ports, runs: { ...ports.runs, lock } }, DEFAULT_CONFIG, { text: IDEA });

    expect([seen[0], said]).toEqual([[], []]);
    expect([key, branches(place)]).toEqual([FEATURE, `feature/${FEATURE}`]);
    expect(readdirSync(join(place.root, ".git", "iflow", "creating"))).toEqual([]);
  });

  verifies("SAFE-5", "F7: a damaged record is named, and nothing is done", async () => {
    const place = await workplace(ROLES);
    await halfMade(place, "login limit");
    const record = `.git/iflow/creating/${FEATURE}.json`;
    const whole = place.read(record);

    for (const damaged of ['{"key":"001-login-limit"', whole.replace("docs/features", "docs/featureS")]) {
      await place.write({ [record]: damaged });
      const refused = await place.iflow("create-feature", "reset mail");
      const named = `creating/${FEATURE}.json is damaged`;
      expect([refused.code, inWords(refused.stderr)]).toEqual([1, expect.stringContaining(named)]);
      expect(branches(place)).toBe(`feature/${FEATURE}`);
    }
  });
});

describe("without a git identity", () => {
  test.each([
    ["run", ["run", IDEA, "--yolo"]],
    ["brainstorm", ["brainstorm", IDEA, "--yolo"]],
    ["create-feature", ["create-feature", IDEA]],
  ])("F7: %s stops before anything is paid for or created", async (name, words) => {
    const place = await workplace(ROLES);
    place.git("config", "user.useConfigOnly", "true");
    place.git("config", "--unset", "user.email");
    const script = name === "create-feature" ? [] : ["--script", place.scriptPath];

    const refused = await iflow(place, ...words, ...script);

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("git does not know who you are")]);
    expect(refused.stderr).toContain("git config user.email");
    expect([runsOf(place), branches(place), place.git("status", "--porcelain")]).toEqual([[], "", ""]);
  });

  verifies(
    "SAFE-5",
    "F7: a commit that git refuses leaves a record, says so, and the next command finishes it",
    async () => {
      const place = await workplace(ROLES);
      place.git("config", "user.useConfigOnly", "true");
      place.git("config", "--unset", "user.email");
      const committer = { GIT_COMMITTER_NAME: "ci", GIT_COMMITTER_EMAIL: "ci@example.com" }; // and no author

      const refused = await place.iflowWith({ env: committer }, "create-feature", IDEA, "--prd", "README.md");
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("git does not know who you are")]);
      expect(inWords(refused.stderr)).toContain(
        `${FEATURE} is half created, on its own branch; the next command finishes it.`,
      );

      place.git("config", "user.email", "me@example.com");
      await place.write({ [`${FOLDER}/prd.md`]: "# Mine\n" }); // edited meanwhile: the person's word stands
      const ended = await place.iflow("create-feature", IDEA, "--prd", "README.md");
      expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining(`finished creating ${FEATURE}`)]);
      expect(place.git("show", `HEAD:${FOLDER}/prd.md`)).toBe("# Mine");
      expect([branches(place), place.git("status", "--porcelain")]).toEqual([`feature/${FEATURE}`, ""]);
    },
  );
});
