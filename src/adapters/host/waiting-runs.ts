// Reads journals without their schemas, for hooks: only what a run waits for. A line that is not understood is skipped;
// the engine itself reads the journal strictly and says what is wrong.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { configuredChecks } from "../../domain/config/check-names.ts";
import { artifactFileOf, type RunKind } from "../../domain/feature/phase.ts";
import { brainstormPrd } from "../../domain/review/brainstorm.ts";
import type { Pending } from "../../domain/run/questions/question.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import type { WaitingRun } from "../../ports/agents/hook-desk.ts";
import { checkPlain } from "../plain-file.ts";
import { readNames } from "./desk-files.ts";

export async function readWaitingRuns(runsFolder: string): Promise<WaitingRun[]> {
  const names = (await readNames(runsFolder)).filter((name) => !name.startsWith("."));
  const runs = await Promise.all(names.map((name) => readWaitingRun(join(runsFolder, name))));
  return runs.filter((run) => run !== undefined);
}

async function readWaitingRun(folder: string): Promise<WaitingRun | undefined> {
  const [first, ...rest] = readOpenJournal(join(folder, "journal.jsonl"));
  if (first === undefined) return undefined;
  const head = parseJson(first) as Head | undefined;
  if (typeof head?.id !== "string") return undefined;
  const answers = new Set(await readNames(join(folder, "answers")));
  const open = openPendings(rest).filter((pending) => pending.type === "pause" || !answers.has(`${pending.id}.json`));
  return {
    id: head.id,
    feature: head.feature,
    phase: head.phase,
    hosted: open.some(({ type }) => type === "order") || lastRuntime(head, rest) === "host",
    yolo: head.flags?.yolo === true,
    artifact: artifactOf(head),
    checks: configuredChecks(head.config?.checks ?? {}).map(({ command }) => command),
    orders: open.filter((pending) => pending.type === "order"),
    questions: open.filter((pending) => pending.type === "question"),
    paused: open.some((pending) => pending.type === "pause"),
    stopped: open.some((pending) => pending.type === "pause" && pending.hard === true),
  };
}

/**
 * The lines of a journal; none when its run has ended. Most runs have ended and may be long, so only their last line is
 * read. Reading is synchronous, because the thread pool would cost more than the reading: there may be hundreds of
 * journals, and a host is waiting.
 */
function readOpenJournal(path: string): string[] {
  let file: number | undefined;
  try {
    checkPlain(path);
    file = openSync(path, "r");
    if (hasEnded(readTail(file))) return [];
    const lines = linesOf(readFileSync(file, "utf8"));
    return hasEnded(lines) ? [] : lines;
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const TAIL_BYTES = 4096;

function readTail(file: number): string[] {
  const { size } = fstatSync(file);
  const length = Math.min(size, TAIL_BYTES);
  const buffer = Buffer.alloc(length);
  return linesOf(buffer.toString("utf8", 0, readSync(file, buffer, 0, length, size - length)));
}

/** If the last record is longer than the tail, its end is recognized once the whole file is read. */
function hasEnded(lines: readonly string[]): boolean {
  return lines.at(-1)?.startsWith('{"type":"ended"') === true;
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

interface Head {
  readonly id: string;
  readonly feature: string;
  readonly phase: string;
  readonly idea?: string;
  readonly createdAt?: string;
  readonly runtime?: { readonly id?: string };
  readonly flags?: { readonly yolo?: boolean };
  readonly config?: { readonly artifactsRoot?: string; readonly checks?: Readonly<Record<string, string>> };
}

interface Asked {
  readonly type?: string;
  readonly runtime?: { readonly id?: string };
  readonly step: string;
  readonly pending?: Pending;
}

/** A pause is lifted when the run is opened again. */
function openPendings(lines: readonly string[]): Pending[] {
  const open = new Map<string, Pending>();
  for (const line of lines) {
    const kind = /^\{"type":"(asked|answered|withdrawn|opened)"/.exec(line)?.[1];
    if (kind === undefined) continue;
    const record = parseJson(line) as Asked | undefined;
    if (kind === "asked" && record?.pending) open.set(record.step, record.pending);
    else if (kind === "opened") for (const [step, { type }] of open) type === "pause" && open.delete(step);
    else if (record) open.delete(record.step);
  }
  return [...open.values()];
}

/** The runtime it was last resumed with. */
function lastRuntime({ runtime }: Head, lines: readonly string[]): string | undefined {
  const opened = lines.findLast((line) => line.startsWith('{"type":"opened","runtime":'));
  return (parseJson(opened) as Asked | undefined)?.runtime?.id ?? runtime?.id;
}

function artifactOf({ phase, feature, idea, createdAt = "", config }: Head): string | undefined {
  const artifactsRoot = config?.artifactsRoot ?? "docs";
  if (phase === "brainstorm") return brainstormPrd({ idea, createdAt, config: { artifactsRoot } });
  return `${artifactsRoot}/features/${feature}/${artifactFileOf(phase as RunKind)}`;
}
