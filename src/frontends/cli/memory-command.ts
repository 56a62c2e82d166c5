// `iflow memory …`: what was noticed, kept and found again.
import { resolve } from "node:path";
import {
  entryNameOf,
  exportMemories,
  forgetMemory,
  importMemories,
  type ListedMemory,
  listMemories,
  searchMemory,
  storeMemory,
} from "../../app/memory.ts";
import { IflowError } from "../../domain/errors.ts";
import type { Category, Confidence } from "../../domain/knowledge-bank.ts";
import type { EntryName } from "../../domain/memory.ts";
import type { FoundMemory } from "../../ports/memory.ts";
import type { Command } from "./command.ts";
import { EXIT } from "./exit-codes.ts";
import { count } from "./numbers.ts";
import { inLine, safeText } from "./row-texts.ts";
import type { Terminal } from "./terminal.ts";
import { textTable } from "./text-table.ts";

export interface MemoryAddFlags {
  readonly name?: string;
  readonly category: Category;
  readonly because?: string;
  readonly confidence: Confidence;
  readonly keywords?: string;
  readonly references?: string;
  readonly global?: boolean;
}

const LONGEST_NAME = 60;

export function memoryAddCommand(text: string, flags: MemoryAddFlags): Command {
  return async ({ open, terminal }) => {
    const { ports } = await open();
    const input = {
      name: flags.name ?? text.slice(0, LONGEST_NAME).trim(),
      description: text,
      reasoning: flags.because ?? "Noted by hand",
      category: flags.category,
      confidence: flags.confidence,
      keywords: listOf(flags.keywords),
      references: listOf(flags.references),
      source: "manual" as const,
    };
    const { memory, scope, reinforced } = await storeMemory(ports, input, flags.global ? "global" : "project");
    const { id, name, observations } = memory;
    const said = reinforced
      ? `Reinforced: ${name} (id: ${id}, observations: ${observations})`
      : `Stored: ${name} (id: ${id})`;
    const text_ = `${terminal.paint.green(terminal.marks.pass)} ${said}`;
    return { exit: EXIT.done, data: { id, name, scope, observations, reinforced }, text: text_ };
  };
}

export function memorySearchCommand(
  query: string,
  flags: { readonly category?: string; readonly limit: string },
): Command {
  return async ({ open, terminal }) => {
    const { ports, config } = await open();
    const results = await searchMemory(ports, config.artifactsRoot, { ...flags, query, limit: Number(flags.limit) });
    return { exit: EXIT.done, ...resultRows(terminal, results) };
  };
}

/** The same for both searches. */
export function resultRows({ paint, marks }: Terminal, found: readonly FoundMemory[]) {
  const results = found.map(
    ({ id, name, description, category, observations, score, confidence, source, scope, matched, takenOverBy }) => ({
      ...{ name, description, category, observations, score, id, confidence, source, scope, matched },
      entry: entryNameOf(takenOverBy),
    }),
  );
  const blocks = results.map(({ name, description, category, observations, score, source, entry }) => {
    const facts = [
      category,
      `seen ${observations}x`,
      source === "bank" ? "knowledge bank" : "memory",
      score.toFixed(2),
    ];
    return `${paint.bold(plain(name))}  ${paint.dim(facts.join(` ${marks.dot} `))}\n  ${plain(description)}${entry ? `\n  ${pointerText(entry, marks.arrow)}` : ""}`;
  });
  return { data: { results }, text: blocks.join("\n") || "No matching memories found." };
}

function pointerText({ name }: EntryName, arrow: string): string {
  return `${arrow} in the knowledge bank: ${plain(name)}`;
}

export function memoryListCommand(): Command {
  return async ({ open, terminal }) => {
    const { ports, config } = await open();
    const memories = await listMemories(ports, config.artifactsRoot);
    return { exit: EXIT.done, data: { memories }, text: listText(terminal, memories) };
  };
}

function listText({ paint, marks }: Terminal, memories: readonly ListedMemory[]): string {
  if (memories.length === 0) return 'Nothing is remembered yet: iflow memory add "<what you noticed>"';
  const head = ["id", "kind", "seen", "handed over", "rounds with", "without", "memory"];
  const rows = memories.map((one) => [
    one.id,
    one.category,
    one.source === "bank" ? "bank" : `${one.observations}x`,
    `${one.uses}x`,
    String(one.roundsWith ?? "-"),
    String(one.roundsWithout ?? "-"),
    [
      plain(one.name),
      ...(one.scope === "global" ? ["(global)"] : []),
      ...(one.entry ? [paint.dim(pointerText(one.entry, marks.arrow))] : []),
    ].join(" "),
  ]);
  const [title = "", ...lines] = textTable([head, ...rows]).split("\n");
  return [paint.dim(title), ...lines].join("\n");
}

export function memoryForgetCommand(id: string): Command {
  return async ({ open, terminal }) => {
    const { ports } = await open();
    await forgetMemory(ports, id);
    return {
      exit: EXIT.done,
      data: { forgotten: id },
      text: `${terminal.paint.green(terminal.marks.pass)} forgotten: ${id}`,
    };
  };
}

export function memoryExportCommand(flags: { readonly global?: boolean }): Command {
  return async ({ open }) => {
    const { ports } = await open();
    const lines = await exportMemories(ports, flags.global ? "global" : "project");
    const memories = lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
    return { exit: EXIT.done, data: { memories }, text: lines.trimEnd() };
  };
}

export function memoryImportCommand(file: string, flags: { readonly global?: boolean }): Command {
  return async ({ open, wiring, cwd, terminal }) => {
    const { ports } = await open();
    const text = await wiring.files.read(resolve(cwd, file).slice(1));
    if (text === undefined) throw new IflowError("usage", `${file} is not there`, { fix: "name a file of JSON Lines" });
    const report = await importMemories(ports, text, flags.global ? "global" : "project");
    const lines = [
      `${terminal.paint.green(terminal.marks.pass)} ${count(report.stored, "memory", "memories")} stored, ${report.known} known already`,
      ...report.refused.map(({ line, problem }) => terminal.paint.yellow(`  line ${line} is left out: ${problem}`)),
    ];
    return { exit: EXIT.done, data: report, text: lines.join("\n") };
  };
}

/** Words of whoever stored it: one line, and nothing that a terminal obeys. */
function plain(text: string): string {
  return inLine(safeText(text));
}

function listOf(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}
