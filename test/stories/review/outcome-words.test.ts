// How a loop ended is told in the same words wherever somebody looks: status, list, history, --json, MCP, retro.md. And
// what was decided at a cap is an entry of the review history.
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import { copyOf, killAtAll, momentsOf, templateOf } from "../../support/crash.ts";
import { HostAgents } from "../../support/host-agents.ts";
import { type Ended, type Roles, type Workplace, workplace } from "../../support/iflow.ts";
import { connectMcp } from "../../support/mcp-client.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  reject,
  SPEC_PATH,
  spec,
  specify,
  writes,
} from "../../support/story.ts";
import { tempFolder } from "../../support/temp-repo.ts";

const HISTORY = `${FOLDER}/.review-history.md`;
const META = `${FOLDER}/.meta.json`;

/** One round that fails is the cap. */
async function stuck(more: Roles = {}, review: object = {}): Promise<Workplace> {
  const place = await workplace({
    "spec-author": [writes(spec())],
    "spec-reviewer": [{ reply: reject("No number.") }, ...(more["spec-reviewer"] ?? [])],
    "phase-reviewer": [{ reply: approve() }],
  });
  await place.write({ "iflow.config.json": JSON.stringify({ review: { maxRounds: 1, ...review } }) });
  await createFeature(place);
  return place;
}

async function answer(place: Workplace, { stderr }: Ended, ...words: string[]): Promise<void> {
  const id = /iflow answer (\S+\.\d+)/.exec(stderr)?.[1] ?? "no question";
  expect((await place.iflow("answer", id, ...words)).code).toBe(0);
}

/** The question at the cap, for a person. */
async function askedAtCap(place: Workplace): Promise<Ended> {
  expect((await specify(place, "--yolo")).code).toBe(3);
  const asked = await place.iflow("continue");
  expect(asked.stderr).toContain("iflow answer 001.4 accept ");
  return asked;
}

/** What a host's model is told when a session begins. */
async function sessionLine(place: Workplace): Promise<string> {
  const { hookSpecificOutput } = await new HostAgents(place.root, await tempFolder()).hook("session-start", {
    source: "startup",
  });
  return hookSpecificOutput.additionalContext;
}

/** `Stopped, rule (--yolo)`, oldest first. */
function decisions(place: Workplace): string[] {
  return [
    ...place
      .read(HISTORY)
      .matchAll(/^## Decision at the cap - \S+\n\n\*\*Decision:\*\* (.*)\n\*\*Decided by:\*\* (.*)$/gm),
  ].map(([, decision, by]) => `${decision}, ${by}`);
}

const SPECIFY = { phase: "specify", outcome: "accepted", openIssues: 1 };

verifies(
  "TR-1",
  "an accepted phase is called so by status, list, history, --json, MCP and the retrospective",
  async () => {
    const place = await stuck();
    await answer(place, await askedAtCap(place), "accept");
    expect((await place.iflow("continue", "--until", "specify", "--yolo")).code).toBe(0);

    expect((await place.iflow("status")).stdout).toContain("now     specify accepted with 1 open issue\n");
    expect((await place.iflow("list")).stdout).toMatch(/specify accepted \(1 open\) +idle/);
    const history = await place.iflow("history");
    expect(history.stderr).toContain("specify   accepted with 1 open issue\n");
    expect(history.stdout).toContain("**Decision:** Accepted with open issues\n**Decided by:** the person\n");
    expect(history.stdout).toContain("**Issues:**\n- [blocker] [testability] spec-reviewer: No number.");
    for (const command of ["status", "list"])
      expect((await place.json(command)).document.data.features[0].phases).toEqual([SPECIFY]);
    const { data } = (await place.json("history")).document;
    expect(data.phases).toEqual([SPECIFY]);
    expect(data.entries.at(-2)).toMatchObject({
      ...{ loop: "cap", phase: "specify", decision: "Accepted with open issues", decidedBy: "the person" },
      issues: [{ severity: "blocker", text: expect.stringContaining("No number.") }],
    });

    expect(await sessionLine(place)).toContain("specify accepted with 1 open issue; next: /iflow:design");
    const { call } = await connectMcp(place.root);
    for (const tool of ["status", "list"]) expect((await call(tool)).features[0].phases).toEqual([SPECIFY]);
    expect(await call("history")).toMatchObject({ phases: [SPECIFY], entries: data.entries });

    await place.script({ "retro-facilitator": [{ error: "down" }, { error: "down" }] });
    await place.iflow("retrospect", FEATURE, "--script", place.scriptPath, "--yolo");
    const retro = place.read(`${FOLDER}/retro.md`);
    expect(retro).toContain("| outcome | open issues |\n");
    expect(retro).toMatch(/^\| specify .* \| accepted \| 1 \|$/m);
    expect(retro).not.toContain("note");
  },
);

verifies(["TR-1", "TR-2"], "a stop is called so, and a rule that stops again is no new decision", async () => {
  const place = await stuck({ "spec-reviewer": [{ promptHas: ["by hand"], reply: approve() }] });
  expect((await specify(place, "--yolo")).code).toBe(3);
  expect((await place.iflow("continue", "--yolo")).code).toBe(3);

  expect(decisions(place)).toEqual(["Stopped, rule (--yolo)"]);
  expect((await place.iflow("status")).stdout).toContain(
    "now     specify: Nothing has changed since the last stop. The spec is not\n",
  );
  expect((await place.iflow("list")).stdout).toMatch(/specify stopped +stopped/);
  expect(await sessionLine(place)).toContain("phase specify, stopped; next: /iflow:continue");
  expect((await place.iflow("history")).stderr).toContain("specify   stopped\n");
  const [row] = (await place.json("status")).document.data.features;
  expect(row).toMatchObject({ state: "stopped", phases: [{ phase: "specify", outcome: "stopped", openIssues: null }] });

  // A person who has already edited the text when they say stop is not asked about it, and it is judged when they continue.
  const asked = await place.iflow("continue");
  await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- by hand\n` });
  await answer(place, asked, "stop");
  expect((await place.iflow("continue")).code).toBe(3);
  expect(decisions(place)).toEqual(["Stopped, rule (--yolo)", "Stopped, the person"]);
  const ended = await place.iflow("continue", "--yolo");
  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(decisions(place).at(-1)).toBe("Another loop, the person");
  expect((await place.iflow("status")).stdout).toContain("specify approved");
});

verifies(
  "TR-1",
  "a stop on another branch leaves that branch alone; the entry is written when work goes on",
  async () => {
    const place = await stuck();
    const asked = await askedAtCap(place);
    place.git("add", "--", HISTORY);
    place.git("commit", "--quiet", "--message", "mine");
    place.git("switch", "--quiet", "main");
    await answer(place, asked, "stop");

    const elsewhere = await place.iflow("continue");
    expect(`${elsewhere.code} ${elsewhere.stderr}`).toMatch(/^3 /);
    expect(place.git("status", "--porcelain", "--untracked-files=all", "docs")).toBe("");

    place.git("switch", "--quiet", `feature/${FEATURE}`);
    expect(decisions(place)).toEqual(["Stopped, rule (--yolo)"]);
    await answer(place, await place.iflow("continue"), "accept");
    const ended = await place.iflow("continue", "--until", "specify", "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(decisions(place)).toEqual([
      ...["Stopped, rule (--yolo)", "Stopped, the person"],
      "Accepted with open issues, the person",
    ]);
  },
);

verifies("TR-1", "a rule is named: the setting, or --yolo", async () => {
  const byRule = await stuck({}, { atCap: "accept" });
  expect((await specify(byRule, "--yolo")).code).toBe(0);
  expect(decisions(byRule)).toEqual(["Accepted with open issues, rule (review.atCap)"]);
  const warned = await stuck();
  await warned.script({
    "spec-author": [writes(spec())],
    "spec-reviewer": [{ reply: reject("Unclear.", "warning") }],
    "phase-reviewer": [{ reply: approve() }],
  });
  expect((await specify(warned, "--yolo")).code).toBe(0);
  expect(decisions(warned)).toEqual(["Accepted with open issues, rule (--yolo)"]);
});

verifies(
  "TR-1",
  "earlier phases that were accepted stay visible; a file of an earlier version says completed",
  async () => {
    const place = await stuck();
    const meta = JSON.parse(place.read(META));
    const at = "2026-03-01T10:00:00.000Z";
    const phases = {
      specify: { completed: at, outcome: "accepted", reviewerNotes: ["a"], phaseReview: { reviewerNotes: ["b"] } },
      design: { completed: at, reviewerNotes: ["c"] },
    };
    await place.write({ [META]: JSON.stringify({ ...meta, lastCompletedPhase: "design", phases }) });

    const status = await place.iflow("status");

    expect(status.stdout).toContain("design completed");
    expect(status.stdout).toContain("specify accepted with 2 open issues, design completed");
    expect((await place.iflow("list")).stdout).toMatch(/design +idle/);
  },
);

verifies(
  "TR-1",
  "killed while a cap is settled, the history has the decision once",
  async () => {
    const place = await stuck();
    await answer(place, await askedAtCap(place), "accept");
    const template = await templateOf(place);
    const run = ["continue", "--until", "specify", "--yolo"];
    const before = momentsOf(place.runFolder(FEATURE), 1).length;
    expect((await place.iflow(...run)).code).toBe(0);

    const moments = momentsOf(place.runFolder(FEATURE), 1).slice(before);
    const around = moments.filter(({ record }) => record.includes("cap-decision"));
    expect(around.length).toBeGreaterThan(0);
    await killAtAll(around, {
      start: () => copyOf(template),
      command: () => run,
      expectEnd: (one, { code }, kills) => {
        expect(code, kills).toBe(0);
        expect(decisions(one), kills).toEqual(["Stopped, rule (--yolo)", "Accepted with open issues, the person"]);
      },
    });
  },
  120_000,
);
