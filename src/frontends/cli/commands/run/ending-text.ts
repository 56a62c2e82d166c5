// How runs end that no reviewer approved: a merge, a pull request, a retrospective, a person who decided against it.
import type { EndedPhase } from "../../../drive/context.ts";

/** Undefined for a phase that ends with an approval. */
export function endingText({ run, end }: EndedPhase): { what: string; next?: string } | undefined {
  if (end.choice === "cancelled") return { what: `${run.phase} was stopped; nothing was changed` };
  const { merge, pullRequest, push, branchDeleted, fallback } = end.facts ?? {};
  if (isMerge(merge)) {
    const branch = branchDeleted === true ? `, branch ${run.branch} deleted` : "";
    return {
      what: `${run.feature} merged into ${merge.base}: ${merge.commit.slice(0, 10)}${branch}`,
      next: typeof push === "string" ? `Next: ${push}` : 'Next: iflow create-feature "<what you want>"',
    };
  }
  if (typeof pullRequest === "string") {
    return { what: `pull request opened for ${run.feature}: ${pullRequest}`, next: "Next: get it reviewed" };
  }
  if (run.phase !== "retrospect") return undefined;
  return { what: fallback === true ? "retrospective written from the records alone" : "retrospective written" };
}

export function isMerge(value: unknown): value is { readonly commit: string; readonly base: string } {
  return typeof value === "object" && value !== null && "commit" in value && "base" in value;
}
