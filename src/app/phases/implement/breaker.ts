// The cap of a code review is reached. The person decides; with --yolo the run stops, because code that failed every round
// must not be approved automatically. A stop stays a stop: on unchanged code no new reviewers are asked.
import { countOpen, ruleAtCap } from "../../../domain/review/at-cap.ts";
import type { CapDecision } from "../../../domain/review/history/review-history.ts";
import { printIssue } from "../../../domain/review/register/issue-text.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import { disputeText } from "../../../domain/run/questions/dispute-text.ts";
import type { Option } from "../../../domain/run/questions/question.ts";
import { askWords } from "../../review/ask-words.ts";
import { about } from "../../review/document-cap.ts";
import type { CapEnd, CapMove } from "../../review/loop/reviewed.ts";
import { decide } from "../../work/decide.ts";
import { noteCapDecision } from "../../work/history.ts";
import type { PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson, stopFor } from "../../work/wait-for.ts";
import { hasChanged } from "./code/code-world.ts";
import type { Implementation } from "./code/implementation.ts";

/** Every role has passed, but the cap left no room for the final validation. */
export const UNVALIDATED = "The last change was not validated by everybody.";

export async function askBreaker(phase: PhaseRun, code: Implementation, cap: CapMove): Promise<CapEnd> {
  const end = await settle(phase, code, cap);
  await note(phase, cap, end.answer, "person"); // no rule approves code
  return end;
}

/** What was open stands beside the decision. */
function note(
  phase: PhaseRun,
  { round, issues }: CapMove,
  decision: CapDecision["decision"],
  by: CapDecision["by"],
): Promise<void> {
  const unvalidated: RoleIssue = { severity: "warning", description: UNVALIDATED, reviewer: "iflow" };
  return noteCapDecision(phase, round, { decision, by, issues: issues.length > 0 ? issues : [unvalidated] });
}

async function settle(phase: PhaseRun, code: Implementation, cap: CapMove): Promise<CapEnd> {
  for (let stops = 0; ; stops++) {
    const { yolo } = phase.mode;
    const rule = ruleAtCap({ subject: "code", yolo, setting: "ask", issues: cap.issues });
    if (rule === "stop") {
      if (stops === 0) await note(phase, cap, "stopped", "--yolo"); // stopping again decides nothing new
      await stopYolo(phase, cap, stops);
    } else {
      const end = await ask(phase, code, cap, stops);
      if (end) return end;
    }
    if (await hasChanged(phase, code, cap.round)) return { answer: "again", by: "person" };
  }
}

const AGAIN: Option = {
  value: "again",
  label: "Another loop, with your words",
  hint: "the fixer gets the open issues and what you say; then all reviewers look again",
};

/** Undefined when the person wants to look themselves: the run stops until it is continued. */
async function ask(phase: PhaseRun, code: Implementation, cap: CapMove, stops: number): Promise<CapEnd | undefined> {
  const name = phase.steps.next(cap.round, "breaker");
  const unchanged = stops === 0 ? "" : " Nothing has changed since it stopped.";
  const answer = await askPerson(phase, {
    name,
    topic: "breaker",
    text: `Review reached ${cap.round} ${cap.round === 1 ? "round" : "rounds"} without full approval. ${openText(cap.issues)}${unchanged}`,
    ...(cap.issues.length > 0 && { detail: disputeText(cap.issues) }),
    options: [
      ...(stops === 0 ? [] : [AGAIN]),
      { value: "pause", label: "Pause and look yourself", hint: "stops here, nothing lost" },
      {
        value: "force-approve",
        label: "Force approve with warnings",
        hint: "accepted, not approved: the open issues stay in reviewerNotes",
      },
      { value: "abandon", label: "Abandon changes", hint: "leaves branch and files, phase not completed" },
    ],
    default: "pause",
  });
  if (answer === "force-approve") {
    const open = cap.issues.length === 0 ? [UNVALIDATED] : about(cap.issues);
    await decide(phase, { kind: "force", text: "the code as it is, with open issues:", about: open });
    return { answer: "accepted", by: "person" };
  }
  if (answer === "abandon") return { answer: "abandoned", by: "person" };
  if (answer === "again") return { answer: "again", by: "person", words: await askWords(phase, name, "fixer") };
  await note(phase, cap, "stopped", "person");
  await stopFor(phase, {
    name: `${name}/paused`,
    reason: "not-approved",
    text: "implement is paused; these files were changed:",
    detail: code.files.join("\n"),
    fix: "once you have looked or repaired: iflow continue   (changed code is reviewed again from round 1)",
  });
  return undefined;
}

async function stopYolo(phase: PhaseRun, { round, issues }: CapMove, stops: number): Promise<void> {
  const open = issues.map((issue) => printIssue(issue)).join("\n") || UNVALIDATED;
  const again = stops === 0 ? "" : " Nothing has changed since the last stop, so no reviewer is asked again.";
  await stopFor(phase, {
    name: phase.steps.next(round, "breaker-yolo"),
    reason: "not-approved",
    text: `YOLO MODE STOPPED: Implementation review failed after ${round} iterations.${again}`,
    detail: `Unresolved issues:\n${open}\nResume with: iflow continue`,
    fix: "repair it, or decide: iflow continue   (--yolo stops here until the code changes)",
  });
}

function openText(issues: readonly RoleIssue[]): string {
  return issues.length === 0 ? UNVALIDATED : `${countOpen(issues)} open.`;
}
