// Makes the recordings of verdicts.test.ts with an earlier build. Not part of any test run: a recording stays as it is.
//   EARLIER_BUILD={that build}/dist/main.js npx vitest run --config test/replay/vitest.config.ts verdicts
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Ended } from "../support/iflow.ts";
import { trusting } from "../support/trusting.ts";
import { play, type RecordedSequence, type Sequence, type Start } from "./verdicts.ts";

const MAIN = process.env.EARLIER_BUILD ?? "";
const HERE = join(import.meta.dirname, "verdicts");
const TURNS = 8; // more than a loop takes: five rounds, and some are asked again

const start: Start = (place, ...args) =>
  new Promise<Ended>((resolve) => {
    const env = { ...process.env, ...trusting(place.root) };
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: place.root, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, signal: child.signalCode, stdout, stderr }),
    );
  });

for (const [phase, many, make] of [
  ["specify", 24, specify],
  ["implement", 12, implement],
] as const)
  test.runIf(MAIN !== "")(phase, { timeout: 1_200_000 }, async () => {
    const recorded: RecordedSequence[] = [];
    for (let seed = 1; seed <= many; seed++) {
      const sequence = make(luckOf(seed));
      const ends = await play(sequence, start);
      expect(ends.log.length, `sequence ${seed}`).toBeGreaterThan(2);
      if (ends.codes.includes(1)) continue; // the script was too short
      recorded.push({ ...sequence, ends });
    }
    writeFileSync(join(HERE, `${phase}.json`), `${JSON.stringify(recorded, null, 1)}\n`);
  });

interface Luck {
  draw(below: number): number;
  oneOf<T>(all: readonly T[]): T;
}

function luckOf(seed: number): Luck {
  let state = seed * 7919;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
  return { draw, oneOf: (all) => all[draw(all.length)] as (typeof all)[number] };
}

function specify(luck: Luck): Sequence {
  return {
    phase: "specify",
    said: {
      "spec-author": answers(luck, "SR1.1"),
      "spec-reviewer": verdicts(luck, "SR1.1", ["## Scope", "## Acceptance Criteria"]),
      "phase-reviewer": verdicts(luck, "PR1.1", ["## Scope", "## Success Criteria"]),
    },
  };
}

function implement(luck: Luck): Sequence {
  const places = ["src/attempts.mjs:1", "src/attempts.mjs"];
  return {
    phase: "implement",
    said: {
      fixer: answers(luck, "SEC1.1"),
      "implementation-reviewer": verdicts(luck, "IR1.1", places),
      "code-quality-reviewer": verdicts(luck, "QR1.1", places),
      "security-reviewer": verdicts(luck, "SEC1.1", places),
    },
  };
}

const DESCRIPTIONS = [
  "The window has no length",
  "The window still has no length",
  "Nobody is told about the limit",
  "AC-2 lacks a number",
  "Captchas are odd here",
];

/** One refusal at the most, so nobody can insist twice. */
function answers(luck: Luck, id: string): string[] {
  const refusal = luck.draw(4);
  return Array.from({ length: TURNS }, (_, index) =>
    index === refusal ? `${id} not changed: the PRD says so` : luck.oneOf(["Did it.", `${id} fixed: so`]),
  );
}

function verdicts(luck: Luck, id: string, places: readonly string[]): unknown[] {
  return Array.from({ length: TURNS }, () => {
    const kind = luck.draw(20);
    if (kind < 8) return { approved: true, issues: [], summary: VERIFIED };
    if (kind < 10) return "garbage";
    const issues = Array.from({ length: 1 + luck.draw(2) }, () => ({
      severity: luck.oneOf(["blocker", "warning", "suggestion", "warning"]),
      category: "testability",
      description: luck.oneOf(DESCRIPTIONS),
      location: luck.oneOf(places),
    }));
    const said = { id, status: luck.oneOf(["resolved", "withdrawn"]), why: "seen" };
    return { approved: false, issues, summary: VERIFIED, ...(luck.draw(3) === 0 && { resolutions: [said] }) };
  });
}

const VERIFIED = "No external claims to verify. No external security claims to verify.";
