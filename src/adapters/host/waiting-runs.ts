// Journals read without their schemas, for hooks: only what a run waits for. A line that is not understood is passed over;
// the engine itself reads the journal strictly and says what is wrong.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brainstormPrd } from "../../domain/brainstorm.ts";
import { artifactFileOf, type RunKind } from "../../domain/phase.ts";
import type { Pending } from "../../domain/question.ts";
import type { WaitingRun } from "../../ports/hook-desk.ts";
import { parseJson, readNames } from "./desk-files.ts";

export async function readWaitingRuns(runsFolder: string): Promise<WaitingRun[]> {
  const names = (await readNames(runsFolder)).filter((name) => !name.startsWith("."));
  const runs = await Promise.all(names.map((name) => readWaitingRun(join(runsFolder, name))));
  return runs.filter((run) => run !== undefined);
}

async function readWaitingRun(folder: string): Promise<WaitingRun | undefined> {
  const text = await readFile(join(folder, "journal.jsonl"), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  const [first, ...rest] = lines;
  if (first === undefined || rest.at(-1)?.startsWith('{"type":"ended"')) return undefined;
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
    checks: Object.values(head.config?.checks ?? {}),
    orders: open.filter((pending) => pending.type === "order"),
    questions: open.filter((pending) => pending.type === "question"),
    paused: open.some((pending) => pending.type === "pause"),
  };
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

/** The agents it last went on with. */
function lastRuntime({ runtime }: Head, lines: readonly string[]): string | undefined {
  const opened = lines.findLast((line) => line.startsWith('{"type":"opened","runtime":'));
  return (parseJson(opened) as Asked | undefined)?.runtime?.id ?? runtime?.id;
}

function artifactOf({ phase, feature, idea, createdAt = "", config }: Head): string | undefined {
  const artifactsRoot = config?.artifactsRoot ?? "docs";
  if (phase === "brainstorm") return brainstormPrd({ idea, createdAt, config: { artifactsRoot } });
  return `${artifactsRoot}/features/${feature}/${artifactFileOf(phase as RunKind)}`;
}
