// `iflow kb …`: shows and completes the knowledge bank.
import {
  applyBackfill,
  type BackfillPlan,
  bankPath,
  type ListedEntry,
  listBank,
  planBackfill,
  showEntry,
} from "../../../../app/knowledge/knowledge-bank.ts";
import { searchMemory } from "../../../../app/knowledge/memory.ts";
import { shellWord } from "../../../../domain/text/shell-word.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { count } from "../../screen/numbers.ts";
import { confirm } from "../../screen/questions/ask.ts";
import { safeText } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { textsTable } from "../../screen/text-table.ts";
import type { CommandPlace } from "../command-place.ts";
import { plain, resultRows, shortly } from "./memory-command.ts";

export async function kbListCommand({ ports, config, terminal }: CommandPlace, flags: { readonly category?: string }) {
  const all = await listBank(ports, config.artifactsRoot);
  const entries = all.filter(({ category }) => flags.category === undefined || category === flags.category);
  const place = `${config.artifactsRoot}/knowledge-bank/`;
  const empty =
    all.length === 0
      ? `The knowledge bank is empty: retrospectives write to ${place}`
      : `No entries of this kind in ${place}`;
  return {
    data: { entries },
    text: (print: Print) =>
      entries.length === 0 ? empty : `${table(terminal, entries)}\n${print(nextSteps(terminal, entries))}`,
  };
}

function nextSteps({ paint }: Terminal, entries: readonly ListedEntry[]): string {
  const stale = entries.filter((entry) => entry.stale).length;
  const one = `Show one: iflow kb show ${shellWord(plain(entries[0]?.name ?? ""))}`;
  return paint.dim(stale === 0 ? one : `${one}; ${stale === 1 ? "one is" : `${stale} are`} stale: iflow kb stale`);
}

export async function kbShowCommand({ ports, config, terminal }: CommandPlace, name: string) {
  const { start: _start, end: _end, fields, ...entry } = await showEntry(ports, config.artifactsRoot, name);
  const values = fields.map((field) => ({ name: field.name, value: field.value }));
  const path = bankPath(config.artifactsRoot, entry.category);
  const text = `${safeText(entry.text)}\n\n${terminal.paint.dim(`in ${path}`)}`;
  return { verbatim: true as const, data: { entry: { ...entry, path, fields: values } }, text };
}

export async function kbSearchCommand(
  { ports, config, terminal }: CommandPlace,
  query: string,
  flags: { readonly category?: string; readonly limit: string },
) {
  const asked = { ...flags, query, limit: Number(flags.limit), source: "bank" as const };
  const results = await searchMemory(ports, config.artifactsRoot, asked);
  return resultRows(terminal, results, "No entry contains any of these words. All entries: iflow kb list");
}

export async function kbStaleCommand({ ports, config, terminal }: CommandPlace) {
  const entries = (await listBank(ports, config.artifactsRoot)).filter(({ stale }) => stale);
  const next = "\nThe next retrospective asks about them: keep, update or retire.";
  return {
    verbatim: true as const,
    data: { entries },
    text: entries.length === 0 ? "No entry is stale." : `${table(terminal, entries)}${next}`,
  };
}

export async function kbBackfillCommand(place: CommandPlace, flags: { readonly yes?: boolean }) {
  const { ports, config, terminal } = place;
  const { plans, undated } = await planBackfill(ports, config.artifactsRoot);
  const files = plans.map(({ path, added }) => ({ path, added }));
  const entries = plans.reduce((sum, { added }) => sum + added.length, 0);
  const end = (written: boolean, text: string, next?: string) => ({
    data: { files, undated, written },
    text: (print: Print) => [text, ...(next === undefined ? [] : ["", print(next)])].join("\n"),
  });
  const open = undatedText(undated);
  if (plans.length === 0) return end(false, open ?? "No entry is missing a field.");
  const diff = [printDiff(terminal, plans), ...(open ? ["", open] : [])].join("\n");
  if (!flags.yes && !terminal.interactive) {
    return end(false, diff, "Nothing was written. To write it: iflow kb backfill --yes");
  }
  terminal.say(diff);
  if (!flags.yes && !(await confirm(place, `Write this to ${count(plans.length, "file")}?`, true))) {
    return end(false, "Nothing was written.");
  }
  await applyBackfill(ports, plans);
  const done = `${terminal.paint.green(terminal.marks.pass)} ${count(entries, "entry", "entries")} completed`;
  return end(true, `${done}; review, then commit: ${plans.map(({ path }) => path).join(" ")}`);
}

function undatedText(undated: readonly string[]): string | undefined {
  if (undated.length === 0) return undefined;
  const names = undated.slice(0, MOST_NAMED).map(shortly);
  const more = undated.length > MOST_NAMED ? ", …" : "";
  const what = `${count(undated.length, "entry", "entries")} could not be dated: no feature is known`;
  return `${what}: ${names.join(", ")}${more}`;
}

const MOST_NAMED = 5;

function printDiff({ paint }: Terminal, plans: readonly BackfillPlan[]): string {
  return plans
    .flatMap(({ path, added }) => [
      paint.bold(path),
      ...added.flatMap(({ name, lines }) => [
        `  ### ${safeText(name)}`,
        ...lines.map((line) => paint.green(`  + ${safeText(line)}`)),
      ]),
    ])
    .join("\n");
}

/** What speaks against an entry. */
function marksText({ stale, challenged }: ListedEntry): string {
  const marks = [...(stale ? ["stale"] : []), ...(challenged.length > 0 ? [`challenged ${challenged.length}x`] : [])];
  return marks.length === 0 ? "" : ` (${marks.join(", ")})`;
}

function table({ paint, columns }: Terminal, entries: readonly ListedEntry[]): string {
  const head = ["kind", "seen", "last", "confidence", "entry"];
  const rows = entries.map((entry) => [
    entry.category,
    `${entry.observations}x`,
    entry.lastObserved === null ? "-" : `#${String(entry.lastObserved).padStart(3, "0")}`,
    entry.confidence,
    `${shortly(entry.name)}${marksText(entry)}`,
  ]);
  const [title = "", ...lines] = textsTable([head, ...rows], columns, ["confidence", "last"]);
  return [paint.dim(title), ...lines].join("\n");
}
