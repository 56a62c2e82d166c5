// The feature that `iflow demo` walks through: a small repository, a PRD, and what the scripted agents say and write.
// The spec is written three times: with a hole, with the hole mended (a small delta: the reviewer is resumed), and
// rewritten as a whole (a delta so large that a fresh reviewer is cheaper: the guard).

export const DEMO_FEATURE = "limit logins to 5 a minute";

export const DEMO_FILES = {
  "README.md": "# Login service\n\nA small HTTP service. `POST /login` checks a password.\n",
  "AGENTS.md": "Plain TypeScript, no framework. Every behaviour has a test.\n",
  "src/login.ts":
    'export function login(user: string, password: string): boolean {\n  return user !== "" && password.length >= 12;\n}\n',
  "docs/brainstorms/login-limit.prd.md": `# PRD: Login limit

## Problem Statement
Passwords are guessed by scripts. One address tried 40,000 passwords last week. — Evidence: User input

## Goals
- A script cannot try more than a handful of passwords a minute.
- A person who mistypes twice notices nothing.

## Success Criteria
- [ ] Guessing slows down to a rate at which it does not pay.

## Non-Goals
Captchas, account locking, a dashboard.
`,
};

const FIRST_SPEC = `# Specification: Login limit

## Problem Statement
Scripts guess passwords because \`POST /login\` answers as often as it is asked.

## Success Criteria
- [ ] A script that keeps guessing is slowed down fast enough.
- [ ] A person who mistypes a password twice is not stopped.

## Scope
### In Scope
- \`POST /login\`, counted by client address.
### Out of Scope
- Captchas, account locking, a dashboard.

## Acceptance Criteria
### Slowing down
- Given many failed logins from one address, when the next one comes, then it is refused fast enough.
### People
- Given two failed logins from one address, when the third one is right, then it succeeds.

## Feasibility Assessment
Confirmed: the service handles every login in one function, \`login()\`.

## Dependencies
None.

## Open Questions
None.
`;

const SECOND_SPEC = FIRST_SPEC.replace(
  "- Given many failed logins from one address, when the next one comes, then it is refused fast enough.",
  "- Given 5 failed logins from one address within 60 seconds, when a sixth comes within them, then it is answered 429.",
).replace("slowed down fast enough", "limited to 5 tries a minute");

const THIRD_SPEC = `# Specification: Login limit

## Problem Statement
Scripts guess passwords because \`POST /login\` answers as often as it is asked; last week one address tried 40,000 of them.

## Success Criteria
- [ ] SC-1: one address can have at most 5 failed logins in any 60 seconds.
- [ ] SC-2: a login with the right password is never refused before 5 failures.
- [ ] SC-3: a restart of the service loses the counts and nothing else.

## Scope
### In Scope
- Failed attempts at \`POST /login\`, counted by client address in a sliding window of 60 seconds, in memory.
- The answer 429 with a \`Retry-After\` header in whole seconds.
### Out of Scope
- Captchas, account locking, a dashboard, counts shared between several processes.

## Acceptance Criteria
### AC-1 The limit
- Given 5 failed logins from one address within 60 seconds, when a sixth attempt comes inside that window, then it is answered 429 and the password is not checked.
### AC-2 The window slides
- Given 5 failed logins, when 60 seconds have passed since the first of them, then one more attempt is checked.
### AC-3 People
- Given two failed logins from one address, when the third one is right, then it succeeds and the count of that address is cleared.
### AC-4 Retry-After
- Given an answer 429, then \`Retry-After\` is the number of seconds, rounded up, until the oldest failure leaves the window.
### AC-5 Addresses behind a proxy
- Given a request with \`X-Forwarded-For\`, then the address of the connection counts, because the header can be forged.

## Feasibility Assessment
Confirmed: every login passes through one function, \`login()\`; a map from address to times is enough for one process.

## Dependencies
None.

## Open Questions
None.
`;

const issue = (severity: string, category: string, description: string, location: string, suggestion: string) => ({
  severity,
  category,
  description,
  location,
  suggestion,
});

export const DEMO_SCRIPT = {
  roles: {
    "spec-author": [
      {
        expect: "fresh",
        reads: ["docs/features/001-limit-logins-to-5-a-minute/prd.md", "src/login.ts"],
        writes: { "{feature}/spec.md": FIRST_SPEC },
        reply: "Wrote the spec from the PRD.",
      },
      {
        expect: "resume",
        writes: { "{feature}/spec.md": SECOND_SPEC },
        reply: 'Replaced "fast enough" by 5 failed logins in 60 seconds, answered 429.',
      },
      {
        expect: "resume",
        writes: { "{feature}/spec.md": THIRD_SPEC },
        reply: "Rewrote the criteria: sliding window, Retry-After, which address counts, what a restart loses.",
      },
    ],
    "spec-reviewer": [
      {
        expect: "fresh",
        reads: ["docs/features/001-limit-logins-to-5-a-minute/prd.md"],
        reply: {
          approved: false,
          issues: [
            issue(
              "blocker",
              "testability",
              'The limit cannot be tested: "fast enough" has no number',
              "## Acceptance Criteria",
              "Name a count and a period",
            ),
          ],
          summary: "One criterion has no number. No external claims to verify.",
        },
      },
      {
        expect: "resume",
        promptHas: ["## Delta"],
        reply: {
          approved: false,
          issues: [
            issue(
              "warning",
              "assumptions",
              "Fixed or sliding minute? Behind a proxy, whose address counts?",
              "## Acceptance Criteria",
              "Decide both",
            ),
          ],
          summary: "The number is there; two decisions are missing.",
        },
      },
      {
        expect: "fresh",
        promptHas: ["Previous issues to re-evaluate:"],
        reads: ["docs/features/001-limit-logins-to-5-a-minute/prd.md"],
        reply: { approved: true, issues: [], summary: "Testable, bounded, decided." },
      },
    ],
    "phase-reviewer": [
      {
        expect: "fresh",
        promptHas: ["APPROVED at iteration 3/5"],
        reads: ["docs/features/001-limit-logins-to-5-a-minute/spec.md"],
        reply: { approved: true, issues: [], summary: "A designer can start from this." },
      },
    ],
  },
};
