// What a host did around a run, as its desk notes it, and the line of the history that tells it: what it tried and was
// refused, and answers for which there is only its word.
import { oneLine } from "../text/one-line.ts";
import { withoutSecrets } from "../text/secrets/secrets.ts";
import { hostRefused } from "./history/review-history.ts";

const ANSWERED = /^answered (\S+\.\d+) by the word of the host: ([\s\S]*)$/;

/** The note of an answer that the host reported as its user's. */
export function answeredByHost(question: string, answer: string): string {
  return `answered ${question} by the word of the host: ${answer}`;
}

/** The question such a note is about; undefined for an attempt that was refused. */
export function answeredQuestion(note: string): string | undefined {
  return ANSWERED.exec(note)?.[1];
}

export function hostMarker(note: string): string {
  const [, question, answer = ""] = ANSWERED.exec(note) ?? [];
  if (question === undefined) return hostRefused(note);
  return `SELF-REPORTED: answer to ${question}: ${withoutSecrets(oneLine(answer))}`;
}
