// implement: two tasks, then three reviewers. Security refuses; the fix passes security but breaks something else while
// every test passes; the final validation catches that; the next one finds nothing.
import * as code from "./code.ts";
import { REPOSITORY, TEST_COMMAND } from "./repository.ts";
import { approve, documents, LEVELS, type Roles, reject } from "./turns.ts";

const ALL = documents("prd", "spec", "design", "plan", "tasks");
const SPEC_AND_DESIGN = documents("design", "spec");
const CODE = ["src/attempts.mjs", "src/login.mjs", "src/server.mjs"];

const SERVER = code.SERVER_CHANGES.reduce<string>(
  (text, [before, after]) => text.replace(before, after),
  REPOSITORY["src/server.mjs"] ?? "",
);

const changed = (...files: string[]) => `Files changed:\n${files.map((file) => `- ${file}`).join("\n")}`;

const IMPLEMENTER: Roles = {
  implementer: [
    {
      expect: "fresh",
      promptHas: ["## Task 1.1: Remember failed logins by address", "### C1: Attempts", "### TD-1: Times in a map"],
      reads: [...documents("prd", "spec"), "src/login.mjs"],
      writes: { "src/attempts.mjs": code.ATTEMPTS, "test/attempts.test.mjs": code.ATTEMPTS_TEST },
      run: [TEST_COMMAND],
      reply: `Implemented: a store of failed logins by address, with a window that slides
Tested: ${TEST_COMMAND}, all pass
${changed("src/attempts.mjs", "test/attempts.test.mjs")}
Decisions: old failures of all addresses are dropped when one is noted (R-1); no timer, so nothing has to be stopped
Deviations: none
Self-review: nothing to repair
Concerns: none`,
    },
    {
      expect: "fresh",
      promptHas: ["## Task 1.2: Refuse the sixth failure in the login", "### C2: Login", "### C3: Server"],
      reads: [...documents("prd", "spec"), ...CODE, "test/login.test.mjs"],
      writes: {
        "src/login.mjs": code.LOGIN,
        "src/server.mjs": SERVER,
        "test/login.test.mjs": code.LOGIN_TEST,
        "test/server.test.mjs": code.SERVER_TEST,
      },
      run: [TEST_COMMAND],
      reply: `Implemented: the sixth failure of an address within a minute is answered 429 with Retry-After
Tested: ${TEST_COMMAND}, all pass
${changed("src/login.mjs", "src/server.mjs", "test/login.test.mjs", "test/server.test.mjs")}
Decisions: the server sets the address after the body is read, so a body cannot bring its own
Deviations: none
Self-review: nothing to repair
Concerns: none`,
    },
  ],
};

/** Between tasks and reviews: nothing to simplify, and an outline that an existing test already covers. */
const BEFORE_REVIEW: Roles = {
  "code-simplifier": [
    {
      expect: "fresh",
      reads: documents("design"),
      reply: { approved: true, simplifications: [], summary: "Small functions, one map. Nothing to take away." },
    },
  ],
  "test-deepener-a": [
    {
      expect: "fresh",
      reads: documents("spec", "design", "tasks", "prd"),
      reply: {
        outlines: [
          {
            dimension: "boundary_values",
            scenario_name: "the sixth failure within a minute",
            given: "five failed logins of one address within 60 seconds",
            when: "a sixth comes within the same minute",
            // biome-ignore lint/suspicious/noThenProperty: the field is called so in every given/when/then
            then: "it is answered 429",
            derived_from: "spec:AC-1",
          },
        ],
      },
    },
  ],
  "test-deepener-b": [
    {
      expect: "fresh",
      promptHas: ["## Test Outlines (from Phase A)"],
      reads: [...documents("spec", "design", "tasks", "prd"), "test/login.test.mjs"],
      run: [TEST_COMMAND],
      reply: {
        tests_added: [],
        spec_divergences: [],
        duplicates_skipped: 1,
        all_tests_pass: true,
        summary: "The outline is proven by test/login.test.mjs already.",
      },
    },
  ],
};

const FIXER: Roles = {
  "implement/fixer": [
    {
      expect: "fresh",
      promptHas: ["Parallel tries all get through"],
      reads: [...ALL, ...CODE],
      writes: {
        "src/attempts.mjs": code.ATTEMPTS_COUNTING_ALL,
        "src/login.mjs": code.LOGIN_TAKING,
        "test/attempts.test.mjs": code.ATTEMPTS_TEST_TAKING,
        "test/login.test.mjs": code.LOGIN_TEST_SIDE_BY_SIDE,
      },
      reply: `Parallel tries, fixed: a try is counted before its password is checked and given back if it was right.
${changed("src/attempts.mjs", "src/login.mjs", "test/attempts.test.mjs", "test/login.test.mjs")}
Deviations: I1 has take and giveBack instead of waitSeconds and count, because asking and counting must be one step`,
    },
    {
      expect: "resume",
      promptHas: ["Refused tries count as well", "## Changed Files to Re-read"],
      reads: CODE,
      writes: {
        "src/attempts.mjs": code.ATTEMPTS_COUNTING_CHECKED,
        "test/login.test.mjs": code.LOGIN_TEST_REFUSED_TRIES,
      },
      reply: `Refused tries, fixed: only a try that is let through is counted; the test comes from AC-2.
${changed("src/attempts.mjs", "test/login.test.mjs")}`,
    },
  ],
};

const REVIEWERS: Roles = {
  "implementation-reviewer": [
    {
      expect: "fresh",
      promptHas: [`The engine ran the project's tests (${TEST_COMMAND}) before the first round: passed`],
      reads: [...ALL, ...CODE],
      reply: {
        ...approve("Both tasks are done, every criterion has a test. No external claims to verify."),
        levels: LEVELS,
      },
    },
    {
      expect: "final",
      promptHas: ["## Changes Since Your Last Review", "after the fixes of round 1: passed"],
      reply: {
        ...reject(
          {
            severity: "blocker",
            level: "spec",
            category: "misunderstood",
            description: "Refused tries count as well, which breaks AC-2",
            location: "src/attempts.mjs:25",
            suggestion: "Count only a try that is let through, and test AC-2 with refused tries",
          },
          "The fix for security broke AC-2; no test shows it.",
        ),
        levels: { ...LEVELS, spec: { passed: false } },
      },
    },
    {
      expect: "resume",
      promptHas: ["## Delta"],
      reply: { ...approve("AC-2 holds and has its test."), levels: LEVELS },
    },
  ],
  "code-quality-reviewer": [
    {
      expect: "fresh",
      reads: [...SPEC_AND_DESIGN, ...CODE],
      reply: approve("Small, plain, tested with a clock in the hand."),
    },
    { expect: "final", reply: approve("Still plain.") },
    { expect: "final", reply: approve("Nothing to add.") },
  ],
  "security-reviewer": [
    {
      expect: "fresh",
      reads: [...SPEC_AND_DESIGN, ...CODE],
      reply: reject(
        {
          severity: "blocker",
          category: "auth",
          description: "Parallel tries all get through: counted too late",
          location: "src/login.mjs:9",
          suggestion: "Count before the check, and take it back if the password was right",
        },
        "A thousand tries at once pass the limit. No external security claims to verify.",
      ),
    },
    { expect: "resume", promptHas: ["## Delta"], reply: approve("Counted before the check: no way around.") },
    { expect: "final", promptHas: ["## Changes Since Your Last Review"], reply: approve("Still no way around.") },
  ],
};

export const IMPLEMENT: Roles = { ...IMPLEMENTER, ...BEFORE_REVIEW, ...REVIEWERS, ...FIXER };
