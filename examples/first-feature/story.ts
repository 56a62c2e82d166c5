// The first feature of docs/getting-started.md: a small one, in three phases. A spec that leaves one case open and code that
// gets exactly this case wrong are refused, and mended by those who wrote them.
import { approve, documents, LEVELS, type Roles, reject } from "../demo/turns.ts";
import { cart, cartTest, EXACTLY_FIFTY } from "./shop.ts";

export const IDEA = "free shipping from 50 euros";
export const PHASES = "specify,implement,finish";

const spec = (amount: string) => `# Specification: Free shipping

## Problem Statement
Every cart pays 4.90 euros for shipping, also a large one.

## Success Criteria
- [ ] SC-1: a cart ${amount} pays no shipping.

## Scope
### In Scope
- \`total\` in src/cart.mjs.
### Out of Scope
- Other amounts for other countries.

## Acceptance Criteria
### AC-1: Free shipping
- Given a cart with goods for ${amount}
- When its total is asked for
- Then it is the price of the goods alone

## Feasibility Assessment
**Assessment:** Confirmed
**Reasoning:** shipping is added in one place, src/cart.mjs.

## Dependencies
- None.

## Open Questions
- None.
`;

const CODE = ["src/cart.mjs", "test/cart.test.mjs"];
const implemented = (what: string) => `Implemented: ${what}
Tested: npm test, all pass
Files changed:
- src/cart.mjs
- test/cart.test.mjs
Decisions: none
Deviations: none
Concerns: none`;

const RETRO = `# Retrospective: Free shipping

## Observe
| Phase | Rounds | What stood out |
|---|---|---|
| specify | 3 | the limit itself was left open |
| implement | 3 | the limit itself was not tested |

## Review
- Both refusals were about exactly 50.00 euros.

## Tune
- Nothing to change.

## Act
- A limit is tested at the limit itself.
`;

const LESSON = {
  name: "Limits without a test of their own",
  text: "A limit that is tested below and above may still be wrong at the limit itself: test that, too.",
  reasoning: "The code refused exactly 50.00 euros while every test passed.",
  provenance: "implement, round 1",
  confidence: "medium",
  keywords: ["limit", "test"],
};

export const SCRIPT: { readonly roles: Roles } = {
  roles: {
    "spec-author": [
      { expect: "fresh", writes: { "{feature}/spec.md": spec("above 50 euros") }, reply: "One criterion." },
      {
        expect: "resume",
        writes: { "{feature}/spec.md": spec("of 50.00 euros or more") },
        reply: "SR1.1: resolved, 50.00 euros is enough.",
      },
    ],
    "spec-reviewer": [
      {
        expect: "fresh",
        reads: documents("spec"),
        reply: reject(
          {
            severity: "blocker",
            description: "Is exactly 50.00 euros enough? The request says from 50, the spec above 50",
            location: "AC-1",
            suggestion: "Name the amount at which shipping becomes free",
          },
          "One case is open. No external claims to verify.",
        ),
      },
      {
        expect: "resume",
        promptHas: ["## Delta"],
        reply: {
          ...approve("The limit is named. No external claims to verify."),
          resolutions: [{ id: "SR1.1", status: "resolved", why: "50.00 euros or more" }],
        },
      },
    ],
    "phase-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Can be built from this.") }],
    implementer: [
      {
        expect: "fresh",
        reads: [...documents("spec"), ...CODE],
        writes: { "src/cart.mjs": cart(">"), "test/cart.test.mjs": cartTest() },
        reply: implemented("carts above the limit pay no shipping"),
      },
    ],
    "code-simplifier": [{ expect: "fresh", reply: { approved: true, simplifications: [], summary: "Small." } }],
    "test-deepener-a": [{ expect: "fresh", reads: documents("spec"), reply: { outlines: [] } }],
    "implementation-reviewer": [
      {
        expect: "fresh",
        reads: [...documents("spec"), ...CODE],
        reply: {
          ...reject(
            {
              severity: "blocker",
              level: "spec",
              description: "A cart of exactly 50.00 euros still pays shipping, and no test tries it",
              location: "src/cart.mjs:7",
              suggestion: "Use >= and test the limit itself",
            },
            "No external claims to verify.",
          ),
          levels: { ...LEVELS, spec: { passed: false } },
        },
      },
      {
        expect: "resume",
        reply: {
          ...approve("AC-1 holds at 50.00. No external claims to verify."),
          levels: LEVELS,
          resolutions: [{ id: "IR1.1", status: "resolved", why: ">=, and a test at 50.00" }],
        },
      },
    ],
    "code-quality-reviewer": [
      { expect: "fresh", reads: [...documents("spec"), ...CODE], reply: approve("One line, named well.") },
      { expect: "final", reply: approve("Still so.") },
    ],
    "security-reviewer": [
      {
        expect: "fresh",
        reads: [...documents("spec"), ...CODE],
        reply: approve("No input is trusted anew. No external security claims to verify."),
      },
      { expect: "final", reply: approve("Still so. No external security claims to verify.") },
    ],
    fixer: [
      {
        expect: "fresh",
        writes: { "src/cart.mjs": cart(">="), "test/cart.test.mjs": cartTest(EXACTLY_FIFTY) },
        reply: "IR1.1: resolved, >= and a test at the limit.",
      },
    ],
    "documentation-researcher": [
      {
        expect: "fresh",
        reads: ["README.md"],
        reply: { no_updates_needed: true, no_updates_reason: "README does not speak of shipping" },
      },
    ],
    "retro-facilitator": [
      {
        expect: "fresh",
        reply: {
          retro_md: RETRO,
          observe: { summary: "Both refusals were about the limit itself." },
          review: { observations: [{ text: "The limit was not tested", evidence: "implement, round 1" }] },
          tune: { recommendations: [] },
          act: { patterns: [], anti_patterns: [LESSON], heuristics: [] },
        },
      },
    ],
  },
};
