// The cap of a code review is reached. The person decides; with --yolo the run stops, because code that failed every round
// must not be approved automatically.
import { printIssue } from "../../../domain/review/issue-text.ts";
import type { BreakerAnswer, RoleIssue } from "../../../domain/review/review-loop.ts";
import type { Parts } from "../../work/state/phase-run.ts";
import { askPerson, pauseFor } from "../../work/wait-for.ts";
import type { Implementation } from "./implementation.ts";

interface Cap {
  readonly round: number;
  readonly issues: readonly RoleIssue[];
}

/** Every role has passed, but the cap left no room for the final validation. */
export const UNVALIDATED = "The last change was not validated by everybody.";

const ANSWERS: Readonly<Record<string, BreakerAnswer>> = {
  "force-approve": "forced",
  pause: "paused",
  abandon: "abandoned",
};

export async function askBreaker(
  phase: Parts<"run" | "steps">,
  code: Implementation,
  cap: Cap,
): Promise<BreakerAnswer> {
  if (phase.run.head.flags.yolo) return stopYolo(phase, cap);
  const name = phase.steps.next(cap.round, "breaker");
  const answer = await askPerson(phase, {
    name,
    topic: "breaker",
    text: `Review reached ${cap.round} rounds without full approval. ${openText(cap.issues)}`,
    options: [
      { value: "pause", label: "Pause and look yourself", hint: "stops here, nothing lost" },
      {
        value: "force-approve",
        label: "Force approve with warnings",
        hint: "keeps the open issues in reviewerNotes",
      },
      { value: "abandon", label: "Abandon changes", hint: "leaves branch and files, phase not completed" },
    ],
    default: "pause",
  });
  const end = ANSWERS[answer] ?? "paused";
  if (end !== "forced") await stop(phase, code, `${name}/${end}`, end);
  return end;
}

async function stop(phase: Parts<"run">, code: Implementation, name: string, end: BreakerAnswer): Promise<void> {
  await pauseFor(phase, {
    name,
    reason: "not-approved",
    text:
      end === "paused"
        ? "implement is paused; these files were changed:"
        : "implement is abandoned: the phase is not completed, and these files are left as they are:",
    detail: code.files.join("\n"),
    fix: "once you have looked or repaired: iflow continue   (reviews again from round 1)",
  });
}

async function stopYolo(phase: Parts<"run" | "steps">, { round, issues }: Cap): Promise<BreakerAnswer> {
  const open = issues.map((issue) => printIssue(issue)).join("\n") || UNVALIDATED;
  await pauseFor(phase, {
    name: phase.steps.next(round, "breaker-yolo"),
    reason: "not-approved",
    text: `YOLO MODE STOPPED: Implementation review failed after ${round} iterations.`,
    detail: `Unresolved issues:\n${open}\nResume with: iflow continue`,
    fix: "repair it or look at it, then: iflow continue   (reviews again from round 1)",
  });
  return "paused";
}

function openText(issues: readonly RoleIssue[]): string {
  const [first] = issues;
  if (!first) return UNVALIDATED;
  const more = issues.length > 1 ? ` and ${issues.length - 1} more` : "";
  return `Open: ${first.reviewer}: ${first.description}${more}.`;
}
