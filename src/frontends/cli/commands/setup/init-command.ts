// `iflow init`: proposes, asks check by check, shows what it writes, and runs each check once. Without a terminal it
// writes and runs only with --yes.
import {
  acceptedBy,
  ciChoices,
  composeConfig,
  type InitPlan,
  isNothingToDo,
  planInit,
  withEnvironment,
  writeConfig,
} from "../../../../app/setup/init.ts";
import type { TriedCheck } from "../../../../app/setup/try-checks.ts";
import type { ProposedCheck } from "../../../../domain/checks/proposed-check.ts";
import { type Check, configuredChecks } from "../../../../domain/config/check-names.ts";
import { mergeConfig } from "../../../../domain/config/config.ts";
import { asWritten, hasNone, type RepositoryTrust, trustOf } from "../../../../domain/config/repository-trust.ts";
import type { TrustedValues } from "../../../../domain/config/trusted-keys.ts";
import { IflowError, toDiagnostic } from "../../../../domain/text/errors.ts";
import type { CommandContext } from "../../command.ts";
import { askText, choose } from "../../screen/ask.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { inLine } from "../../screen/row-texts.ts";
import type { CommandPlace } from "../command-place.ts";
import { type Tried, tryChecks } from "./try-checks.ts";

export interface InitFlags {
  readonly yes?: boolean;
  /** False: the checks are not run. */
  readonly run?: boolean;
}

export async function initCommand(place: CommandPlace, flags: InitFlags): Promise<CommandResult> {
  const { ports, config, terminal, wiring } = place;
  const layers = await wiring.readConfigLayers(ports.repository);
  const plan = await planInit(ports, mergeConfig(asWritten(layers)));
  const begun = { plan, was: trustOf(layers) };
  const mayRun = flags.run !== false && (flags.yes === true || terminal.interactive);
  if (isNothingToDo(plan)) {
    const stored = configuredChecks(config.checks); // only those that count
    const tried = mayRun ? await tryAll(place, plan, plan.before ?? "", stored) : undefined;
    return tried?.text === plan.before || !tried ? nothingToDo(plan, tried) : written(place, begun, tried);
  }
  if (!flags.yes && !terminal.interactive) return proposal(plan);

  const checks = flags.yes ? plan.checks : await askForEach(place, plan);
  if (checks === undefined) return { ...nothingToDo(plan), text: "Nothing was written." };
  const text = composeConfig(plan, checks);
  if (!(await writeConfig(ports, plan, text))) return { ...nothingToDo(plan), text: "Nothing was written." };
  if (!mayRun) return written(place, begun, { ...NOT_TRIED, text });
  terminal.say(`${terminal.paint.green(terminal.marks.pass)} ${plan.file} is written; now each check is run once`);
  const stored = Object.fromEntries(checks.map(({ name, command }) => [name, command]));
  return written(place, begun, await tryAll(place, plan, text, configuredChecks({ ...config.checks, ...stored })));
}

interface TriedConfig extends Tried {
  /** What the file holds now. */
  readonly text: string;
}

const NOT_TRIED: Tried = { checks: [], wanted: [], lines: [] };

/** The file is already written, so that a check that is stopped takes nothing with it. */
async function tryAll(
  place: CommandPlace,
  { file }: InitPlan,
  before: string,
  checks: readonly Check[],
): Promise<TriedConfig> {
  const tried = await tryChecks(place, checks);
  const text = tried.wanted.length === 0 ? before : withEnvironment(before, tried.wanted);
  await writeConfig(place.ports, { file, before }, text);
  return { ...tried, text };
}

interface Begun {
  readonly plan: InitPlan;
  /** What counted of the file before. */
  readonly was: RepositoryTrust;
}

async function written(
  place: CommandPlace,
  { plan, was }: Begun,
  { text, lines, checks }: TriedConfig,
): Promise<CommandResult> {
  const confirmed = await confirmAccepted(place, acceptedBy(plan, was, text));
  const { marks, paint } = place.terminal;
  return {
    data: { ...dataOf(plan, { written: true, text }), tried: checks.map(toData) },
    text: [
      `${paint.green(marks.pass)} ${plan.file} ${plan.before === undefined ? "created" : "extended"}`,
      indented(text),
      ...ciLines(plan),
      ...lines,
      "Agents may run the commands in `checks`, exactly as written. Commit the file when it looks right.",
      ...(confirmed === undefined ? [] : [confirmed]),
      'Next: iflow create-feature "<what you want>"',
    ].join("\n"),
  };
}

/** What the person accepted they need not confirm again; a line when that does not hold for the whole file. */
async function confirmAccepted(
  { wiring, ports }: CommandPlace,
  values: TrustedValues | undefined,
): Promise<string | undefined> {
  if (values === undefined) return "It also has settings that you have not confirmed: iflow trust";
  if (hasNone(values)) return undefined;
  try {
    await wiring.confirmTrust(ports.repository, values);
    return undefined;
  } catch (error) {
    const { message, fix } = toDiagnostic(error);
    return `${message}; ${fix}`;
  }
}

function toData({ name, command, passed, end, unseen }: TriedCheck): object {
  return { name, command, passed, end, unseen };
}

/** Undefined when the person leaves: then nothing is written, not even what was agreed to before. */
async function askForEach(context: CommandContext, plan: InitPlan): Promise<ProposedCheck[] | undefined> {
  const taken: ProposedCheck[] = [];
  for (const name of plan.missing) {
    const found = [...plan.checks.filter((check) => check.name === name), ...ciChoices(plan, name)];
    if (found.length === 0 && name !== "test") continue;
    const answer = await choose(context, `checks.${name}${name === "test" ? ": how are the tests run?" : ""}`, [
      ...found.map(({ command, from }, index) => ({ value: String(index), label: `${inLine(command)}   (${from})` })),
      { value: "other", label: "Type another command" },
      { value: "none", label: name === "test" ? "None: nothing will be tested" : "Leave it out" },
    ]);
    if (answer === undefined) return undefined;
    const typed = answer === "other" ? await askText(context, `checks.${name}`, found[0]?.command ?? "") : undefined;
    const chosen = typed === undefined ? found[Number(answer)] : { name, command: typed, from: "you" };
    if (chosen) taken.push(chosen);
  }
  return taken;
}

function nothingToDo(plan: InitPlan, { checks, lines }: Tried = NOT_TRIED): CommandResult {
  const text = `Nothing to do: ${plan.file} already has everything iflow would propose.`;
  return {
    data: { ...dataOf(plan, { written: false, text: null }), tried: checks.map(toData) },
    text: [text, ...ciLines(plan), ...lines].join("\n"),
  };
}

function proposal(plan: InitPlan): CommandResult {
  const text = composeConfig(plan, plan.checks);
  const message = `${plan.before === undefined ? "Create" : "Extend"} ${plan.file}? Nothing was written.`;
  const error = toDiagnostic(new IflowError("needs-answer", message, { fix: "iflow init --yes" }));
  return {
    exit: EXIT.needsPerson,
    error,
    data: dataOf(plan, { written: false, text }),
    text: [
      `${plan.file} would be:`,
      indented(text),
      ...plan.checks.map(({ name, from }) => `  ${name}: ${from}`),
      ...ciLines(plan),
      message,
      "  Fix: iflow init --yes",
    ].join("\n"),
  };
}

function dataOf(
  { file, before, checks, ci }: InitPlan,
  end: { readonly written: boolean; readonly text: string | null },
): object {
  return { file, exists: before !== undefined, checks, ci, ...end };
}

function ciLines({ ci }: InitPlan): string[] {
  return ci.map(({ file, line }) => `found in CI: ${inLine(line)}   (${file})`);
}

function indented(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "  ");
}
