// kill -9 while receipts are made, at every record of them in the journal, in implement and in finish: the same commits,
// files and receipts as if nothing had happened.
import { existsSync } from "node:fs";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, copyOf, killAtAll, type Moment, momentsOf, templateOf } from "../support/crash.ts";
import { withTasks } from "../support/documents.ts";
import { finishArgs } from "../support/finish-story.ts";
import { type Roles, type Workplace, workplace } from "../support/iflow.ts";
import { featureWithCriteria, RECEIPTS, SPEC } from "../support/receipts-story.ts";
import { approve, FEATURE, FOLDER } from "../support/story.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

const TESTS = `import { test } from "node:test";
test("AC-1: the sixth is refused", () => {});
test("AC-3: later it is allowed", () => {});
`;

const ROLES: Roles = {
  implementer: [
    { writes: { "test/attempts.test.mjs": TESTS }, reply: "Files changed:\n- test/attempts.test.mjs" },
    { writes: { "src/server.mjs": "export {};\n" }, reply: "Files changed:\n- src/server.mjs" },
  ],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: approve() }],
  "code-quality-reviewer": [{ reply: approve() }],
  "security-reviewer": [{ reply: approve() }],
};

async function implemented(): Promise<Workplace> {
  const place = await workplace(ROLES);
  await withTasks(place);
  await place.write({ "iflow.config.json": '{ "checks": { "test": "node --test" } }', [`${FOLDER}/spec.md`]: SPEC });
  place.git("add", "iflow.config.json", FOLDER);
  place.git("commit", "--quiet", "--message", "criteria");
  return place;
}

const implementArgs = (place: Workplace) => ["implement", "--yolo", "--rerun", "--script", place.scriptPath];

/** From the first record of the receipts to the end of the completion. */
function momentsOfReceipts(folder: string): Moment[] {
  const all = momentsOf(folder, 2);
  const first = all.findIndex(({ record }) => record.includes("receipts-plan"));
  const last = all.findLastIndex(({ record }) => record.includes("/complete/"));
  return all.slice(first, last + 1);
}

/** Commits, files and receipts; times differ, and so do the ids of commits. */
function traces(place: Workplace, phase: string) {
  const { meta, ...others } = tracesOf(place, phase, "--name-only", "main");
  const receipts = JSON.parse(place.read(RECEIPTS));
  return {
    ...others,
    meta: meta.replaceAll(/"judged": "[0-9a-f]+"/g, '"judged": "COMMIT"'),
    receipts: receipts.receipts.map(({ at, ...receipt }: { at: string }) => receipt),
    tree: place.git("ls-tree", "-r", "--name-only", "HEAD"),
    retro: phase === "finish" ? withoutTimes(place.read(`${FOLDER}/retro.md`)) : "",
  };
}

for (const [phase, start, begin] of [
  ["implement", implemented, implementArgs],
  ["finish", featureWithCriteria, (place: Workplace) => finishArgs(place, "--yolo")],
] as const) {
  verifies(
    ["REV-5", "SAFE-7"],
    `${phase}: killed while its receipts are made, it ends as if nothing had happened`,
    async () => {
      const whole = await start();
      const template = await templateOf(whole);
      const undisturbed = await whole.iflow(...begin(whole));
      expect(`${undisturbed.code} ${undisturbed.stderr}`).toMatch(/^0 /);
      const wanted = traces(whole, phase);
      const moments = momentsOfReceipts(whole.runFolder(FEATURE, 1, phase));
      expect(moments.map(({ record }) => record).join()).toMatch(/receipts-plan.*check-receipt.*receipts\/1.*complete/);

      await killAtAll(moments, {
        start: () => copyOf(template),
        command: (place) => (isBegun(place, phase) ? continueArgs(place, "--until", phase) : begin(place)),
        expectEnd: (place, ended, kills) => {
          expect(`${kills}: ${ended.code} ${ended.stderr}`).toContain(`${kills}: 0 `);
          expect(traces(place, phase), kills).toEqual(wanted);
        },
      });
    },
    600_000,
  );
}

function isBegun(place: Workplace, phase: string): boolean {
  return existsSync(`${place.runFolder(FEATURE, 1, phase)}/journal.jsonl`);
}
