// The scenario table, of each part one row in three: the dispatches and why they were sent so, the history, the commits, the
// exit codes; then some of them with every dispatch fresh, which must end in the same. In `npm run test:all` all of them.
import { describe, expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import { CAP, CLOSING, VERDICTS } from "../../../support/implement-endings.ts";
import { ROUNDS, SENDING } from "../../../support/implement-scenarios.ts";
import { sampled } from "../../../support/sampled.ts";
import { play, type Scenario } from "../../../support/scenario.ts";
import { FOLDER } from "../../../support/story.ts";

const TIMEOUT = 300_000;

async function prove(row: Scenario): Promise<void> {
  const [resumed, fresh] = await Promise.all([
    play(row, "resume"),
    PLAYED_TWICE.has(row) ? play(row, "fresh") : undefined,
  ]);
  const { outcome } = resumed;
  expect(resumed.dispatches).toEqual(row.dispatches);
  expect(outcome.rounds).toEqual(row.history);
  for (const line of row.lines ?? []) expect(outcome.history.split("\n")).toContain(line);
  expect(resumed.markers).toEqual(row.markers ?? []);
  expect(outcome.commits).toEqual(row.commits);
  expect(outcome.status).toBe(row.isOpen && !row.isGivenUp ? OPEN : "");
  const { implement = {} } = JSON.parse(resumed.place.read(`${FOLDER}/.meta.json`)).phases ?? {};
  expect(implement.completed !== undefined).toBe(!row.isOpen);
  expect(implement.reviewerNotes ?? []).toEqual((row.notes ?? []).map((text) => expect.stringContaining(text)));

  if (!fresh) return;
  expect(fresh.dispatches.filter((line) => SENT_ON.test(line))).toEqual([]);
  expect(fresh.markers).toEqual([]);
  expect({ exits: fresh.exits, ...fresh.outcome }).toEqual({ exits: resumed.exits, ...outcome });
}

/** A dispatch that resumes a session, or had to do without one. */
const SENT_ON = / (?:resume|final|fallback) /;

/** Where nothing is sent on, both modes send the same. */
const canDiffer = ({ dispatches }: Scenario) => dispatches.some((line) => SENT_ON.test(line));
const played = (rows: readonly Scenario[]) => sampled(rows, 3);
const PLAYED_TWICE = new Set(sampled([ROUNDS, SENDING, VERDICTS, CAP, CLOSING].flatMap(played).filter(canDiffer)));

/** The engine's own files wait for the completion commit. */
const OPEN = [".review-history.md", "implementation-log.md"].map((name) => `?? ${FOLDER}/${name}`).join("\n");

/** That how it was sent changes nothing is shown only where it was sent in both ways. */
const sentBothWays = (row: Scenario) => (PLAYED_TWICE.has(row) ? (["LOOP-7"] as const) : []);

describe("which reviewers look in which round", () => {
  for (const row of played(ROUNDS))
    verifies(
      ["LOOP-3", "LOOP-6", "RES-5", "RES-7", "IMP-10", ...sentBothWays(row)],
      row.name,
      () => prove(row),
      TIMEOUT,
    );
});

describe("how it is sent", () => {
  for (const row of played(SENDING))
    verifies(["RES-3", "RES-4", "RES-6", ...sentBothWays(row)], row.name, () => prove(row), TIMEOUT);
});

describe("verdicts", () => {
  for (const row of played(VERDICTS))
    verifies(["LOOP-1", "LOOP-5", ...sentBothWays(row)], row.name, () => prove(row), TIMEOUT);
});

describe("the cap", () => {
  for (const row of played(CAP))
    verifies(["LOOP-4", "PH-7", ...sentBothWays(row)], row.name, () => prove(row), TIMEOUT);
});

describe("the closing question", () => {
  for (const row of played(CLOSING)) verifies(["PH-8", ...sentBothWays(row)], row.name, () => prove(row), TIMEOUT);
});
