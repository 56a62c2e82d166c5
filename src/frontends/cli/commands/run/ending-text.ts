// How runs end that no reviewer approved: a merge, a pull request, a retrospective, a person who decided against it.
import { phaseNoun } from "../../../../domain/run/events/work-words.ts";
import type { EndedPhase } from "../../../drive/context.ts";

/** Undefined for a phase that ends with an approval. */
export function endingText({ run, end }: EndedPhase): { what: string; next?: string } | undefined {
  if (end.choice === "cancelled") return { what: `${phaseNoun(run.phase)} left as it is; nothing was changed` };
  if (end.escalated) return { what: `${phaseNoun(run.phase)} needs full depth: it ${end.escalated.join(", and ")}` };
  if (end.outcome === "completed") return { what: `${phaseNoun(run.phase)} written and checked, not reviewed` };
  const { merge, pullRequest, push, branchDeleted, fallback } = end.facts ?? {};
  if (isMerge(merge)) {
    const branch = branchDeleted === true ? `, branch ${run.branch} deleted` : "";
    const how = merge.commits === undefined ? "" : " as one commit";
    const kept = merge.commits === undefined ? "" : `  its single commits: git log ${merge.commits}\n`;
    return {
      what: `${run.feature} merged into ${merge.base}${how}: ${merge.commit.slice(0, 10)}${branch}`,
      ...(kept !== "" || typeof push === "string"
        ? { next: `${kept}${typeof push === "string" ? `Next: ${push}` : ""}`.trimEnd() }
        : {}),
    };
  }
  if (typeof pullRequest === "string") {
    return { what: `pull request opened for ${run.feature}: ${pullRequest}`, next: "Next: get it reviewed" };
  }
  if (run.phase !== "retrospect") return undefined;
  return { what: fallback === true ? "retrospective written from the records alone" : "retrospective written" };
}

export function isMerge(
  value: unknown,
): value is { readonly commit: string; readonly base: string; readonly commits?: string } {
  return typeof value === "object" && value !== null && "commit" in value && "base" in value;
}
