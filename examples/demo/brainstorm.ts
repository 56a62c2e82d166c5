// brainstorm: research, a PRD with a claim that has no source, one refused round, and a PRD that says what is unknown.
import { approve, type Roles, reject } from "./turns.ts";

const CLAIM = "- Last week one address tried 40,000 passwords.";

const PRD = `# PRD: Login limit

## Status
- Status: Draft
- Problem Type: Product/Feature

## Problem Statement
Whoever runs this service cannot hold up a script that guesses passwords: \`POST /login\` checks every try it is sent. — Evidence: src/login.mjs:5
### Evidence
- Nothing counts failed logins. — Evidence: src/login.mjs:4
- Guessing happens here. How often is not measured. — Assumption: needs verification

## Goals
1. One address can try 7,200 passwords a day, not millions.
2. A person who mistypes notices nothing.

## Success Criteria
- [ ] One address gets at most 5 failed logins in any minute.
- [ ] Two wrong passwords, then the right one: logged in.

## User Stories
### Story 1: The guesser is held up
**As a** person who runs the service **I want** guessing to be slow **So that** a weak password survives the night
**Acceptance:** a script is answered 429 from its sixth wrong password on

## Edge Cases & Error Handling
| Situation | What the user sees | Why |
|---|---|---|
| Sixth failure within a minute | 429, and how long to wait | programs can obey it |
| Several people behind one address | they share the count | the address is all we know |
| Restart | counts begin anew | nothing is stored |

## Constraints
### Behavioral (must NOT)
- A refused try must not check the password: the time it takes tells something.
### Technical
- No dependencies. — Evidence: AGENTS.md:1

## Requirements
### Functional
- FR-1: the sixth failed login of one address within a minute is refused.
- FR-2: the answer says when to try again.
### Non-Functional
- NFR-1: no new dependency, no new service.

## Non-Goals
- Captchas and locked accounts — a limit by address is the smallest thing that helps.

## Out of Scope (This Release)
- Counts shared between processes — there is one process.
- One count for a whole IPv6 network — to be decided once it is seen.

## Research Summary
### Internet
No agent with web access took part.
### Codebase
Every login passes through one function, \`createLogin\` in src/login.mjs.
### Existing Capabilities
None: nothing is counted today.

## Structured Analysis
A limit in a proxy would need no code, but there is no proxy here. A limit in the login function is small and can be tested. Chosen: the latter.

## Open Questions
- Is there a proxy in front of it somewhere? — Assumed: no. With one, all users would share its address.

## Next Steps
Specify the limit.
`;

const DRAFT = PRD.replace(
  "- Guessing happens here. How often is not measured. — Assumption: needs verification",
  CLAIM,
);

export const BRAINSTORM: Roles = {
  "brainstorm/codebase-explorer": [
    {
      expect: "fresh",
      reads: ["src/login.mjs", "src/server.mjs", "test/login.test.mjs"],
      reply: {
        findings: [
          { finding: "Every login passes through createLogin()", source: "src/login.mjs:3", relevance: "high" },
          { finding: "Nothing counts failed logins", source: "src/login.mjs:4", relevance: "high" },
        ],
      },
    },
  ],
  "knowledge-searcher": [
    { expect: "fresh", reply: { findings: [], no_findings_reason: "this project has no lessons yet" } },
  ],
  "prd-author": [
    {
      expect: "fresh",
      promptHas: ["Every login passes through createLogin()"],
      reads: ["src/login.mjs", "AGENTS.md"],
      writes: { "{artifact}": DRAFT },
      reply: "A limit of 5 failed logins a minute and address, in the login function.",
    },
    {
      expect: "resume",
      writes: { "{artifact}": PRD },
      reply: "40,000 tries without a source, changed: nobody measured it, so it is now marked as an assumption.",
    },
  ],
  "prd-reviewer": [
    {
      expect: "fresh",
      reply: reject(
        {
          severity: "blocker",
          description: '"40,000 passwords last week" has no source',
          location: "### Evidence",
          suggestion: "Name the log it comes from, or mark it as an assumption",
        },
        "One claim without evidence.",
      ),
    },
    {
      expect: "fresh",
      promptHas: ["Previous issues to re-evaluate:"],
      reply: approve("Every claim has its source or is marked as an assumption."),
    },
  ],
  "brainstorm-reviewer": [
    { expect: "fresh", promptHas: ["APPROVED at iteration 2/3"], reply: approve("Small, bounded, checkable.") },
  ],
};
