// What a retrospective is based on: the records of a feature, collected by the engine so that no number or time has to
// be guessed. A missing source is named, never silently skipped. The smaller text is for when no agent could be asked.
import type { Bill } from "../billing/bill.ts";
import type { Feature } from "../feature/feature.ts";
import type { PhaseState } from "../feature/meta/phase-outcome.ts";
import type { GitSummary } from "../review/finish-work.ts";

export interface RetroSources {
  readonly feature: Pick<Feature, "key" | "description" | "branch"> & { readonly created: string | null };
  readonly phases: readonly PhaseMetric[];
  readonly runs: readonly RunMetric[];
  readonly bill: readonly BillRow[];
  readonly documents: readonly { readonly name: string; readonly lines: number | null }[];
  readonly git: GitSummary | null;
  readonly history: string | null;
  readonly log: string | null;
}

export interface PhaseMetric extends Pick<PhaseState, "phase" | "outcome" | "openIssues"> {
  readonly started: string | null;
  readonly completed: string | null;
  readonly iterations: number | null;
  /** Rounds of the phase's second loop. */
  readonly handoff: number | null;
}

export interface RunMetric {
  readonly phase: string;
  readonly began: string;
  readonly lastAt: string;
  readonly outcome: string | null;
}

export interface BillRow extends Pick<Bill, "dispatches" | "resumed" | "failed" | "milliseconds" | "cost"> {
  readonly phase: string;
  readonly estimated: boolean;
}

/** A longer record is cut at its beginning, and the text says so. */
const LONGEST_RECORD = 120_000;

export function printRetroContext(sources: RetroSources): string {
  return [
    `## Feature\n${featureLines(sources)}`,
    `## Phase Metrics\n${metrics(sources)}`,
    `## Runs\n${runs(sources)}`,
    `## Bill by Phase\n${bill(sources)}`,
    `## Documents\n${documents(sources)}`,
    `## Review History\n${record(sources.history, "No review history available")}`,
    `## Implementation Log\n${record(sources.log, "No implementation log available")}`,
    `## Git Summary\n${gitSummary(sources)}`,
  ].join("\n\n");
}

/** The retrospective without an agent: figures, and in a sentence why there is no more. */
export function printFallbackRetro(sources: RetroSources, why: string): string {
  const rounds = sources.phases.reduce((sum, phase) => sum + (phase.iterations ?? 0) + (phase.handoff ?? 0), 0);
  const many = sources.phases.filter(({ iterations }) => (iterations ?? 0) >= 3).map(({ phase }) => phase);
  return `# Retrospective: ${sources.feature.key}

> Written by iflow from its records alone: ${why}
> To ask again: iflow retrospect ${sources.feature.key}

## Observe
${metrics(sources)}

- Review rounds in all: ${rounds}
- Phases with three rounds or more: ${many.join(", ") || "none"}
- Review history: ${sources.history === null ? "not available" : "available"}
- Implementation log: ${sources.log === null ? "not available" : "available"}

## Raw Data
${featureLines(sources)}

### Bill by Phase
${bill(sources)}

### Documents
${documents(sources)}

### Git Summary
${gitSummary(sources)}
`;
}

function featureLines({ feature }: RetroSources): string {
  return `- Feature: ${feature.key}
- Wanted: ${feature.description}
- Branch: ${feature.branch}
- Created: ${feature.created ?? "unknown"}`;
}

function metrics({ phases }: RetroSources): string {
  if (phases.length === 0) return "No phase metrics available";
  const rows = phases.map(({ phase, started, completed, iterations, handoff, outcome, openIssues }) => {
    const took = started && completed ? duration(Date.parse(completed) - Date.parse(started)) : "-";
    const end = completed || outcome === "stopped" ? outcome : "-";
    return [phase, started ?? "-", completed ?? "-", took, iterations ?? "-", handoff ?? "-", end, openIssues ?? "-"];
  });
  const head = ["phase", "started", "completed", "took", "rounds", "phase-review rounds", "outcome", "open issues"];
  return table(head, rows);
}

function runs({ runs: all }: RetroSources): string {
  if (all.length === 0) return "No journals available";
  const rows = all.map(({ phase, began, lastAt, outcome }) => [phase, began, lastAt, outcome ?? "not ended"]);
  return table(["phase", "began", "last record", "end"], rows);
}

function bill({ bill: rows }: RetroSources): string {
  if (rows.length === 0) return "No dispatch records available";
  const cells = rows.map(({ phase, dispatches, resumed, failed, milliseconds, cost, estimated }) => {
    const money = cost === null ? "-" : `${estimated ? "~" : ""}$${cost.toFixed(4)}`;
    return [phase, dispatches, resumed, failed, duration(milliseconds), money];
  });
  return table(["phase", "dispatches", "resumed", "failed", "agent time", "cost"], cells);
}

function documents({ documents: all }: RetroSources): string {
  return all.map(({ name, lines }) => `- ${name}: ${lines === null ? "missing" : `${lines} lines`}`).join("\n");
}

function gitSummary({ git }: RetroSources): string {
  if (git === null) return "No git summary available";
  const shown = git.subjects.map((subject) => `- ${subject}`);
  const stat = ["```", git.stat || "(no file differs)", "```"];
  return [`${git.commits} commits that ${git.base} does not have:`, ...shown, "", ...stat].join("\n");
}

function record(text: string | null, missing: string): string {
  if (text === null || text.trim() === "") return missing;
  const cut = Math.max(0, text.length - LONGEST_RECORD);
  const note = cut === 0 ? "" : `(the first ${cut} characters are left out)\n`;
  let tag = "record";
  while (text.includes(`</${tag}>`)) tag += "-"; // a text that contains the tag cannot close it
  return `${note}<${tag}>\n${text.slice(cut).trim()}\n</${tag}>`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
