// Documents and verdicts for scripted agents: small, of our own, in the shapes agents really answer in.
import type { Roles, Turn, Workplace } from "./iflow.ts";
import { prepare } from "./prepared.ts";

export const FEATURE = "001-login-limit";
export const FOLDER = `docs/features/${FEATURE}`;
export const SPEC_PATH = `${FOLDER}/spec.md`;

export function spec(extra = ""): string {
  return `# Specification: Login limit

## Problem Statement
Scripts guess passwords, because logins are answered as often as they are asked.

## Success Criteria
- [ ] At most 5 failed logins a minute and address.

## Scope
### In Scope
- POST /login
### Out of Scope
- Captchas

## Acceptance Criteria
### The limit
- Given 5 failed logins, when a sixth comes within a minute, then it is answered 429.
${extra}`;
}

export const approve = (summary = "Good."): Record<string, unknown> => ({ approved: true, issues: [], summary });

export const reject = (description: string, severity = "blocker"): Record<string, unknown> => ({
  approved: false,
  issues: [
    { severity, category: "testability", description, location: "## Acceptance Criteria", suggestion: "Name a number" },
  ],
  summary: "Not yet.",
});

export const writes = (content: string, more: Turn = {}): Turn => ({
  writes: { "{feature}/spec.md": content },
  reply: "Did it.",
  ...more,
});

/** Draft, one failing round, one resumed round, both approvals. */
export const TWO_ROUNDS: Roles = {
  "spec-author": [
    writes(spec(), { expect: "fresh", reply: "Wrote the first draft." }),
    writes(spec("- AC-2: after a minute the count is zero again.\n"), { expect: "resume", reply: "Added AC-2." }),
  ],
  "spec-reviewer": [
    { expect: "fresh", reply: reject("When does the count end?") },
    { expect: "resume", reply: approve() },
  ],
  "phase-reviewer": [{ expect: "fresh", reply: `Files read: spec.md (20 lines)\n${JSON.stringify(approve())}` }],
};

export const ONE_ROUND: Roles = {
  "spec-author": [writes(spec())],
  "spec-reviewer": [{ reply: approve() }],
  "phase-reviewer": [{ reply: approve() }],
};

/** The feature exists; its key is FEATURE. */
export async function createFeature(place: Workplace, ...args: string[]): Promise<void> {
  await prepare(place, ["create-feature", ...args].join(" "), async (fresh) => {
    const ended = await fresh.iflow("create-feature", "login limit", ...args);
    if (ended.code !== 0) throw new Error(ended.stderr);
  });
}

export const specifyArgs = (place: Workplace, ...args: string[]): string[] => [
  ...["specify", "--runtime", "scripted", "--script", place.scriptPath],
  ...args,
];

export function specify(place: Workplace, ...args: string[]) {
  return place.iflow(...specifyArgs(place, ...args));
}
