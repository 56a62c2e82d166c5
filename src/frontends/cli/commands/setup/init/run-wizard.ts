// `iflow init` at a terminal: asks, shows the file, asks once more, writes it, and says what is still missing.
import { writeConfig } from "../../../../../app/setup/init.ts";
import { changesFor } from "../../../../../app/setup/init-answers.ts";
import { changeConfig, changedKeys } from "../../../../../domain/config/config-file.ts";
import { parseJson } from "../../../../../domain/text/json/json.ts";
import type { Identity } from "../../../../../ports/git/repository.ts";
import type { CommandResult } from "../../../screen/output.ts";
import { confirmOrLeave, note } from "../../../screen/questions/ask.ts";
import { withoutControls } from "../../../screen/safe-text.ts";
import { hangWords, wrapWords } from "../../../screen/wrap-words.ts";
import type { CommandPlace } from "../../command-place.ts";
import {
  type Begun,
  closingLines,
  confirmAccepted,
  dataOf,
  stillMissing,
  triedData,
  writtenWords,
} from "./init-result.ts";
import { orLeave } from "./leave.ts";
import { type Answered, askEverything } from "./wizard.ts";

export async function runWizard(place: CommandPlace, begun: Begun, mayRun: boolean): Promise<CommandResult> {
  const { plan } = begun;
  const answers = await askEverything(place, plan, mayRun);
  const changes = changesFor(plan, answers);
  const text = changeConfig(plan.before, changes);
  const isChanged = text !== plan.before;
  if (!isChanged && !hasNewIdentity(answers)) return ended(place, begun, answers, { text: null, words: [NO_CHANGE] });
  if (!(await agrees(place, begun, answers, text, changedKeys(plan.before, changes)))) {
    return { data: dataOf(plan, { written: false, text: null }), text: "Nothing was written." };
  }
  if (isChanged) await writeConfig(place.ports, plan, text);
  const notes = isChanged ? await confirmAccepted(place, begun, text) : [];
  if (hasNewIdentity(answers)) await place.ports.commits.storeIdentity(answers.identity);
  return ended(place, begun, answers, {
    text: isChanged ? text : null,
    words: isChanged ? [...writtenWords(begun.plan, hasTestsIn(text)), ...notes] : [],
  });
}

function hasTestsIn(text: string): boolean {
  const { checks } = (parseJson(text) ?? {}) as { checks?: { test?: unknown } };
  return checks?.test !== undefined;
}

type WithIdentity = Answered & { readonly identity: Identity };

function hasNewIdentity(answers: Answered): answers is WithIdentity {
  return typeof answers.identity === "object";
}

/** Shows what would be written, and asks. */
async function agrees(place: CommandPlace, { plan }: Begun, answers: Answered, text: string, keys: readonly string[]) {
  const { columns } = place.terminal;
  const isNew = plan.before === undefined;
  const person = hasNewIdentity(answers) ? [`git: ${answers.identity.name} <${answers.identity.email}>`] : [];
  const isChanged = text !== plan.before;
  const file = [
    `${plan.file}${isNew ? "" : " will be"}:`,
    ...text
      .trimEnd()
      .split("\n")
      .flatMap((line) => fileLines(line, columns - FRAME)),
    ...(isNew || keys.length === 0 ? [] : wrapWords(`Changed: ${keys.join(", ")}`, columns - FRAME)),
  ];
  await note([...(isChanged ? file : []), ...person.flatMap((line) => wrapWords(line, columns - FRAME))]);
  return orLeave(await confirmOrLeave(place, isChanged ? `Write ${plan.file}?` : "Tell git this?", true));
}

/** A line of the file; a long one is continued below, not cut: it is about to be trusted. */
function fileLines(line: string, columns: number): string[] {
  const [indent = ""] = /^\s*/.exec(line) ?? [];
  return hangWords(`  ${indent.replaceAll("\t", "  ")}`, withoutControls(line.trim()), columns);
}

/** What stands before a line between two questions. */
const FRAME = 3;

function ended(
  { terminal }: CommandPlace,
  { plan }: Begun,
  answers: Answered,
  { text, words }: { readonly text: string | null; readonly words: readonly string[] },
): CommandResult {
  const { marks, paint, columns } = terminal;
  terminal.say("");
  const written = text === null ? [] : [`${paint.green(marks.pass)} ${plan.file} is written.`];
  const { words: missing, first } = stillMissing(answers.agent, answers.offered, answers.identity !== "unknown");
  return {
    data: { ...dataOf(plan, { written: text !== null, text }), tried: answers.trials.tried.map(triedData) },
    text: [...written, ...closingLines([...words, ...missing], columns, first)].join("\n"),
  };
}

const NO_CHANGE = "Nothing to change: the file says all of this already.";
