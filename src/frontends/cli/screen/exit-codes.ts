// One table from errors to exit codes; `iflow --help` and docs/commands.md print it.
import type { ErrorCode } from "../../../domain/text/errors.ts";

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notApproved: 3,
  needsPerson: 4,
  agentUnavailable: 5,
  budget: 6,
  locked: 7,
  interrupted: 130,
} as const;

export interface ExitMeaning {
  readonly code: number;
  readonly means: string;
  /** What a person or a script should do next. */
  readonly next: string;
}

export const EXIT_MEANINGS: readonly ExitMeaning[] = [
  { code: EXIT.done, means: "done", next: "the last line names the next command" },
  { code: EXIT.failed, means: "failed", next: "the message has a fix; `iflow doctor` looks for the cause" },
  { code: EXIT.usage, means: "usage or config", next: "correct the flag or the key that the message names" },
  { code: EXIT.notApproved, means: "not approved", next: "the message says what is missing or still open" },
  { code: EXIT.needsPerson, means: "needs an answer", next: "`iflow answer ID ANSWER`; the message has the ID" },
  { code: EXIT.agentUnavailable, means: "agent unavailable", next: "`iflow doctor` says what it lacks" },
  { code: EXIT.budget, means: "budget reached", next: "`iflow continue --max-cost` with a higher limit" },
  {
    code: EXIT.locked,
    means: "locked by another run",
    next: "wait for the other run, or stop it; if it is over, look at `iflow status`",
  },
  { code: EXIT.interrupted, means: "interrupted (143: by SIGTERM)", next: "`iflow continue` resumes" },
];

const BY_CODE: Record<ErrorCode | "bug", number> = {
  usage: EXIT.usage,
  "config-invalid": EXIT.usage,
  "not-a-repository": EXIT.usage,
  "feature-unknown": EXIT.usage,
  "repository-state": EXIT.needsPerson,
  "needs-answer": EXIT.needsPerson,
  blocked: EXIT.notApproved,
  "not-approved": EXIT.notApproved,
  "agent-unavailable": EXIT.agentUnavailable,
  "budget-reached": EXIT.budget,
  locked: EXIT.locked,
  interrupted: EXIT.interrupted,
  "git-failed": EXIT.failed,
  "meta-corrupt": EXIT.failed,
  "journal-corrupt": EXIT.failed,
  "journal-mismatch": EXIT.failed,
  "script-mismatch": EXIT.failed,
  "path-refused": EXIT.failed,
  "disk-failed": EXIT.failed,
  bug: EXIT.failed,
};

export function exitCodeOf(code: ErrorCode | "bug"): number {
  return BY_CODE[code];
}
