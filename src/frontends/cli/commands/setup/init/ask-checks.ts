// How changes are tested here, and what else must pass before a merge. What is chosen is run once; nothing is run that
// the person has not chosen.
import { ciChoices, type InitPlan } from "../../../../../app/setup/init.ts";
import type { InitAnswers } from "../../../../../app/setup/init-answers.ts";
import type { ProposedCheck } from "../../../../../domain/checks/proposed-check.ts";
import { CHECK_NAMES, type CheckName } from "../../../../../domain/config/check-names.ts";
import { explainConfig } from "../../../../../domain/config/config-origins.ts";
import { askText, choose, chooseSeveral } from "../../../screen/questions/ask.ts";
import { inLine } from "../../../screen/rows/row-texts.ts";
import type { CommandPlace } from "../../command-place.ts";
import { orLeave } from "./leave.ts";
import { listOptions } from "./option-label.ts";
import type { Trials } from "./trials.ts";

export async function askChecks(place: CommandPlace, plan: InitPlan, trials: Trials): Promise<InitAnswers["checks"]> {
  const test = await askTests(place, plan, trials);
  return { ...(test !== undefined && { test }), ...(await askOthers(place, plan, trials)) };
}

const OTHER = "\u0000other";
const NOTHING = "\u0000nothing";

async function askTests(place: CommandPlace, plan: InitPlan, trials: Trials): Promise<string | undefined> {
  const known = candidatesFor(plan, "test");
  for (;;) {
    const answer = await chooseTests(place, plan, known, trials);
    if (answer === NOTHING) return undefined;
    const command = answer === OTHER ? await typeCommand(place) : answer;
    if ((await trials.judge({ name: "test", command }, "Choose another command")) === "taken") return command;
    if (!known.some((one) => one.command === command)) known.push({ name: "test", command, from: "you" });
  }
}

async function chooseTests(place: CommandPlace, plan: InitPlan, known: readonly ProposedCheck[], trials: Trials) {
  const asks = "iflow will ask before it merges untested work";
  const options = [
    ...known.map((one) => ({ value: one.command, name: inLine(one.command), about: aboutCheck(one, trials) })),
    { value: OTHER, name: "another command" },
    {
      value: NOTHING,
      name: "nothing yet",
      about: plan.config.checks.none ? "and no question, as checks.none says" : asks,
    },
  ];
  const choices = listOptions(options, place.terminal.columns);
  const untried = known.find(({ command }) => trials.resultOf(command) === "");
  const isLeftOut = isSetUp(plan) && plan.config.checks.test === undefined;
  const initial = isLeftOut ? NOTHING : (untried?.command ?? OTHER);
  return orLeave(await choose(place, "How are changes tested here?", choices, initial));
}

function typeCommand(place: CommandPlace): Promise<string> {
  const refusal = (text: string) => (text === "" ? "A command, such as make test" : undefined);
  return askText(place, "Which command? It runs in a shell, at the top of the repository.", "", refusal).then(orLeave);
}

/** One line per check; those that are set or that the project's own files suggest are marked. */
async function askOthers(place: CommandPlace, plan: InitPlan, trials: Trials): Promise<InitAnswers["checks"]> {
  const found = CHECK_NAMES.filter((name) => name !== "test").flatMap((name) => candidatesFor(plan, name)[0] ?? []);
  if (found.length === 0) return {};
  const options = found.map(({ name, command, from }) => ({
    ...{ value: name, name, about: inLine(command), hint: `from ${from}` },
  }));
  const answer = await chooseSeveral(
    place,
    "What else must pass before a merge?",
    listOptions(options, place.terminal.columns),
    found.filter((one) => isProposed(plan, one)).map(({ name }) => name),
  );
  const marked = new Set(orLeave(answer));
  const taken: [CheckName, string][] = [];
  for (const { name, command } of found.filter((one) => marked.has(one.name)))
    if ((await trials.judge({ name, command }, "Leave it out")) === "taken") taken.push([name, command]);
  return Object.fromEntries(taken);
}

/** The one that is set, else what is suggested; then lines of CI, which are written for another machine. */
function candidatesFor(plan: InitPlan, name: CheckName): ProposedCheck[] {
  const command = plan.config.checks[name];
  const from = () => explainConfig(plan.layers).find(({ key }) => key === `checks.${name}`)?.from ?? plan.file;
  const all = [
    ...(command === undefined ? [] : [{ name, command, from: from() }]),
    ...plan.found.filter((one) => one.name === name),
    ...ciChoices(plan, name),
  ];
  return all.filter((one, at) => all.findIndex((other) => other.command === one.command) === at);
}

/** In a repository that has been set up before, what was left out then stays so. */
function isProposed(plan: InitPlan, { name, command }: ProposedCheck): boolean {
  if (plan.config.checks[name] === command) return true;
  return !isSetUp(plan) && plan.found.some((one) => one.name === name && one.command === command);
}

function isSetUp({ before }: InitPlan): boolean {
  return before !== undefined && JSON.parse(before).checks !== undefined;
}

function aboutCheck({ command, from }: ProposedCheck, trials: Trials): string {
  const result = trials.resultOf(command);
  return result === "" ? `from ${from}` : `from ${from}; ${result}`;
}
