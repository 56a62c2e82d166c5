// specify: the spec is written three times: with a gap, with the gap closed (a small delta: the reviewer is resumed),
// and rewritten as a whole (a delta so large that a fresh reviewer is cheaper: the guard).
import { approve, documents, type Roles, reject } from "./turns.ts";

const FIRST_SPEC = `# Specification: Login limit

## Problem Statement
Scripts guess passwords, because \`POST /login\` checks every try it is sent.

## Success Criteria
- [ ] A script that keeps guessing is slowed down fast enough.
- [ ] A person who mistypes a password twice is not stopped.

## Scope
### In Scope
- \`POST /login\`, counted by client address.
### Out of Scope
- Captchas, locked accounts, a dashboard.

## Acceptance Criteria
### AC-1: Slowing down
- Given many failed logins from one address, when the next one comes, then it is refused fast enough.
### AC-2: People
- Given two failed logins from one address, when the third one is right, then it succeeds.

## Feasibility Assessment
**Assessment:** Confirmed
**Reasoning:** every login passes through one function, \`createLogin\` in src/login.mjs.

## Dependencies
- None: no library is needed.

## Open Questions
- None.
`;

const SECOND_SPEC = FIRST_SPEC.replace(
  "- Given many failed logins from one address, when the next one comes, then it is refused fast enough.",
  "- Given 5 failed logins from one address within 60 seconds, when a sixth try comes, then it is answered 429.",
).replace("slowed down fast enough", "held to 5 tries a minute");

const THIRD_SPEC = `# Specification: Login limit

## Problem Statement
Whoever runs the service cannot hold up a script that guesses passwords: \`POST /login\` checks every try it is sent, as fast as it comes.

## Success Criteria
- [ ] SC-1: in any 60 seconds at most 5 wrong passwords of one address are checked.
- [ ] SC-2: a person who mistypes twice and then types the right password is let in.
- [ ] SC-3: \`node --test\` passes, and a test names each acceptance criterion.

## Scope
### In Scope
- Failed logins at \`POST /login\`, counted by client address in a sliding window of 60 seconds, in memory.
- The answer 429 with a \`Retry-After\` header in whole seconds.
### Out of Scope
- Captchas, locked accounts, a dashboard — a limit by address is the smallest thing that helps.
- Counts that several processes share or that survive a restart — there is one process, and a minute is short.
- One count for a whole IPv6 network — to be decided once it is seen.

## Acceptance Criteria
### AC-1: The limit
- Given 5 failed logins from one address, the first of them less than 60 seconds ago
- When a sixth try comes from that address, with any user and any password
- Then it is answered 429 and its password is not checked; other addresses notice nothing
### AC-2: The window slides
- Given 5 failed logins from one address, and tries that were refused since
- When 60 seconds have passed since the first of the five
- Then one more try is checked; refused tries have not made the wait longer
### AC-3: People
- Given two failed logins from one address
- When the third try has the right password
- Then it succeeds and does not count as a failure; the two before it still do
### AC-4: When to try again
- Given a try that is answered 429
- When the answer is read
- Then \`Retry-After\` is the number of seconds, rounded up, until the oldest failure leaves the window
### AC-5: Forged addresses
- Given a request with an \`X-Forwarded-For\` header
- When it is counted
- Then the address of the connection counts, because anyone can write that header

## Feasibility Assessment
**Assessment:** Confirmed
**Reasoning:** every login passes through one function, \`createLogin\` in src/login.mjs; a map from addresses to times is enough for one process.
**Assumptions:** no proxy stands in front of the service. If one does, all its users share one count.
**Risks:** a map that grows with every address; it must forget what has left the window.

## Dependencies
- None: Node alone.

## Open Questions
- None.
`;

export const SPECIFY: Roles = {
  "spec-author": [
    {
      expect: "fresh",
      reads: [...documents("prd"), "src/login.mjs"],
      writes: { "{artifact}": FIRST_SPEC },
      reply: "Wrote the spec from the PRD.",
    },
    {
      expect: "resume",
      writes: { "{artifact}": SECOND_SPEC },
      reply: '"fast enough", changed: 5 failed logins in 60 seconds, answered 429 (AC-1).',
    },
    {
      expect: "resume",
      writes: { "{artifact}": THIRD_SPEC },
      reply: "Fixed or sliding, whose address, changed: both decided (AC-2, AC-5), and Retry-After added (AC-4).",
    },
  ],
  "spec-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd"),
      reply: reject(
        {
          severity: "blocker",
          category: "testability",
          description: 'The limit cannot be tested: "fast enough" has no number',
          location: "### AC-1",
          suggestion: "Name a count and a period",
        },
        "One criterion has no number. No external claims to verify.",
      ),
    },
    {
      expect: "resume",
      promptHas: ["## Delta"],
      reply: reject(
        {
          severity: "warning",
          category: "assumptions",
          description: "Fixed or sliding minute? Behind a proxy, whose address?",
          location: "### AC-1",
          suggestion: "Decide both",
        },
        "The number is there; two decisions are missing.",
      ),
    },
    {
      expect: "fresh",
      promptHas: ["Previous issues to re-evaluate:"],
      reads: documents("prd"),
      reply: approve("Testable, bounded, decided. No external claims to verify."),
    },
  ],
  "specify/phase-reviewer": [
    {
      expect: "fresh",
      promptHas: ["APPROVED at iteration 3/5"],
      reads: documents("prd", "spec"),
      reply: approve("A designer can start from this."),
    },
  ],
};
