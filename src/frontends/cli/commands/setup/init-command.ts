// `iflow init`: at a terminal a few questions, the file they make, and one more question before it is written. With --yes
// what the project's files suggest, for scripts; without either it only shows that.
import { composeConfig, type InitPlan, isNothingToDo, planInit, writeConfig } from "../../../../app/setup/init.ts";
import { type Check, configuredChecks } from "../../../../domain/config/check-names.ts";
import { trustOf } from "../../../../domain/config/repository-trust.ts";
import { IflowError, toDiagnostic } from "../../../../domain/text/errors.ts";
import { EXIT } from "../../screen/exit-codes.ts";
import type { CommandResult } from "../../screen/output.ts";
import { inLine } from "../../screen/rows/row-texts.ts";
import { hangWords, wrapWords } from "../../screen/wrap-words.ts";
import type { CommandPlace } from "../command-place.ts";
import {
  type Begun,
  closingLines,
  confirmAccepted,
  dataOf,
  indented,
  stillMissing,
  triedData,
  untestedWords,
  writtenWords,
} from "./init/init-result.ts";
import { type Tried, tryChecks } from "./try-checks.ts";

export interface InitFlags {
  readonly yes?: boolean;
  /** False: the checks are not run. */
  readonly run?: boolean;
}

export async function initCommand(place: CommandPlace, flags: InitFlags): Promise<CommandResult> {
  const { ports, terminal, wiring } = place;
  const layers = await wiring.readConfigLayers(ports.repository);
  const begun = { plan: await planInit(ports, layers), was: trustOf(layers) };
  if (flags.yes) return takeProposals(place, begun, flags.run !== false);
  if (terminal.interactive) {
    const { runWizard } = await import("./init/run-wizard.ts");
    return runWizard(place, begun, flags.run !== false);
  }
  return isNothingToDo(begun.plan) ? nothingToDo(place, begun.plan) : proposal(place, begun.plan);
}

const NOT_TRIED: Tried = { checks: [], lines: [] };

/** The file is written first, so that a check that is stopped takes nothing with it. */
async function takeProposals(place: CommandPlace, begun: Begun, mayRun: boolean): Promise<CommandResult> {
  const { plan } = begun;
  const { config, ports, terminal } = place;
  const text = composeConfig(plan);
  const isWritten = !isNothingToDo(plan) && (await writeConfig(ports, plan, text));
  const notes = isWritten ? await confirmAccepted(place, begun, text) : [];
  const taken = Object.fromEntries(plan.checks.map(({ name, command }) => [name, command]));
  const checks = configuredChecks({ ...config.checks, ...taken }); // only those that count
  const tried = await tryAllowed(place, begun, mayRun ? checks : []);
  if (!isWritten) return nothingToDo(place, plan, tried, hasTests(checks));
  const { marks, paint, columns } = terminal;
  const found = await place.wiring.findRuntimes(plan.config);
  const { isEnough } = await ports.commits.identity();
  const missing = stillMissing(plan.config.runtime.default, found, isEnough);
  const words = [...writtenWords(plan, hasTests(checks)), ...notes, ...missing.words];
  return {
    data: { ...dataOf(plan, { written: true, text }), tried: tried.checks.map(triedData) },
    text: [
      `${paint.green(marks.pass)} ${plan.file} ${plan.before === undefined ? "created" : "extended"}`,
      indented(text),
      ...(hasTests(checks) ? [] : ciLines(plan, columns)),
      ...tried.lines,
      ...closingLines(words, columns, missing.first),
    ].join("\n"),
  };
}

/** A clone whose settings nobody has confirmed may not run its scripts either: `npm test` is what the clone says. */
async function tryAllowed(place: CommandPlace, { was }: Begun, checks: readonly Check[]): Promise<Tried> {
  if (checks.length === 0) return NOT_TRIED;
  if (was.state !== "unconfirmed") return tryChecks(place, checks);
  const words = "The checks were not run, because the file has settings that you have not confirmed.";
  return { checks: [], lines: wrapWords(`${words} iflow trust, then: iflow init --yes`, place.terminal.columns) };
}

const hasTests = (checks: readonly { readonly name: string }[]): boolean => checks.some(({ name }) => name === "test");

function nothingToDo(
  { terminal: { columns }, config }: CommandPlace,
  plan: InitPlan,
  { checks, lines }: Tried = NOT_TRIED,
  isTested = hasTests(configuredChecks(config.checks)),
): CommandResult {
  const words = `Nothing to do: ${plan.file} already has everything iflow would propose.`;
  const untested = isTested || config.checks.none ? [] : wrapWords(untestedWords(plan), columns);
  return {
    data: { ...dataOf(plan, { written: false, text: null }), tried: checks.map(triedData) },
    text: [...wrapWords(words, columns), ...lines, ...untested].join("\n"),
  };
}

function proposal({ terminal: { columns } }: CommandPlace, plan: InitPlan): CommandResult {
  const text = composeConfig(plan);
  const message = `${plan.before === undefined ? "Create" : "Extend"} ${plan.file}? Nothing was written.`;
  const error = toDiagnostic(new IflowError("needs-answer", message, { fix: "iflow init --yes" }));
  return {
    exit: EXIT.needsPerson,
    error,
    data: dataOf(plan, { written: false, text }),
    text: [
      `${plan.file} would be:`,
      indented(text),
      ...plan.checks.flatMap(({ name, from }) => hangWords(`  ${name}: `, from, columns)),
      ...ciLines(plan, columns),
      message,
      "  Fix: iflow init --yes",
    ].join("\n"),
  };
}

function ciLines({ ci }: InitPlan, columns: number): string[] {
  return ci.flatMap(({ file, line }) => hangWords("found in CI: ", `${inLine(line)}   (${file})`, columns));
}
