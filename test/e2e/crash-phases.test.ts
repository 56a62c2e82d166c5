// kill -9 in design and in implement, then `iflow continue`: the same commits, files and history as if nothing had happened,
// no task done twice, no reply paid for twice. Every fifth journal line, before and after in turn; inside dispatches too.
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifies } from "../requirements.ts";
import { copyOf, inPairs, journalLines, killedAt, paidRoles, withoutTimes, withTurn } from "../support/crash.ts";
import { design, LATER_PHASES, withTasks, writesFile } from "../support/documents.ts";
import { type Ended, type Roles, type Turn, type Workplace, workplace } from "../support/iflow.ts";
import { approve, FEATURE, reject } from "../support/story.ts";
import { tempFolder } from "../support/temp-repo.ts";

const FOLDER = `docs/features/${FEATURE}`;
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
  fixer: [code("src/attempts.mjs", "two\n")],
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
  return place;
}

const run = (place: Workplace, phase: string): Promise<Ended> => place.iflow(...args(place, phase));
const args = (place: Workplace, phase: string) => [phase, "--yolo", "--rerun", "--script", place.scriptPath];

/** A kill may leave no run at all, or one that is open. */
async function goOn(place: Workplace, phase: string): Promise<Ended> {
  const { document } = await place.json("status");
  const isOpen = document.data.features[0].state === "interrupted";
  return isOpen ? place.iflow("continue", "--yolo") : run(place, phase);
}

function traces(place: Workplace, phase: string) {
  const format = "--format=%s|%(trailers:key=Iflow-Step,valueonly,separator=%x2C)";
  return {
    log: place.git("log", "--reverse", format, "--name-only", "main..HEAD"),
    status: place.git("status", "--porcelain"),
    tree: place.git("ls-tree", "-r", "--name-only", "HEAD"),
    history: withoutTimes(place.read(`${FOLDER}/.review-history.md`)),
    meta: withoutTimes(place.read(`${FOLDER}/.meta.json`)),
    paid: paidRoles(place.runFolder(FEATURE, 1, phase)),
  };
}

describe.each(Object.keys(PHASES))("%s", (phase) => {
  verifies(
    ["RES-2", "RES-3", "IMP-6", "PH-9"],
    `${phase}: killed at a journal line, it ends as if nothing had happened`,
    async () => {
      const whole = await prepared(PHASES[phase] ?? {});
      const template = join(await tempFolder(), "template");
      await cp(whole.root, template, { recursive: true });
      const undisturbed = await run(whole, phase);
      expect(`${undisturbed.code} ${undisturbed.stderr}`).toMatch(/^0 /);
      const wanted = traces(whole, phase);
      const lines = journalLines(whole.runFolder(FEATURE, 1, phase));

      const moments = Array.from({ length: Math.floor((lines - 2) / 5) }, (_, index) => 5 * index + 2);
      await inPairs(moments, async (at) => {
        const place = await copyOf(template);
        const killed = await killedAt(place, at, ...args(place, phase));
        expect(killed.signal, `kill at ${at}`).toBe("SIGKILL");

        const ended = await goOn(place, phase);

        expect(`${at}: ${ended.code} ${ended.stderr}`).toMatch(/^\d+: 0 /);
        expect(traces(place, phase), `after a kill at ${at}`).toEqual(wanted);
      });
    },
    600_000,
  );
});

test.each([
  ["implementer", 1],
  ["fixer", 0],
  ["security-reviewer", 1],
])("killed while %s works (turn %i): that dispatch is sent again, nothing else is done twice", async (role, turn) => {
  const undisturbed = await prepared(CODE);
  await run(undisturbed, "implement");
  const mark = join(await tempFolder(), "killed");
  const suicide = `[ -f ${mark} ] || { touch ${mark}; kill -9 $PPID; }`;
  const place = await prepared(withTurn(CODE, role, turn, { run: [suicide] }));
  await place.write({ "mine.txt": "the person's own\n" });
  expect((await run(place, "implement")).signal).toBe("SIGKILL");

  const ended = await place.iflow("continue", "--yolo");

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const { status, ...others } = traces(place, "implement");
  expect(status).toBe("?? mine.txt");
  expect({ ...others, status: "" }).toEqual(traces(undisturbed, "implement"));
  expect(readFileSync(join(place.root, "mine.txt"), "utf8")).toBe("the person's own\n");
});
