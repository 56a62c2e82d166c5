// kill -9 in design and in implement, then `iflow continue`: the same commits, files and history as if nothing had happened,
// no task done twice, no reply paid for twice. At journal lines all along, before and after in turn; inside dispatches too.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, copyOf, killAtAll, killsOnce, momentsOf, once, templateOf, withTurn } from "../support/crash.ts";
import { design, LATER_PHASES, withTasks, writesFile } from "../support/documents.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../support/iflow.ts";
import { sampled } from "../support/sampled.ts";
import { approve, FEATURE, FOLDER, reject } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

const code = (path: string, text: string, more: Turn = {}): Turn => ({
  writes: { [path]: text },
  reply: `Files changed:\n- ${path}`,
  ...more,
});

const CODE: Roles = {
  implementer: [code("src/attempts.mjs", "one\n"), code("src/server.mjs", "one\n")],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: approve() }, { reply: approve() }],
  "code-quality-reviewer": [{ reply: approve() }, { reply: approve() }],
  "security-reviewer": [{ reply: reject("Spoofed addresses.") }, { reply: approve() }],
  // the tests are red until the first of them
  fixer: [code("src/attempts.mjs", "one, repaired\n"), code("src/attempts.mjs", "two, repaired\n")],
};

const DESIGN: Roles = {
  ...LATER_PHASES,
  "design-author": [
    writesFile("design.md", design()),
    writesFile("design.md", design("\nI\n")),
    writesFile("design.md", design("\nII\n")),
  ],
  "design-reviewer": [{ reply: reject("Unclear.") }, { reply: approve() }],
};

const PHASES: Readonly<Record<string, Roles>> = { implement: CODE, design: DESIGN };

async function prepared(roles: Roles): Promise<Workplace> {
  const place = await workplace(roles);
  await withTasks(place);
  // on the trunk, where prompts hold documents, code and changes: a replay must compose every byte of them again
  const settings = { review: { context: "trunk" }, checks: { test: "grep -q repaired src/attempts.mjs" } };
  await place.write({ "iflow.config.json": JSON.stringify(settings) });
  place.git("add", "iflow.config.json");
  place.git("commit", "--quiet", "--message", "settings");
  return place;
}

const args = (place: Workplace, phase: string) => [phase, "--yolo", "--rerun", "--script", place.scriptPath];

/** A kill may leave no run at all; then the phase's own command begins it. */
function continueArgsOf(place: Workplace, phase: string): string[] {
  const isBegun = existsSync(join(place.runFolder(FEATURE, 1, phase), "journal.jsonl"));
  return isBegun ? continueArgs(place, "--until", phase) : args(place, phase);
}

function traces(place: Workplace, phase: string) {
  const { meta, ...others } = tracesOf(place, phase, "--name-only", "main..HEAD");
  return {
    ...others,
    // implement is judged as a commit, and a commit's id depends on its time
    meta: phase === "implement" ? meta.replaceAll(/"judged": "[0-9a-f]+"/g, '"judged": "COMMIT"') : meta,
    tree: place.git("ls-tree", "-r", "--name-only", "HEAD"),
    history: withoutTimes(place.read(`${FOLDER}/.review-history.md`)),
  };
}

describe.each(Object.keys(PHASES))("%s", (phase) => {
  verifies(
    ["RES-2", "RES-3", "IMP-6", "PH-9"],
    `${phase}: killed again and again, at journal lines all along, it ends as if nothing had happened`,
    async () => {
      const whole = await prepared(PHASES[phase] ?? {});
      const template = await templateOf(whole);
      const undisturbed = await whole.iflow(...args(whole, phase));
      expect(`${undisturbed.code} ${undisturbed.stderr}`).toMatch(/^0 /);
      const wanted = traces(whole, phase);

      await killAtAll(momentsOf(whole.runFolder(FEATURE, 1, phase), 8), {
        start: () => copyOf(template),
        command: (place) => continueArgsOf(place, phase),
        expectEnd: (place, ended, kills) => {
          expect(`${kills}: ${ended.code} ${ended.stderr}`).toContain(`${kills}: 0 `);
          expect(traces(place, phase), kills).toEqual(wanted);
        },
      });
    },
    600_000,
  );
});

const undisturbedTraces = once(async () => {
  const place = await prepared(CODE);
  expect((await place.iflow(...args(place, "implement"))).code).toBe(0);
  return traces(place, "implement");
});

test.each(
  sampled([
    ["implementer", 1],
    ["fixer", 0],
    ["security-reviewer", 1],
  ] as const),
)("killed while %s works (turn %i): that dispatch is sent again, nothing else is done twice", async (role, turn) => {
  const mark = join(await tempFolder(), "killed");
  const place = await prepared(withTurn(CODE, role, turn, { run: [killsOnce(mark)] }));
  await place.write({ "mine.txt": "the person's own\n" });
  expect((await place.built.iflow(...args(place, "implement"))).signal).toBe("SIGKILL");

  const ended = await place.iflow("continue", "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const { status, ...others } = traces(place, "implement");
  expect(status).toBe("?? mine.txt");
  expect({ ...others, status: "" }).toEqual(await undisturbedTraces());
  expect(readFileSync(join(place.root, "mine.txt"), "utf8")).toBe("the person's own\n");
});
