// The promises of `specify`, as a command on real repositories.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { LINE } from "../../../../src/domain/prompts/prompt.ts";
import { verifies } from "../../../requirements.ts";
import { type Roles, workplace } from "../../../support/iflow.ts";
import { sampled } from "../../../support/sampled.ts";
import { inWords } from "../../../support/screen.ts";
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
} from "../../../support/story.ts";

verifies(["PH-2", "PH-6", "RES-3"], "draft, revision and completion are commits of exactly their files", async () => {
  const place = await workplace(TWO_ROUNDS);
  await place.write({ "notes.txt": "mine, not committed" });
  await createFeature(place);

  const ended = await specify(place, "--yolo");

  expect(ended.stderr + ended.stdout).toContain("Spec approved");
  expect(ended.code).toBe(0);
  expect(place.git("symbolic-ref", "--short", "HEAD")).toBe(`feature/${FEATURE}`);
  const log = place.git("log", "--reverse", "--format=%s", "main..HEAD").split("\n");
  expect(log).toEqual([
    `iflow: create feature ${FEATURE}`,
    "iflow: specify draft",
    "iflow: specify review iteration 1",
    "phase(specify): login-limit - approved",
  ]);
  const files = (revision: string) => place.git("show", "--format=", "--name-only", revision).split("\n").sort();
  expect(files("HEAD~2")).toEqual([SPEC_PATH]);
  expect(files("HEAD~1")).toEqual([SPEC_PATH]);
  expect(files("HEAD")).toEqual([`${FOLDER}/.meta.json`, `${FOLDER}/.review-history.md`]);
  expect(place.git("status", "--porcelain")).toBe("?? notes.txt");
  const meta = JSON.parse(place.read(`${FOLDER}/.meta.json`));
  expect(meta).toMatchObject({
    id: "001",
    lastCompletedPhase: "specify",
    phases: { specify: { iterations: 2, reviewerNotes: [], phaseReview: { iterations: 1 } } },
  });
  expect(Date.parse(meta.phases.specify.completed)).toBeGreaterThanOrEqual(Date.parse(meta.phases.specify.started));
});

verifies(
  ["RES-2", "RES-5", "RES-8", "CTX-5", "CTX-6"],
  "round 2 resumes the same reviewer with only the delta",
  async () => {
    const place = await workplace(TWO_ROUNDS);
    await createFeature(place);

    expect((await specify(place, "--yolo")).code).toBe(0);

    const prompts = place.dispatchFiles(FEATURE, ".prompt.md");
    expect(prompts).toEqual([
      "001-spec-author-fresh.prompt.md",
      "002-spec-reviewer-fresh.prompt.md",
      "003-spec-author-resume.prompt.md",
      "004-spec-reviewer-resume.prompt.md",
      "005-phase-reviewer-fresh.prompt.md",
    ]);
    const prompt = (n: number) =>
      readFileSync(join(place.runFolder(FEATURE), "dispatches", prompts[n - 1] ?? ""), "utf8");
    const resumed = prompt(4);
    for (const part of [
      "## Delta\n",
      "+- AC-2: after a minute",
      "## Fix Summary\nAdded AC-2.",
      "This is iteration 2 of 5.",
      '"severity": "blocker|warning|suggestion"',
    ]) {
      expect(resumed).toContain(part);
    }
    expect(resumed).not.toContain("## Required Artifacts");
    expect(resumed).not.toContain("## What to look at");
    expect(resumed.length).toBeLessThan(prompt(2).length);
    expect(prompt(3)).toContain("## New Issues to Fix\n- SR1.1 [blocker] [testability] When does the count end?");
    const order = [
      "## What to look at",
      "## Required Artifacts",
      "Return your assessment as JSON:",
      LINE,
      "## Spec (what you're reviewing)",
      "## Iteration Context",
    ];
    const places = order.map((part) => prompt(2).indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  },
);

verifies("CTX-6", "two fresh prompts of one role in a loop share every byte above the line", async () => {
  const place = await workplace({
    ...TWO_ROUNDS,
    "spec-author": TWO_ROUNDS["spec-author"]!.map(({ expect: _, ...turn }) => turn),
    "spec-reviewer": [{ reply: reject("Why?") }, { expect: "fresh", reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: { session: "fresh" } }) });
  await createFeature(place);

  expect((await specify(place, "--yolo")).code).toBe(0);

  const [first = "", second = ""] = place
    .dispatchFiles(FEATURE, "spec-reviewer-fresh.prompt.md")
    .map((name) => readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8"));
  const above = (text: string) => text.slice(0, text.indexOf(LINE));
  expect(above(first).length).toBeGreaterThan(1000);
  expect(above(second)).toBe(above(first));
  expect(second).toContain("Previous issues to re-evaluate:\n- SR1.1 [blocker] [testability] Why?");
});

verifies(
  ["CTX-1", "CTX-4", "CTX-7", "CTX-9"],
  "upstream documents go by path, guides and the domain outcome are handed over",
  async () => {
    const place = await workplace(ONE_ROUND, {
      "README.md": "x",
      "AGENTS.md": "Use tabs.",
      "CLAUDE.md": "@AGENTS.md",
      "idea.md": "# PRD: Login limit\n\nSECRET-PRD-TEXT\n",
    });
    await createFeature(place, "--prd", "idea.md");

    expect((await specify(place, "--yolo")).code).toBe(0);

    const read = (ending: string) =>
      readFileSync(join(place.runFolder(FEATURE), "dispatches", place.dispatchFiles(FEATURE, ending)[0] ?? ""), "utf8");
    const review = read("spec-reviewer-fresh.prompt.md");
    expect(review).toContain(`You MUST read the following files before beginning your review.`);
    expect(review).toContain(`- PRD: ${FOLDER}/prd.md`);
    expect(review).not.toContain("SECRET-PRD-TEXT");
    expect(review).toContain("### AGENTS.md\n\nUse tabs.");
    expect(review).not.toContain("CLAUDE.md");
    expect(review).toContain("sixth comes within a minute");
    const gate = read("phase-reviewer-fresh.prompt.md");
    expect(gate).toContain(`- Spec: ${SPEC_PATH}`);
    expect(gate).toContain(
      "## Domain Reviewer Outcome\n- Reviewer: spec-reviewer\n- Result: APPROVED at iteration 1/5\n- Unresolved issues: none",
    );
    expect(gate).not.toContain("sixth comes within a minute");
  },
);

verifies("CTX-4", "a feature without a PRD says so in the same place", async () => {
  const place = await workplace(ONE_ROUND);
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  const name = place.dispatchFiles(FEATURE, "spec-reviewer-fresh.prompt.md")[0] ?? "";
  expect(readFileSync(join(place.runFolder(FEATURE), "dispatches", name), "utf8")).toContain(
    "- PRD: No PRD — feature created without brainstorm",
  );
});

verifies(
  ["CTX-2", "LOOP-6"],
  "a fresh reviewer that confirms no reads is logged inside its round's entry",
  async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    const entries = place.read(`${FOLDER}/.review-history.md`).split("\n---\n");
    expect(entries[1]).toContain("## Stage 2: Phase Review - Iteration 1 - ");
    expect(entries[1]).toContain("LAZY-LOAD-WARNING: phase-reviewer did not confirm artifact reads");
    expect(entries[0]).not.toContain("LAZY-LOAD-WARNING");
  },
);

verifies(
  ["CTX-2", "LOOP-6"],
  "no warning for a confirming line, for a read the engine saw, or for a resumed reviewer",
  async () => {
    const place = await workplace({
      "spec-author": [writes(spec()), writes(spec("- one\n")), writes(spec("- two\n"))],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [
        { reads: [SPEC_PATH], reply: reject("More.") },
        { expect: "resume", reply: reject("And more.") },
        { expect: "resume", reply: approve() },
      ],
    });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(place.read(`${FOLDER}/.review-history.md`)).not.toContain("LAZY-LOAD-WARNING");
    expect(place.git("log", "--format=%s")).toContain("iflow: specify phase-review iteration 2");
  },
);

verifies(
  ["CTX-8", "LOOP-6"],
  "a reviewer that owes a word about what it verified and gives none is logged; approval is not held up",
  async () => {
    const place = await workplace(ONE_ROUND);
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    const entries = place.read(`${FOLDER}/.review-history.md`).split("\n---\n");
    expect(entries[0]).toContain("VERIFICATION-WARNING: spec-reviewer did not say what it verified");
    expect(entries[1]).not.toContain("VERIFICATION-WARNING");
  },
);

verifies("CTX-8", "each of the agreed sentences is enough, that tools were missing included", async () => {
  for (const sentence of [
    "Verified: RFC 6585 defines 429 via rfc-editor.org",
    "Unable to verify independently - flagged for human review",
    "No external claims to verify",
    "Unable to verify — external tools unavailable",
  ]) {
    const place = await workplace({ ...ONE_ROUND, "spec-reviewer": [{ reply: approve(sentence) }] });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    expect(place.read(`${FOLDER}/.review-history.md`)).not.toContain("VERIFICATION-WARNING");
  }
});

verifies("LOOP-1", "an approval with a warning fails, one with a suggestion passes", async () => {
  const place = await workplace({
    "spec-author": [writes(spec()), writes(spec("- more\n"))],
    "spec-reviewer": [
      { reply: { ...reject("Unclear.", "warning"), approved: true } },
      { reply: { ...reject("Nicer words.", "suggestion"), approved: true } },
    ],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  const history = place.read(`${FOLDER}/.review-history.md`);
  expect(history).toMatch(
    /Iteration 1 - .*\n\n\*\*Reviewer:\*\* spec-reviewer\n\*\*Decision:\*\* Needs Revision\n\n\*\*Issues:\*\*\n- \[warning\] \[testability\] Unclear\./,
  );
  expect(history).toMatch(/Iteration 2 - .*\n\n\*\*Reviewer:\*\* spec-reviewer\n\*\*Decision:\*\* Approved/);
});

verifies(
  ["LOOP-2", "TR-1"],
  'with `atCap: "accept"` no revision follows the cap, the judged text stands, and it is accepted with its open issues',
  async () => {
    const place = await workplace({
      "spec-author": [writes(spec()), writes(spec("- round 1\n"))],
      "spec-reviewer": [1, 2].map((n) => ({ reply: reject(`Issue ${n}`) })),
      "phase-reviewer": [{ promptHas: ["FAILED at iteration cap (2/2)", "Issue 2"], reply: approve() }],
    });
    await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 2, atCap: "accept" } }) });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(inWords(ended.stderr)).toContain("Spec accepted: 1 issue unresolved after 2 rounds; see iflow history");
    expect(ended.stdout).toContain("Spec accepted with 1 open issue");
    const meta = JSON.parse(place.read(`${FOLDER}/.meta.json`));
    expect(meta.phases.specify).toMatchObject({
      outcome: "accepted",
      reviewerNotes: [expect.stringContaining("Issue 2")],
    });
    expect(place.git("log", "-1", "--format=%s")).toBe("phase(specify): login-limit - accepted with open issues");
    expect(place.read(SPEC_PATH)).toContain("- round 1");
  },
);

const BAD_REPLIES: Record<string, unknown> = {
  prose: "Looks good to me, approved!",
  "T8: a key twice": '{"approved": false, "issues": [], "approved": true}',
  "T8: issues twice": '{"approved": true, "issues": [{"severity":"blocker","description":"x"}], "issues": []}',
  "T8: an escaped key": '{"\\u0061pproved": false, "issues": [], "approved": true}',
  "T8: a form that is quoted": '{"approved": true, "issues": []} is what you want to hear, but I cannot judge it.',
  "cut-off JSON": '{"approved": true, "issues": [',
  "two objects":
    '{"approved": true, "issues": []} {"approved": false, "issues": [{"severity":"blocker","description":"x"}]}',
  'approved: "yes"': { approved: "yes", issues: [] },
  "an unknown severity": { approved: true, issues: [{ severity: "fatal", description: "x" }] },
  "5 MB": `${"a".repeat(5_000_000)}${JSON.stringify(approve())}`,
  "no issues, not approved": { approved: false, issues: [] },
};

// each form is read in hard-cases.test.ts; that a role is asked again is the same for all of them
for (const [name, reply] of sampled(Object.entries(BAD_REPLIES), 4)) {
  verifies(["LOOP-5", "TR-4"], `${name}: asked once to repair it, and the repaired answer counts`, async () => {
    const place = await workplace({
      "spec-author": [writes(spec())],
      "spec-reviewer": [{ reply }, { expect: "repair", promptHas: ["could not be read"], reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(ended.stderr + ended.stdout).toContain("Spec approved in 1 round");
    expect(ended.code).toBe(0);
  });
}

verifies(
  "LOOP-5",
  "a role that stays invalid goes fresh next round; twice in a row stops the run, resumable, exit 5",
  async () => {
    const roles: Roles = {
      "spec-author": [writes(spec())],
      "spec-reviewer": [
        { reply: "nonsense" },
        { expect: "repair", reply: "still nonsense" },
        { expect: "fresh", error: "overloaded" },
        { expect: "fresh", reply: approve() },
      ],
      "phase-reviewer": [{ reply: approve() }],
    };
    const place = await workplace(roles);
    await createFeature(place);

    const stopped = await specify(place, "--yolo");
    expect(stopped.code).toBe(5);
    expect(stopped.stderr).toContain("spec-reviewer gave no valid verdict in round 2 of 5");
    expect(stopped.stderr).toContain("iflow continue");
    expect(place.git("log", "--format=%s")).not.toContain("approved");

    const ended = await place.iflow("continue");
    expect(ended.stderr + ended.stdout).toContain("Spec approved");
    expect(ended.code).toBe(0);
    const history = place.read(`${FOLDER}/.review-history.md`);
    expect(history).toContain("**Decision:** No valid verdict (the reply holds no JSON object");
  },
);

verifies("RES-4", "a delta of strictly more than half goes fresh, with the previous issues and no marker", async () => {
  const long = Array.from({ length: 200 }, (_, n) => `- AC-${n}: given ${n}, when ${n}, then ${n}.`).join("\n");
  const place = await workplace({
    "spec-author": [writes(spec()), writes(spec(`${long}\n`))],
    "spec-reviewer": [
      { reply: reject("Too little.") },
      { expect: "fresh", promptHas: ["Previous issues to re-evaluate:", "Too little."], reply: approve() },
    ],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  const { code, document } = await place.json(
    "specify",
    "--yolo",
    "--runtime",
    "scripted",
    "--script",
    place.scriptPath,
  );
  expect(code).toBe(0);
  const reviews = document.data.dispatches.filter((row: { role: string }) => row.role === "spec-reviewer");
  expect(reviews.map((row: { kind: string; reason: string }) => [row.kind, row.reason])).toEqual([
    ["fresh", "first-round"],
    ["fresh", "guard"],
  ]);
  expect(place.read(`${FOLDER}/.review-history.md`)).not.toContain("RESUME-FALLBACK");
});

verifies("RES-4", 'guard "prompt" measures against the first prompt alone', async () => {
  const prd = `# PRD\n\n${"A sentence that makes the fresh context large. ".repeat(400)}`;
  const middle = Array.from({ length: 60 }, (_, n) => `- AC-${n}: given ${n}, when ${n}, then it is ${n}.`).join("\n");
  const roles: Roles = {
    "spec-author": [writes(spec()), writes(spec(`${middle}\n`))],
    "spec-reviewer": [{ reply: reject("Too little.") }, { reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  };
  const kinds: Record<string, string[]> = {};
  for (const guard of ["prompt", "content"]) {
    const place = await workplace(roles, {
      "README.md": "x",
      "prd.md": prd,
      "iflow.config.json": JSON.stringify({ review: { guard } }),
    });
    await createFeature(place, "--prd", "prd.md");
    const { document } = await place.json("specify", "--yolo", "--runtime", "scripted", "--script", place.scriptPath);
    kinds[guard] = document.data.dispatches
      .filter((row: { role: string }) => row.role === "spec-reviewer")
      .map((row: { kind: string }) => row.kind);
  }
  expect(kinds).toEqual({ prompt: ["fresh", "fresh"], content: ["fresh", "resume"] });
});

verifies(
  ["RES-6", "LOOP-6"],
  "a failed resume falls back to a fresh reviewer and leaves one line in the history",
  async () => {
    const place = await workplace({
      "spec-author": [writes(spec()), writes(spec("- more\n"))],
      "spec-reviewer": [
        { reply: reject("More.") },
        { expect: "resume", error: "400 tool_use_id mismatch\n(api_key: sk-ant-0123456789)" },
        {
          expect: "fallback",
          promptHas: ["(Fresh dispatch — prior review session unavailable.)", "More."],
          reply: approve(),
        },
      ],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    const history = place.read(`${FOLDER}/.review-history.md`);
    const [line] = history.split("\n").filter((text) => text.startsWith("RESUME-FALLBACK"));
    expect(line).toBe("RESUME-FALLBACK: spec-reviewer iteration 2 — 400 tool_use_id mismatch (api_key: [secret])");
    expect(history.indexOf("RESUME-FALLBACK")).toBeGreaterThan(history.indexOf("Iteration 2"));
  },
);

verifies("RES-6", "an author whose session fails gets everything again", async () => {
  const place = await workplace({
    "spec-author": [
      writes(spec()),
      { expect: "resume", error: "gone" },
      writes(spec("- more\n"), {
        expect: "fallback",
        promptHas: ["(Fresh dispatch — prior fix session unavailable.)", "## Issues to Fix", "More."],
      }),
    ],
    "spec-reviewer": [{ reply: reject("More.") }, { reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  expect((await specify(place, "--yolo")).code).toBe(0);
  expect(place.read(`${FOLDER}/.review-history.md`)).toContain("RESUME-FALLBACK: spec-author iteration 1 — gone");
});

verifies("RES-3", "a revision that changes nothing: fresh reviewer, no commit, no marker", async () => {
  const place = await workplace({
    "spec-author": [writes(spec()), { reply: "I disagree, nothing to change." }],
    "spec-reviewer": [{ reply: reject("More.") }, { expect: "fresh", promptHas: ["More."], reply: approve() }],
    "phase-reviewer": [{ reply: approve() }],
  });
  await createFeature(place);
  const { code, document } = await place.json(
    "specify",
    "--yolo",
    "--runtime",
    "scripted",
    "--script",
    place.scriptPath,
  );
  expect(code).toBe(0);
  expect(document.data.dispatches[3]).toMatchObject({ role: "spec-reviewer", kind: "fresh", reason: "no-change" });
  expect(place.git("log", "--format=%s")).not.toContain("review iteration");
  expect(place.read(`${FOLDER}/.review-history.md`)).toContain("I disagree, nothing to change.");
});

verifies("LOOP-7", "fresh or resumed: the same artifacts, commits and history", async () => {
  const results = [];
  for (const session of ["resume", "fresh"]) {
    const roles = Object.fromEntries(
      Object.entries(TWO_ROUNDS).map(([role, turns]) => [role, turns.map(({ expect: _, ...turn }) => turn)]),
    );
    const place = await workplace(roles, {
      "README.md": "x",
      "iflow.config.json": JSON.stringify({ review: { session } }),
    });
    await createFeature(place);
    expect((await specify(place, "--yolo")).code).toBe(0);
    const history = place
      .read(`${FOLDER}/.review-history.md`)
      .replaceAll(/\d{4}-\S+Z/g, "TIME")
      .replaceAll(/^[A-Z-]+-WARNING: .*\n+/gm, ""); // markers aside
    results.push({ log: place.git("log", "--format=%s"), spec: place.read(SPEC_PATH), history });
  }
  expect(results[0]).toEqual(results[1]);
});

verifies(
  "PH-4",
  "the engine checks the draft first; its lint problems go to the author, twice at most, before a reviewer is paid",
  async () => {
    const place = await workplace({
      "spec-author": [
        writes("# Spec\n\ntoo short"),
        writes(`# Spec\n\n## Problem Statement\n${"word ".repeat(40)}\n`, {
          expect: "resume",
          promptHas: ["at least 100 bytes"],
        }),
        writes(spec(), { expect: "resume" }),
      ],
      "spec-reviewer": [{ reply: approve() }],
      "phase-reviewer": [{ reply: approve() }],
    });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(ended.stderr + ended.stdout).toContain("Spec approved in 1 round");
    expect(
      place
        .dispatchFiles(FEATURE, ".prompt.md")
        .slice(0, 4)
        .map((name) => name.slice(4)),
    ).toEqual([
      "spec-author-fresh.prompt.md",
      "spec-author-resume.prompt.md",
      "spec-author-resume.prompt.md",
      "spec-reviewer-fresh.prompt.md",
    ]);
  },
);

verifies(
  ["PH-4", "PH-6"],
  "an author that never writes the document blocks the phase, exit 3, and nothing is completed",
  async () => {
    const place = await workplace({ "spec-author": [{ reply: "Done!" }, { reply: "Done!" }, { reply: "Done!" }] });
    await createFeature(place);
    const ended = await specify(place, "--yolo");
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("BLOCKED: Valid spec.md required before review.");
    expect(ended.stderr).toContain("iflow continue");
    expect(existsSync(join(place.root, SPEC_PATH))).toBe(false);
    expect(JSON.parse(place.read(`${FOLDER}/.meta.json`)).lastCompletedPhase).toBeNull();
  },
);
