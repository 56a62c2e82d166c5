// Everything a retrospective is based on, read once and kept in the run folder, so that a reopened run tells the agent
// the same. Logs that finish-feature has removed are read from git's history.
import { addUpBy } from "../../../domain/billing/bill.ts";
import type { Outcome } from "../../../domain/billing/outcome.ts";
import { DOCUMENTS } from "../../../domain/documents/document-names.ts";
import { type FeatureMeta, parseMeta } from "../../../domain/feature/meta/feature-meta.ts";
import { phaseState } from "../../../domain/feature/meta/phase-outcome.ts";
import { PHASES } from "../../../domain/feature/phase.ts";
import {
  type BillRow,
  type PhaseMetric,
  printRetroContext,
  type RetroSources,
} from "../../../domain/knowledge/retro.ts";
import { IflowError } from "../../../domain/text/errors.ts";
import { sha256 } from "../../../domain/text/sha256.ts";
import { readKeptJson } from "../../work/given/kept-json.ts";
import { historyPath } from "../../work/history.ts";
import type { Parts } from "../../work/state/phase-run.ts";
import { metaPath } from "../../work/world.ts";
import { type BankBefore, lookAtBank } from "./retro-bank.ts";

const CONTEXT = "retro-context.md";
const SOURCES = "retro-sources.json";
const BANK = "retro-bank.json";

export interface RetroContext {
  readonly text: string;
  readonly sources: RetroSources;
  readonly bank: BankBefore;
}

export async function readRetroContext(
  phase: Parts<"feature" | "ports" | "run" | "steps">,
  base: string | undefined,
): Promise<RetroContext> {
  const { folder } = phase.run;
  await phase.run.step({
    name: phase.steps.next(0, "retro-context"),
    input: base ?? null,
    work: async () => {
      const sources = await gather(phase, base);
      const { bank, text: entries } = await lookAtBank(phase, sources);
      const text = `${printRetroContext(sources)}\n\n${entries}`;
      await folder.write(SOURCES, `${JSON.stringify(sources, null, 2)}\n`);
      await folder.write(BANK, `${JSON.stringify(bank, null, 2)}\n`);
      await folder.write(CONTEXT, text);
      return sha256(text);
    },
  });
  const text = await folder.read(CONTEXT);
  if (text === undefined) {
    throw new IflowError("journal-corrupt", `the run needs ${CONTEXT}, but it is missing`, {
      detail: folder.path,
      fix: "Restore the file from a backup.",
    });
  }
  const sources = await readKeptJson<RetroSources>(phase, SOURCES);
  return { text, sources, bank: await readKeptJson<BankBefore>(phase, BANK) };
}

async function gather(phase: Parts<"feature" | "ports">, base: string | undefined): Promise<RetroSources> {
  const { feature, ports } = phase;
  const parsed = parseMeta((await readRecord(phase, metaPath(phase))) ?? "");
  const meta = parsed.ok ? parsed.meta : undefined;
  const [runs, outcomes, documents, git, history, log] = await Promise.all([
    ports.runs.ofFeature(feature.key),
    ports.runs.outcomes(feature.key),
    Promise.all(
      DOCUMENTS.map(async (name) => ({ name, lines: linesOf(await readRecord(phase, pathOf(phase, name))) })),
    ),
    base === undefined ? null : summaryAgainst(phase, base),
    readLog(phase, historyPath(phase)),
    readLog(phase, pathOf(phase, "implementation-log.md")),
  ]);
  const { key, description, branch } = feature;
  return {
    feature: { key, description, branch, created: meta?.created ?? null },
    phases: meta ? phaseMetrics(meta) : [],
    runs: runs.map(({ head, lastAt, outcome }) => ({
      phase: head.phase,
      began: head.createdAt,
      lastAt,
      outcome: outcome ?? null,
    })),
    bill: billByPhase(outcomes.map(({ outcome }) => outcome)),
    documents,
    git,
    history: history ?? null,
    log: log ?? null,
  };
}

async function summaryAgainst(phase: Parts<"feature" | "ports">, base: string): Promise<RetroSources["git"]> {
  const { commits, subjects, stat } = await phase.ports.merging.summary(base, phase.feature.branch);
  return { base, commits, subjects, stat };
}

async function readLog(phase: Parts<"ports">, path: string): Promise<string | undefined> {
  return (await readRecord(phase, path)) ?? (await phase.ports.merging.lastText(path));
}

/** A record that cannot be read is treated as missing. */
async function readRecord(phase: Parts<"ports">, path: string): Promise<string | undefined> {
  try {
    return await phase.ports.tree.read(path);
  } catch (error) {
    if (error instanceof IflowError) return undefined;
    throw error;
  }
}

function phaseMetrics({ phases }: FeatureMeta): PhaseMetric[] {
  const order = (phase: string) => (PHASES as readonly string[]).indexOf(phase);
  const entries = Object.entries(phases ?? {}).toSorted(([one], [other]) => order(one) - order(other));
  return entries.map(([phase, record]) => ({
    ...phaseState(phase, record),
    started: record.started ?? null,
    completed: record.completed ?? null,
    iterations: record.iterations ?? null,
    handoff: numberIn(record.phaseReview),
  }));
}

function numberIn(loop: unknown): number | null {
  const iterations = typeof loop === "object" && loop !== null && "iterations" in loop ? loop.iterations : null;
  return typeof iterations === "number" ? iterations : null;
}

function billByPhase(outcomes: readonly Outcome[]): BillRow[] {
  return addUpBy(outcomes, ({ phase }) => phase).map(
    ({ name, dispatches, resumed, failed, milliseconds, cost, usage: { estimated } }) => ({
      ...{ phase: name, dispatches, resumed, failed, milliseconds, cost, estimated },
    }),
  );
}

function pathOf(phase: Parts<"feature">, name: string): string {
  return `${phase.feature.folder}/${name}`;
}

function linesOf(text: string | undefined): number | null {
  return text === undefined ? null : text.replace(/\n$/, "").split("\n").length;
}
