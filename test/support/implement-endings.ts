// The rest of the table: verdicts that cannot be used, the cap with each answer, and what a person asks for at the end.
import {
  ACCEPTED,
  type Act,
  CODE,
  DONE,
  FIRST_ROUND,
  fails,
  fixCommit,
  fixes,
  judges,
  passes,
  type Scenario,
  says,
  TASK,
} from "./scenario.ts";

const I = "implementation-reviewer";
const Q = "code-quality-reviewer";
const S = "security-reviewer";
const FIX = "fixer fresh first-round";
const SECURITY_FAILED = "1 | Approved | Approved | Issues found";
const SECURITY_PASSED = "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Approved";
const SECURITY_FAILED_AGAIN = "2 | Skipped (passed iter 1) | Skipped (passed iter 1) | Issues found";
const VALIDATED = "3 FINAL | Approved | Approved | Skipped (passed iter 2, unchanged)";
const ALL_PASSED = "1 | Approved | Approved | Approved";
const FINALS = ["implementation final final-validation", "quality final final-validation"];
const REOPENED = ["implementation", "quality", "security"].map((role) => `${role} resume reopened`);

/** LOOP-1, LOOP-5 */
export const VERDICTS: readonly Scenario[] = [
  {
    name: "a verdict that cannot be read is asked for once more, and counts then",
    roles: { [S]: [says("Looks fine to me."), passes({ promptHas: ['holds no JSON object with "approved"'] })] },
    dispatches: [...FIRST_ROUND, "security repair repair"],
    history: [ALL_PASSED],
    commits: [TASK, DONE],
  },
  {
    name: "a repaired verdict that fails is fixed like any other",
    roles: { [S]: [says('{"approved": false, "issues": ['), fails("Unsafe."), passes()] },
    dispatches: [...FIRST_ROUND, "security repair repair", FIX, "security resume delta", ...FINALS],
    history: [SECURITY_FAILED, SECURITY_PASSED, VALIDATED],
    commits: [TASK, fixCommit(1), DONE],
  },
  {
    name: "unreadable twice: no verdict, no fix, fresh in the next round",
    roles: { [S]: [says("Fine."), says("Fine!"), passes()] },
    dispatches: [...FIRST_ROUND, "security repair repair", "security fresh invalid-reply"],
    history: [
      '1 | Approved | Approved | No valid verdict (the reply holds no JSON object with "approved")',
      SECURITY_PASSED,
    ],
    commits: [TASK, DONE],
  },
  {
    name: "unreadable in two rounds: exit 5; continue asks again in the same round",
    roles: { [S]: [...["Fine.", "Fine!", "Yes.", "Yes!"].map((text) => says(text)), passes()] },
    course: [
      { run: "implement --yolo", exit: 5, says: ["security-reviewer gave no valid verdict in round 2 of 5"] },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [
      ...[...FIRST_ROUND, "security repair repair", "security fresh invalid-reply", "security repair repair"],
      "security fresh invalid-reply",
    ],
    history: [
      '1 | Approved | Approved | No valid verdict (the reply holds no JSON object with "approved")',
      SECURITY_PASSED,
    ],
    commits: [TASK, DONE],
  },
  {
    name: "one gives no verdict, another fails: only the issues there are get fixed",
    roles: {
      [I]: [{ error: "overloaded" }, passes()],
      [S]: [fails("Unsafe."), passes()],
      fixer: [
        fixes("fix 1", {
          promptHas: ["## Issues to fix (from failed reviewers only)\n- SEC1.1 [blocker] Unsafe.\n\nAfter"],
        }),
      ],
    },
    dispatches: [
      ...[...FIRST_ROUND, FIX, "implementation fresh invalid-reply", "security resume delta"],
      "quality final final-validation",
    ],
    history: [
      "1 | No valid verdict (overloaded) | Approved | Issues found",
      "2 | Approved | Skipped (passed iter 1) | Approved",
      "3 FINAL | Skipped (passed iter 2, unchanged) | Approved | Skipped (passed iter 2, unchanged)",
    ],
    commits: [TASK, fixCommit(1), DONE],
  },
  {
    name: "not approved and no issue named: asked again",
    roles: { [Q]: [says('{"approved": false, "issues": [], "summary": "No."}'), passes()] },
    dispatches: [...FIRST_ROUND, "quality repair repair"],
    history: [ALL_PASSED],
    commits: [TASK, DONE],
  },
  {
    name: "approved with a warning is a failure",
    roles: { [S]: [judges(true, "warning", "Old addresses stay."), passes()] },
    dispatches: [...FIRST_ROUND, FIX, "security resume delta", ...FINALS],
    history: [SECURITY_FAILED, SECURITY_PASSED, VALIDATED],
    lines: ["- [warning] security-reviewer: Old addresses stay."],
    commits: [TASK, fixCommit(1), DONE],
  },
  {
    name: "approved with a suggestion is a pass, and the suggestion is kept",
    roles: { [S]: [judges(true, "suggestion", "A shorter name.")] },
    dispatches: FIRST_ROUND,
    history: [ALL_PASSED],
    lines: ["- [suggestion] security-reviewer: A shorter name."],
    commits: [TASK, DONE],
  },
];

const TWO = { IFLOW_REVIEW_MAX_ROUNDS: "2" };
const NEVER = { [S]: [fails("Unsafe."), fails("Still unsafe."), passes()] };
const UNTIL_CAP = [...FIRST_ROUND, FIX, "security resume delta"];
const CAPPED = [SECURITY_FAILED, SECURITY_FAILED_AGAIN];
const STOPPED = "cap | Stopped | the person";
const STOPPED_BY_RULE = "cap | Stopped | rule (--yolo)";
const AGAIN = "cap | Another loop | the person";
const FORCED = "cap | Accepted with open issues | the person";
const ASKED: Act = { run: "implement", exit: 4, says: ["Review reached 2 rounds without full approval"] };

/** LOOP-4, PH-7 */
export const CAP: readonly Scenario[] = [
  {
    name: "five rounds: --yolo stops, no sixth round, no fix after the fifth",
    roles: { [S]: [1, 2, 3, 4, 5].map((n) => fails(`Open ${n}.`)) },
    course: [
      {
        run: "implement --yolo",
        exit: 3,
        says: [
          "YOLO MODE STOPPED: Implementation review failed after 5 iterations.",
          "Unresolved issues:\n",
          "Open 5.",
          "Resume with: iflow continue",
        ],
      },
    ],
    dispatches: [
      ...[...FIRST_ROUND, FIX, "security resume delta"],
      ...[2, 3, 4].flatMap(() => ["fixer resume delta", "security resume delta"]),
    ],
    history: [
      SECURITY_FAILED,
      ...[2, 3, 4, 5].map((n) => SECURITY_FAILED_AGAIN.replace("2", String(n))),
      STOPPED_BY_RULE,
    ],
    lines: ["- [blocker] security-reviewer: Open 5."],
    commits: [TASK, ...[1, 2, 3, 4].map(fixCommit)],
    isOpen: true,
  },
  {
    name: "force approve: accepted, not approved, and the open issues stay in reviewerNotes",
    settings: TWO,
    roles: NEVER,
    course: [ASKED, { answer: "force-approve" }, { run: "continue --yolo", exit: 0 }],
    dispatches: UNTIL_CAP,
    history: [...CAPPED, FORCED],
    commits: [TASK, fixCommit(1), ACCEPTED],
    notes: ["Still unsafe."],
  },
  {
    name: "pause: the changed files are named; on unchanged code --yolo asks no reviewer again",
    settings: TWO,
    roles: NEVER,
    course: [
      ASKED,
      { answer: "pause" },
      { run: "continue", exit: 3, says: ["implement is paused", CODE] },
      { run: "continue --yolo", exit: 3, says: ["so no reviewer is asked again", "Still unsafe."] },
    ],
    dispatches: UNTIL_CAP,
    history: [...CAPPED, STOPPED],
    commits: [TASK, fixCommit(1)],
    isOpen: true,
  },
  {
    name: "pause, then another loop: the fixer gets the open issues and the person's words, then all look again",
    settings: TWO,
    roles: {
      [S]: [
        ...[fails("Unsafe."), fails("Still unsafe.")],
        passes({ promptHas: ["An earlier review of this phase ended without approval.", "Still unsafe."] }),
      ],
      fixer: [fixes("fix 1"), fixes("fix 2", { promptHas: ["Use the address.", "Still unsafe."] })],
    },
    course: [
      ...[ASKED, { answer: "pause" }, { run: "continue", exit: 3 }],
      { run: "continue", exit: 4, says: ["Nothing has changed since it stopped.", "iflow answer 001.2 again "] },
      { answer: "again" },
      { run: "continue", exit: 4, says: ["What should the fixer know or do differently?"] },
      { answer: "Use the address." },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [...UNTIL_CAP, FIX, ...FIRST_ROUND],
    history: [...CAPPED, STOPPED, AGAIN, "User Request", ALL_PASSED],
    commits: [TASK, fixCommit(1), fixCommit(0), DONE],
  },
  {
    name: "pause, and the person repairs it in a commit: asked about, then reviewed",
    settings: TWO,
    roles: NEVER,
    course: [
      ...[ASKED, { answer: "pause" }, { run: "continue", exit: 3 }],
      {
        does: async (place) => {
          await place.write({ [CODE]: "export const byHand = 1;\n" });
          place.git("commit", "--quiet", "--all", "--message", "by hand");
        },
      },
      { run: "continue --yolo", exit: 4, says: ["somebody else committed"] },
      { answer: "include" },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [...UNTIL_CAP, ...FIRST_ROUND],
    history: [...CAPPED, STOPPED, AGAIN, ALL_PASSED],
    commits: [TASK, fixCommit(1), "by hand", DONE],
  },
  {
    name: "abandon: the phase is not completed, files and branch are as they were",
    settings: TWO,
    roles: NEVER,
    course: [
      ASKED,
      { answer: "abandon" },
      { run: "continue", exit: 3, says: ["The code was abandoned with 1 open issue"] },
    ],
    dispatches: UNTIL_CAP,
    history: [...CAPPED, "cap | Abandoned | the person"],
    commits: [TASK, fixCommit(1), "iflow: implement stopped"],
    isOpen: true,
    isGivenUp: true,
  },
  {
    name: "--yolo at the cap, continued: it stops again, and without --yolo a person is asked",
    settings: TWO,
    roles: NEVER,
    course: [
      { run: "implement --yolo", exit: 3, says: ["failed after 2 iterations"] },
      { run: "continue --yolo", exit: 3, says: ["failed after 2 iterations", "so no reviewer is asked again"] },
      { run: "continue", exit: 4, says: ["Review reached 2 rounds without full approval"] },
    ],
    dispatches: UNTIL_CAP,
    history: [...CAPPED, STOPPED_BY_RULE],
    commits: [TASK, fixCommit(1)],
    isOpen: true,
  },
  {
    name: "the cap before the final validation: nobody judged the last change, so a person decides",
    settings: TWO,
    roles: { [S]: [fails("Unsafe."), passes()] },
    course: [
      { run: "implement", exit: 4, says: ["without full approval. The last change was not validated by everybody."] },
      { answer: "force-approve" },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: UNTIL_CAP,
    history: [SECURITY_FAILED, SECURITY_PASSED, FORCED],
    commits: [TASK, fixCommit(1), ACCEPTED],
    notes: ["The last change was not validated by everybody."],
  },
  {
    name: "a regression in the last round: the cap opens the breaker with that issue",
    roles: { [S]: [fails("Unsafe."), passes(), fails("Worse now.")], [Q]: [passes(), fails("Unclear."), passes()] },
    course: [{ run: "implement --yolo", exit: 3, says: ["after 5 iterations", "Worse now."] }],
    dispatches: [
      ...[...FIRST_ROUND, FIX, "security resume delta", ...FINALS, "fixer resume delta", "quality resume delta"],
      ...["implementation final final-validation", "security final final-validation"],
    ],
    history: [
      ...[SECURITY_FAILED, SECURITY_PASSED],
      "3 FINAL | Approved | Issues found | Skipped (passed iter 2, unchanged)",
      "4 | Skipped (passed iter 3) | Approved | Skipped (passed iter 2)",
      "5 FINAL | Approved | Skipped (passed iter 4, unchanged) | Issues found",
      STOPPED_BY_RULE,
    ],
    commits: [TASK, fixCommit(1), fixCommit(3)],
    isOpen: true,
  },
];

const CLOSED: Act = { run: "implement", exit: 4, says: ["The code is approved and committed. What next?"] };
const WISHES: readonly Act[] = [
  ...[CLOSED, { answer: "request-changes" }],
  { run: "continue", exit: 4, says: ["What should change?"] },
  { answer: "Count by account as well." },
];

/** PH-8 */
export const CLOSING: readonly Scenario[] = [
  {
    name: "request changes: the fixer gets the wish, the reviewers keep their sessions",
    roles: {
      fixer: [fixes("by account", { promptHas: ["Count by account as well."] })],
      [S]: [passes(), passes({ promptHas: ["## Delta", "+// by account", "This is iteration 1 of 5."] })],
    },
    course: [...WISHES, { run: "continue --yolo", exit: 0 }],
    dispatches: [...FIRST_ROUND, FIX, ...REOPENED],
    history: [ALL_PASSED, "User Request", ALL_PASSED],
    lines: ["- [blocker] Count by account as well.", "Fixed: by account."],
    commits: [TASK, DONE, fixCommit(0), DONE],
  },
  {
    name: "request changes after a fix: the fixer keeps its session, and a new loop may fail again",
    roles: {
      [S]: [fails("Unsafe."), passes(), fails("By account is unsafe."), passes()],
      [Q]: [passes(), passes(), passes(), passes()],
    },
    course: [...WISHES, { run: "continue --yolo", exit: 0 }],
    dispatches: [
      ...[...FIRST_ROUND, FIX, "security resume delta", ...FINALS],
      ...["fixer resume delta", ...REOPENED, "fixer resume delta", "security resume delta", ...FINALS],
    ],
    history: [
      ...[SECURITY_FAILED, SECURITY_PASSED, VALIDATED, "User Request"],
      ...[SECURITY_FAILED, SECURITY_PASSED, VALIDATED],
    ],
    commits: [TASK, fixCommit(1), DONE, fixCommit(0), fixCommit(1), DONE],
  },
  {
    name: "fix and rerun: everything fresh, from round 1",
    roles: { [S]: [fails("Unsafe."), passes(), passes()] },
    course: [CLOSED, { answer: "rerun" }, { run: "continue --yolo", exit: 0 }],
    dispatches: [...FIRST_ROUND, FIX, "security resume delta", ...FINALS, ...FIRST_ROUND],
    history: [SECURITY_FAILED, SECURITY_PASSED, VALIDATED, ALL_PASSED],
    commits: [TASK, fixCommit(1), DONE, DONE],
  },
  {
    name: "fix and rerun after an edit by hand: asked about, committed, reviewed",
    course: [
      ...[CLOSED, { answer: "rerun" }],
      { does: (place) => place.write({ [CODE]: "export const byHand = 1;\n" }) },
      { run: "continue --yolo", exit: 4, says: [`${CODE} was changed by somebody else`] },
      { answer: "include" },
      { run: "continue --yolo", exit: 0 },
    ],
    dispatches: [...FIRST_ROUND, ...FIRST_ROUND],
    history: [ALL_PASSED, ALL_PASSED],
    commits: [TASK, DONE, "iflow: implement edited by hand", DONE],
  },
];
