// `iflow memory …`: stores what was noticed and finds it again.
import { resolve } from "node:path";
import {
  entryNameOf,
  exportMemories,
  forgetMemory,
  importMemories,
  type ListedMemory,
  listMemories,
  NOTHING_FOUND,
  searchMemory,
  storedText,
  storeMemory,
} from "../../../../app/knowledge/memory.ts";
import type { Category, Confidence, EntryName } from "../../../../domain/knowledge/knowledge-bank.ts";
import { shortName } from "../../../../domain/knowledge/knowledge-bank-edit.ts";
import type { RankedMemory } from "../../../../domain/knowledge/memory-ranking.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { printableJson } from "../../../../domain/text/json/printable-json.ts";
import { cutAt } from "../../../../domain/text/words/foreign-words.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import type { CommandContext } from "../../command.ts";
import { count } from "../../screen/numbers.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import { inLine } from "../../screen/rows/row-texts.ts";
import { safeText } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { textsTable } from "../../screen/text-table.ts";

export interface ScopeFlags {
  readonly global?: boolean;
}

export interface MemoryAddFlags extends ScopeFlags {
  readonly name?: string;
  readonly category: Category;
  readonly because?: string;
  readonly confidence: Confidence;
  readonly keywords?: string;
  readonly references?: string;
}

const LONGEST_NAME = 60;
/** Shown length of a description: enough to see whether it is the right one. */
const LONGEST_SHOWN = 300;

/** A person's own memories are available anywhere; only a project's memories need its repository. */
async function openMemory({ open, wiring }: CommandContext, { global }: ScopeFlags) {
  if (global) return { ports: { memory: wiring.ownMemory() }, artifactsRoot: "" };
  try {
    const { ports, config } = await open();
    return { ports, artifactsRoot: config.artifactsRoot };
  } catch (cause) {
    if (!(cause instanceof IflowError) || cause.code !== "not-a-repository") throw cause;
    throw new IflowError("not-a-repository", "project memories are kept in a repository, and there is none here", {
      cause,
      detail: cause.message,
      fix: "run this in a repository, or use your own memories: --global",
    });
  }
}

export async function memoryAddCommand(context: CommandContext, text: string, flags: MemoryAddFlags) {
  const { ports } = await openMemory(context, flags);
  const { terminal } = context;
  const input = {
    name: flags.name ?? shortName(text),
    description: text,
    reasoning: flags.because ?? "Noted by hand",
    category: flags.category,
    confidence: flags.confidence,
    keywords: listOf(flags.keywords),
    references: listOf(flags.references),
    source: "manual" as const,
  };
  const stored = await storeMemory(ports, input, scopeOf(flags));
  const { scope, reinforced } = stored;
  const { id, name, observations } = stored.memory;
  const undo = `iflow memory forget ${id.slice(0, SHOWN_ID)}${flags.global ? " --global" : ""}`;
  const what = `${terminal.paint.green(terminal.marks.pass)} ${plain(storedText(stored))}`;
  return {
    data: { id, name, scope, observations, reinforced },
    text: (print: Print) => [what, ...(reinforced ? [] : [terminal.paint.dim(`  Undo: ${print(undo)}`)])].join("\n"),
  };
}

export async function memorySearchCommand(
  context: CommandContext,
  query: string,
  { global, ...flags }: ScopeFlags & { readonly category?: string; readonly limit: string },
) {
  const { ports, artifactsRoot } = await openMemory(context, { ...(global && { global }) });
  const results = await searchMemory(ports, artifactsRoot, { ...flags, query, limit: Number(flags.limit) });
  return resultRows(context.terminal, results);
}

/** Used by both searches. */
export function resultRows(
  { paint, marks, columns }: Terminal,
  found: readonly RankedMemory[],
  nothing = NOTHING_FOUND,
) {
  const results = found.map(
    ({ id, name, description, category, observations, score, confidence, source, scope, matched, takenOverBy }) => ({
      ...{ name, description, category, observations, score, id, confidence, source, scope, matched },
      entry: entryNameOf(takenOverBy),
    }),
  );
  const blocks = results.map(({ name, description, category, observations, score, source, scope, entry }) => {
    const facts = [category, `seen ${observations}x`, placeText({ source, scope }), score.toFixed(2)];
    return [
      `${paint.bold(shortly(name))}  ${paint.dim(facts.join(` ${marks.dot} `))}`,
      wordsRow("  ", cutAt(plain(description), LONGEST_SHOWN), columns),
      ...(entry ? [`  ${pointerText(entry, marks.arrow)}`] : []),
    ].join("\n");
  });
  return { data: { results }, text: (print: Print) => blocks.join("\n") || print(nothing) };
}

function placeText({ source, scope }: Pick<RankedMemory, "source" | "scope">): string {
  if (source === "bank") return "knowledge bank";
  return scope === "global" ? "global memory" : "memory";
}

function pointerText({ name }: EntryName, arrow: string): string {
  return `${arrow} in the knowledge bank: ${shortly(name)}`;
}

export async function memoryListCommand(context: CommandContext, flags: ScopeFlags) {
  const { ports, artifactsRoot } = await openMemory(context, flags);
  const memories = await listMemories(ports, artifactsRoot);
  return { data: { memories }, text: (print: Print) => listText(context.terminal, memories, flags, print) };
}

function listText(
  { paint, marks, columns }: Terminal,
  memories: readonly ListedMemory[],
  { global }: ScopeFlags,
  print: Print,
): string {
  if (memories.length === 0) {
    return print(`No memories yet: iflow memory add "<what you noticed>"${global ? " --global" : ""}`);
  }
  // Only a project knows how a memory fared.
  const head = ["id", "kind", "seen", ...(global ? [] : ["handed over", "rounds with / without"]), "memory"];
  const rows = memories.map((one) => [
    one.source === "bank" ? "-" : one.id.slice(0, SHOWN_ID), // an entry is retired, not forgotten
    one.category,
    `${one.observations}x`,
    ...(global ? [] : [`${one.uses ?? 0}x`, roundsText(one)]),
    `${shortly(one.name)}${whereText(one, global === true)}`,
  ]);
  const [title = "", ...lines] = textsTable([head, ...rows], columns, ["rounds with / without", "handed over"]);
  const below = (one: ListedMemory | undefined) =>
    one?.entry ? [`${" ".repeat(SHOWN_ID + 3)}${paint.dim(pointerText(one.entry, marks.arrow))}`] : [];
  return [paint.dim(title), ...lines.flatMap((line, index) => [line, ...below(memories[index])])].join("\n");
}

/** Enough characters to tell any two apart; `forget` accepts them. */
const SHOWN_ID = 8;

function roundsText({ roundsWith, roundsWithout }: ListedMemory): string {
  return roundsWith === null && roundsWithout === null ? "-" : `${roundsWith ?? "-"} / ${roundsWithout ?? "-"}`;
}

function whereText({ source, scope }: ListedMemory, isOwn: boolean): string {
  if (source === "bank") return " (knowledge bank)";
  return scope === "global" && !isOwn ? " (global)" : "";
}

export async function memoryForgetCommand(context: CommandContext, id: string, flags: ScopeFlags) {
  const { ports } = await openMemory(context, flags);
  const { terminal } = context;
  const { id: forgotten, name, scopes } = await forgetMemory(ports, id);
  // If it was not only the project's own, this is mentioned, because other projects had it too.
  const facts = [`id: ${forgotten}`, ...(scopes.includes("global") ? [scopes.join(" and ")] : [])];
  const text = `${terminal.paint.green(terminal.marks.pass)} forgotten: ${shortly(name)} (${facts.join(", ")})`;
  return { verbatim: true as const, data: { forgotten, scopes }, text };
}

export async function memoryExportCommand(context: CommandContext, flags: ScopeFlags) {
  const { ports } = await openMemory(context, flags);
  const memories = await exportMemories(ports, scopeOf(flags));
  return { verbatim: true as const, data: { memories }, text: memories.map((one) => printableJson(one)).join("\n") };
}

export async function memoryImportCommand(context: CommandContext, file: string, flags: ScopeFlags) {
  const { ports } = await openMemory(context, flags);
  const { wiring, cwd, terminal } = context;
  const text = await wiring.files.read(resolve(cwd, file).slice(1));
  if (text === undefined) throw new IflowError("usage", `${file} does not exist`, { fix: "give a JSON Lines file" });
  const report = await importMemories(ports, text, scopeOf(flags));
  const [first] = report.refused;
  if (first && report.stored + report.known === 0) {
    throw new IflowError("usage", `${file} contains no memories; line ${first.line}: ${plain(first.problem)}`, {
      fix: "use lines in the format that `iflow memory export` prints",
    });
  }
  const left = report.refused.length > 0 ? `, ${count(report.refused.length, "line")} skipped` : "";
  const lines = [
    `${terminal.paint.green(terminal.marks.pass)} ${count(report.stored, "memory", "memories")} stored, ${report.known} already known${left}`,
    ...report.refused.map(({ line, problem }) =>
      terminal.paint.yellow(`  line ${line} was skipped: ${plain(problem)}`),
    ),
  ];
  return { data: report, text: lines.join("\n") };
}

function scopeOf({ global }: ScopeFlags) {
  return global ? "global" : "project";
}

/** A name short enough for a row; `--json` has all of it. */
export function shortly(name: string): string {
  return cutAt(plain(name), LONGEST_NAME);
}

/** Text from whoever stored it: one line, with nothing that a terminal obeys. */
export function plain(text: string): string {
  return inLine(safeText(text));
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
