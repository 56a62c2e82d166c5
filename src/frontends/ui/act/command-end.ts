// How a command that the page has begun ended: what it said with `--json`, or what it printed instead.
import { type Diagnostic, toDiagnostic } from "../../../domain/text/errors.ts";
import { parseJson } from "../../../domain/text/json/json.ts";
import type { StartedApart } from "../../../ports/page-host.ts";
import type { Problem } from "../view/model/common.ts";

/** The command's own answer, for whoever is shown it. */
export class CommandFailed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** As the command says it with `--json`. */
export function problemOf(error: unknown): Problem {
  if (error instanceof CommandFailed) return error.problem;
  const { code, message, detail, fix = "iflow doctor" } = toDiagnostic(error);
  return { code, message, fix, ...(detail !== undefined && { detail }) };
}

type Ended = Awaited<StartedApart["ended"]>;

/** A run that waits, or has stopped and says why, is no failure: its journal tells it. */
export function readEnd({ code, stdout, stderr }: Ended): {
  readonly document: unknown;
  readonly problem: Problem | undefined;
} {
  const document = parseJson(stdout) as
    | { ok?: unknown; error?: Partial<Diagnostic>; data?: unknown }
    | null
    | undefined;
  const hasRun = typeof (document?.data as { run?: unknown } | null | undefined)?.run === "string";
  if (code === 0 || hasRun) return { document: document?.data, problem: undefined };
  const { code: name = "bug", message, fix = "iflow doctor", detail } = document?.error ?? {};
  const said = message ?? (stderr.trim().split("\n").slice(-5).join("\n") || `it ended with ${code ?? "a signal"}`);
  return { document: undefined, problem: { code: name, message: said, fix, ...(detail !== undefined && { detail }) } };
}

export function featureIn(data: unknown): string | undefined {
  const key = (data as { feature?: unknown } | null | undefined)?.feature;
  return typeof key === "string" ? key : undefined;
}
