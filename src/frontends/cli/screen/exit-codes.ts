// One table from what went wrong to what the shell sees (README, "Exit codes").
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
