// OpenAI says what a request used only at its end. An answer that breaks off before that is counted by its length, so that
// it is not missing in the bill; such numbers are marked as estimated.
import { estimateUsage, type Usage } from "../../../domain/billing/usage.ts";
import type { AnswerWatch } from "../tool-loop/request/model-client.ts";

export interface Estimate {
  /** Something of the answer has arrived. */
  hear(characters: number): void;
  /** What the provider counted, in place of the estimate. */
  settle(usage: Usage, searches?: number): void;
}

/** Often enough for whoever watches, and for the bill of an answer that breaks off. */
const TOLD_CHARS = 400;

export function estimateAnswer(body: object, { onUsage, onToken }: AnswerWatch): Estimate {
  const asked = JSON.stringify(body).length;
  let answered = 0;
  let told: number | undefined;
  return {
    hear(characters) {
      answered += characters;
      if (characters > 0) onToken();
      if (told !== undefined && answered - told < TOLD_CHARS) return;
      told = answered;
      onUsage(estimateUsage(asked, answered));
    },
    settle: onUsage,
  };
}
