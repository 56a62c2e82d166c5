// finish: the README gets the new answer, the records become a retrospective, and the engine merges.
import { REPOSITORY } from "./repository.ts";
import { documents, type Roles } from "./turns.ts";

const README = `${REPOSITORY["README.md"]}| 429 | 5 logins of this address failed within the last 60 seconds; \`Retry-After\` says how many seconds to wait |

Failures are counted by the address of the connection, in memory; behind a proxy all its users share one count.
`;

const RETRO = `# Retrospective: Login limit

## Observe
| Phase | Rounds | What stood out |
|---|---|---|
| specify | 4 | a criterion without a number, then two open decisions |
| design | 2 | passed at the first try |
| create-plan | 2 | passed at the first try |
| create-tasks | 2 | the linter found a criterion without a task before a reviewer was asked |
| implement | 5 | a security fix broke AC-2; the final validation found it |

## Review
- The race in the login was in the design: asking and counting were two calls (I1), and nobody had asked what happens at the same time (implement, round 1).
- The fix for it was green in every test and still wrong: AC-2 speaks of refused tries, its first test did not (implement, round 3).

## Tune
- Ask "twice, at the same time?" of every criterion that counts something. Confidence: medium.

## Act
- Pattern: whoever passed before looks again at what a fix changed.
- Anti-pattern: asking and counting in two steps.
- Heuristic: a test named after a criterion has to use every word of it.

## Raw Data
Rounds and dispatches as the engine recorded them; the bill is in the records of the runs.
`;

export const FINISH: Roles = {
  "documentation-researcher": [
    {
      expect: "fresh",
      reads: [...documents("spec", "design"), "README.md", "src/login.mjs"],
      reply: {
        no_updates_needed: false,
        detected_docs: ["README.md"],
        user_visible_changes: ["POST /login can answer 429"],
        recommended_updates: [
          {
            file: "README.md",
            doc_type: "reference",
            reason: "The answers of POST /login lack 429 and Retry-After",
            priority: "high",
          },
        ],
      },
    },
  ],
  "documentation-writer": [
    {
      expect: "fresh",
      promptHas: ["The answers of POST /login lack 429"],
      reads: ["README.md", "src/login.mjs"],
      writes: { "README.md": README },
      reply: {
        updates_made: [{ file: "README.md", action: "update", lines_changed: 3 }],
        updates_skipped: [],
        summary: "The answer 429 and what is counted.",
      },
    },
  ],
  "retro-facilitator": [
    {
      expect: "fresh",
      promptHas: ["Refused tries count as well"],
      reply: {
        retro_md: RETRO,
        observe: { summary: "Most rounds went into specify and implement." },
        review: {
          observations: [
            { text: "The race was in the design and was found in the code", evidence: "implement, round 1" },
            { text: "A green fix broke AC-2", evidence: "implement, round 3" },
          ],
        },
        tune: {
          recommendations: [
            {
              signal: "the race was in the approved design",
              recommendation: "Ask of every criterion that counts: twice, at the same time?",
              confidence: "medium",
            },
          ],
        },
        act: {
          patterns: [
            {
              name: "Whoever passed before looks again at a fix",
              text: "After a fix, let the reviewers that had passed see what it changed: it may break what they approved.",
              reasoning: "The security fix passed security and broke AC-2.",
              provenance: "implement, round 3",
              confidence: "low",
              keywords: ["review", "regression", "fix"],
            },
          ],
          anti_patterns: [
            {
              name: "Asking and counting in two steps",
              text: "Parallel tries slip through when asking how many are left and counting are two steps: make them one.",
              reasoning: "Security refused the first login, because a thousand tries at once were all checked.",
              provenance: "implement, round 1",
              confidence: "medium",
              keywords: ["race", "counter", "tries"],
            },
          ],
          heuristics: [
            {
              name: "A test uses every word of its criterion",
              text: "A test named after a criterion has to use every word of it, or it proves less than its name says.",
              reasoning: "The first test of AC-2 had no refused tries.",
              provenance: "implement, round 3",
              confidence: "low",
              keywords: ["tests", "criteria"],
            },
          ],
        },
      },
    },
  ],
};
