// What the benchmark holds fixed: sizes, turns, rounds. All of it is stated here and nowhere else, so that a reader can say
// which figure a result hangs on. Characters are four to a token, as the fake API counts them.
export const CHARACTERS_PER_TOKEN = 4;

/** Of all five documents together, in the proportions of real ones. */
export const DOCUMENT_TOKENS = { prd: 6180, spec: 3540, design: 6150, plan: 3550, tasks: 4580 } as const;
export type DocumentKind = keyof typeof DOCUMENT_TOKENS;

export const CODE_TOKENS = { small: 13_000, large: 63_000 } as const;
export const CODE_FILES = 8;

/** What a fix of the code and a revision of the spec change, as a diff. */
export const FIX_TOKENS = 1900;
export const REVISION_TOKENS = 1540;

/** A file that a reviewer looks at beside what it must read. */
export const EXPLORED_TOKENS = 1000;
export const EXPLORED_FILES = 60;

/** Requests of one dispatch beside the reading turns that a mode may spare. */
export const TURNS = {
  /** A new reviewer looks around; less when the work was reviewed before. */
  fresh: 3,
  freshAgain: 2,
  /** It has looked around already, or stands on a trunk that tells it what changed since. */
  resumed: 1,
  forked: 1,
  edits: 8,
  editsLater: 6,
  /** Files beyond those that it edits, which a fixer looks at that was not given the trunk. */
  lean: 0,
} as const;

/** Who fails in which round of the implement loop; the fifth is the final validation. */
export const IMPLEMENT_ROUNDS: readonly (readonly string[])[] = [
  ["implementation-reviewer", "code-quality-reviewer", "security-reviewer"],
  ["implementation-reviewer", "code-quality-reviewer"],
  ["implementation-reviewer"],
  [],
  [],
];
/** How many reviewers that schedule sends out, round by round. */
export const REVIEWERS_OF_ROUND = [3, 3, 2, 1, 3] as const;

export const SPEC_ROUNDS = 5;

/** Seconds between two requests of a reviewer. */
export const REVIEW_SECONDS = 3;
/** Seconds of one who is asked before the loop begins: long enough to be real, short enough to leave its cache warm. */
export const ASIDE_SECONDS = 60;
/** A longer pause than this is no work but an interruption: it comes in one piece at the end. */
export const LONGEST_WORK_SECONDS = 600;
