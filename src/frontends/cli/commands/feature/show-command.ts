// `iflow show`: what happened in a feature, dispatch by dispatch; with --dispatch, one prompt and its reply in full.
import { brainstormOf } from "../../../../app/feature/brainstorm-run.ts";
import { type KnownFeature, resolveFeature } from "../../../../app/feature/features.ts";
import { brainstormNumber } from "../../../../domain/review/brainstorm.ts";
import type { RunSummary } from "../../../../domain/run/run.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import type { Ports } from "../../../../ports/ports.ts";
import type { FoundOutcome } from "../../../../ports/runs.ts";
import type { CommandPlace } from "../command-place.ts";
import { dispatchTable } from "./dispatch-table.ts";

export async function showCommand(
  { ports, config, terminal }: CommandPlace,
  asked: string | undefined,
  flags: { readonly dispatch?: string },
) {
  const brainstorm = await findBrainstorm(ports, asked);
  const { feature, meta = null } = brainstorm ?? (await resolveFeature(ports, config.artifactsRoot, asked));
  const runs = await ports.runs.ofFeature(feature.key);
  if (flags.dispatch !== undefined) return showDispatch(ports, feature.key, flags.dispatch);
  const outcomes = await shownOutcomes(ports, feature.key);
  const summaries = runs.map((run) => ({
    run,
    outcomes: outcomes.filter((row) => row.run === run.head.id),
    before: outcomes.findIndex((row) => row.run === run.head.id),
  }));
  return {
    data: {
      feature,
      meta,
      runs: summaries.map(({ run, outcomes: rows }) => ({
        id: run.head.id,
        phase: run.head.phase,
        outcome: run.outcome ?? null,
        folder: run.folder,
        pendings: run.pendings,
        dispatches: rows.map(({ outcome, file }) => ({ ...outcome, file })),
      })),
    },
    text: [
      `${terminal.paint.bold(feature.key)}  ${feature.description}`,
      `  branch ${feature.branch} ${terminal.marks.dot} ${feature.folder}/`,
      ...summaries.map(
        ({ run, outcomes: rows, before }) => `\n${runTitle(run)}\n${dispatchTable(rows, Math.max(0, before))}`,
      ),
      ...(runs.length === 0
        ? ["  no run yet", "Next: iflow specify"]
        : ["\nShow one in full: iflow show --dispatch N"]),
    ].join("\n"),
  };
}

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

function runTitle(run: RunSummary): string {
  return `${run.head.phase}   ${run.outcome ?? "open"}   ${run.folder}`;
}

async function showDispatch(ports: Ports, key: string, asked: string) {
  const outcomes = await shownOutcomes(ports, key);
  const found = outcomes[Number(asked) - 1];
  if (!found) {
    throw new IflowError("usage", `there is no dispatch ${asked}`, { fix: `iflow show lists 1 to ${outcomes.length}` });
  }
  const prompt = await ports.runs.prompt(found);
  return {
    data: { ...found.outcome, file: found.file, prompt },
    text: `${prompt}\n${"=".repeat(72)}\n${found.outcome.reply || (found.outcome.error ?? "")}`,
  };
}
