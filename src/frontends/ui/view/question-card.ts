// One question as it is shown: its words, its options, and since when it waits.
import type { Question } from "../../../domain/run/questions/question.ts";
import type { FeatureRef } from "./model/common.ts";
import type { QuestionCard } from "./model/inbox.ts";
import { roundOf } from "./rounds.ts";
import type { RunState } from "./run-state.ts";

export interface QuestionInput {
  readonly feature: FeatureRef;
  readonly question: Question;
  readonly phase: string;
  readonly state: RunState | undefined;
  readonly canSkip: boolean;
  readonly isHosted: boolean;
}

export type Beside = Pick<QuestionCard, "issues" | "voices" | "document" | "diff" | "facts">;

const NOTHING_BESIDE: Beside = { issues: [], voices: [], document: null, diff: null, facts: [] };

export function questionCard(input: QuestionInput, beside: Beside = NOTHING_BESIDE): QuestionCard {
  const { feature, question, phase, state, canSkip, isHosted } = input;
  const { id = "", topic, text, detail, options, freeText } = question;
  const asked = state?.questions.findLast((one) => one.id === id);
  return {
    ...{ feature, id, topic, phase, round: state ? roundOf(state) : null },
    since: asked?.askedAt ?? state?.lastAt ?? new Date(0).toISOString(),
    ...{ text, detail: isSaidBeside(topic, beside) ? null : (detail ?? null), freeText: freeText === true, canSkip },
    options: options.map(({ value, label, hint }) => ({
      ...{ value, label, hint: hint ?? null, isDefault: value === question.default },
    })),
    elsewhere: isHosted ? `type "${id} <answer>" into the host's prompt` : null,
    ...beside,
  };
}

/** The detail of a dispute is its issue and the words of both sides, in lines. */
function isSaidBeside(topic: string, { issues, voices }: Beside): boolean {
  return topic === "dispute" && issues.length > 0 && voices.length === 2;
}
