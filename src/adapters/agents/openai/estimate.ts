// OpenAI says what a request used only at its end, and some servers never do. What is not told is counted by its length, so
// that it is not missing in the bill; such numbers are marked as estimated.
import { estimateUsage, inputOf, type Usage } from "../../../domain/billing/usage.ts";
import type { AnswerWatch } from "../tool-loop/request/model-client.ts";
import { isOfServer } from "./failure.ts";

export interface Estimate {
  /**
   * The events of the answer. What was asked is paid for once a server has begun to answer, also when not one event comes;
   * unless it says itself that it failed.
   */
  follow(events: AsyncIterable<unknown>): AsyncIterable<unknown>;
  /** Something of the answer has arrived. */
  hear(characters: number): void;
  /**
   * The answer is whole. What the provider counted takes the place of the estimate; without that the estimate stands, for
   * an answer of at least so many characters.
   */
  settle(counted: Usage | undefined, characters?: number, searches?: number): void;
}

/** Often enough for whoever watches, and for the bill of an answer that breaks off. */
const TOLD_CHARS = 400;

export function estimateAnswer(body: object, { onUsage, onToken }: AnswerWatch): Estimate {
  const asked = JSON.stringify(body).length;
  let answered = 0;
  let told: number | undefined;
  const hear = (characters: number) => {
    answered += characters;
    if (characters > 0) onToken();
    if (told !== undefined && answered - told < TOLD_CHARS) return;
    told = answered;
    onUsage(estimateUsage(asked, answered));
  };
  return {
    hear,
    async *follow(events) {
      let isFree = false;
      try {
        yield* events;
      } catch (caught) {
        isFree = isOfServer(caught);
        throw caught;
      } finally {
        if (told === undefined && !isFree) hear(0);
      }
    },
    settle(counted, characters = 0, searches = 0) {
      const isTold = counted !== undefined && inputOf(counted) + counted.output > 0; // zeros are no count
      onUsage(isTold ? counted : estimateUsage(asked, Math.max(answered, characters)), searches);
    },
  };
}
