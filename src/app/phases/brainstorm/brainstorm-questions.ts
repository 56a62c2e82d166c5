// The author's own questions about this idea. What it left in "Open Questions" after the draft goes to the person, if one
// sat there when the brainstorm began; the answers go back to the author before a reviewer is paid. A question that is
// not answered stays in the document.
import type { Decision } from "../../../domain/feature/meta/decision.ts";
import { openQuestions } from "../../../domain/review/open-questions.ts";
import type { RoleIssue } from "../../../domain/review/review-loop.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import { wish } from "../../work/decide.ts";
import { findKeptText } from "../../work/given/artifact-text.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";

const LEAVE = "leave";

export interface AnsweredQuestion {
  readonly issue: RoleIssue;
  readonly decision: Decision;
}

/** What the author has to work in; empty when nothing was asked or answered. */
export async function answerAuthor(phase: PhaseRun): Promise<AnsweredQuestion[]> {
  const questions = await findQuestions(phase);
  if (questions.length === 0) return [];
  const answers = await phase.run.wait(questions.map(toQuestion));
  const answered: AnsweredQuestion[] = [];
  for (const [index, question] of questions.entries()) {
    const answer = answers[index] ?? LEAVE;
    if (answer === LEAVE) continue;
    answered.push(
      await wish(phase, "review", { kind: "ruling", text: `Open question: ${question} Answer: ${answer}` }),
    );
  }
  return answered;
}

/** Read from the copy that the run keeps, so a replay finds the same ones. */
async function findQuestions(phase: Parts<"mode" | "run" | "world">): Promise<string[]> {
  if (phase.run.head.flags.attended !== true || phase.mode.yolo) return [];
  return openQuestions((await findKeptText(phase)) ?? "");
}

function toQuestion(text: string, index: number): Question {
  return {
    type: "question",
    name: `brainstorm/1/0/open-question-${index + 1}`,
    topic: "author-question",
    text,
    options: [{ value: LEAVE, label: "Leave it open", hint: "it stays in the PRD" }],
    freeText: true,
    default: LEAVE,
  };
}
