// An answer that a client without hooks reports as its user's. It is stored like any other, and what rests on the
// client's word is noted first, so that the history says so.
import { answeredByHost } from "../../domain/review/host-words.ts";
import type { Question } from "../../domain/run/questions/question.ts";
import { mayBeReported } from "../../domain/run/questions/reported-answer.ts";
import { isHosted, type RunSummary } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { Ports } from "../../ports/ports.ts";

export interface GivenAnswer {
  readonly question: string;
  readonly answer: string;
}

/** Returns the feature whose run can go on. */
export async function reportAnswer(
  { runs, hostDesk }: Pick<Ports, "runs" | "hostDesk">,
  given: GivenAnswer,
): Promise<string> {
  const { question: id } = given;
  const answer = given.answer.trim();
  const open = (await runs.open()).flatMap((run) => questionsIn(run).map((question) => ({ run, question })));
  const found = open.find(({ question }) => question.id === id);
  if (!found) {
    const ids = open.map(({ question }) => question.id).join(", ");
    const fix = ids === "" ? "call next" : `open are: ${ids}`;
    throw new IflowError("usage", `${id} is not an open question: unknown or answered already`, { fix });
  }
  const { run, question } = found;
  const { head } = run;
  // a run that hooks watch is answered where they see its user type
  const isItsHost = isHosted(run) && run.runtime.proof === "self";
  if (!isItsHost || !mayBeReported(question, answer)) {
    const attempt = `the answer "${answer}" to ${id} was reported; only a person may give it`;
    await hostDesk.noteAttempt(head.id, attempt.slice(0, 400));
    throw new IflowError("needs-answer", `only a person at a terminal may give this answer to ${id}`, {
      fix: `let the user run: iflow answer ${id}   (then call next)`,
      feature: head.feature,
    });
  }
  if ((await runs.answerTo(id)) === undefined) await hostDesk.noteAttempt(head.id, answeredByHost(id, answer));
  await runs.answer(id, answer);
  return head.feature;
}

function questionsIn({ pendings }: RunSummary): Question[] {
  return pendings.filter((pending) => pending.type === "question");
}
