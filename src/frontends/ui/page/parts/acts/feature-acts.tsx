import { useState } from "preact/hooks";
import type { FeatureRef, Problem } from "../../../view/model/common.ts";
import type { ContinueBody } from "../../../view/model/inbox.ts";
import { NO_AMOUNT, readAmount } from "../../logic/amount.ts";
import { moneyWords } from "../../logic/number-words.ts";
import { act } from "../../state/request.ts";
import { ProblemNote } from "../problem-note.tsx";
import { ActButton } from "./act-button.tsx";

interface OnFeature {
  readonly feature: FeatureRef;
  readonly label: string;
  readonly look?: "first" | "soft" | "plain";
}

export function ContinueButton({ feature, label, look, body = {} }: OnFeature & { readonly body?: ContinueBody }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const start = async () => {
    await act("continue", { repo: feature.repo, key: feature.key }, body);
    return undefined;
  };
  return (
    <>
      <ActButton label={label} {...(look && { look })} act={start} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

const STOPPED = {
  asked: "It stops at its next safe point",
  stopped: "It is stopped",
  over: "It had ended before",
  unreached: "Its process does not react",
  "nothing-runs": "Nothing runs there",
} as const;

/** First as soon as nothing is lost; who does not want to wait for that, at once. */
export function StopButton({ feature, label, look }: OnFeature) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isAsked, setAsked] = useState(false);
  const stop = async () => {
    const { how } = await act("stop", { repo: feature.repo, key: feature.key }, isAsked ? { now: true } : {});
    setAsked(how === "asked");
    return STOPPED[how];
  };
  return (
    <>
      <ActButton label={isAsked ? "Stop now" : label} {...(look && { look })} act={stop} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

/** The run asks how it should end. */
export function FinishButton({ feature, label, look }: OnFeature) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const finish = async () => {
    await act("finish", { repo: feature.repo, key: feature.key }, {});
    return undefined;
  };
  return (
    <>
      <ActButton label={label} {...(look && { look })} act={finish} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
    </>
  );
}

interface RaiseOf {
  readonly feature: FeatureRef;
  readonly needs: "maxCost" | "maxDispatches";
  readonly label: string;
  readonly body?: ContinueBody;
  /** What it was so far. */
  readonly before?: number | null;
}

/** Continues with a limit that the person names. */
export function RaiseForm({ feature, needs, label, body = {}, before }: RaiseOf) {
  const [amount, setAmount] = useState(String(body[needs] ?? ""));
  const [problem, setProblem] = useState<Problem | null>(null);
  const isMoney = needs === "maxCost";
  const named = readAmount(amount) ?? null;
  const start = async () => {
    if (named === null) return NO_AMOUNT;
    await act("continue", { repo: feature.repo, key: feature.key }, { ...body, [needs]: named });
    return undefined;
  };
  return (
    <div class="raise">
      <label>
        <span class="small muted">
          {isMoney ? "New budget, $" : "At most so many dispatches"}
          {before ? ` (so far ${isMoney ? moneyWords(before) : before})` : ""}
        </span>
        <input
          inputMode={isMoney ? "decimal" : "numeric"}
          value={amount}
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
      </label>
      <ActButton label={label} act={start} onProblem={setProblem} />
      {problem && <ProblemNote problem={problem} />}
    </div>
  );
}
