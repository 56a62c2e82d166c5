// Every way in which a review loop can end, for a person who answers and for --yolo: what is printed, what is committed,
// how the command ends, and what the next prompt holds. The docs page is printed from this table, and a test plays every
// row of it.

export type Subject = "document" | "code";
export type Watch = "interactive" | "--yolo";

/** What brings the loop to its end. */
export const WAYS = {
  approved: "every reviewer approves",
  blocker: "the rounds are used up and a blocker is open",
  warning: "the rounds are used up and only warnings are open",
  engine: "every reviewer approves, but the engine's own check of the document is red",
  rule: 'the rounds are used up, and `review.atCap` is "accept"',
  unvalidated: "every reviewer has approved once, but no round was left to look at the last change",
  silent: "a reviewer gives no valid verdict twice in a row",
  disputed: "a reviewer has insisted twice on what the author will not change",
  adjudicated: "the same, and `review.adjudicate` is set",
  noted: 'what is open came late, about what had not changed, and `review.convergence` is "contract"',
} as const;
export type Way = keyof typeof WAYS;

export interface LoopEnding {
  readonly way: Way;
  readonly subject: Subject;
  readonly watch: Watch;
  /** What the person answers; missing where nobody is asked. */
  readonly answer?: string;
  /** `again` is no end: another loop begins. */
  readonly outcome: "approved" | "accepted" | "stopped" | "paused" | "again";
  /** Words on the screen. */
  readonly printed: string;
  /** Subject of the last commit; missing where nothing is completed. `{phase}` and `{slug}` are filled in. */
  readonly commit?: string;
  /** 4 when the closing question, or the next one, waits for an answer. */
  readonly exit: 0 | 3 | 4 | 5;
  /** Words in the next prompt that is about this work. */
  readonly next?: string;
}

const APPROVED = "phase({phase}): {slug} - approved";
const ACCEPTED = "phase({phase}): {slug} - accepted with open issues";
const EARLIER = "An earlier review of this phase ended without approval.";
const PERSON = "## Decisions by the person";
const BOTH: readonly Watch[] = ["interactive", "--yolo"];

export const LOOP_ENDINGS: readonly LoopEnding[] = [
  ...inBoth("document", {
    way: "approved",
    outcome: "approved",
    printed: "The spec is approved and committed",
    commit: APPROVED,
    exit: 0,
  }),
  ...atDocumentCap("blocker", "1 blocker open after 2 rounds"),
  ...atDocumentCap("warning", "1 warning open after 2 rounds"),
  ...atDocumentCap("engine", "1 blocker open after"),
  ...inBoth("document", {
    ...{
      way: "rule",
      outcome: "accepted",
      printed: "The spec is accepted with 1 blocker open and committed",
      commit: ACCEPTED,
      exit: 0,
    },
    next: "FAILED at iteration cap",
  }),
  ...inBoth("document", { way: "silent", outcome: "paused", printed: "gave no valid verdict", exit: 5 }),
  {
    ...{ way: "disputed", subject: "document", watch: "interactive", answer: "drop", outcome: "accepted" },
    ...{ printed: "The spec reviewer insists on SR1.1", commit: ACCEPTED, exit: 4, next: PERSON },
  },
  {
    ...{ way: "disputed", subject: "document", watch: "--yolo", outcome: "stopped" },
    ...{ printed: "its reviewer has insisted twice on SR1.1", exit: 3 },
  },
  {
    ...{ way: "adjudicated", subject: "document", watch: "--yolo", outcome: "accepted" },
    ...{ printed: "SR1.1 dropped by the adjudicator", commit: ACCEPTED, exit: 0, next: "FAILED at iteration cap" },
  },
  ...inBoth("document", {
    ...{ way: "noted", outcome: "accepted", printed: "The spec is accepted with 1 blocker open and committed" },
    ...{ commit: ACCEPTED, exit: 0, next: "FAILED at iteration cap" },
  }),
  ...inBoth("code", {
    way: "approved",
    outcome: "approved",
    printed: "The code is approved and committed",
    commit: APPROVED,
    exit: 0,
  }),
  ...(["blocker", "warning", "unvalidated"] as const).flatMap(atBreaker),
  ...inBoth("code", { way: "silent", outcome: "paused", printed: "gave no valid verdict", exit: 5 }),
];

function atDocumentCap(way: Way, open: string): LoopEnding[] {
  const common = { way, subject: "document" } as const;
  const asked = { ...common, watch: "interactive" } as const;
  const printed = `The spec is not approved: ${open}`;
  const yolo: LoopEnding =
    way === "warning"
      ? {
          ...{ ...common, watch: "--yolo", outcome: "accepted", exit: 0, commit: ACCEPTED },
          ...{ printed: "The spec is accepted with 1 warning open and committed", next: "FAILED at iteration cap" },
        }
      : { ...common, watch: "--yolo", outcome: "stopped", exit: 3, printed, next: EARLIER };
  return [
    { ...asked, answer: "again", outcome: "again", printed, exit: 4, next: "## Asked for by the person" },
    { ...asked, answer: "accept", outcome: "accepted", printed, commit: ACCEPTED, exit: 4, next: PERSON },
    { ...asked, answer: "stop", outcome: "stopped", printed, exit: 3, next: EARLIER },
    yolo,
  ];
}

function atBreaker(way: Way): LoopEnding[] {
  const common = { way, subject: "code" } as const;
  const asked = { ...common, watch: "interactive" } as const;
  const printed = "Review reached 2 rounds without full approval";
  return [
    { ...asked, answer: "force-approve", outcome: "accepted", printed, commit: ACCEPTED, exit: 4, next: PERSON },
    {
      ...asked,
      answer: "pause",
      outcome: "stopped",
      printed,
      exit: 3,
      ...(way !== "unvalidated" && { next: EARLIER }),
    },
    {
      ...{ ...asked, answer: "abandon", outcome: "stopped", printed, commit: "iflow: implement stopped", exit: 3 },
      ...(way !== "unvalidated" && { next: EARLIER }),
    },
    {
      ...{ ...common, watch: "--yolo", outcome: "stopped", exit: 3 },
      printed: "YOLO MODE STOPPED: Implementation review failed after 2 iterations.",
      ...(way !== "unvalidated" && { next: EARLIER }),
    },
  ];
}

/** Under `--yolo` the closing question is not shown where there is nothing else to say. */
function toldOf(printed: string): string {
  if (printed === "The spec is approved and committed") return "Spec approved";
  return printed === "The code is approved and committed" ? "Code approved" : printed;
}

function inBoth(subject: Subject, row: Omit<LoopEnding, "subject" | "watch">): LoopEnding[] {
  return BOTH.map((watch) => ({ ...row, ...(watch === "--yolo" && { printed: toldOf(row.printed) }), subject, watch }));
}
