// Every way a review loop can end, played: what is printed, committed, how the command ends, what the next prompt holds.
// `npm test` plays a part of the table, `npm run test:all` all of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { LOOP_ENDINGS, type LoopEnding, type Way } from "../../../src/domain/review/loop-endings.ts";
import { verifies } from "../../requirements.ts";
import { retroReply } from "../../support/finish-story.ts";
import type { Ended, Roles, Turn, Workplace } from "../../support/iflow.ts";
import { workplace } from "../../support/iflow.ts";
import { sampled } from "../../support/sampled.ts";
import { CODE, fails, judges, passes, preparedPlace, says } from "../../support/scenario.ts";
import { approve, createFeature, reject, SPEC_PATH, spec, writes } from "../../support/story.ts";

const PHASE = { document: "specify", code: "implement" } as const;
const turns = (count: number, turn: (n: number) => Turn): Turn[] => Array.from({ length: count }, (_, n) => turn(n));

/** A spec that the engine's own check refuses: it has no acceptance criteria. */
const WRONG = "# Specification: Login limit\n\n## Problem Statement\nx\n";

const INSISTS = { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open", why: "It is." }] };

const VERDICTS: Readonly<Record<Way, readonly unknown[]>> = {
  approved: [approve()],
  blocker: [reject("Issue 1"), reject("Issue 2")],
  warning: [reject("Issue 1", "warning"), reject("Issue 2", "warning")],
  engine: [approve(), approve()],
  rule: [reject("Issue 1"), reject("Issue 2")],
  unvalidated: [],
  silent: ["I cannot say.", "I cannot say.", "I still cannot.", "No."],
  disputed: [reject("Issue 1"), INSISTS, INSISTS],
  adjudicated: [reject("Issue 1"), INSISTS, INSISTS],
  noted: [
    reject("Issue 1"),
    { approved: false, issues: [{ severity: "blocker", description: "New", location: "## Scope" }] },
  ],
};

function documentRoles(way: Way): Roles {
  const said = way === "disputed" || way === "adjudicated" ? { reply: "SR1.1 not changed: it is right" } : {};
  const text = (mark: string) => (way === "engine" ? `${WRONG}${mark}\n` : spec(`- ${mark}\n`));
  return {
    "spec-author": turns(12, (n) => writes(text(`draft ${n}`), said)),
    adjudicator: [{ reply: { rulings: [{ id: "SR1.1", ruling: "drop", why: "It is." }] } }],
    "spec-reviewer": [...VERDICTS[way], approve(), approve(), approve()].map((reply) => ({ reply })),
    "phase-reviewer": turns(4, () => ({ reply: approve() })),
  };
}

const S = "security-reviewer";
const SECURITY: Readonly<Partial<Record<Way, readonly Turn[]>>> = {
  blocker: [fails("Issue 1."), fails("Issue 2."), passes(), passes(), passes()],
  warning: [judges(false, "warning", "Issue 1."), judges(false, "warning", "Issue 2."), passes(), passes(), passes()],
  unvalidated: [fails("Issue 1."), passes(), passes(), passes(), passes()],
  silent: [says("Hm."), says("Hm."), says("Hm."), says("Hm.")],
};

async function placeFor({ way, subject }: LoopEnding): Promise<Workplace> {
  if (subject === "code") {
    const again = {
      implementer: turns(2, () => ({
        writes: { [CODE]: "export const a = 1;\n" },
        reply: `Files changed:\n- ${CODE}`,
      })),
    };
    const rest = {
      "code-simplifier": turns(2, () => ({ reply: { approved: true, simplifications: [] } })),
      "test-deepener-a": turns(2, () => ({ reply: { outlines: [] } })),
      "retro-facilitator": [retroReply()],
    };
    return preparedPlace({ ...again, ...rest, ...(SECURITY[way] && { [S]: SECURITY[way] }) });
  }
  const place = await workplace(documentRoles(way));
  await createFeature(place);
  return place;
}

const env = ({ way }: LoopEnding) => ({
  ...(way !== "disputed" && way !== "adjudicated" && { IFLOW_REVIEW_MAX_ROUNDS: "2" }),
  ...(way === "adjudicated" && { IFLOW_REVIEW_ADJUDICATE: "true" }),
  ...(way === "noted" && { IFLOW_REVIEW_CONVERGENCE: "contract" }),
  ...(way === "rule" && { IFLOW_REVIEW_AT_CAP: "accept" }),
});

/** Prompts of all runs of the phase, oldest first. */
function prompts(place: Workplace, phase: string): string[] {
  const runs = join(place.root, ".git/iflow/runs");
  return readdirSync(runs)
    .filter((run) => run.includes(`.${phase}.`))
    .sort()
    .flatMap((run) => {
      const folder = join(runs, run, "dispatches");
      const names = readdirSync(folder).filter((name) => name.endsWith(".prompt.md"));
      return names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
    });
}

async function answer(place: Workplace, { stderr }: Ended, words: string): Promise<void> {
  const id = /iflow answer (\S+\.\d+)/.exec(stderr)?.[1] ?? `no question: ${stderr}`;
  expect((await place.iflow("answer", id, ...words.split(" "))).code).toBe(0);
}

async function begin(place: Workplace, row: LoopEnding): Promise<Ended> {
  const yolo = row.watch === "--yolo" ? ["--yolo"] : [];
  if (row.subject === "code")
    return place.iflowWith({ env: env(row) }, "implement", "--script", place.scriptPath, ...yolo);
  if (row.watch === "--yolo")
    return place.iflowWith(
      { env: env(row) },
      "specify",
      "--runtime",
      "scripted",
      "--script",
      place.scriptPath,
      "--yolo",
    );
  await specifyWith(place, row);
  for (const id of ["001.1", "001.2", "001.3"]) await place.iflow("answer", id, "from-description");
  return place.iflow("continue");
}

const specifyWith = (place: Workplace, row: LoopEnding) =>
  place.iflowWith({ env: env(row) }, "specify", "--runtime", "scripted", "--script", place.scriptPath);

/** The person goes on after the end: what the loop left must reach whoever looks next. */
async function goOn(place: Workplace, row: LoopEnding): Promise<void> {
  if (row.answer === "again") await answer(place, await place.iflow("continue"), "Do it better");
  else if (row.answer === "abandon")
    await place.iflowWith({ env: env(row) }, "implement", "--script", place.scriptPath, "--yolo");
  else if (row.outcome === "stopped" && row.subject === "document")
    await place.write({ [SPEC_PATH]: `${place.read(SPEC_PATH)}- by hand\n` });
  else if (row.outcome === "stopped") {
    await place.write({ [CODE]: `${place.read(CODE)}// by hand\n` });
    await answer(place, await place.iflow("continue"), "include");
  }
  await place.iflow("continue", "--yolo");
}

/** Prompts about this work that were sent after the loop's end. */
async function laterPrompts(place: Workplace, row: LoopEnding): Promise<string[]> {
  const phase = PHASE[row.subject];
  if (row.outcome === "accepted" && row.subject === "document") return prompts(place, phase).slice(-1); // the phase reviewer
  if (row.outcome === "accepted") {
    await place.iflow("continue", "--yolo");
    await place.iflow("retrospect", "--runtime", "scripted", "--script", place.scriptPath, "--yolo");
    return prompts(place, "retrospect");
  }
  const before = prompts(place, phase).length;
  await goOn(place, row);
  return prompts(place, phase).slice(before);
}

for (const row of sampled(LOOP_ENDINGS)) {
  const { way, subject, watch, answer: said, outcome } = row;
  const title = `${way} of ${subject}, ${watch}${said === undefined ? "" : `, ${said}`}: ${outcome}`;
  verifies(["TR-1", "TR-2"], `T1: ${title}`, async () => {
    const place = await placeFor(row);
    let ended = await begin(place, row);
    if (said !== undefined) {
      expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining(row.printed)]);
      await answer(place, ended, said);
      ended = await place.iflow("continue");
      expect(`${ended.code} ${ended.stderr}`).toMatch(new RegExp(`^${row.exit} `));
    } else {
      // at a terminal the closing question follows; here it waits
      const isClosing = watch === "interactive" && row.exit === 0;
      const said = `${ended.stderr}${ended.stdout}`;
      expect([ended.code, said]).toEqual([isClosing ? 4 : row.exit, expect.stringContaining(row.printed)]);
    }
    const wanted = row.commit?.replace("{phase}", PHASE[subject]).replace("{slug}", "login-limit");
    const last = place.git("log", "-1", "--format=%s");
    if (wanted === undefined) expect(last).not.toMatch(/^phase\(\w+\): login-limit/);
    else expect(last).toBe(wanted);
    if (row.next !== undefined) expect((await laterPrompts(place, row)).join("\n")).toContain(row.next);
  });
}
