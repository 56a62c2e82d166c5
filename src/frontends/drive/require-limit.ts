// A limit in dollars holds nothing for a model without a price, so the person says how often agents may be asked instead.
// `--yolo` never decides this; without a terminal the command ends and says which flag to give.
import { USUAL_DISPATCHES } from "../../domain/billing/feature-shape.ts";
import { type ChosenAgents, unpricedModels } from "../../domain/billing/model-prices.ts";
import type { Question } from "../../domain/run/question.ts";
import type { RunFlags } from "../../domain/run/run.ts";
import { IflowError } from "../../domain/text/errors.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { DrivePlace } from "./context.ts";

type Asking = Pick<DrivePlace, "config" | "person" | "signal">;

/** The flags with a limit that holds; before anything is created or paid. */
export async function withLimit(place: Asking, flags: RunFlags, agents: ChosenAgents): Promise<RunFlags> {
  const unpriced = unpricedModels(agents, place.config);
  if (unpriced.length === 0 || flags.maxDispatches !== undefined) return flags;
  return { ...flags, maxDispatches: await askForLimit(place, flags, unpriced) };
}

async function askForLimit(
  { person, signal }: Asking,
  { yolo }: Pick<RunFlags, "yolo">,
  unpriced: readonly string[],
): Promise<number> {
  if (!person.interactive || yolo) throw needsLimit(unpriced);
  const said = await person.ask(limitQuestion(unpriced), async () => true, signal);
  const limit = said === undefined || said === "answered-elsewhere" ? Number.NaN : Number(said.answer);
  if (!Number.isSafeInteger(limit) || limit < 1) throw needsLimit(unpriced);
  return limit;
}

function limitQuestion(unpriced: readonly string[]): Question {
  const usual = String(USUAL_DISPATCHES);
  return {
    type: "question",
    name: "limit",
    topic: "limit",
    text: `${unknownPrice(unpriced)}, so no budget can hold. How often may agents be asked for this feature?`,
    options: [
      { value: usual, label: `At most ${usual} times`, hint: "enough for most features" },
      { value: "stop", label: "Stop here", hint: "nothing was paid" },
    ],
    freeText: true,
    default: usual,
  };
}

function needsLimit(unpriced: readonly string[]): IflowError {
  return new IflowError("needs-answer", `${unknownPrice(unpriced)}, so no budget in dollars can hold`, {
    detail:
      "Say how often agents may be asked, or name the price (budget.prices in the\nsettings), or models with a known one (models).",
    fix: `the same command with --max-dispatches ${USUAL_DISPATCHES}`,
  });
}

function unknownPrice(unpriced: readonly string[]): string {
  return `the price of ${listNames(unpriced)} is unknown`;
}
