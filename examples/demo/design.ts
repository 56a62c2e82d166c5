// design: research, then the architecture, then the contracts by the same author, then two reviewers.
import { approve, documents, type Roles } from "./turns.ts";

const INTERFACES = `### I1: createAttempts
- **Input:** \`{ limit = 5, windowMs = 60_000, now = Date.now }\`
- **Output:** \`{ waitSeconds(address): number, count(address): void }\`. \`waitSeconds\` is 0 when a try may be checked now, else the whole seconds until the oldest failure leaves the window. \`count\` notes a failure at \`now()\`.
- **Errors:** none; an address it has never seen has no failures
### I2: login
- **Input:** \`{ address, user, password }\`
- **Output:** \`{ status, body, headers? }\`; at the limit \`{ status: 429, headers: { "retry-after": "42" }, body: { error: "too many failed logins" } }\`
- **Errors:** what \`checkPassword\` throws is passed on
`;

const DESIGN = `# Design: Login limit

## Prior Art Research
- Every login passes through \`createLogin\`, which knows nothing of HTTP (src/login.mjs:3). The limit belongs there: it can be tested without a socket.
- \`createServer\` hands over the connection as \`request.socket\` (src/server.mjs:7).
- Nothing in the repository counts or stores anything yet. The web was not searched: these agents have no access to it.

## Architecture Overview
A small store remembers when logins failed, by address. \`login\` asks it first. A normal case: no wait, the password is checked, a failure is noted. A failing case: five failures in the window, \`login\` answers 429 with the wait and never calls \`checkPassword\`.

## Components
### C1: Attempts
- **Purpose:** remembers failed logins by address and says how long to wait (AC-1, AC-2, AC-4)
- **Inputs:** an address, the time
- **Outputs:** seconds to wait
- **Lives in:** src/attempts.mjs, new
### C2: Login
- **Purpose:** asks C1 before the password is checked, counts what fails (AC-1, AC-3)
- **Inputs:** address, user, password
- **Outputs:** status, body, headers
- **Lives in:** src/login.mjs, changed
### C3: Server
- **Purpose:** hands over the address of the connection and sends the header (AC-4, AC-5)
- **Inputs:** the HTTP request
- **Outputs:** the HTTP answer
- **Lives in:** src/server.mjs, changed

## Interfaces
To be written in the next stage.

## Technical Decisions
### TD-1: Times in a map
- **Choice:** a map from address to the times of its failures, oldest first
- **Alternatives Considered:** a count and the start of a fixed minute
- **Trade-offs:** up to five numbers an address instead of two
- **Rationale:** a fixed minute lets ten tries through around its end; AC-2 asks for a sliding one
- **Engineering Principle:** the simplest thing that meets every criterion
- **Evidence:** spec.md, AC-2
### TD-2: A right password clears nothing
- **Choice:** a login that succeeds is not counted, and earlier failures stay
- **Alternatives Considered:** clearing the count of the address
- **Trade-offs:** five mistypes cost a person a minute
- **Rationale:** whoever has one account could clear the count between two guesses at another
- **Engineering Principle:** no way around the limit
- **Evidence:** spec.md, AC-3

## Risks & Mitigations
### R-1: The map grows with every address
- **Impact:** memory. **Mitigation:** every failure that is noted drops what has left the window, of all addresses.

## Dependencies
- None: \`node:http\` is used already.
`;

const COMPLETE = DESIGN.replace("To be written in the next stage.\n", INTERFACES);

export const DESIGN_PHASE: Roles = {
  "design/codebase-explorer": [
    {
      expect: "fresh",
      reads: ["src/login.mjs", "src/server.mjs"],
      reply: {
        findings: [
          { finding: "login knows nothing of HTTP or addresses", source: "src/login.mjs:3", relevance: "high" },
          { finding: "the connection is request.socket", source: "src/server.mjs:7", relevance: "high" },
        ],
      },
    },
  ],
  "design-author": [
    {
      expect: "fresh",
      promptHas: ["the connection is request.socket", "Stage: architecture."],
      reads: [...documents("prd", "spec"), "src/login.mjs", "src/server.mjs"],
      writes: { "{artifact}": DESIGN },
      reply: "Three components: a store of failures, the login that asks it, the server that knows the address.",
    },
    {
      expect: "resume",
      promptHas: ["Stage: interfaces."],
      writes: { "{artifact}": COMPLETE },
      reply: "Wrote the two contracts.",
    },
  ],
  "design-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd", "spec"),
      reply: approve("Every criterion has its component. No external claims to verify."),
    },
  ],
  "design/phase-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd", "spec", "design"),
      reply: approve("A planner can order this without a further decision."),
    },
  ],
};
