// A PRD, findings and turns for the scripted agents of a brainstorm. The clock stands still, because the PRD's file is
// named after the moment the brainstorm began.
import type { Ended, Roles, Turn, Workplace } from "./iflow.ts";
import { approve, reject } from "./story.ts";

export const IDEA = "login limit";
export const NOW = "2026-03-01T09:00:00.000Z";
export const PRD_PATH = "docs/brainstorms/20260301-090000-login-limit.prd.md";

export function prd(extra = ""): string {
  return `# PRD: Login limit

## Status
- Status: Draft
- Problem Type: Product/Feature

## Problem Statement
Scripts guess passwords, because logins are answered as often as they are asked. — Evidence: src/login.ts:12

## Goals
1. Guessing takes years instead of hours. — Assumption: needs verification

## Success Criteria
- [ ] At most 5 failed logins a minute and address.

## Requirements
### Functional
- FR-1: the sixth failed login within a minute is refused.
${extra}`;
}

export const writesPrd = (content: string, more: Turn = {}): Turn => ({
  writes: { [PRD_PATH]: content },
  reply: "Did it.",
  ...more,
});

export const found = (finding: string, source: string): Turn => ({
  expect: "fresh",
  reply: { findings: [{ finding, source, relevance: "high" }] },
});

export const FOUND: Roles = {
  "codebase-explorer": [found("Logins go through one handler.", "src/login.ts:12")],
  "knowledge-searcher": [{ reply: { findings: [], no_findings_reason: "there is no knowledge bank" } }],
};

/** Research, a draft, one failing round of the PRD reviewer, both approvals. */
export const REJECTED_ONCE: Roles = {
  ...FOUND,
  "prd-author": [
    writesPrd(prd(), { expect: "fresh", reply: "Wrote the draft." }),
    writesPrd(prd("- FR-2: after a minute the count is zero again.\n"), { expect: "resume", reply: "Added FR-2." }),
  ],
  "prd-reviewer": [
    { expect: "fresh", reply: reject("When does the count end?") },
    { expect: "fresh", promptHas: ["FR-2", "Previous issues to re-evaluate:"], reply: approve() },
  ],
  "brainstorm-reviewer": [{ expect: "fresh", promptHas: ["FR-2"], reply: approve() }],
};

export function runFolder(place: Workplace, key = "b1"): string {
  return place.runFolder(key, 1, "brainstorm");
}

export const brainstormArgs = (place: Workplace, ...args: string[]): string[] => [
  ...["brainstorm", IDEA, "--runtime", "scripted", "--script", place.scriptPath],
  ...args,
];

export function brainstorm(place: Workplace, ...args: string[]): Promise<Ended> {
  return iflow(place, ...brainstormArgs(place, ...args));
}

/** With the clock of the brainstorm. */
export function iflow(place: Workplace, ...args: string[]): Promise<Ended> {
  return place.iflowWith({ env: { IFLOW_NOW: NOW } }, ...args);
}
