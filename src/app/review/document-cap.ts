// The cap of a document's review loop: the rounds are used up and issues are open. The person chooses, or a rule does;
// where neither may, the run stops, and stays stopped until somebody decides or changes the text.
import type { ArtifactKind } from "../../domain/documents/document-names.ts";
import { openText, ruleAtCap } from "../../domain/review/at-cap.ts";
import { printIssues } from "../../domain/review/register/issue-text.ts";
import { printOpenIssue } from "../../domain/review/register/register-text.ts";
import type { RoleIssue } from "../../domain/review/review-loop.ts";
import { thePhase } from "../../domain/run/events/work-words.ts";
import { disputeText } from "../../domain/run/questions/dispute-text.ts";
import { oneLine } from "../../domain/text/one-line.ts";
import { decide } from "../work/decide.ts";
import { noteCapDecision } from "../work/history.ts";
import type { PhaseRun } from "../work/state/phase-run.ts";
import { askPerson, stopFor } from "../work/wait-for.ts";
import { askWords } from "./ask-words.ts";
import type { CapEnd, CapMove } from "./loop/reviewed.ts";
import { takeOverEdits } from "./take-over-edits.ts";

export async function settleDocumentCap(phase: PhaseRun, kind: ArtifactKind, cap: CapMove): Promise<CapEnd> {
  const end = await settle(phase, kind, cap);
  const rule = phase.run.head.config.review.atCap === "accept" ? "review.atCap" : "--yolo";
  const by = end.by === "person" ? "person" : rule;
  await noteCapDecision(phase, cap.round, { decision: end.answer, by, issues: cap.issues });
  return end;
}

async function settle(phase: PhaseRun, kind: ArtifactKind, { round, issues }: CapMove): Promise<CapEnd> {
  for (let stops = 0; ; stops++) {
    const rule = ruleAtCap({
      subject: "document",
      yolo: phase.mode.yolo,
      setting: phase.run.head.config.review.atCap,
      issues,
    });
    if (rule === "accept") return { answer: "accepted", by: "rule" };
    if (rule === "ask") {
      const end = await askAtCap(phase, round, issues);
      if (end) return end;
    }
    const by = rule === "ask" ? "person" : "--yolo";
    // A rule that stops again has decided nothing new.
    if (by === "person" || stops === 0) await noteCapDecision(phase, round, { decision: "stopped", by, issues });
    await stopAtCap(phase, round, issues, stops);
    const edited = await takeOverEdits(phase, kind);
    if (edited.changed) return { answer: "again", by: "person", found: edited.found };
  }
}

/** Undefined when the person wants to stop here. */
async function askAtCap(phase: PhaseRun, round: number, issues: readonly RoleIssue[]): Promise<CapEnd | undefined> {
  const name = phase.steps.next(round, "at-cap");
  const answer = await askPerson(phase, {
    name,
    topic: "at-cap",
    text: `${thePhase(phase.name)} is not approved: ${openText(issues, round)}.`,
    detail: disputeText(issues),
    options: [
      { value: "again", label: "Another loop, with your words", hint: "you will be asked what the author should know" },
      {
        value: "accept",
        label: "Accept with the open issues",
        hint: "recorded, and told to later reviewers",
      },
      { value: "stop", label: "Stop here", hint: `nothing is completed; edit ${phase.artifact} or decide later` },
    ],
    default: "again",
  });
  if (answer === "accept") {
    await decide(phase, {
      kind: "accept",
      text: `${phase.artifact} as it is, with open issues:`,
      about: about(issues),
    });
    return { answer: "accepted", by: "person" };
  }
  if (answer !== "again") return undefined;
  return { answer: "again", by: "person", words: await askWords(phase, name, "author") };
}

const LONGEST = 400;

/** Each issue in a line, as later prompts are told. */
export function about(issues: readonly RoleIssue[]): string[] {
  const lines = issues.map((issue) =>
    oneLine(printOpenIssue({ ...issue, suggestion: "", suggested_fix: "" }).slice(2)),
  );
  return lines.map((line) => (line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`));
}

async function stopAtCap(phase: PhaseRun, round: number, issues: readonly RoleIssue[], stops: number): Promise<void> {
  const again = stops > 0 && phase.mode.yolo ? "Nothing has changed since the last stop. " : "";
  await stopFor(phase, {
    name: phase.steps.next(round, "cap-stop"),
    reason: "not-approved",
    text: `${again}${thePhase(phase.name)} is not approved: ${openText(issues, round)}.`,
    detail: printIssues(issues),
    fix: `edit ${phase.artifact}, or decide: iflow continue   (--yolo stops here until the text changes)`,
  });
}
