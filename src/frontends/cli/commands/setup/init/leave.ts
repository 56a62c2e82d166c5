// Leaving the wizard, with Ctrl-C or escape, ends it wherever it is.
import { IflowError } from "../../../../../domain/text/errors.ts";

/** The answer, if there is one. */
export function orLeave<Answer>(answer: Answer | undefined): Answer {
  if (answer === undefined) throw new IflowError("interrupted", "You left. Nothing was written.");
  return answer;
}
