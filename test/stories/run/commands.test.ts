// Questions, answers, continue, status, show, locks: what a person does around a run.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../../requirements.ts";
import { isAlive } from "../../support/crash.ts";
import { type Roles, startIflow, type Workplace, workplace } from "../../support/iflow.ts";
import { inWords } from "../../support/screen.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  ONE_ROUND,
  reject,
  SPEC_PATH,
  spec,
  specify,
  TWO_ROUNDS,
  writes,
} from "../../support/story.ts";

describe("requirements", () => {
  test("without a PRD and without a terminal the questions are printed together; the answers reach the author", async () => {
    const place = await workplace({
      ...ONE_ROUND,
      "spec-author": [writes(spec(), { promptHas: ["login limit", "Operators drown in alarms.", "No captchas."] })],
    });
    await createFeature(place);
    const asked = await specify(place);
    expect(asked.code).toBe(4);
    expect(asked.stderr).toContain("needs an answer (exit 4)");
    for (const id of ["001.1", "001.2", "001.3"]) {
      expect(asked.stderr).toContain(`    iflow answer ${id} from-description `);
      expect(asked.stderr).toContain(`    iflow answer ${id} "your own words"\n`);
    }
    await place.iflow("answer", "001.1", "Operators drown in alarms.");
    await place.iflow("answer", "001.2", "from-description");
    await place.iflow("answer", "001.3", "No", "captchas.");
    const closing = await place.iflow("continue");
    expect(closing.code).toBe(4);
    expect(closing.stderr).toContain("The spec is approved and committed. What next?");
  });

  test("F10: an answer that is not offered, another second answer and an unknown question are refused, in words", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    await specify(place);
    for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
    const closing = await place.iflow("continue");
    expect(closing.code).toBe(4);
    const typo = await place.iflow("answer", "001.4", "cotinue");
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining("continue")]);
    const again = await place.iflow("answer", "001.1", "something else");
    expect([again.code, inWords(again.stderr)]).toEqual([2, expect.stringContaining('"something else" was not taken')]);
    const same = await place.iflow("answer", "001.1", "from-description");
    expect([same.code, same.stdout]).toEqual([0, expect.stringContaining("already answered so")]);
    const unknown = await place.iflow("answer", "009.1", "x");
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("there is no open question 009.1")]);
  });
});

test("the last phase of a chain is told once where continue ends it", async () => {
  const place = await workplace(ONE_ROUND, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
  await createFeature(place, "--prd", "prd.md");
  expect((await place.iflow("continue", "--until", "specify", "--script", place.scriptPath)).code).toBe(4);
  expect((await place.iflow("answer", "001.1", "continue")).code).toBe(0);

  const ended = await place.iflow("continue");

  expect([ended.code, `${ended.stdout}${ended.stderr}`.match(/Spec approved/g)]).toEqual([0, ["Spec approved"]]);
});

describe("the closing question", () => {
  const finished = async (roles: Roles): Promise<Workplace> => {
    const place = await workplace(roles, { "README.md": "x", "prd.md": "# PRD: Login limit\n\nText.\n" });
    await createFeature(place, "--prd", "prd.md");
    const ended = await specify(place);
    expect(ended.code).toBe(4);
    expect(place.git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - approved");
    return place;
  };

  verifies("PH-8", "continue and review end the run; review names the path", async () => {
    for (const answer of ["continue", "review"]) {
      const place = await finished(ONE_ROUND);
      await place.iflow("answer", "001.1", answer);
      const ended = await place.iflow("continue");
      expect(ended.code).toBe(0);
      expect(ended.stdout).toContain(SPEC_PATH);
      expect(ended.stdout).toContain("Next: iflow design");
      expect((await place.json("status")).document.data.features[0].state).toBe("idle");
    }
  });

  verifies(
    ["PH-8", "USE-1"],
    "once it is answered the feature is ready to continue, and waits for nobody",
    async () => {
      const place = await finished(ONE_ROUND);
      await place.iflow("answer", "001.1", "continue");

      const { document } = await place.json();
      expect(document.data.counts).toMatchObject({ waiting: 0, ready: 1 });
      expect(document.data.features[0]).toMatchObject({ state: "idle", command: "iflow continue 1" });
      for (const look of [[], ["status"]]) {
        const { stdout } = await place.iflow(...look);
        expect(stdout).toMatch(/specify: answered, ready to continue/);
        expect(stdout).not.toMatch(/stopped|waits for you/);
      }
      expect((await place.iflow("list")).stdout).toMatch(/^001-login-limit +specify +idle/m);
    },
  );

  verifies(
    ["PH-8", "RES-2"],
    "request changes: the wish is a blocker of the user, reviewers keep their sessions, a second completion commit",
    async () => {
      const place = await finished({
        "spec-author": [
          writes(spec()),
          writes(spec("- AC-9: logs\n"), {
            expect: "resume",
            promptHas: ["## Asked for by the person\n- YOU0.1 [blocker] Say what is logged."],
          }),
        ],
        "spec-reviewer": [
          { reply: approve() },
          { expect: "resume", promptHas: ["AC-9", "This is iteration 1 of 5."], reply: approve() },
        ],
        "phase-reviewer": [{ reply: approve() }, { expect: "resume", reply: approve() }],
      });
      await place.iflow("answer", "001.1", "request-changes");
      const asked = await place.iflow("continue");
      expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("What should change?")]);
      await place.iflow("answer", "001.2", "Say what is logged.");
      const ended = await place.iflow("continue", "--yolo");
      expect(ended.stderr + ended.stdout).toContain("Spec approved");
      const log = place.git("log", "--format=%s").split("\n");
      expect(log.filter((subject) => subject === "phase(specify): login-limit - approved")).toHaveLength(2);
      expect(place.read(`${FOLDER}/.review-history.md`)).toMatch(/## User Request - .*\n\n\*\*Reviewer:\*\* user/);
      expect(place.read(SPEC_PATH)).toContain("AC-9");
    },
  );

  verifies("PH-8", "fix and rerun: only the reviews restart, fresh, on what the person edited", async () => {
    const place = await finished({
      "spec-author": [writes(spec())],
      "spec-reviewer": [{ reply: approve() }, { expect: "fresh", promptHas: ["by my own hand"], reply: approve() }],
      "phase-reviewer": [{ reply: approve() }, { expect: "fresh", reply: approve() }],
    });
    await place.write({ [SPEC_PATH]: spec("- by my own hand\n") });
    await place.iflow("answer", "001.1", "rerun");
    const ended = await place.iflow("continue", "--yolo");
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    expect(place.git("show", `HEAD:${SPEC_PATH}`)).toContain("by my own hand");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.specify.iterations).toBe(1);
  });
});

describe("continue", () => {
  test("with no open run starts the next phase, up to the last one asked for; then it says so, exit 0", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const first = await place.iflow("continue", "--until", "specify", "--yolo", "--script", place.scriptPath);
    expect(first.stderr + first.stdout).toContain("Spec approved");
    const second = await place.iflow("continue", "--until", "specify", "--script", place.scriptPath);
    expect([second.code, second.stdout]).toEqual([0, expect.stringContaining(": Spec approved; ")]);
    const wrong = await place.iflow("continue", "--until", "sepcify");
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("there is no phase")]);
  });

  test("a phase command continues its own open run; about a completed phase it asks", async () => {
    const place = await workplace({
      ...ONE_ROUND,
      "spec-reviewer": [{ error: "down" }, { error: "down" }, { reply: approve() }],
    });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(5);
    const ended = await specify(place, "--yolo");
    expect(ended.stderr).toContain("Resuming; nothing is paid twice.");
    expect(ended.code).toBe(0);
    const again = await specify(place);
    expect([again.code, again.stderr]).toEqual([4, expect.stringContaining("was already completed")]);
    const id = /iflow answer (\S+\.\d+)/.exec(again.stderr)?.[1] ?? "";
    await place.iflow("answer", id, "cancel");
    const cancelled = await place.iflow("continue");
    expect([cancelled.code, cancelled.stdout]).toEqual([0, expect.stringContaining("left as it is")]);
    expect(place.git("status", "--porcelain")).toBe("");
  });
});

describe("locks", () => {
  test("a second run on the feature, or in the working tree, exits 7 and names the first; a dead owner is no obstacle", async () => {
    const hanging: Roles = { ...TWO_ROUNDS, "spec-author": [{ hang: true }] };
    const place = await workplace(hanging);
    await createFeature(place);
    place.git("switch", "--quiet", "main");
    await place.iflow("create-feature", "other");
    place.git("switch", "--quiet", `feature/${FEATURE}`);
    const args = ["--yolo", "--runtime", "scripted", "--script", place.scriptPath];
    const first = startIflow(place.root, "specify", `--feature=${FEATURE}`, ...args);
    await until(() => existsSync(join(place.runFolder(FEATURE), "dispatches", "001-spec-author-fresh.prompt.md")));

    const same = await place.iflow("continue", `--feature=${FEATURE}`);
    expect([same.code, same.stderr]).toEqual([7, expect.stringContaining(`feature ${FEATURE} is being worked on by`)]);
    expect(same.stderr).toContain(String(first.child.pid));
    const other = await place.iflow("specify", "--feature=002-other", ...args);
    expect([other.code, other.stderr]).toEqual([7, expect.stringContaining("this working tree is in use")]);
    const created = await place.iflow("create-feature", "a third");
    expect([created.code, created.stderr]).toEqual([7, expect.stringContaining("this working tree is in use")]);
    expect(place.git("branch", "--list", "feature/003-*")).toBe("");
    const { document } = await place.json("status");
    expect(document.data.features[0]).toMatchObject({ key: FEATURE, state: "running" });

    first.child.kill("SIGKILL");
    await first.ended;
    await place.script(TWO_ROUNDS);
    const ended = await place.iflow("continue", `--feature=${FEATURE}`);
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
  });

  test("SIGINT and SIGTERM end the agent, keep the run and exit 130 and 143", async () => {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const place = await workplace({ ...TWO_ROUNDS, "spec-author": [{ run: ["exec sleep 600"] }] });
      await createFeature(place);
      const run = startIflow(place.root, "specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath);
      await until(
        () =>
          existsSync(join(place.runFolder(FEATURE), "journal.jsonl")) &&
          readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8").includes('"spawned"'),
      );
      const journal = readFileSync(join(place.runFolder(FEATURE), "journal.jsonl"), "utf8");
      const pid = Number(/"spawned","pid":(\d+)/.exec(journal)?.[1]);
      run.child.kill(signal);
      const ended = await run.ended;
      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain("iflow continue");
      expect(isAlive(pid)).toBe(false);
      await place.script(TWO_ROUNDS);
      expect((await place.iflow("continue")).code).toBe(0);
    }
  });
});

describe("status and show", () => {
  test("status names every feature and the next command; show lists the dispatches and one in full", async () => {
    const place = await workplace(TWO_ROUNDS);
    expect((await place.iflow("status")).stdout).toContain('iflow run "what you want"');
    await createFeature(place);
    expect((await place.iflow("status")).stdout).toMatch(
      /● 001-login-limit {3}ready\n(?:.*\n)* +now {5}created\n(?:.*\n)*.*iflow continue 1/,
    );
    await specify(place, "--yolo");
    const shown = await place.iflow("show");
    expect(shown.stdout).toMatch(/4 {2}spec-reviewer +2 {2}resume /);
    const full = await place.iflow("show", FEATURE, "--dispatch", "4");
    expect(full.stdout).toContain("## Delta");
    expect(full.stdout).toContain('"approved": true');
    expect((await place.iflow("show", "--dispatch", "99")).code).toBe(2);
  });

  test("--events ndjson streams one event a line on stderr, --json one document on stdout", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const ended = await specify(place, "--yolo", "--json", "--events", "ndjson");
    const events = ended.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(events[0]).toBe("run-opened");
    expect(events).toContain("verdict-read");
    expect(events.at(-1)).toBe("question-answered");
    const { ok, data } = JSON.parse(ended.stdout);
    expect(ok).toBe(true);
    expect(data).toMatchObject({ feature: FEATURE, outcome: "approved", rounds: 1, files: [SPEC_PATH] });
    expect(data.dispatches[0]).toMatchObject({ role: "spec-author", round: 0, kind: "fresh", reason: "first-round" });
    expect(Object.keys(data.dispatches[0])).toEqual(expect.arrayContaining(["promptChars", "contextChars", "usage"]));
  });

  test("plain marks where the terminal cannot show others, and the same in a pipe", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const ended = await place.iflow(
      "--no-unicode",
      "specify",
      "--yolo",
      "--runtime",
      "scripted",
      "--script",
      place.scriptPath,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
    expect(ended.stderr + ended.stdout).not.toMatch(/[✓✗→●\u001b]/);
    expect(ended.stderr).toContain(" ok ");
  });

  test("--quiet leaves errors and questions; a full folder is no place for a demo", async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    const quiet = await specify(place, "--quiet");
    expect([quiet.code, quiet.stderr]).toEqual([4, expect.stringContaining("needs an answer")]);
    const demo = await place.iflow("demo", "--keep", ".");
    expect([demo.code, demo.stderr]).toEqual([2, expect.stringContaining("is not empty")]);
    expect(place.git("log", "--format=%s", "-1")).toBe(`iflow: create feature ${FEATURE}`);
  });
});

verifies(
  ["PH-7", "TR-1"],
  "--yolo takes the table's answers and says so; reviews still run, and warnings left at the cap are accepted",
  async () => {
    const place = await workplace();
    await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 2 } }) });
    const warning = (text: string) => ({ reply: reject(text, "warning") });
    await place.script({
      ...TWO_ROUNDS,
      "spec-author": [...(TWO_ROUNDS["spec-author"] ?? []), writes(spec("- again\n"))],
      "phase-reviewer": [warning("Not for design."), warning("Still not.")],
    });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(ended.stderr).toContain("--yolo  answered 3 questions");
    expect(ended.stdout).toContain("accepted with 1 open issue");
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).phases.specify.phaseReview.reviewerNotes).toEqual([
      expect.stringContaining("Still not."),
    ]);
  },
);

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20));
}
