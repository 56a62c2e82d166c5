// What a turn has used, over all of its requests and all attempts of each: an attempt that broke off has been paid for
// as well. The meter also says when a limit is reached.
import { addUsage, costOf, NO_USAGE, type OwnPrices, type Usage } from "../../../../domain/billing/usage.ts";

export interface TurnLimits {
  /** Answers of the model in one dispatch. */
  readonly maxTurns: number;
  readonly maxOutputTokens: number;
  /** US dollars at list price. A model without a price is held by the two others: no dollars can be counted. */
  readonly maxCost: number;
}

export interface Meter {
  /** What the running attempt has used so far. */
  report(usage: Usage, searches?: number): void;
  /** The attempt is over, however it ended. */
  settle(): void;
  usage(): Usage;
  outputLeft(): number;
  /** Why no further request may be made, and what would let it. */
  reached(answers: number): { readonly error: string; readonly needs: string } | undefined;
}

/** The same meter for requests that look something up on the web beside the conversation. */
export function webMeter(meter: Meter): Pick<Meter, "report" | "settle"> {
  return {
    report: (usage, searches = 0) =>
      meter.report({ ...usage, web: { searches, input: usage.input, output: usage.output } }),
    settle: meter.settle,
  };
}

export interface Metered {
  readonly model: string;
  readonly limits: TurnLimits;
  readonly prices?: OwnPrices | undefined;
  /** The settings with the limits are called after it. */
  readonly runtime: string;
}

/** `tell` receives what the turn has used so far, whenever a request begins to be answered and when it is over. */
export function createMeter(
  { model, limits, prices, runtime }: Metered,
  tell: (tokens: number, usage?: Usage) => void,
): Meter {
  let settled = NO_USAGE;
  let running = NO_USAGE;
  let told = 0;
  let firstRead: number | undefined;
  const total = () => {
    const usage = addUsage(settled, running);
    return firstRead === undefined ? usage : { ...usage, firstRead };
  };
  const tokensSoFar = () => {
    const { input, cacheRead, cacheWrite, output } = total();
    return input + cacheRead + cacheWrite + output;
  };
  const limitReached = (name: keyof TurnLimits, what: string) => ({
    error: `${what} and was not done: ${runtime}.${name} is ${limits[name]}`,
    needs: `raise ${runtime}.${name}`,
  });
  return {
    report(usage) {
      const isFirst = running === NO_USAGE;
      running = usage;
      if (!usage.estimated) firstRead ??= usage.cacheRead;
      const tokens = tokensSoFar();
      if (isFirst) tell(tokens, total());
      else if (tokens > told) tell(tokens);
      told = tokens;
    },
    settle() {
      if (running === NO_USAGE) return;
      settled = addUsage(settled, running);
      running = NO_USAGE;
      tell(tokensSoFar(), total());
    },
    usage: total,
    outputLeft: () => limits.maxOutputTokens - total().output,
    reached(answers) {
      const cost = costOf(total(), model, prices);
      if (answers >= limits.maxTurns)
        return limitReached("maxTurns", `the model answered ${answers === 1 ? "once" : `${answers} times`}`);
      if (total().output >= limits.maxOutputTokens)
        return limitReached("maxOutputTokens", `the model wrote ${total().output} tokens`);
      if (cost !== undefined && cost >= limits.maxCost)
        return limitReached("maxCost", `this dispatch cost $${cost.toFixed(2)}`);
      return undefined;
    },
  };
}
