// create-plan and create-tasks. The first task list forgets a criterion: the engine's own linter finds this, and the
// author repairs it before any reviewer is asked.
import { approve, documents, type Roles } from "./turns.ts";

const PLAN = `# Plan: Login limit

## Implementation Order
One phase: the store alone first, because it can be tested with a clock in the hand; then the login that asks it.

## Phase 1: The limit

### 1.1 A store of failed logins
- **Why this item:** Design C1, I1, TD-1, R-1; without it nothing is counted
- **Why this order:** needs nothing; 1.2 needs it
- **Depends on:** none
- **Deliverable:** \`createAttempts\` and its tests
- **Complexity:** Simple
- **Files:** src/attempts.mjs and test/attempts.test.mjs, both new
- **Verification:** \`node --test\` passes; a clock that is moved by hand shows the window slide

### 1.2 The login asks first
- **Why this item:** Design C2, C3, I2, TD-2; this is what the person who runs the service sees
- **Why this order:** after the store it asks
- **Depends on:** 1.1
- **Deliverable:** the answer 429 with \`Retry-After\`
- **Complexity:** Simple
- **Files:** src/login.mjs, src/server.mjs, test/login.test.mjs changed; test/server.test.mjs new
- **Verification:** \`node --test\` passes; the sixth failure is answered 429 and \`checkPassword\` is not called

## Dependency Graph
1.1 → 1.2

## Risk Areas
- Time in tests — 1.1 — \`now\` is a parameter, no test waits

## Testing Strategy
Unit tests with \`node:test\` beside the existing one, each named after its criterion. HTTP is tested with a request object, not with a socket. Load is not tested.

## Definition of Done
- [ ] \`node --test\` passes
- [ ] every acceptance criterion is named by a test
`;

const TASKS = `# Tasks: Login limit

## Dependency Graph
\`\`\`mermaid
graph TD
  T1.1 --> T1.2
\`\`\`

## Execution Strategy
### Parallel Group 1 (no prerequisites)
- Task 1.1: Remember failed logins by address
### Parallel Group 2 (after Group 1)
- Task 1.2: Refuse the sixth failure in the login (needs: 1.1)

## Task Details

### Task 1.1: Remember failed logins by address
- **Why:** Implements Plan 1.1, Design C1, Design I1, Design TD-1, Spec AC-2
- **Depends on:** None
- **Blocks:** Task 1.2
- **Files:** \`src/attempts.mjs\`, \`test/attempts.test.mjs\`
- **Do:**
  1. Write the failing tests: five failures have to wait, another address does not, 60 seconds after the first one may try again
  2. Write \`createAttempts\` with \`now\` as a parameter
- **Test:** \`node --test\`
- **Done when:** \`waitSeconds\` is 0 after four failures and 60 after five at the same moment

### Task 1.2: Refuse the sixth failure in the login
- **Why:** Implements Plan 1.2, Design C2, Design C3, Design I2, Design TD-2, Spec AC-1, Spec AC-3, Spec AC-4, Spec AC-5
- **Depends on:** Task 1.1
- **Blocks:** None
- **Files:** \`src/login.mjs\`, \`src/server.mjs\`, \`test/login.test.mjs\`, \`test/server.test.mjs\`
- **Do:**
  1. Write the failing tests: the sixth try is answered 429 without a check, the third is let in, the header is there, a forged address does not count
  2. Ask \`waitSeconds\` before \`checkPassword\`; hand over \`request.socket.remoteAddress\`; send \`headers\`
- **Test:** \`node --test\`
- **Done when:** six wrong tries of one address are answered 401 five times, then 429 with \`Retry-After\`

## Summary
- Critical path: 1.1 → 1.2
`;

const WITHOUT_AC5 = TASKS.replace(", Spec AC-4, Spec AC-5", ", Spec AC-4").replace(
  "the header is there, a forged address does not count",
  "the header is there",
);

export const PLAN_AND_TASKS: Roles = {
  "plan-author": [
    {
      expect: "fresh",
      reads: [...documents("prd", "spec", "design"), "test/login.test.mjs"],
      writes: { "{artifact}": PLAN },
      reply: "Two items: the store, then the login that asks it.",
    },
  ],
  "plan-reviewer": [
    { expect: "fresh", reads: documents("prd", "spec", "design"), reply: approve("Each item leaves the tests green.") },
  ],
  "create-plan/phase-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd", "spec", "design", "plan"),
      reply: approve("Tasks can be cut from this."),
    },
  ],
  "task-author": [
    {
      expect: "fresh",
      reads: documents("prd", "spec", "design", "plan"),
      writes: { "{artifact}": WITHOUT_AC5 },
      reply: "Two tasks, one for each item of the plan.",
    },
    {
      expect: "resume",
      promptHas: ["no task cites AC-5"],
      writes: { "{artifact}": TASKS },
      reply: "AC-5 without a task, changed: task 1.2 cites it and tests it.",
    },
  ],
  "task-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd", "spec", "design", "plan"),
      reply: approve("Each task can be done from what it cites."),
    },
  ],
  "create-tasks/phase-reviewer": [
    {
      expect: "fresh",
      reads: documents("prd", "spec", "design", "plan", "tasks"),
      reply: approve("An engineer can start with task 1.1."),
    },
  ],
};
