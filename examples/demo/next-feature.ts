// The demo's second feature, small and part of a project: it is given the lesson that the first one left behind and
// builds on it; its own retrospective confirms one entry of the knowledge bank and challenges another.
import { ATTEMPTS_COUNTING_CHECKED, LOGIN_TAKING, LOGIN_TEST_REFUSED_TRIES } from "./code.ts";
import { TEST_COMMAND } from "./repository.ts";
import { approve, documents, LEVELS, type Roles } from "./turns.ts";

export const NEXT_IDEA = "tell how many tries are left";
export const PROJECT_ID = "P001";
export const NEXT_PHASES = "specify,implement,finish";

const LESSON = "Asking and counting in two steps";
const OLD_BELIEF = "Counters written by hand";

const SPEC = `# Specification: Tries left

## Problem Statement
People who mistype do not know that the sixth try is refused, because a 401 says nothing about it.

## Success Criteria
- [ ] SC-1: every 401 says how many tries are left in this minute.

## Scope
### In Scope
- The body of the answer 401 of \`POST /login\`.
### Out of Scope
- The answer 429, which says when to come back already.

## Acceptance Criteria
### AC-1: Tries left
- Given an address whose tries may still be checked
- When a wrong password is answered 401
- Then \`triesLeft\` is the number of tries that would still be checked, also for tries side by side

## Feasibility Assessment
**Assessment:** Confirmed
**Reasoning:** the count is kept in src/attempts.mjs and every 401 is made in src/login.mjs.

## Dependencies
- 001-limit-logins-to-5-a-minute, which counts the tries.

## Open Questions
- None.
`;

const ATTEMPTS = ATTEMPTS_COUNTING_CHECKED.replace(
  "    /** The try was right: it is no failure. */",
  `    /** Tries that would still be checked. Ask after \`take\`, never before: then nobody can come between. */
    left(address) {
      return limit - recent(address).length;
    },

    /** The try was right: it is no failure. */`,
);

const LOGIN = LOGIN_TAKING.replace(
  'if (!(await checkPassword(user, password))) return { status: 401, body: { error: "wrong user or password" } };',
  `if (!(await checkPassword(user, password))) {
      return { status: 401, body: { error: "wrong user or password", triesLeft: attempts.left(address) } };
    }`,
);

const LOGIN_TEST = `${LOGIN_TEST_REFUSED_TRIES}
test("AC-1: a wrong password is told how many tries are left, also side by side", async () => {
  const { attempt } = service();
  assert.equal((await attempt("wrong")).body.triesLeft, 4);
  const answers = await Promise.all([attempt("wrong"), attempt("wrong")]);
  assert.deepEqual(answers.map(({ body }) => body.triesLeft), [2, 2]);
});
`;

const CODE = ["src/attempts.mjs", "src/login.mjs"];
const read = (value: object) => `Files read: spec.md (34 lines)\n${JSON.stringify(value)}`;
const CONTEXT = [
  "## Project Context",
  "completed: 001-limit-logins-to-5-a-minute",
  "**Priority signal:** M1: Fewer surprises",
];

const RETRO = `# Retrospective: Tries left

## Observe
| Phase | Rounds | What stood out |
|---|---|---|
| specify | 2 | passed at the first try |
| implement | 1 | passed at the first try |

## Review
- The race that had cost the feature before three rounds was named in the prompt, and the code asks after it has counted.

## Tune
- Nothing to change.

## Act
- No new lesson; an old one was borne out, another one was not.
`;

export const NEXT_SCRIPT: { readonly roles: Roles } = {
  roles: {
    "spec-author": [
      {
        expect: "fresh",
        promptHas: [...CONTEXT, `${LESSON}: `],
        writes: { "{feature}/spec.md": SPEC },
        reply: "One criterion.",
      },
    ],
    "spec-reviewer": [
      {
        expect: "fresh",
        promptHas: ["## Memories", LESSON],
        reply: approve("Testable. No external claims to verify."),
      },
    ],
    "phase-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Can be built from this alone.") }],
    implementer: [
      {
        expect: "fresh",
        promptHas: [`## Task 1: ${NEXT_IDEA}`, ...CONTEXT, `${LESSON}: `],
        reads: [...documents("spec"), ...CODE],
        writes: { "src/attempts.mjs": ATTEMPTS, "src/login.mjs": LOGIN, "test/login.test.mjs": LOGIN_TEST },
        run: [TEST_COMMAND],
        reply: `Implemented: every 401 says how many tries are left
Tested: ${TEST_COMMAND}, all pass
Files changed:
- src/attempts.mjs
- src/login.mjs
- test/login.test.mjs
Decisions: asking comes after counting, so tries side by side see each other; the counter is still written by hand, three lines more, no library
Deviations: none
Concerns: none`,
      },
    ],
    "code-simplifier": [{ expect: "fresh", reply: read({ approved: true, simplifications: [], summary: "Small." }) }],
    "test-deepener-a": [{ expect: "fresh", reads: documents("spec"), reply: { outlines: [] } }],
    "implementation-reviewer": [
      {
        expect: "fresh",
        reads: [...documents("spec"), ...CODE],
        reply: { ...approve("AC-1 has its test. No external claims to verify."), levels: LEVELS },
      },
    ],
    "code-quality-reviewer": [
      {
        expect: "fresh",
        reads: [...documents("spec"), ...CODE],
        reply: approve("One method, named after what it says."),
      },
    ],
    "security-reviewer": [
      {
        expect: "fresh",
        promptHas: [LESSON],
        reads: [...documents("spec"), ...CODE],
        reply: approve("Asked after it is counted. No external security claims to verify."),
      },
    ],
    "documentation-researcher": [
      {
        expect: "fresh",
        reads: [...documents("spec"), "README.md"],
        reply: { no_updates_needed: true, no_updates_reason: "README names the answers, not their bodies" },
      },
    ],
    "retro-facilitator": [
      {
        expect: "fresh",
        promptHas: [`- entryName: ${LESSON}`, `- entryName: ${OLD_BELIEF}`],
        reply: {
          retro_md: RETRO,
          observe: { summary: "Both phases passed at the first try." },
          review: { observations: [{ text: "The lesson of 001 was followed", evidence: "implement, task 1" }] },
          tune: { recommendations: [] },
          act: { patterns: [], anti_patterns: [], heuristics: [] },
          validation: [
            { entryName: LESSON, action: "confirmed" },
            {
              entryName: OLD_BELIEF,
              action: "challenged",
              reason: "a counter of twenty lines was written by hand, reviewed twice and extended without trouble",
            },
          ],
        },
      },
    ],
  },
};

/** What the repository already believes and plans when the demo begins. */
export const EARLIER_KNOWLEDGE: Readonly<Record<string, string>> = {
  "docs/knowledge-bank/anti-patterns.md": `# Anti-Patterns

Accumulated learnings from feature retrospectives.

### Anti-Pattern: ${OLD_BELIEF}
Whoever writes a counter by hand gets the clock wrong; a library has done it before.
- Observed in: the first version of this service
- Confidence: medium
- Last observed: Feature #000 (approximate — original provenance was non-numeric)
- Observation count: 1
`,
  "docs/projects/P001-fewer-surprises/prd.md": `# PRD: Fewer surprises

## Problem Statement
People are refused without knowing why.

## Goals
- Whoever is refused knows why, and when to come back
- Whoever is about to be refused knows it before
`,
  "docs/projects/P001-fewer-surprises/roadmap.md": `# Roadmap

## Milestones
### M1: Fewer surprises
- 002-tell-how-many-tries-are-left
`,
};
