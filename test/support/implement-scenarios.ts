// The table itself: which reviewers fail when, what goes wrong on the way, what the person answers, and what comes of it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  CODE,
  DONE,
  FIRST_ROUND,
  fails,
  fixCommit,
  fixes,
  LOCK,
  passes,
  type Scenario,
  says,
  TASK,
  whenResumed,
} from "./scenario.ts";

const I = "implementation-reviewer";
const Q = "code-quality-reviewer";
const S = "security-reviewer";

const finals = (...roles: string[]) => roles.map((role) => `${role} final final-validation`);
const FIX = "fixer fresh first-round";
const FIX_AGAIN = "fixer resume delta";
const delta = (...roles: string[]) => roles.map((role) => `${role} resume delta`);
/** The plain story after a round in which security failed and its issue was fixed. */
const SECURITY_FAILED = "1 | Approved | Approved | Issues found";
const SECURITY_FIXED = [
  SECURITY_FAILED,
  "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved",
  "3 FINAL | Approved | Approved | Skipped (passed iter 2, unchanged)",
];
const ONE_FIX = [TASK, fixCommit(1), DONE];

/** LOOP-3, RES-5, RES-7, IMP-10 */
export const ROUNDS: readonly Scenario[] = [
  {
    name: "all pass at once: one round on one tree is the final validation",
    dispatches: FIRST_ROUND,
    history: ["1 | Approved | Approved | Approved"],
    commits: [TASK, DONE],
  },
  {
    name: "security fails once",
    roles: {
      [S]: [
        fails("Spoofed addresses."),
        passes({ promptHas: ["## Delta\n", `${CODE} |`, "## Fix Summary\nFixed: fix 1"] }),
      ],
      [I]: [passes(), passes({ promptHas: ["## Changes Since Your Last Review", `${CODE} |`, "(iteration 3 of 5)"] })],
      fixer: [fixes("fix 1", { promptHas: ["Spoofed addresses.", `## All Implementation Files\n- ${CODE}`] })],
    },
    dispatches: [...FIRST_ROUND, FIX, ...delta("security"), ...finals("implementation", "quality")],
    history: SECURITY_FIXED,
    lines: ["- [blocker] security-reviewer: Spoofed addresses.", "Fixed: fix 1."],
    commits: ONE_FIX,
  },
  {
    name: "implementation fails once",
    roles: { [I]: [fails("Task 1.1 is not done."), passes()] },
    dispatches: [...FIRST_ROUND, FIX, ...delta("implementation"), ...finals("quality", "security")],
    history: [
      "1 | Issues found | Approved | Approved",
      "2 | Approved | Skipped (passed iter 1) | Skipped (passed iter 1)",
      "3 FINAL | Skipped (passed iter 2, unchanged) | Approved | Approved",
    ],
    commits: ONE_FIX,
  },
  {
    name: "two fail: both look again, the third validates",
    roles: { [I]: [fails("Not done."), passes()], [S]: [fails("Unsafe."), passes()] },
    dispatches: [...FIRST_ROUND, FIX, ...delta("implementation", "security"), ...finals("quality")],
    history: [
      "1 | Issues found | Approved | Issues found",
      "2 | Approved | Skipped (passed iter 1) | Approved",
      "3 FINAL | Skipped (passed iter 2, unchanged) | Approved | Skipped (passed iter 2, unchanged)",
    ],
    lines: ["- [blocker] implementation-reviewer: Not done.", "- [blocker] security-reviewer: Unsafe."],
    commits: ONE_FIX,
  },
  {
    name: "three fail, then all pass on one tree: nothing more is owed",
    roles: { [I]: [fails("A."), passes()], [Q]: [fails("B."), passes()], [S]: [fails("C."), passes()] },
    dispatches: [...FIRST_ROUND, FIX, ...delta("implementation", "quality", "security")],
    history: ["1 | Issues found | Issues found | Issues found", "2 | Approved | Approved | Approved"],
    commits: ONE_FIX,
  },
  {
    name: "one takes longer than the others: the fixer is resumed with only its new issues",
    roles: {
      [I]: [fails("A."), passes(), passes()],
      [Q]: [fails("B."), fails("Still B."), passes()],
      fixer: [
        fixes("fix 1", { promptHas: ["A.", "B."] }),
        fixes("fix 2", {
          promptHas: ["## New Issues to Fix\n- QR2.1 [blocker] Still B.", `## Changed Files to Re-read\n- ${CODE}`],
        }),
      ],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("implementation", "quality"), FIX_AGAIN, ...delta("quality")],
      ...finals("implementation", "security"),
    ],
    history: [
      "1 | Issues found | Issues found | Approved",
      "2 | Approved | Issues found | Skipped (passed iter 1)",
      "3 | Skipped (passed iter 2) | Approved | Skipped (passed iter 1)",
      "4 FINAL | Approved | Skipped (passed iter 3, unchanged) | Approved",
    ],
    commits: [TASK, fixCommit(1), fixCommit(2), DONE],
  },
  {
    name: "a regression in the final validation re-opens that role only, and another final validation follows",
    roles: {
      [S]: [fails("Unsafe."), passes(), passes({ promptHas: ["Fixed: fix 2", "(iteration 5 of 5)"] })],
      [Q]: [passes(), fails("The fix made it worse."), passes()],
      [I]: [passes(), passes({ promptHas: ["(iteration 3 of 5)"] }), passes({ promptHas: ["(iteration 5 of 5)"] })],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), ...finals("implementation", "quality")],
      ...[FIX_AGAIN, ...delta("quality"), ...finals("implementation", "security")],
    ],
    history: [
      ...SECURITY_FIXED.slice(0, 2),
      "3 FINAL | Approved | Issues found | Skipped (passed iter 2, unchanged)",
      "4 | Skipped (passed iter 3) | Approved | Skipped (passed iter 2)",
      "5 FINAL | Approved | Skipped (passed iter 4, unchanged) | Approved",
    ],
    commits: [TASK, fixCommit(1), fixCommit(3), DONE],
  },
  {
    name: 'finalValidation "always": everybody once more, though nothing changed',
    settings: { IFLOW_REVIEW_FINAL_VALIDATION: "always" },
    dispatches: [...FIRST_ROUND, ...finals("implementation", "quality", "security")],
    history: ["1 | Approved | Approved | Approved", "2 FINAL | Approved | Approved | Approved"],
    commits: [TASK, DONE],
  },
  {
    name: 'finalValidation "always": also the one that passed last',
    settings: { IFLOW_REVIEW_FINAL_VALIDATION: "always" },
    roles: { [S]: [fails("Unsafe."), passes(), passes()] },
    dispatches: [...[...FIRST_ROUND, FIX, ...delta("security")], ...finals("implementation", "quality", "security")],
    history: [...SECURITY_FIXED.slice(0, 2), "3 FINAL | Approved | Approved | Approved"],
    commits: ONE_FIX,
  },
];

const UNSAFE = [fails("Unsafe."), passes()];
const BIG = Array.from({ length: 900 }, (_, n) => `export const limit${n} = ${n};\n`).join("");

/** RES-3, RES-4, RES-6 */
export const SENDING: readonly Scenario[] = [
  {
    name: "a session the runtime has lost: fresh, with one marker",
    roles: {
      [S]: [
        ...[fails("Unsafe."), whenResumed({ forgets: true })],
        passes({
          promptHas: ["(Fresh dispatch — prior review session unavailable.)", "Unsafe."],
        }),
      ],
      fixer: [fixes("fix 1")],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), "security fallback session-lost"],
      ...finals("implementation", "quality"),
    ],
    history: SECURITY_FIXED,
    markers: [
      "RESUME-FALLBACK: security-reviewer iteration 2 — agent_id lost (unknown session scripted-security-reviewer-1)",
    ],
    commits: ONE_FIX,
  },
  {
    name: "a resume that fails: fresh, with one marker",
    roles: { [S]: [fails("Unsafe."), whenResumed({ error: "400 tool_use_id mismatch" }), passes()] },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), "security fallback resume-failed"],
      ...finals("implementation", "quality"),
    ],
    history: SECURITY_FIXED,
    markers: ["RESUME-FALLBACK: security-reviewer iteration 2 — 400 tool_use_id mismatch"],
    commits: ONE_FIX,
  },
  {
    name: "two resumes of a final validation that fail: two markers, in the order of the roles",
    roles: {
      [S]: UNSAFE,
      [Q]: [passes(), whenResumed({ error: "down" }), passes()],
      [I]: [passes(), whenResumed({ error: "down" }), passes()],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), ...finals("implementation", "quality")],
      ...["implementation fallback resume-failed", "quality fallback resume-failed"],
    ],
    history: SECURITY_FIXED,
    markers: [I, Q].map((role) => `RESUME-FALLBACK: ${role} iteration 3 — down`),
    commits: ONE_FIX,
  },
  {
    name: "the fallback fails as well: no verdict, no fix, fresh in the next round",
    roles: { [S]: [fails("Unsafe."), whenResumed({ error: "down" }), { error: "still down" }, passes()] },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), "security fallback resume-failed", "security fresh invalid-reply"],
      ...finals("implementation", "quality"),
    ],
    history: [
      SECURITY_FAILED,
      "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | No valid verdict (still down)",
      "3 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved",
      "4 FINAL | Approved | Approved | Skipped (passed iter 3, unchanged)",
    ],
    markers: ["RESUME-FALLBACK: security-reviewer iteration 2 — down"],
    commits: ONE_FIX,
  },
  {
    name: "a fix that changes nothing: fresh, no commit, no marker, nothing to validate",
    roles: {
      [S]: [fails("Unsafe."), passes({ promptHas: ["Previous issues to re-evaluate:", "Unsafe."] })],
      fixer: [says("I disagree, nothing to change.")],
    },
    dispatches: [...FIRST_ROUND, FIX, "security fresh no-change"],
    history: SECURITY_FIXED.slice(0, 2),
    lines: ["I disagree, nothing to change."],
    commits: [TASK, DONE],
  },
  {
    name: "nothing changed at first, then something did: who passed before is resumed all the same",
    roles: { [S]: [fails("Unsafe."), fails("Really."), passes()], fixer: [says("No."), fixes("fix 2")] },
    dispatches: [
      ...[...FIRST_ROUND, FIX, "security fresh no-change", FIX_AGAIN, ...delta("security")],
      ...finals("implementation", "quality"),
    ],
    history: [
      SECURITY_FAILED,
      "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Issues found",
      "3 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved",
      "4 FINAL | Approved | Approved | Skipped (passed iter 3, unchanged)",
    ],
    commits: [TASK, fixCommit(2), DONE],
  },
  {
    name: "a commit that fails is made before the next round; its reviewer is fresh",
    settings: { IFLOW_CHECKS_TEST: `rm -f ${LOCK}` },
    roles: { [S]: UNSAFE, fixer: [fixes("fix 1", { run: [`touch ${LOCK}`] })] },
    dispatches: [...FIRST_ROUND, FIX, "security fresh commit-failed", ...finals("implementation", "quality")],
    history: SECURITY_FIXED,
    commits: ONE_FIX,
  },
  {
    name: "a commit that cannot be made stops the run; continued, nothing is lost",
    roles: { [S]: UNSAFE, fixer: [fixes("fix 1", { run: [`touch ${LOCK}`] })] },
    course: [
      {
        run: "implement --yolo",
        exit: 1,
        says: [`git refused to commit ${CODE}.`, `${LOCK}': File exists`, "iflow continue"],
      },
      { does: (place) => rm(join(place.root, LOCK)) },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [...FIRST_ROUND, FIX, "security fresh commit-failed", ...finals("implementation", "quality")],
    history: SECURITY_FIXED,
    commits: ONE_FIX,
  },
  {
    name: "a large fix: fresh instead of a delta over half of everything; a final validation is resumed all the same",
    roles: { [S]: UNSAFE, fixer: [fixes("fix 1", { writes: { [CODE]: BIG } })] },
    dispatches: [...FIRST_ROUND, FIX, "security fresh guard", ...finals("implementation", "quality")],
    history: SECURITY_FIXED,
    commits: ONE_FIX,
  },
  {
    name: "many words of a reviewer: the fixer is fresh, too",
    roles: { [S]: [fails("Unsafe."), fails(`Long. ${"word ".repeat(9000)}`), passes()] },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), "fixer fresh guard", ...delta("security")],
      ...finals("implementation", "quality"),
    ],
    history: [
      SECURITY_FAILED,
      "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Issues found",
      "3 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved",
      "4 FINAL | Approved | Approved | Skipped (passed iter 3, unchanged)",
    ],
    commits: [TASK, fixCommit(1), fixCommit(2), DONE],
  },
  {
    name: "the fixer's session is lost: fresh, with one marker in the round it answers",
    roles: {
      [S]: [fails("Unsafe."), fails("Still."), passes()],
      fixer: [
        fixes("fix 1"),
        whenResumed({ forgets: true }),
        fixes("fix 2", {
          promptHas: ["(Fresh dispatch — prior fix session unavailable.)", "Still."],
        }),
      ],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, ...delta("security"), FIX_AGAIN, "fixer fallback session-lost", ...delta("security")],
      ...finals("implementation", "quality"),
    ],
    history: [
      SECURITY_FAILED,
      "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Issues found",
      "3 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved",
      "4 FINAL | Approved | Approved | Skipped (passed iter 3, unchanged)",
    ],
    markers: ["RESUME-FALLBACK: implementer iteration 2 — agent_id lost (unknown session scripted-fixer-1)"],
    commits: [TASK, fixCommit(1), fixCommit(2), DONE],
  },
  {
    name: "the fixer fails twice: exit 5, and continue tries again",
    roles: { [S]: UNSAFE, fixer: [{ error: "down" }, { error: "down" }, fixes("fix 1")] },
    course: [
      { run: "implement --yolo", exit: 5, says: ["fixer failed twice in a row: down"] },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [
      ...[...FIRST_ROUND, FIX, "fixer fresh invalid-reply", "fixer fresh invalid-reply"],
      ...[...delta("security"), ...finals("implementation", "quality")],
    ],
    history: SECURITY_FIXED,
    commits: ONE_FIX,
  },
];
