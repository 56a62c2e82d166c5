// Depth by risk, light: a typo takes three dispatches, one reviewer and two rounds at most; every place says how deep it was
// reviewed.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../requirements.ts";
import type { Workplace } from "../../support/iflow.ts";
import {
  asked,
  CHANGE,
  codes,
  FIXED,
  FOLDER,
  FULL,
  finds,
  flat,
  KEY,
  LIGHT,
  metaOf,
  PAGE,
  passes,
  quick,
  RISKY,
  shortSpec,
  specs,
  subjects,
  TOUCHED,
  TYPO,
  withTypo,
} from "../../support/quick-story.ts";

verifies(
  "REV-7",
  "quick merges a typo with three dispatches, and every place says how deep it was reviewed",
  async () => {
    const place = await withTypo(TYPO);

    const ended = await quick(place, "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(asked(place)).toEqual(LIGHT);
    expect(place.read(PAGE)).toContain("Welcome");
    expect(subjects(place)).toEqual([
      `Merge feature ${KEY}`,
      "phase(finish): fix-the-typo - approved",
      `docs: AORTA retrospective for feature ${KEY}`,
      "phase(implement): fix-the-typo - approved",
      "iflow: implement task 1",
      "phase(specify): fix-the-typo - completed without review",
      "iflow: specify draft",
      expect.stringContaining("fix-the-typo"),
      "start",
    ]);
    const { depth, skippedPhases, phases } = metaOf(place);
    expect(depth).toEqual({ asked: "light", now: "light", why: ["as asked"] });
    expect(skippedPhases.map(({ phase }: { phase: string }) => phase)).toEqual([
      "design",
      "create-plan",
      "create-tasks",
    ]);
    expect([phases.specify.outcome, phases.implement.outcome]).toEqual([undefined, "approved"]);
    expect(ended.stderr).toContain("depth  light (as asked): one code reviewer");
    expect(ended.stderr).toContain("✓ Spec written and checked, not reviewed");
    expect(ended.stderr).toContain("✓ Code approved by one reviewer in 1 round");
    expect(ended.stdout).toContain("depth      light: one code reviewer; nobody reviews the spec");
    for (const subject of ["Merge feature", "phase(finish)", "phase(implement)"])
      expect(place.git("log", "--format=%b", "--fixed-strings", `--grep=${subject}`)).toContain(
        "Depth: light. One reviewer judged the code, nobody reviewed the spec.",
      );
    expect(place.read(`${FOLDER}/retro.md`)).toContain("light depth asks no agent to look back");
  },
);

verifies(
  "REV-7",
  "nothing that a light run leaves speaks of three reviewers, or of one that was not asked",
  async () => {
    const place = await withTypo({ ...TYPO, "light-reviewer": [finds("Not so."), passes()], fixer: [codes(FIXED)] });

    const told = [await quick(place, "--yolo", "--until", "implement")];
    for (const command of [["status"], ["list"], ["history"], ["--json", "status"], ["--json", "history"], ["cost"]])
      told.push(await place.iflow(...command));
    told.push(await place.iflow("continue", "--yolo"));
    told.push(
      await place.iflow("history", KEY),
      await place.iflow("list", "--all"),
      await place.iflow("--json", "history"),
    );

    const text = [
      ...told.map(({ stdout, stderr }) => `${stdout}\n${stderr}`),
      place.git("log", "--format=%B", "main"),
      place.read(`${FOLDER}/retro.md`),
      place.read(`${FOLDER}/.meta.json`),
    ].join("\n");
    expect(text).not.toMatch(
      /three (?!rounds)|Quality Review|Security Review|Implementation Review|spec-reviewer|phase-reviewer/i,
    );
    expect(text).not.toMatch(/specify approved|spec approved|\(specify\): \S+ - approved/i);
    expect(told[1]?.stdout).toContain("depth   light: one code reviewer; nobody reviews the spec");
    expect(told[2]?.stdout).toContain("implement approved (light)");
    expect(told[3]?.stdout).toContain("**Light Review (one reviewer):** Issues found");
  },
);

const STUBBORN = { ...TYPO, "light-reviewer": [finds("Not so."), finds("Not so.")], fixer: [codes(FIXED)] };

verifies(["REV-7", "TR-1"], "light reviews end after two rounds: --yolo stops, and stays stopped", async () => {
  const place = await withTypo({ ...STUBBORN, fixer: [codes({ [PAGE]: "export const title = 1;\n" })] });

  const ended = await quick(place, "--yolo");

  expect([ended.code, ended.stderr]).toEqual([
    3,
    expect.stringContaining("YOLO MODE STOPPED: Implementation review failed after 2 iterations."),
  ]);
  expect(asked(place)).toEqual([...LIGHT, "fixer-fresh", "light-reviewer-resume"]);
  expect(promptOf(place, "light-reviewer-resume")).toMatch(/## Delta[\s\S]*This is iteration 2 of 2\./);
  expect((await place.iflow("continue", "--yolo")).code).toBe(3);
  expect(asked(place)).toHaveLength(5);
  expect(place.git("log", "-1", "--format=%s", "main")).toBe("start");
});

verifies(
  ["REV-7", "TR-1"],
  "after two rounds a person decides; what they accept is never called approved",
  async () => {
    const place = await withTypo(STUBBORN);
    await quick(place);
    await place.iflow("answer", "1", "continue");
    expect(flat((await place.iflow("continue")).stderr)).toContain(
      "Review reached 2 rounds without full approval. 1 blocker open.",
    );
    await place.iflow("answer", "1", "force-approve");

    const ended = await place.iflow("continue", "--yolo");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(subjects(place)).toContain("phase(implement): fix-the-typo - accepted with open issues");
    expect(asked(place)).toHaveLength(5);
  },
);

verifies(["REV-7", "TR-5"], "quick without a test command asks as every run does; --yolo stops", async () => {
  const place = await withTypo(TYPO, {});
  const unset = { env: { IFLOW_CHECKS_NONE: "false" } };

  const stopped = await place.iflowWith(unset, "quick", CHANGE, "--yolo", "--script", place.scriptPath);
  const waits = await place.iflowWith(unset, "continue");

  expect([stopped.code, stopped.stderr]).toEqual([
    3,
    expect.stringContaining("YOLO MODE STOPPED: nothing would be tested"),
  ]);
  expect([waits.code, flat(waits.stderr)]).toEqual([
    4,
    expect.stringContaining("Nothing will be tested: no test command is configured."),
  ]);
  expect(asked(place)).toEqual([]);
});

verifies(
  "REV-7",
  "a short spec that the engine's check refuses is not built from: it is reviewed, and all is full",
  async () => {
    const bad =
      "# Specification: x\n\n## Notes\nThere are no criteria in here, only a long sentence that says nothing.\n";
    const repaired = specs(shortSpec(), { promptHas: ["has no section such as"] });
    const place = await withTypo({
      "spec-author": [specs(bad), specs(bad), specs(bad), repaired],
      ...FULL,
      "spec-reviewer": [passes(), passes()],
    });

    const ended = await quick(place, "--yolo", "--until", "specify");

    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    expect(flat(ended.stderr)).toContain("depth full: iflow's own check still finds 1 problem in the spec");
    expect(asked(place)).toContain("spec-reviewer-fresh");
    expect(metaOf(place).depth.now).toBe("full");
    expect(ended.stdout).toContain("Next: iflow design");
  },
);

verifies("REV-7", "quick for a feature that is under way at full depth does not lower it", async () => {
  const place = await withTypo({ "spec-author": [specs()], ...FULL });
  const args = ["--script", place.scriptPath, "--yolo"];
  const design = ["specify,design,implement", "--until", "specify"];
  expect((await place.iflow("run", CHANGE, "--phases", ...design, ...args)).code).toBe(0);

  const ended = await quick(place, "--yolo", "--until", "specify");

  expect(ended.stderr).toContain(`${KEY} goes on at the depth it began with.`);
  expect(metaOf(place).depth).toBeUndefined();
});

verifies("REV-7", "--json knows the depth, where it is settled and where it is looked at", async () => {
  const place = await withTypo({ ...TYPO, ...FULL, implementer: [codes(RISKY)] });
  const args = ["--script", place.scriptPath, "--yolo"];
  const specified = await place.json("quick", CHANGE, ...args, "--until", "specify");
  expect(specified.document.data ?? specified.document).toMatchObject({
    outcome: "completed",
    depth: "light",
    next: "iflow implement",
  });
  const status = await place.json("status");
  expect(JSON.stringify(status.document)).toContain(
    '"depth":{"asked":"light","now":"light","why":["as asked"],"escalated":null}',
  );

  const ended = await place.json("continue", "--yolo");

  expect(JSON.stringify(ended.document)).toContain(`"why":["${TOUCHED}"]`);
  const history = await place.json("history", KEY);
  expect(JSON.stringify(history.document)).toContain('"decision":"Escalated from light to full depth"');
});

verifies("REV-7", "words that do not fit are refused before anything is created", async () => {
  const place = await withTypo(TYPO);
  const wrong = [
    [["--depth", "deep"], 'there is no depth "deep"'],
    [["--depth", "light", "--phases", "specify"], "--depth and --phases cannot be combined"],
    [["--depth", "light", "--until", "design"], "depth light has no such phase"],
  ] as const;

  for (const [args, says] of wrong) {
    const ended = await place.iflow("run", CHANGE, ...args);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(says)]);
  }
  expect(place.git("branch", "--list", "feature/*")).toBe("");
});

function promptOf(place: Workplace, name: string): string {
  const folder = join(place.runFolder(KEY, 2, "implement"), "dispatches");
  const file = readdirSync(folder).find((one) => one.endsWith(`-${name}.prompt.md`)) ?? "";
  return readFileSync(join(folder, file), "utf8");
}
