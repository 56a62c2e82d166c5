// `iflow show`: what happened in a feature, dispatch by dispatch; with --dispatch, one prompt and its reply in full.
import { brainstormOf } from "../../../../app/feature/brainstorm-run.ts";
import { type KnownFeature, resolveFeature } from "../../../../app/feature/features.ts";
import { selfReportedWords } from "../../../../app/feature/self-reported.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import type { RunSummary } from "../../../../domain/run/run.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { withoutColours } from "../../../../domain/text/terminal-codes.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { FoundOutcome } from "../../../../ports/runs/runs.ts";
import { type Print, printerFor } from "../../../drive/printed-commands.ts";
import { columnsOf } from "../../screen/columns.ts";
import { textWidth, wordsRow } from "../../screen/rows/row-layout.ts";
import { safeText } from "../../screen/safe-text.ts";
import { fixLines } from "../../screen/whole-commands.ts";
import type { CommandPlace } from "../command-place.ts";
import { dispatchTable } from "./dispatch-table.ts";

export async function showCommand(
  place: CommandPlace,
  asked: string | undefined,
  flags: { readonly dispatch?: string; readonly check?: string },
) {
  const { ports, config, terminal } = place;
  const brainstorm = await findBrainstorm(ports, asked);
  const { feature, meta = null } = brainstorm ?? (await resolveFeature(ports, config.artifactsRoot, asked, "look"));
  const runs = await ports.runs.ofFeature(feature.key);
  if (flags.dispatch !== undefined) return showDispatch(ports, feature.key, flags.dispatch);
  if (flags.check !== undefined) return showCheck(ports, feature.key, flags.check);
  const print = await printerFor(place, feature.key);
  const outcomes = await shownOutcomes(ports, feature.key);
  const summaries = await Promise.all(
    runs.map(async (run) => ({
      run,
      outcomes: outcomes.filter((row) => row.run === run.head.id),
      before: outcomes.findIndex((row) => row.run === run.head.id),
      words: await selfReportedWords(ports, run.head),
    })),
  );
  return {
    verbatim: true as const,
    data: {
      feature,
      meta,
      runs: summaries.map(({ run, outcomes: rows, words }) => ({
        id: run.head.id,
        phase: run.head.phase,
        outcome: run.outcome ?? null,
        folder: run.folder,
        pendings: run.pendings,
        selfReported: words,
        dispatches: rows.map(({ outcome, file }) => ({ ...outcome, file })),
      })),
    },
    text: [
      wordsRow(
        "",
        `${terminal.paint.bold(feature.key)} ${terminal.marks.dot} ${feature.description}`,
        terminal.columns,
      ),
      `  branch ${feature.branch}`,
      `  ${feature.folder}/`,
      ...summaries.flatMap(({ run, outcomes: rows, before, words }) => [
        `\n${runTitle(run, terminal.marks.dot)}`,
        dispatchTable(rows, Math.max(0, before), terminal.columns),
        ...[...words, ...(rows.some(({ outcome }) => outcome.selfReported) ? [STARRED] : [])].map((line) =>
          wordsRow("  ", safeText(line), terminal.columns),
        ),
      ]),
      ...endedLine(meta),
      ...(runs.length === 0
        ? print(withoutRuns(meta)).split("\n")
        : inFull(print, feature.key, await countsOf(ports, outcomes.length, feature.key), terminal.columns)),
    ].join("\n"),
  };
}

/** Nothing more is to be done with it. */
function endedLine(meta: KnownFeature["meta"] | null): string[] {
  if (meta?.status === "abandoned") return ["  abandoned; its branch and files are kept"];
  return meta?.status === "completed" ? ["  completed"] : [];
}

function withoutRuns(meta: KnownFeature["meta"] | null): string {
  if (endedLine(meta).length > 0) return '  no run is kept\nNext: iflow run "what you want"';
  return `  no run yet\nNext: iflow ${meta?.lastCompletedPhase ? "continue" : "specify"}`;
}

const STARRED = "* SELF-REPORTED: there is only the host's word for what this agent said; what it used is not known";

/** `b3` names the run of a brainstorm, open or ended. */
async function findBrainstorm(ports: Ports, asked: string | undefined): Promise<KnownFeature | undefined> {
  if (asked === undefined || brainstormNumber(asked) === undefined) return undefined;
  const [run] = await ports.runs.ofFeature(asked);
  if (run) return brainstormOf(run.head);
  throw new IflowError("feature-unknown", `there is no brainstorm ${asked}`, { fix: "iflow status" });
}

/** A dispatch without an answer is at work if a process is working on the feature; otherwise it was interrupted. */
async function shownOutcomes({ runs }: Pick<Ports, "runs">, key: string): Promise<FoundOutcome[]> {
  const outcomes = await runs.outcomes(key);
  if (!outcomes.some(({ unanswered }) => unanswered) || !(await runs.owner(key))) return outcomes;
  const atWork = { reason: "at-work", error: "it has not answered yet" };
  return outcomes.map((one) => (one.unanswered ? { ...one, outcome: { ...one.outcome, ...atWork } } : one));
}

interface Counts {
  readonly dispatches: number;
  readonly checks: number;
}

async function countsOf({ runs }: Pick<Ports, "runs">, dispatches: number, key: string): Promise<Counts> {
  return { dispatches, checks: (await runs.checks(key)).length };
}

/** Before there is something to show, the way there. */
function inFull(print: Print, key: string, { dispatches, checks }: Counts, columns: number): string[] {
  const width = textWidth(columns);
  const line = (head: string, command: string) =>
    columnsOf(head + print(command)) <= width
      ? [head + print(command)]
      : [head.trimEnd(), ...fixLines(print(command), width, "  ")];
  if (dispatches + checks === 0) return ["  no agent was asked yet", print("Next: iflow continue")];
  return [
    "",
    ...(dispatches === 0 ? [] : line("One in full: ", `iflow show ${key} --dispatch 1`)),
    ...(checks === 0 ? [] : line("What a check printed: ", `iflow show ${key} --check 1   (to ${checks})`)),
  ];
}

/** `continue` and `review` are what was answered at the end of a phase that is over. */
function outcomeWord({ outcome = "open" }: RunSummary): string {
  if (outcome === "review") return "ended, to be looked at";
  return outcome === "continue" ? "completed" : outcome;
}

/** The folder has a line of its own, where no terminal breaks it early. */
function runTitle(run: RunSummary, dot: string): string {
  return `${run.head.phase} ${dot} ${outcomeWord(run)}\n  ${run.folder}`;
}

/** All that one of the project's checks printed; rows show only its first failure. */
async function showCheck({ runs }: Pick<Ports, "runs">, key: string, asked: string) {
  const checks = await runs.checks(key);
  const found = checks[Number(asked) - 1];
  if (!found) {
    const fix = checks.length === 0 ? `no check has run yet: iflow show ${key}` : `there are 1 to ${checks.length}`;
    throw new IflowError("usage", `there is no check ${asked}`, { fix });
  }
  const output = await runs.checkOutput(found);
  return { verbatim: true as const, data: { ...found, output }, text: safeText(withoutColours(output)).trimEnd() };
}

async function showDispatch(ports: Ports, key: string, asked: string) {
  const outcomes = await shownOutcomes(ports, key);
  const found = outcomes[Number(asked) - 1];
  if (!found) {
    throw new IflowError("usage", `there is no dispatch ${asked}`, { fix: `iflow show lists 1 to ${outcomes.length}` });
  }
  const prompt = await ports.runs.prompt(found);
  const mark = found.outcome.selfReported ? "SELF-REPORTED: there is only the host's word for this reply\n\n" : "";
  return {
    verbatim: true as const,
    data: { ...found.outcome, file: found.file, prompt },
    text: `${prompt}\n${"=".repeat(72)}\n${mark}${found.outcome.reply || (found.outcome.error ?? "")}`,
  };
}
