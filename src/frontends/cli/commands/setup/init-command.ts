// `iflow init`: proposes, asks check by check, shows what it writes. Without a terminal it writes only with --yes.
import {
  acceptedBy,
  ciChoices,
  composeConfig,
  type InitPlan,
  isNothingToDo,
  planInit,
  writeConfig,
} from "../../../../app/setup/init.ts";
import type { ProposedCheck } from "../../../../domain/checks/proposed-check.ts";
import { mergeConfig } from "../../../../domain/config/config.ts";
import { asWritten, hasNone, trustOf } from "../../../../domain/config/repository-trust.ts";
import type { TrustedValues } from "../../../../domain/config/trusted-keys.ts";
import { IflowError, toDiagnostic } from "../../../../domain/text/errors.ts";
import type { CommandContext } from "../../command.ts";
import { askText, choose } from "../../screen/ask.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { inLine } from "../../screen/row-texts.ts";
import type { CommandPlace } from "../command-place.ts";

export async function initCommand(place: CommandPlace, flags: { readonly yes?: boolean }) {
  const { ports, wiring } = place;
  const layers = await wiring.readConfigLayers(ports.repository);
  const plan = await planInit(ports, mergeConfig(asWritten(layers)));
  if (isNothingToDo(plan)) return nothingToDo(plan);
  if (!flags.yes && !place.terminal.interactive) return proposal(plan);

  const checks = flags.yes ? plan.checks : await askForEach(place, plan);
  if (checks === undefined) return { ...nothingToDo(plan), text: "Nothing was written." };
  const text = composeConfig(plan, checks);
  if (!(await writeConfig(ports, plan, text))) return { ...nothingToDo(plan), text: "Nothing was written." };
  const confirmed = await confirmAccepted(place, acceptedBy(plan, trustOf(layers), text));
  const { marks, paint } = place.terminal;
  return {
    data: dataOf(plan, { written: true, text }),
    text: [
      `${paint.green(marks.pass)} ${plan.file} ${plan.before === undefined ? "created" : "extended"}`,
      indented(text),
      ...ciLines(plan),
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

function nothingToDo(plan: InitPlan): CommandResult {
  return {
    data: dataOf(plan, { written: false, text: null }),
    text: [`Nothing to do: ${plan.file} already has everything iflow would propose.`, ...ciLines(plan)].join("\n"),
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
