// Documents of the later phases for scripted agents: small, of our own, and fit for each other: tasks cite the plan, the
// plan the design, the design the spec.
import type { Roles, Turn, Workplace } from "./iflow.ts";
import { prepare } from "./prepared.ts";
import { approve, createFeature, FEATURE, spec } from "./story.ts";

export function design(extra = ""): string {
  return `# Design: Login limit

## Prior Art Research
The server answers logins in one place; no limiter is there yet.

## Architecture Overview
A counter in memory stands before the login handler. A sixth try within a minute is answered 429 at once.

## Components
### C1: Attempt counter
- **Purpose:** counts failed logins by address (AC-1)
- **Inputs:** address, time
- **Outputs:** allowed or not
- **Lives in:** src/attempts.mjs, new

## Interfaces
### I1: isAllowed
- **Input:** address, now in milliseconds
- **Output:** boolean
- **Errors:** none

## Technical Decisions
### TD-1: Memory, not a database
- **Choice:** a Map
- **Alternatives Considered:** a table
- **Trade-offs:** lost on restart
- **Rationale:** a minute is short
- **Evidence:** src/server.mjs:1

## Risks & Mitigations
### R-1: Many addresses
- **Impact:** memory. **Mitigation:** old entries are dropped.

## Dependencies
- none
${extra}`;
}

export function plan(extra = ""): string {
  return `# Plan: Login limit

## Implementation Order
### Phase 1: The limit
#### 1.1 Attempt counter
- **Why this item:** C1 carries the limit
- **Why this order:** the handler needs it
- **Deliverable:** src/attempts.mjs
- **Files:** src/attempts.mjs
- **Verification:** unit test

#### 1.2 Handler answers 429
- **Why this item:** AC-1
- **Why this order:** after 1.1
- **Deliverable:** src/server.mjs
- **Files:** src/server.mjs
- **Verification:** request test

## Dependency Graph
1.1 -> 1.2

## Risk Areas
- clock in tests

## Testing Strategy
node --test

## Definition of Done
- all tests pass
${extra}`;
}

export function tasks(extra = ""): string {
  return `# Tasks: Login limit

## Phase 1: The limit

### Task 1.1: Write the attempt counter
- **Why:** Plan 1.1 / Design C1
- **Depends on:** none
- **Files:** src/attempts.mjs
- **Do:** count failed logins by address and minute
- **Test:** node --test
- **Done when:** five calls are allowed and the sixth is not

### Task 1.2: Answer 429 in the handler
- **Why:** Plan 1.2 / AC-1
- **Depends on:** Task 1.1
- **Files:** src/server.mjs
- **Do:** ask the counter first
- **Test:** node --test
- **Done when:** the sixth failed login is answered 429
${extra}`;
}

/** One turn that writes a file of the feature. */
export const writesFile = (name: string, content: string, more: Turn = {}): Turn => ({
  writes: { [`{feature}/${name}`]: content },
  reply: "Did it.",
  ...more,
});

export const FINDINGS = {
  findings: [{ finding: "Logins are answered in one place", source: "src/server.mjs:1", relevance: "high" }],
};

/** Everything approved at once, from design to tasks. */
export const LATER_PHASES: Roles = {
  "codebase-explorer": [{ reply: FINDINGS }],
  "internet-researcher": [{ reply: { findings: [], no_findings_reason: "nothing to look for" } }],
  "design-author": [writesFile("design.md", design()), writesFile("design.md", design("\n"))],
  "design-reviewer": [{ reply: approve("No external claims to verify.") }],
  "plan-author": [writesFile("plan.md", plan())],
  "plan-reviewer": [{ reply: approve() }],
  "task-author": [writesFile("tasks.md", tasks())],
  "task-reviewer": [{ reply: approve() }],
  "design/phase-reviewer": [{ reply: approve() }],
  "create-plan/phase-reviewer": [{ reply: approve() }],
  "create-tasks/phase-reviewer": [{ reply: approve() }],
};

/** A feature whose documents are written and committed, as if the phases up to create-tasks had been run. */
export function withTasks(place: Workplace): Promise<void> {
  return prepare(place, "with tasks", writeTasks);
}

async function writeTasks(place: Workplace): Promise<void> {
  await createFeature(place);
  const folder = `docs/features/${FEATURE}`;
  const meta = { ...JSON.parse(place.read(`${folder}/.meta.json`)), lastCompletedPhase: "create-tasks" };
  const files = {
    [`${folder}/spec.md`]: spec(),
    [`${folder}/design.md`]: design(),
    [`${folder}/plan.md`]: plan(),
    [`${folder}/tasks.md`]: tasks(),
    [`${folder}/.meta.json`]: `${JSON.stringify(meta, null, 2)}\n`,
  };
  await place.write(files);
  place.git("add", "--", ...Object.keys(files));
  place.git("commit", "--quiet", "--message", "documents");
}
