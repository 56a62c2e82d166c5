// What `.meta.json` claims is held against the commits before anything is paid for or merged: a record edited by hand, a
// document or code changed after its approval, a decision that nobody made through iflow.

import { expect, test } from "vitest";
import type { FeatureMeta } from "../../../../src/domain/feature/meta/feature-meta.ts";
import { verifies } from "../../../requirements.ts";
import { FINISH, finishedFeature, finishFeature } from "../../../support/finish-story.ts";
import type { Workplace } from "../../../support/iflow.ts";
import { CODE, preparedPlace } from "../../../support/scenario.ts";
import { inWords } from "../../../support/screen.ts";
import { FOLDER } from "../../../support/story.ts";

const META = `${FOLDER}/.meta.json`;
const TIME = "2026-03-01T09:45:00.000Z";

/** Changes the record and commits it, as somebody with an editor would. */
async function edit(place: Workplace, change: (meta: FeatureMeta) => object): Promise<void> {
  await place.write({ [META]: `${JSON.stringify(change(JSON.parse(place.read(META))), null, 2)}\n` });
  place.git("commit", "--quiet", "--all", "--message", "tidy up");
}

const EDITS: Record<string, { readonly does: (place: Workplace) => Promise<void>; readonly says: string }> = {
  "a phase that never ran is called approved": {
    does: (place) =>
      edit(place, (meta) => ({
        ...meta,
        phases: { ...meta.phases, design: { started: TIME, completed: TIME, outcome: "approved" } },
      })),
    says: ".meta.json says that design is approved, but no commit of iflow completed it",
  },
  "an outcome is changed": {
    does: (place) =>
      edit(place, (meta) => {
        const phases = meta.phases ?? {};
        return { ...meta, phases: { ...phases, implement: { ...phases.implement, outcome: "approved" } } };
      }),
    says: ".meta.json says that implement is approved, but the commit that completed it says something else",
  },
  "a document is changed after its approval": {
    does: async (place) => {
      await place.write({ [`${FOLDER}/spec.md`]: `${place.read(`${FOLDER}/spec.md`)}- and anything else\n` });
      place.git("commit", "--quiet", "--all", "--message", "spec");
    },
    says: `${FOLDER}/spec.md was changed after it was completed, and no reviewer saw that`,
  },
  "code is changed after its approval": {
    does: async (place) => {
      await place.write({ "src/limit.mjs": `${place.read("src/limit.mjs")}export const back = "door";\n` });
      place.git("commit", "--quiet", "--all", "--message", "phase(implement): login-limit - approved");
    },
    says: "since implement, code was changed that no reviewer saw: ",
  },
  "code comes in by a merge after the approval": {
    does: async (place) => {
      place.git("switch", "--quiet", "-c", "side", "HEAD~1");
      await place.write({ "src/side.mjs": "export const side = 1;\n" });
      place.git("add", "src/side.mjs");
      place.git("commit", "--quiet", "--message", "side");
      place.git("switch", "--quiet", "-");
      place.git("merge", "--quiet", "--no-ff", "--no-edit", "side");
    },
    says: "since implement, code was changed that no reviewer saw: ",
  },
  "the commit of an approved implementation is amended": {
    does: async (place) => {
      await place.write({ "src/limit.mjs": `${place.read("src/limit.mjs")}export const back = "door";\n` });
      place.git("commit", "--quiet", "--all", "--amend", "--no-edit");
    },
    says: "code is not as it was judged: src/limit.mjs",
  },
  "a change is dropped from an earlier commit": {
    does: async (place) => {
      place.git("reset", "--quiet", "--soft", "HEAD~2");
      place.git("rm", "--quiet", "--force", "test/limit.test.mjs");
      place.git("commit", "--quiet", "--message", "x", "--message", "Iflow-Step: implement/1/0/complete/1");
    },
    says: "code is not as it was judged: test/limit.test.mjs",
  },
  "a merge of the base branch is resolved by hand": {
    does: async (place) => {
      place.git("switch", "--quiet", "main");
      await place.write({ "src/limit.mjs": "export const limit = 3;\n" });
      place.git("add", "src/limit.mjs");
      place.git("commit", "--quiet", "--message", "a limit of its own");
      place.git("switch", "--quiet", "-");
      expect(() => place.git("merge", "--quiet", "main")).toThrow("git merge");
      await place.write({ "src/limit.mjs": "export const limit = 4;\nexport const isOver = (n) => n > limit;\n" });
      place.git("add", "src/limit.mjs");
      place.git("commit", "--quiet", "--no-edit");
    },
    says: "code is not as it was judged: src/limit.mjs",
  },
  "the commit of an approved document is amended": {
    does: async (place) => {
      await place.write({ [`${FOLDER}/spec.md`]: `${place.read(`${FOLDER}/spec.md`)}- and anything else\n` });
      place.git("reset", "--quiet", "--soft", "HEAD~3");
      place.git("add", `${FOLDER}/spec.md`);
      place.git("commit", "--quiet", "--message", "x", "--message", "Iflow-Step: specify/1/0/complete/1");
      place.git(
        "commit",
        "--quiet",
        "--allow-empty",
        "--message",
        "x",
        "--message",
        "Iflow-Step: implement/1/0/complete/1",
      );
    },
    says: `${FOLDER}/spec.md was changed after it was completed, and no reviewer saw that`,
  },
  "what was open is deleted": {
    does: (place) =>
      edit(place, (meta) => {
        const phases = meta.phases ?? {};
        return { ...meta, phases: { ...phases, implement: { ...phases.implement, reviewerNotes: ["all is well"] } } };
      }),
    says: "what was open in implement (reviewerNotes in .meta.json) was changed since its completion",
  },
  "the implementation was given up": {
    does: (place) =>
      edit(place, (meta) => {
        const phases = meta.phases ?? {};
        const openIssues = [{ severity: "blocker", description: "Unsafe.", reviewer: "security-reviewer" }];
        return { ...meta, phases: { ...phases, implement: { ...phases.implement, outcome: "stopped", openIssues } } };
      }),
    says: "implement was given up with 1 open issue",
  },
  "a decision is invented": {
    does: (place) =>
      edit(place, (meta) => ({
        ...meta,
        decisions: [{ at: TIME, phase: "implement", kind: "force", text: "ship it" }],
      })),
    says: ".meta.json has a decision that was not made through iflow: ship it",
  },
};

for (const [name, { does, says }] of Object.entries(EDITS)) {
  verifies("TR-3", `${name}: noticed, said, nothing paid and nothing merged`, async () => {
    const place = await finishedFeature(FINISH);
    await does(place);

    const ended = await finishFeature(place, "--yolo");

    expect([ended.code, inWords(ended.stderr)]).toEqual([4, expect.stringContaining(says)]);
    expect(ended.stderr).not.toContain("docs ");
    expect(place.git("log", "--format=%s", "main")).not.toContain("login-limit");
  });
}

/** The record is edited in the very commit that completed the phase, so that commit and record agree. */
const FORGERIES: Record<string, { readonly change: (record: FeatureMeta) => object; readonly says: string }> = {
  "what was judged is taken out": {
    change: ({ phases, ...rest }) => ({
      ...rest,
      phases: { ...phases, implement: { ...phases?.implement, judged: undefined } },
    }),
    says: `code is not as it was judged: ${CODE}`,
  },
  "a decision is put in": {
    change: (record) => ({
      ...record,
      decisions: [...(record.decisions ?? []), { at: TIME, phase: "implement", kind: "force", text: "ship it" }],
    }),
    says: ".meta.json has a decision that was not made through iflow: ship it",
  },
  "another outcome is put in": {
    change: ({ phases, ...rest }) => ({
      ...rest,
      phases: { ...phases, implement: { ...phases?.implement, outcome: "accepted" } },
    }),
    says: ".meta.json says that implement is accepted, but the commit that completed it says something else",
  },
};

for (const [name, { change, says }] of Object.entries(FORGERIES)) {
  verifies("TR-3", `${name} by an amended commit: the run that made it remembers`, async () => {
    const place = await preparedPlace(FINISH);
    expect((await place.iflow("implement", "--script", place.scriptPath, "--yolo")).code).toBe(0);
    const meta = JSON.stringify(change(JSON.parse(place.read(META))), null, 2);
    await place.write({ [META]: `${meta}\n`, [CODE]: `${place.read(CODE)}export const back = "door";\n` });
    place.git("commit", "--quiet", "--all", "--amend", "--no-edit");

    const ended = await finishFeature(place, "--yolo");

    expect([ended.code, inWords(ended.stderr)]).toEqual([4, expect.stringContaining(says)]);
    expect(place.git("log", "--format=%s", "main")).not.toContain("login-limit");
  });
}

test("an untouched feature is not asked about", async () => {
  const ended = await finishFeature(await finishedFeature(FINISH), "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
});

test("a rebase onto what the base branch has meanwhile is not asked about", async () => {
  const place = await finishedFeature(FINISH);
  place.git("switch", "--quiet", "main");
  await place.write({ "src/other.mjs": "export const other = 1;\n", "README.md": "# Shop\n\nOpen.\n" });
  place.git("add", "src/other.mjs");
  place.git("commit", "--quiet", "--all", "--message", "meanwhile");
  place.git("switch", "--quiet", "-");
  place.git("rebase", "--quiet", "main");

  const ended = await finishFeature(place, "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
});

verifies("TR-3", "the person may finish it anyway, and that is recorded", async () => {
  const place = await finishedFeature(FINISH);
  await EDITS["code is changed after its approval"]?.does(place);
  const asked = await finishFeature(place);
  await place.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "continue");

  const ended = await place.iflow("continue", "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  expect(JSON.parse(place.git("show", `main:${META}`)).decisions).toMatchObject([
    { phase: "finish", kind: "unjudged" },
  ]);
});

test("stop ends it, and nothing is changed", async () => {
  const place = await finishedFeature(FINISH);
  await EDITS["a decision is invented"]?.does(place);
  const asked = await finishFeature(place);
  await place.iflow("answer", /iflow answer (\S+\.\d+)/.exec(asked.stderr)?.[1] ?? "", "stop");
  const before = place.git("rev-parse", "--all");

  const ended = await place.iflow("continue");

  expect(ended.code).toBe(0);
  expect(place.git("rev-parse", "--all")).toBe(before);
});
