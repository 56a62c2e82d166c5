// A limit in dollars holds nothing for a model without a price, so the person names the price, or says how often agents may
// be asked instead. `--yolo` never decides this; without a terminal the command ends and says which flag to give.
import { USUAL_DISPATCHES } from "../../../domain/billing/feature-shape.ts";
import { type ChosenAgents, type Unpriced, unpricedModels } from "../../../domain/billing/model-prices.ts";
import type { OwnPrice, OwnPrices } from "../../../domain/billing/usage.ts";
import type { Config } from "../../../domain/config/config.ts";
import type { Question } from "../../../domain/run/questions/question.ts";
import type { RunFlags } from "../../../domain/run/run.ts";
import { AgainWith, type Way } from "../../../domain/text/again-with.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { DrivePlace, Person } from "../context.ts";

type Asking = Pick<DrivePlace, "config" | "person" | "signal"> & {
  readonly wiring: Pick<DrivePlace["wiring"], "keepPrices">;
};

/** With what a run is held: its flags, and the settings with every price that is known now. */
export interface Held {
  readonly flags: RunFlags;
  readonly config: Config;
}

/** Flags and settings with a limit that holds; before anything is created or paid. */
export async function withLimit(place: Asking, flags: RunFlags, agents: ChosenAgents): Promise<Held> {
  const { config, person } = place;
  const unpriced = unpricedModels(agents, config);
  if (unpriced.length === 0) return { flags, config };
  if (flags.maxDispatches !== undefined) {
    sayWhatHolds(person, flags, unpriced);
    return { flags, config };
  }
  const isReported = agents.id === "host" && agents.proof === "self" && !person.interactive;
  if (isReported) throw needsLimitOfClient();
  if (!person.interactive || flags.yolo) throw needsLimit(unpriced);
  const said = await ask(place, limitQuestion(unpriced));
  if (said === PRICE) return { flags, config: await withPrices(place, unpriced) };
  const maxDispatches = Number(said);
  if (!Number.isSafeInteger(maxDispatches) || maxDispatches < 1) throw needsLimit(unpriced);
  return { flags: { ...flags, maxDispatches }, config };
}

const TOLD = new WeakSet<Person>();

/** Once in a command, which may begin several runs: a limit that the person has named must not seem to hold. */
function sayWhatHolds(person: Person, { maxCost, maxDispatches }: RunFlags, unpriced: readonly Unpriced[]): void {
  if (maxCost === undefined || TOLD.has(person)) return;
  TOLD.add(person);
  person.say(
    `${unknownPrice(unpriced)}: --max-cost ${maxCost} counts nothing there, --max-dispatches ${maxDispatches} holds.`,
  );
}

/** Asks for each of them, and keeps the answers in the person's own settings: nobody is asked about them again. */
async function withPrices(place: Asking, unpriced: readonly Unpriced[]): Promise<Config> {
  const prices: Record<string, OwnPrice> = {};
  for (const { model } of unpriced) if (model !== undefined) prices[model] = await askForPrice(place, model, unpriced);
  const path = await place.wiring.keepPrices(prices);
  place.person.say(`Kept in ${path} (budget.prices).`);
  const { budget } = place.config;
  return { ...place.config, budget: { ...budget, prices: { ...budget.prices, ...prices } satisfies OwnPrices } };
}

/** Until it can be read as a price, or the person leaves. */
async function askForPrice(place: Asking, model: string, unpriced: readonly Unpriced[]): Promise<OwnPrice> {
  for (let hint = ""; ; hint = "Two numbers are needed. ") {
    const said = await ask(place, priceQuestion(model, hint));
    if (said === undefined) throw needsLimit(unpriced);
    const [, input, output] = /^\$?(\d+(?:\.\d+)?)[\s,;/]+\$?(\d+(?:\.\d+)?)$/.exec(said.trim()) ?? [];
    if (input !== undefined && output !== undefined) return { input: Number(input), output: Number(output) };
  }
}

async function ask({ person, signal }: Asking, question: Question): Promise<string | undefined> {
  const said = await person.ask(question, async () => true, signal);
  return said === undefined || said === "answered-elsewhere" ? undefined : said.answer;
}

const PRICE = "price";

function limitQuestion(unpriced: readonly Unpriced[]): Question {
  const usual = String(USUAL_DISPATCHES);
  const canBePriced = unpriced.every(({ model }) => model !== undefined);
  return {
    type: "question",
    name: "limit",
    topic: "limit",
    text: `${unknownPrice(unpriced)}, so no budget can hold. How often may agents be asked for this feature?`,
    options: [
      { value: usual, label: `At most ${usual} times`, hint: "enough for most features" },
      ...(canBePriced ? [{ value: PRICE, label: "Name the price instead", hint: "then the budget holds" }] : []),
      { value: "stop", label: "Stop here", hint: "nothing was paid" },
    ],
    freeText: true,
    default: usual,
  };
}

function priceQuestion(model: string, hint: string): Question {
  return {
    type: "question",
    name: "price",
    topic: "limit",
    text: `${hint}What does ${model} cost, in US dollars per million tokens?\nInput and output, such as 0.6 2.2`,
    options: [],
    freeText: true,
  };
}

function needsLimit(unpriced: readonly Unpriced[]): IflowError {
  const ways: readonly Way[] = [{ flag: ["--max-dispatches", String(USUAL_DISPATCHES)], means: "At most so often" }];
  return new AgainWith("needs-answer", `${unknownPrice(unpriced)}, so no budget in dollars can hold`, ways, [
    "Say how often agents may be asked, or name the price (budget.prices in the\nsettings), or models with a known one (models).",
    "",
  ]);
}

/** For a client without hooks: its model reads this, and passes on what its user says. */
function needsLimitOfClient(): IflowError {
  return new IflowError("needs-answer", "what the agents of this client use is not told, so no budget can hold", {
    detail: `Ask the user how often agents may be asked for this feature; ${USUAL_DISPATCHES} is enough for most.`,
    fix: `call start or next with what they said, such as \`max_dispatches\`: ${USUAL_DISPATCHES}`,
  });
}

function unknownPrice(unpriced: readonly Unpriced[]): string {
  const names = unpriced.map(
    ({ model, runtime }) => model ?? (runtime === "host" ? "the client's agents" : `the model of ${runtime}`),
  );
  return `the price of ${listNames(names)} is unknown`;
}
