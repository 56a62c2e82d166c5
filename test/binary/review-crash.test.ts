// kill -9 in a loop with a dispute that an adjudicator rules, notes by contract, and fresh eyes that object: the register is
// folded from what was recorded, so it ends the same, and so does everything else.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parseHistory } from "../../src/domain/review/history/parse-review-history.ts";
import { verifies } from "../requirements.ts";
import { continueArgs, copyOf, killAtAll, momentsOf, templateOf } from "../support/crash.ts";
import { type Roles, type Turn, type Workplace, workplace } from "../support/iflow.ts";
import {
  approve,
  createFeature,
  FEATURE,
  FOLDER,
  reject,
  spec,
  specify,
  specifyArgs,
  writes,
} from "../support/story.ts";
import { tracesOf, withoutTimes } from "../support/traces.ts";

const insists: Turn = {
  reply: { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open", why: "no" }] },
};
const refuses = (n: number): Turn => writes(spec(`- AC-2: words ${n}\n`), { reply: "SR1.1 not changed: see the PRD" });
const late = { severity: "blocker", description: "Captchas are odd", location: "## Scope" };

const ROLES: Roles = {
  "spec-author": [
    writes(spec()),
    refuses(1),
    refuses(2),
    writes(spec("- AC-2: five\n"), { reply: "SR3.1 fixed: five" }),
  ],
  "spec-reviewer": [
    { reply: reject("The window has no length") },
    { reply: { ...(insists.reply as object), issues: [late] } },
    insists,
    { reply: reject("AC-2 has no number") }, // fresh eyes, in the round of the approval that was ruled
    { reply: approve() },
    { reply: approve() }, // fresh eyes again
  ],
  adjudicator: [{ reply: { rulings: [{ id: "SR1.1", ruling: "drop", why: "The PRD is given to every reader." }] } }],
  "phase-reviewer": [{ reply: approve() }],
};

async function prepared(): Promise<Workplace> {
  const place = await workplace(ROLES);
  const review = { adjudicate: true, convergence: "contract", certify: "fresh-eyes" };
  await place.write({ "iflow.config.json": JSON.stringify({ review }) });
  await createFeature(place);
  return place;
}

const history = (place: Workplace) => place.read(`${FOLDER}/.review-history.md`);
const traces = (place: Workplace) => ({ ...tracesOf(place, "specify"), history: withoutTimes(history(place)) });

verifies(
  ["REV-1", "REV-2", "REV-3"],
  "killed again and again, a loop with a ruling, notes and fresh eyes ends as if nothing had happened",
  async () => {
    const whole = await prepared();
    const template = await templateOf(whole);
    const ended = await specify(whole, "--yolo");
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
    const wanted = traces(whole);
    for (const marker of [
      "RULED: SR1.1 dropped by the adjudicator",
      "NOT-CERTIFIED",
      "CERTIFIED: spec-reviewer iteration 4",
    ])
      expect(wanted.history).toContain(marker);
    const ends = parseHistory(wanted.history).flatMap(({ register }) => register.map(({ id, end }) => `${id} ${end}`));
    expect(ends).toEqual(expect.arrayContaining(["SR1.1 ruled", "SR2.1 noted", "SR3.1 resolved"]));

    const every = process.env.IFLOW_TEST_ALL === "1" ? 2 : 8; // 2: at each record
    await killAtAll(momentsOf(whole.runFolder(FEATURE), every), {
      start: () => copyOf(template),
      command: (place) =>
        existsSync(join(place.runFolder(FEATURE), "journal.jsonl"))
          ? continueArgs(place, "--until", "specify")
          : specifyArgs(place, "--yolo"),
      expectEnd: (place, end, kills) => {
        expect(`${kills}: ${end.code} ${end.stderr}`).toContain(`${kills}: 0 `);
        expect(traces(place), kills).toEqual(wanted);
      },
    });
  },
  600_000,
);
