// What the agents of the pictured features do, beside the two stories of examples/: one that is argued about, one whose reviewers
// are at work, one that reaches its budget, one that has only been begun.
import { approve, documents, LEVELS, type Roles, reject } from "../../examples/demo/turns.ts";

const spec = (title: string, problem: string, criterion: string, files: string) => `# Specification: ${title}

## Problem Statement
${problem}

## Success Criteria
- [ ] SC-1: ${criterion}

## Scope
### In Scope
- ${files}
### Out of Scope
- Anything that a person does not see.

## Acceptance Criteria
### AC-1: ${title}
- Given ${criterion}
- When it is looked at
- Then it is so, and a test says it

## Dependencies
- None.

## Open Questions
- None.
`;

const EXPORT = (lock: string) =>
  spec(
    "Export orders as CSV",
    "Whoever keeps the books copies orders by hand, one after the other.",
    "the orders of a month come as one file, one line each",
    "`exportOrders` in src/orders.mjs",
  ).replace(
    "## Dependencies",
    `### AC-2: Two at once
- Given two exports of one customer at the same time
- When both write
- Then ${lock}

## Dependencies`,
  );

const RACE = {
  severity: "blocker",
  category: "concurrency",
  description: "Two exports of one customer write the same temporary file",
  location: "### AC-2",
  suggestion: "Name the file by the export, or take a lock that both processes see",
} as const;

const insists = (why: string) => ({
  expect: "resume" as const,
  reply: { approved: false, issues: [], resolutions: [{ id: "SR1.1", status: "open", why }], summary: "One is open." },
});

/** Insisted on twice: the person is asked who is right. */
export const ARGUED: Roles = {
  "spec-author": [
    {
      expect: "fresh",
      reads: ["src/cart.mjs"],
      writes: { "{feature}/spec.md": EXPORT("the second one waits") },
      reply: "Two criteria.",
    },
    {
      expect: "resume",
      writes: { "{feature}/spec.md": EXPORT("the second one waits until the lock of the first is gone") },
      reply: "SR1.1 not changed: the button is disabled while an export runs, so there is never a second one.",
    },
    {
      expect: "resume",
      writes: { "{feature}/spec.md": EXPORT("the second one waits at most 5 seconds for the lock of the first") },
      reply: "SR1.1 not changed: a lock was added to AC-2; one process is all there is.",
    },
  ],
  "spec-reviewer": [
    { expect: "fresh", reads: documents("spec"), reply: reject(RACE, "One criterion cannot hold.") },
    insists("a script that calls the address has no button: see AC-2"),
    insists("the lock in AC-2 belongs to one process; README.md names two, and both open the same file"),
  ],
};

const SEARCH = spec(
  "Search by customer name",
  "Orders are found by number only, and nobody remembers a number.",
  "every order of a customer is found by a part of the name",
  "`search` in src/search.mjs",
);

const SEARCH_CODE = `// Orders whose customer has this in the name, newest first.
export function search(orders, part) {
  const wanted = part.trim().toLowerCase();
  return orders.filter(({ customer }) => customer.toLowerCase().includes(wanted)).toReversed();
}
`;

const LONG = 3_600_000;

/** Three reviewers are at work, for as long as anybody looks. */
export const AT_WORK: Roles = {
  "spec-author": [{ expect: "fresh", writes: { "{feature}/spec.md": SEARCH }, reply: "One criterion." }],
  "spec-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Testable.") }],
  "phase-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Can be built from this.") }],
  implementer: [
    {
      expect: "fresh",
      reads: documents("spec"),
      writes: { "src/search.mjs": SEARCH_CODE },
      reply: "Implemented: search by a part of the name\nFiles changed:\n- src/search.mjs",
    },
  ],
  "code-simplifier": [{ expect: "fresh", reply: { approved: true, simplifications: [], summary: "Small." } }],
  "test-deepener-a": [{ expect: "fresh", reads: documents("spec"), reply: { outlines: [] } }],
  "implementation-reviewer": [{ ...slow(documents("spec")), reply: { ...approve("AC-1 holds."), levels: LEVELS } }],
  "code-quality-reviewer": [{ ...slow(["src/search.mjs"]), reply: approve("Four lines.") }],
  "security-reviewer": [{ ...slow(["src/search.mjs"]), reply: approve("Nothing is trusted anew.") }],
};

function slow(reads: readonly string[]) {
  return { expect: "fresh" as const, reads, delayMs: LONG };
}

const INVOICES = spec(
  "Invoice numbers without gaps",
  "An invoice that is not sent leaves a hole, and the tax office asks about it.",
  "the numbers of the sent invoices follow each other",
  "`nextNumber` in src/invoices.mjs",
);

/** Its budget is one dispatch short of a review. */
export const TOO_DEAR: Roles = {
  "spec-author": [{ expect: "fresh", writes: { "{feature}/spec.md": INVOICES }, reply: "One criterion." }],
  "spec-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Testable.") }],
  "phase-reviewer": [{ expect: "fresh", reads: documents("spec"), reply: approve("Can be built from this.") }],
};
