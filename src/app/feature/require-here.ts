// An open run is continued in the clone that works on it: what its agents have written and nobody has committed is only there.
import type { RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";

export function requireHere({ head, elsewhere }: Pick<RunSummary, "head" | "elsewhere">): void {
  if (elsewhere === undefined) return;
  const where = `${elsewhere.tree} on ${elsewhere.host}`;
  throw new IflowError("repository-state", `${head.phase} of ${head.feature} is worked on elsewhere: in ${where}`, {
    detail: "Its files are there. From here it can be watched, answered and stopped.",
    fix: "iflow continue   (there)",
    feature: head.feature,
  });
}
