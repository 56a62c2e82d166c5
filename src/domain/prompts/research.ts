// What research found, as the author of a document is told: either source may be missing.
import type { ReplyOf } from "../roles/reply-schema.ts";

type Findings = ReplyOf<"codebase-explorer">;

export interface Research {
  readonly codebase: Findings | undefined;
  readonly internet: Findings | undefined;
  /** Neither source answered. */
  readonly unavailable: boolean;
}

export function printFindings({ codebase, internet, unavailable }: Research): string {
  if (unavailable) return "Research unavailable.";
  return [
    `### In this repository\n${listOf(codebase, "Codebase search unavailable")}`,
    `### Elsewhere\n${listOf(internet, "No external solutions found")}`,
  ].join("\n\n");
}

function listOf(found: Findings | undefined, missing: string): string {
  if (!found) return missing;
  if (found.findings.length === 0) return found.no_findings_reason ?? "Nothing found.";
  return found.findings
    .map(({ finding, source, relevance }) => `- ${finding} (${source}${relevance ? `; relevance ${relevance}` : ""})`)
    .join("\n");
}
