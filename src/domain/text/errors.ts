// Everything iflow throws on purpose. `code` is stable and machine readable, `fix` is one thing the reader can do
// next. Anything that is not an IflowError is a bug and is shown with its stack.

export type ErrorCode =
  | "usage" // the person asked for something that cannot be done the way they asked
  | "config-invalid"
  | "not-a-repository"
  | "repository-state" // unborn or detached HEAD, a merge in progress, a wrong branch
  | "git-failed"
  | "feature-unknown"
  | "meta-corrupt"
  | "journal-corrupt"
  | "journal-mismatch" // the journal was written by another program version or for another world
  | "blocked" // a hard prerequisite or a gate does not hold
  | "not-approved"
  | "needs-answer"
  | "agent-unavailable"
  | "script-mismatch" // the scripted agent was asked something its script does not expect
  | "path-refused"
  | "budget-reached"
  | "locked"
  | "disk-failed"
  | "interrupted";

interface IflowErrorOptions extends ErrorOptions {
  /** One thing the reader can do next, usually a command. */
  readonly fix?: string;
  /** Lines that belong below the message: places, what was looked for. */
  readonly detail?: string;
  /** The feature that commands in `fix` and `detail` are about; whoever prints them adds its name where they need it. */
  readonly feature?: string;
}

export class IflowError extends Error {
  readonly code: ErrorCode;
  readonly fix: string | undefined;
  readonly detail: string | undefined;
  feature: string | undefined;

  constructor(code: ErrorCode, message: string, options: IflowErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "IflowError";
    this.code = code;
    this.fix = options.fix;
    this.detail = options.detail;
    this.feature = options.feature;
  }
}

/** The same error, about this feature unless it already says which. */
export function aboutFeature(error: unknown, feature: string): unknown {
  if (error instanceof IflowError) error.feature ??= feature;
  return error;
}

export const DISK_FULL_FIX =
  "Free some space on that disk (or raise the limit), then run `iflow continue`: everything recorded is kept.";

/** Whatever was being written, wherever: it is never a bug. The message of the system names the file. */
function isDiskFull(error: unknown): error is Error {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EFBIG"].includes(String(error.code));
}

/** One shape for every front end: terminal text, --json, MCP. */
export interface Diagnostic {
  readonly code: ErrorCode | "bug";
  readonly message: string;
  readonly detail?: string;
  readonly fix?: string;
}

export function toDiagnostic(error: unknown): Diagnostic {
  if (error instanceof IflowError) {
    const { code, message, detail, fix } = error;
    return { code, message, ...(detail !== undefined && { detail }), ...(fix !== undefined && { fix }) };
  }
  if (isDiskFull(error)) {
    return { code: "disk-failed", message: `cannot write: ${error.message}`, fix: DISK_FULL_FIX };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: "bug", message, fix: "This is a bug in iflow. Please report it with the text above." };
}
