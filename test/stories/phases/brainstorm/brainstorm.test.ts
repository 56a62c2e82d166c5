// The promises of `brainstorm`, as a command on real repositories: a PRD that was researched, reviewed and
// decided on, and nothing of the person's touched.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { startBrainstorm } from "../../../../src/app/run/start-brainstorm.ts";
import { DEFAULT_CONFIG } from "../../../../src/domain/config/config.ts";
import { yoloAnswer } from "../../../../src/domain/run/questions/yolo.ts";
import { createWiring } from "../../../../src/wire.ts";
import { verifies } from "../../../requirements.ts";
import {
  brainstorm,
  FOUND,
  found,
  IDEA,
  iflow,
  PRD_PATH,
  prd,
  REJECTED_ONCE,
  runFolder,
  writesPrd,
} from "../../../support/brainstorm-story.ts";
import { type Workplace, workplace } from "../../../support/iflow.ts";
import { inWords } from "../../../support/screen.ts";
import { approve, reject } from "../../../support/story.ts";

const APPROVED = { "prd-reviewer": [{ reply: approve() }], "brainstorm-reviewer": [{ reply: approve() }] };
const ONE_ROUND = { ...FOUND, "prd-author": [writesPrd(prd())], ...APPROVED };

test("RES-9: researchers and reviewers are always fresh; the author is resumed; nothing is committed", async () => {
  const place = await workplace(REJECTED_ONCE, { "README.md": "x", "AGENTS.md": "Use tabs." });
  await place.write({ "notes.txt": "mine" });

  const ended = await brainstorm(place, "--yolo");

  expect(ended.stderr).toContain("brainstorm   1/7");
  expect(ended.stdout).toContain("PRD ready in 2 rounds");
  expect(ended.stdout).toContain(`Next: iflow create-feature "login limit" --prd ${PRD_PATH}`);
  expect(ended.code).toBe(0);
  expect(place.read(PRD_PATH)).toContain("FR-2");
  expect(place.git("log", "--all", "--format=%s")).toBe("start");
  expect(place.git("symbolic-ref", "--short", "HEAD")).toBe("main");
  expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe(`?? ${PRD_PATH}\n?? notes.txt`);
  expect(place.dispatchFiles("b1", ".prompt.md", "brainstorm")).toEqual([
    "001-codebase-explorer-fresh.prompt.md",
    "002-knowledge-searcher-fresh.prompt.md",
    "003-prd-author-fresh.prompt.md",
    "004-prd-reviewer-fresh.prompt.md",
    "005-prd-author-resume.prompt.md",
    "006-prd-reviewer-fresh.prompt.md",
    "007-brainstorm-reviewer-fresh.prompt.md",
  ]);
  const prompt = (ending: string) => readFileSync(join(runFolder(place), "dispatches", ending), "utf8");
  const draft = prompt("003-prd-author-fresh.prompt.md");
  expect(draft).toContain("- [high] Logins go through one handler. (source: src/login.ts:12)");
  expect(draft).toContain("No existing lessons found: there is no knowledge bank");
  expect(draft).toContain("### Problem type\nProduct/Feature");
  expect(draft).toContain("### AGENTS.md\n\nUse tabs.");
  const second = prompt("006-prd-reviewer-fresh.prompt.md");
  expect(second).toContain("This is iteration 2 of 3.\nPrevious issues to re-evaluate:\n- PRD1.1 [blocker]");
  expect(prompt("007-brainstorm-reviewer-fresh.prompt.md")).toContain("- Result: APPROVED at iteration 2/3");
});

test("the history of its reviews stays in the run folder", async () => {
  const place = await workplace(REJECTED_ONCE);

  await brainstorm(place, "--yolo");

  const history = readFileSync(join(runFolder(place), "review-history.md"), "utf8");
  expect(history.match(/^## .*(?= - 20)/gm)).toEqual([
    "## PRD Review - Iteration 1",
    "## PRD Review - Iteration 2",
    "## Readiness Check - Iteration 1",
  ]);
  expect(history).toContain("**Changes Made:**\nAdded FR-2.");
  expect(existsSync(join(place.root, "docs/brainstorms/.review-history.md"))).toBe(false);
});

test("without --yolo one question after the other is asked, and the answers reach researchers and author", async () => {
  const said = ["Operators drown in alarms.", "Ana, who runs the shop at night"];
  const place = await workplace({
    "codebase-explorer": [{ promptHas: said, reply: { findings: [] } }],
    "knowledge-searcher": [{ promptHas: said, reply: { findings: [] } }],
    "prd-author": [
      writesPrd(prd(), {
        promptHas: [
          ...said.map((text) => `: ${text}`),
          "mark as assumption: success criteria, constraints, approaches considered.",
          "### Problem type\nTechnical/Architecture",
          "No related code found",
        ],
      }),
    ],
    ...APPROVED,
  });

  const first = await brainstorm(place);
  expect([first.code, first.stderr]).toEqual([4, expect.stringContaining("    iflow answer b1.1 infer ")]);
  expect(first.stderr).toContain("? What kind of change is this?");
  expect(first.stderr).toContain("iflow answer b1.6 product ");
  const answers = [...said, "infer", "infer", "infer", "technical"];
  for (const [index, answer] of answers.entries()) {
    expect((await iflow(place, "answer", `b1.${index + 1}`, answer)).code).toBe(0);
    const next = await iflow(place, "continue");
    expect([next.code, next.stderr]).toEqual([4, expect.stringContaining(`iflow answer b1.${index + 2} `)]);
  }

  expect((await iflow(place, "answer", "b1.7", "publish")).code).toBe(2);
  await iflow(place, "answer", "b1.7", "promote");
  const ended = await iflow(place, "continue");
  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("Next: iflow create-feature")]);
});

verifies("USE-1", "U6: all questions are one stop, and the printed command skips them all", async () => {
  const place = await workplace(ONE_ROUND);
  const asked = await brainstorm(place);
  expect([asked.code, asked.stderr]).toEqual([
    4,
    expect.stringContaining("All 6 may be left out:  iflow answer b1 skip"),
  ]);
  expect((await iflow(place, "answer", "b1", "never")).code).toBe(2);
  const skipped = await iflow(place, "answer", "b1", "skip");
  expect([skipped.code, skipped.stdout]).toEqual([0, expect.stringContaining("b1.1, b1.2, b1.3, b1.4, b1.5, b1.6")]);
  const next = await iflow(place, "continue");
  expect([next.code, next.stderr]).toEqual([4, expect.stringContaining("iflow answer b1.7 promote ")]);
  expect((await iflow(place, "answer", "b1", "skip")).code).toBe(2); // a decision has nothing to skip
});

describe("research", () => {
  const findings = { findings: [] };
  test.each([
    ["codebase-explorer", "Codebase search unavailable"],
    ["knowledge-searcher", "Knowledge search unavailable"],
  ])("%s fails alone: a note, and the author is told", async (role, words) => {
    const place = await workplace({
      ...ONE_ROUND,
      [role]: [{ error: "overloaded" }],
      "prd-author": [writesPrd(prd(), { promptHas: [words] })],
    });

    const ended = await brainstorm(place, "--yolo");

    expect(inWords(ended.stderr)).toContain(`note ${words}: ${role} failed (overloaded); the PRD does without`);
    expect(ended.code).toBe(0);
  });

  test("an unreadable answer is asked for once more, then done without", async () => {
    const place = await workplace({
      ...ONE_ROUND,
      "codebase-explorer": [{ reply: "lots" }, { ...found("One handler.", "src/login.ts:1"), expect: "repair" }],
      "knowledge-searcher": [{ reply: "lots" }, { expect: "repair", reply: "lots" }],
      "prd-author": [writesPrd(prd(), { promptHas: ["One handler.", "Knowledge search unavailable"] })],
    });

    expect((await brainstorm(place, "--yolo")).code).toBe(0);
  });

  test("the knowledge searcher is shown what earlier features learned", async () => {
    const place = await workplace(
      {
        ...ONE_ROUND,
        "knowledge-searcher": [
          { promptHas: ["- docs/knowledge-bank/patterns.md", "- docs/features/001-a/retro.md"], reply: findings },
        ],
      },
      {
        "docs/knowledge-bank/patterns.md": "x",
        "docs/features/001-a/retro.md": "x",
        "docs/features/002-b/spec.md": "x",
      },
    );

    const ended = await brainstorm(place, "--yolo");

    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining("002-b")]);
  });

  test("the web is searched where the agents can reach it, also when others go on with the run", async () => {
    const place = await workplace({
      ...ONE_ROUND,
      "internet-researcher": [found("RFC 6585 has 429.", "https://www.rfc-editor.org/rfc/rfc6585")],
      "prd-author": [{ error: "overloaded" }, { error: "overloaded" }],
    });
    const wiring = createWiring("0.1.0");
    const ports = await wiring.openPorts(place.root, () => undefined);
    const { root } = ports.repository;
    const result = await startBrainstorm(
      ports,
      {
        signal: new AbortController().signal,
        openAgent: async (choice) => {
          const agent = await wiring.openAgent({ root, runs: ports.runs }, DEFAULT_CONFIG, choice);
          return { ...agent, abilities: { ...agent.abilities, web: true } };
        },
        answer: async (pendings) =>
          Object.fromEntries(
            pendings.flatMap((one) => (one.type === "question" ? [[one.id, yoloAnswer(one.topic) ?? ""]] : [])),
          ),
      },
      {
        idea: IDEA,
        config: DEFAULT_CONFIG,
        runtime: await wiring.chooseScript(place.scriptPath, root),
        flags: { yolo: true, mode: "single" },
        version: "0.1.0",
        command: "test",
        forceUnlock: false,
      },
    );
    expect(result).toMatchObject({ type: "waiting", pendings: [{ reason: "agent-unavailable" }] });

    // the command's scripted agents have no web; the run has its findings already
    const path = `docs/brainstorms/${result.run.createdAt.replaceAll(/[-:]|\..*/g, "").replace("T", "-")}-login-limit.prd.md`;
    const again = {
      promptHas: ["#### Internet\n- [high] RFC 6585 has 429."],
      writes: { [path]: prd() },
      reply: "Wrote.",
    };
    await place.script({ ...ONE_ROUND, "prd-author": [{}, {}, again] });
    const ended = await place.json("continue");
    expect(ended.document.data).toMatchObject({ decision: "promote", idea: IDEA, prd: path, readiness: "PASSED" });
  });
});

describe("the reviews", () => {
  const capped = {
    ...FOUND,
    "prd-author": [1, 2, 3, 4, 5].map((round) => writesPrd(prd(`- FR-${round + 1}: ${round}\n`))),
    "prd-reviewer": [1, 2, 3].map((round) => ({ reply: reject(`Issue ${round}`) })),
    "brainstorm-reviewer": [1, 2, 3].map((round) => ({
      promptHas: ["FAILED at iteration cap (3/3)", "Issue 3"],
      reply: reject(`Gap ${round}`),
    })),
  };

  verifies("LOOP-2", "end after three rounds each: a warning, the last judged text stands", async () => {
    const place = await workplace(capped);

    const ended = await brainstorm(place);
    expect(ended.code).toBe(4);
    await answerClarify(place);
    const asked = await iflow(place, "continue");

    expect(inWords(asked.stderr)).toContain("The PRD reviewer still objects: 1 issue unresolved after 3 rounds");
    expect(inWords(asked.stderr)).toContain("The readiness check still objects: 1 issue unresolved after 3 rounds");
    expect(asked.stderr).toContain("Readiness check: BLOCKED (2 issues). What should happen to");
    for (const answer of ["address", "promote", "save"]) expect(asked.stderr).toContain(`iflow answer b1.7 ${answer} `);
    expect(place.read(PRD_PATH)).toContain("- FR-6: 5");
    expect(place.dispatchFiles("b1", "reviewer-fresh.outcome.json", "brainstorm")).toHaveLength(6);

    const issues = ["Issue 3", "Gap 3"];
    await place.script({
      ...capped,
      "prd-author": [...capped["prd-author"], writesPrd(prd("- FR-7: all\n"), { expect: "resume", promptHas: issues })],
      "prd-reviewer": [...capped["prd-reviewer"], { promptHas: ["FR-7"], reply: approve() }],
      "brainstorm-reviewer": [...capped["brainstorm-reviewer"], { reply: approve() }],
    });
    await iflow(place, "answer", "b1.7", "address");
    const addressed = await iflow(place, "continue", "--yolo");
    expect([addressed.code, addressed.stdout]).toEqual([0, expect.stringContaining("PRD ready in 1 round")]);
  });

  verifies("LOOP-2", "end after as many rounds as the settings say, and --yolo promotes with warnings", async () => {
    const place = await workplace({
      ...FOUND,
      "prd-author": [writesPrd(prd())],
      "prd-reviewer": [{ reply: reject("Issue 1", "warning") }],
      "brainstorm-reviewer": [{ reply: approve() }],
    });
    await place.write({ "iflow.config.json": JSON.stringify({ review: { brainstormRounds: 1 } }) });

    const ended = await brainstorm(place, "--yolo");

    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("PRD ready with 1 warning")]);
  });

  verifies(
    "TR-2",
    "T12: a reviewer that cannot be reached is a pause, not a skip; --yolo does not promote",
    async () => {
      const gone = [{ error: "overloaded" }, { error: "overloaded" }];
      const place = await workplace({ ...ONE_ROUND, "brainstorm-reviewer": gone });

      const paused = await brainstorm(place, "--yolo");

      expect([paused.code, paused.stderr]).toEqual([
        5,
        expect.stringContaining("brainstorm-reviewer gave no valid verdict"),
      ]);
      await place.script({ ...ONE_ROUND, "brainstorm-reviewer": [...gone, { reply: approve() }] });
      const ended = await iflow(place, "continue");
      expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("PRD ready")]);
    },
  );

  verifies("TR-2", "T12: a BLOCKED readiness check is a question that --yolo does not answer", async () => {
    const place = await workplace({
      ...FOUND,
      "prd-author": [writesPrd(prd())],
      "prd-reviewer": [{ reply: approve() }],
      "brainstorm-reviewer": [{ reply: reject("Gap") }],
    });
    await place.write({ "iflow.config.json": JSON.stringify({ review: { brainstormRounds: 1 } }) });

    const ended = await brainstorm(place, "--yolo");

    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining("Readiness check: BLOCKED (1 issue)")]);
  });
});

test("T21: run --until brainstorm ends with the PRD; without it the idea goes on from there", async () => {
  const place = await workplace(ONE_ROUND);
  const run = (...more: string[]) =>
    iflow(place, "run", "login limit", "--yolo", "--script", place.scriptPath, ...more);

  const ended = await run("--until", "brainstorm");

  expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("PRD ready")]);
  expect(place.git("branch", "--list", "feature/*")).toBe("");
  const again = await run("--until", "brainstorm");
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("the brainstorm of this idea is done")]);
});

verifies(
  "SAFE-5",
  "F5: after run --until brainstorm, status and continue name the PRD and what continues from it",
  async () => {
    const place = await workplace(ONE_ROUND);
    const words = ["run", "login limit", "--yolo", "--script", place.scriptPath, "--until", "brainstorm"];
    expect((await iflow(place, ...words)).code).toBe(0);

    const { document } = await place.json("status");
    const next = "iflow continue b1";
    expect(document.data.features).toMatchObject([
      { key: "b1", state: "idle", what: expect.stringContaining(".prd.md is ready"), next },
    ]);
    const refused = await iflow(place, "continue");
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining(`Fix: ${next}`)]);
    expect(refused.stderr).toContain("makes a feature of docs/brainstorms/");
    expect(place.git("branch", "--list", "feature/*")).toBe("");

    await iflow(place, "continue", "--feature=b1", "--yolo", "--until", "specify", "--script", place.scriptPath);
    expect(place.git("branch", "--list", "feature/*", "--format=%(refname:short)")).toBe("feature/001-login-limit");
    expect((await place.json("status")).document.data.features).toMatchObject([{ key: "001-login-limit" }]);
  },
);

describe("the decision", () => {
  const waiting = async (more: Parameters<typeof workplace>[0] = {}): Promise<Workplace> => {
    const place = await workplace({ ...ONE_ROUND, ...more });
    await brainstorm(place);
    await answerClarify(place);
    const asked = await iflow(place, "continue");
    expect([asked.code, asked.stderr]).toEqual([
      4,
      expect.stringMatching(/b1\.7 promote (?:.|\n)*b1\.7 refine (?:.|\n)*b1\.7 save /),
    ]);
    return place;
  };

  test("refine: the person's words reach the author, then it is reviewed and decided again", async () => {
    const place = await waiting({
      "prd-author": [
        writesPrd(prd()),
        writesPrd(prd("- FR-2: phones too\n"), { expect: "resume", promptHas: ["- YOU0.1 [blocker] Phones as well"] }),
      ],
      "prd-reviewer": [{ reply: approve() }, { expect: "fresh", promptHas: ["phones too"], reply: approve() }],
      "brainstorm-reviewer": [{ reply: approve() }, { expect: "fresh", promptHas: ["phones too"], reply: approve() }],
    });

    await iflow(place, "answer", "b1.7", "refine");
    const asked = await iflow(place, "continue");
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("What should change?")]);
    await iflow(place, "answer", "b1.8", "Phones", "as", "well");
    await iflow(place, "continue");
    await iflow(place, "answer", "b1.9", "save");
    const ended = await iflow(place, "continue");

    expect([ended.code, ended.stdout]).toEqual([
      0,
      expect.stringContaining("Saved. To make it a feature later: iflow create-feature"),
    ]);
    expect(place.read(PRD_PATH)).toContain("phones too");
    expect(readFileSync(join(runFolder(place), "review-history.md"), "utf8")).toContain("**Reviewer:** user");
  });

  test("an edit while it waits is asked about, and judged before it is promoted", async () => {
    const judges = { expect: "fresh", promptHas: ["by hand"], reply: approve() };
    const place = await waiting({
      "prd-reviewer": [{ reply: approve() }, judges],
      "brainstorm-reviewer": [{ reply: approve() }, judges],
    });
    await place.write({ [PRD_PATH]: prd("- FR-9: by hand\n") });

    await iflow(place, "answer", "b1.7", "promote");
    const asked = await iflow(place, "continue", "--yolo");
    const said = inWords(asked.stderr);
    expect([asked.code, said]).toEqual([4, expect.stringContaining(`${PRD_PATH} was edited by somebody else`)]);
    expect(said).toContain("it is reviewed like any other text");
    await iflow(place, "answer", "b1.8", "include");
    const ended = await iflow(place, "continue", "--yolo");

    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining("PRD ready")]);
    expect(place.read(PRD_PATH)).toContain("by hand");
    expect(place.dispatchFiles("b1", "reviewer-fresh.outcome.json", "brainstorm")).toHaveLength(4);
    expect(place.git("log", "--all", "--format=%s")).toBe("start");
  });
});

describe("the repository is the person's", () => {
  test("an edit of the PRD between two rounds is asked about, then judged", async () => {
    const place = await workplace();
    const mark = join(place.root, ".git", "killed");
    const roles = {
      ...REJECTED_ONCE,
      "prd-reviewer": [
        { reply: reject("Why?") },
        { run: [`[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`], promptHas: ["FR-2"], reply: approve() },
      ],
    };
    await place.script(roles);
    expect((await brainstorm(place.built, "--yolo")).signal).toBe("SIGKILL");
    await place.write({ [PRD_PATH]: prd("- FR-2: by hand\n") });

    const asked = await iflow(place, "continue");
    expect([asked.code, inWords(asked.stderr)]).toEqual([
      4,
      expect.stringContaining(`${PRD_PATH} was edited by somebody else`),
    ]);
    await iflow(place, "answer", "b1.7", "include");
    expect((await iflow(place, "continue", "--yolo")).code).toBe(0);
    expect(place.read(PRD_PATH)).toContain("by hand");
  });

  test("commits and branches of the person's meanwhile do not matter", async () => {
    const place = await workplace(ONE_ROUND);
    await brainstorm(place);
    await place.write({ "other.txt": "x" });
    place.git("switch", "--quiet", "--create", "elsewhere");
    place.git("add", "other.txt");
    place.git("commit", "--quiet", "--message", "mine");

    await answerClarify(place);
    expect((await iflow(place, "continue", "--yolo")).code).toBe(0);
    expect(place.git("log", "-1", "--format=%s")).toBe("mine");
  });

  test("what an agent does besides is a note: other files, a commit of its own", async () => {
    const place = await workplace({
      ...ONE_ROUND,
      "prd-author": [
        writesPrd(prd(), { run: ["echo x > extra.txt", "git commit --quiet --allow-empty --message sneaked"] }),
      ],
    });

    const ended = await brainstorm(place, "--yolo");

    expect(ended.stderr).toContain("files changed while prd-author was writing: extra.txt");
    expect(ended.stderr).toContain("prd-author moved the branch or made its own commit");
    expect(ended.code).toBe(0);
  });

  test.each([
    ["no commit yet", (place: Workplace) => place.git("checkout", "--quiet", "--orphan", "empty")],
    ["HEAD is detached", (place: Workplace) => place.git("checkout", "--quiet", "--detach")],
    [
      "a merge is in progress",
      (place: Workplace) => writeFile(join(place.root, ".git", "MERGE_HEAD"), `${place.git("rev-parse", "HEAD")}\n`),
    ],
  ])("%s: refused before anything is asked", async (message, arrange) => {
    const place = await workplace(ONE_ROUND);
    await arrange(place);

    const ended = await brainstorm(place, "--yolo");

    expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining(message)]);
    expect(existsSync(join(place.root, ".git/iflow/runs"))).toBe(false);
  });
});

describe("around it", () => {
  test("status, show and continue know it by its key; the next one gets the next number", async () => {
    const place = await workplace(ONE_ROUND);
    expect((await brainstorm(place, "--yolo")).code).toBe(0);
    const second = await iflow(place, "brainstorm", "another idea", "--script", place.scriptPath);
    expect([second.code, second.stderr]).toEqual([4, expect.stringContaining("iflow answer b2.1 infer")]);

    const status = await place.json("status");
    expect(status.document.data.features).toMatchObject([
      { key: "b2", description: "another idea", phase: "brainstorm", state: "waiting", next: "iflow answer b2" },
    ]);
    const shown = await place.json("show", "b1");
    expect(shown.document.data).toMatchObject({ feature: { key: "b1", folder: "docs/brainstorms" }, meta: null });
    expect(shown.document.data.runs[0].dispatches).toHaveLength(5);
    expect((await place.iflow("show", "b9")).stderr).toContain("there is no brainstorm b9");

    const third = await iflow(place, "brainstorm", "a third", "--script", place.scriptPath);
    expect(third.stderr).toContain("b3.1");
    const several = await iflow(place, "continue");
    expect([several.code, several.stderr]).toEqual([4, expect.stringContaining("iflow continue b2")]);
    const same = await iflow(place, "brainstorm", "another idea");
    expect([same.code, same.stderr]).toEqual([4, expect.stringContaining("b2.1")]);
  });

  test("an idea of nothing, and one the shell would take apart", async () => {
    const place = await workplace(ONE_ROUND);
    const empty = await place.iflow("brainstorm", "  ");
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("say what you want")]);

    const odd = `Ana's "limit" for $HOME\nand \`more\``;
    const asked = await iflow(place, "brainstorm", odd, "--script", place.scriptPath);
    expect(asked.code).toBe(4);
    const path = "docs/brainstorms/20260301-090000-ana-s-limit-for-home-and-more.prd.md";
    await place.script({ ...ONE_ROUND, "prd-author": [{ writes: { [path]: prd() }, reply: "Wrote." }] });
    await answerClarify(place);
    const ended = await iflow(place, "continue", "--yolo");
    expect(ended.stdout).toContain(`create-feature 'Ana'\\''s "limit" for $HOME and \`more\`' --prd ${path}`);
  });

  verifies("CTX-4", "create-feature takes a copy as prd.md, remembers where it came from, and commits it", async () => {
    const place = await workplace(ONE_ROUND);
    const { document } = await place.json("status");
    expect(document.data.features).toEqual([]);
    await brainstorm(place, "--yolo");

    const created = await iflow(place, "create-feature", IDEA, "--prd", PRD_PATH);

    expect(created.code).toBe(0);
    const folder = "docs/features/001-login-limit";
    expect(place.git("show", `HEAD:${folder}/prd.md`)).toBe(prd().trimEnd());
    expect(JSON.parse(place.read(`${folder}/.meta.json`))).toMatchObject({ brainstorm_source: PRD_PATH });
    expect(place.git("show", `HEAD:${PRD_PATH}`)).toBe(prd().trimEnd()); // U12: nothing is left untracked
    expect(place.git("status", "--porcelain", "--untracked-files=all")).toBe("");
  });

  test("U12: a brainstorm that the user ignores is not committed", async () => {
    const place = await workplace(ONE_ROUND, { ".gitignore": "docs/brainstorms/\n", "README.md": "x" });
    await brainstorm(place, "--yolo");

    expect((await iflow(place, "create-feature", IDEA, "--prd", PRD_PATH)).code).toBe(0);

    expect(place.git("ls-files", "docs/brainstorms")).toBe("");
    expect(place.read(PRD_PATH)).toBe(prd());
  });

  test("the brainstorm's own path works from a folder below, too", async () => {
    const place = await workplace({}, { "README.md": "x", "src/a.ts": "", [PRD_PATH]: prd() });

    const created = await place.iflow("--cwd", join(place.root, "src"), "create-feature", IDEA, "--prd", PRD_PATH);

    expect([created.code, created.stderr]).toEqual([0, ""]);
    expect(JSON.parse(place.read("docs/features/001-login-limit/.meta.json")).brainstorm_source).toBe(PRD_PATH);
  });
});

describe("a PRD from the backlog", () => {
  const source = prd("\n*Source: Backlog #00012*\n");
  const backlog = "# Backlog\n\n| ID | Time | Description |\n|---|---|---|\n| 00012 | 2026-01-01 | Limit logins |\n";
  const create = (place: Workplace) => place.iflow("create-feature", IDEA, "--prd", "idea.md");
  const metaOf = (place: Workplace) => JSON.parse(place.read("docs/features/001-login-limit/.meta.json"));

  test("names its row, and the row says what became of it, in the same commit", async () => {
    const place = await workplace({}, { "docs/backlog.md": backlog, "idea.md": source });

    expect((await create(place)).code).toBe(0);

    expect(metaOf(place).backlog_source).toBe("00012");
    expect(place.git("show", "HEAD:docs/backlog.md")).toContain(
      "| Limit logins (promoted → feature:001-login-limit) |",
    );
    expect(place.git("status", "--porcelain")).toBe("");
  });

  test("without such a row only warns; unsaved work in the file is left alone", async () => {
    const without = await workplace({}, { "idea.md": source });
    const warned = await create(without);
    expect([warned.code, inWords(warned.stderr)]).toEqual([
      0,
      expect.stringContaining("docs/backlog.md has no such row"),
    ]);
    expect(metaOf(without).backlog_source).toBe("00012");

    const dirty = await workplace({}, { "docs/backlog.md": backlog, "idea.md": source });
    await dirty.write({ "docs/backlog.md": `${backlog}| 00013 | 2026-01-02 | Mine |\n` });
    const left = await create(dirty);
    expect([left.code, inWords(left.stderr)]).toEqual([0, expect.stringContaining("its row #00012 was not marked")]);
    expect(dirty.read("docs/backlog.md")).toBe(`${backlog}| 00013 | 2026-01-02 | Mine |\n`);
  });
});

/** All at once, as the files that `iflow answer` leaves behind one by one; the questions find them there. */
async function answerClarify(place: Workplace): Promise<void> {
  const answers = ["infer", "infer", "infer", "infer", "infer", "product"];
  const files = answers.map((answer, index) => [
    join(relative(place.root, runFolder(place)), "answers", `b1.${index + 1}.json`),
    JSON.stringify({ answer, at: "2026-03-01T09:00:00.000Z" }),
  ]);
  await place.write(Object.fromEntries(files));
}
