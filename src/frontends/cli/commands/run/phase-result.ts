// How a phase command ends, as text and as data.
import type { PhaseSummary } from "../../../../app/billing/dispatch-summary.ts";
import type { PhaseResult } from "../../../../app/run/run-phase.ts";
import { artifactFileOf, leftOutOf, type RunKind, typedCommandOf } from "../../../../domain/feature/phase.ts";
import type { ClosingCard } from "../../../../domain/run/events/closing-card.ts";
import { phaseNoun, thePhase } from "../../../../domain/run/events/work-words.ts";
import type { Pending } from "../../../../domain/run/questions/question.ts";
import type { RunHead } from "../../../../domain/run/run.ts";
import { commandAfter } from "../../../drive/command-after.ts";
import type { EndedPhase } from "../../../drive/context.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { exitCodeOf } from "../../screen/exit-codes.ts";
import { count, percent, price } from "../../screen/numbers.ts";
import type { CommandResult, TextResult } from "../../screen/output.ts";
import { answersOf, pendingText } from "../../screen/questions/pending-text.ts";
import { wordsRow } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { cardText } from "./card-text.ts";
import { endingText } from "./ending-text.ts";

export function endedResult(terminal: Terminal, result: EndedPhase, summary: PhaseSummary): CommandResult {
  const { run, end } = result;
  if (end.choice === "cancelled") return cancelledResult(result);
  if (end.choice === "abandoned") return abandonedResult(result, summary);
  const command = commandAfter(result);
  const artifact = `${run.config.artifactsRoot}/features/${run.feature}/${artifactFileOf(run.phase as RunKind)}`;
  if (result.card) return closedResult(terminal, { ...result, card: result.card }, summary, artifact);
  const special = endingText(result);
  const goesOn = end.escalated !== undefined || end.outcome === "completed";
  const isOver = command === undefined || (special !== undefined && !goesOn);
  const nextLine = isOver ? (special?.next ?? "") : `Next: ${command}`;
  return {
    data: endedData(result, summary, artifact, command ?? null),
    text: [endedLine(terminal, result, summary), `  ${artifact}`, nextLine].filter(Boolean).join("\n"),
  };
}

/** The feature is done; what is left to do, if anything, is to push it. */
function closedResult(
  terminal: Terminal,
  result: EndedPhase & { readonly card: ClosingCard },
  summary: PhaseSummary,
  artifact: string,
): CommandResult {
  const next = endingText(result)?.next;
  return {
    data: { ...endedData(result, summary, artifact, null), card: result.card },
    text: (print) => [cardText(terminal, result.card, print), ...(next === undefined ? [] : [print(next)])].join("\n"),
  };
}

/** `✓ Spec approved in 2 rounds · $0.41`: all that is said while the next phase begins. */
export function endedLine(terminal: Terminal, result: EndedPhase, summary: PhaseSummary): string {
  const { run, end } = result;
  const verdict = end.outcome === "accepted" ? `accepted with ${count(end.notes, "open issue")}` : "approved";
  const by = run.phase === "implement" && run.flags.depth === "light" ? " by one reviewer" : "";
  const what = endingText(result)?.what ?? `${phaseNoun(run.phase)} ${verdict}${by} in ${count(end.rounds, "round")}`;
  return endLine(terminal, [what, spent(summary), ...(terminal.verbose ? [saved(summary)] : [])]);
}

function saved({ sentChars, freshChars }: PhaseSummary): string {
  return freshChars > sentChars ? `sent ${percent(sentChars, freshChars)} of what fresh agents would have read` : "";
}

export function endedData({ run, end, folder }: EndedPhase, summary: PhaseSummary, file: unknown, next: string | null) {
  return {
    feature: run.feature,
    phase: run.phase,
    outcome: end.escalated ? "escalated" : (end.outcome ?? "approved"),
    ...(end.escalated && { escalated: end.escalated }),
    ...(end.depth && { depth: end.depth }),
    choice: end.choice,
    rounds: end.rounds,
    files: [file],
    run: folder,
    next,
    ...end.facts,
    ...summary,
  };
}

export function endLine({ marks, paint, columns }: Terminal, facts: readonly string[]): string {
  return `\n${wordsRow(`${paint.green(marks.pass)} `, facts.filter(Boolean).join(` ${marks.dot} `), columns)}`;
}

export function spent({ cost, unpriced, usage }: Pick<PhaseSummary, "cost" | "unpriced" | "usage">): string {
  return cost === null && unpriced === 0 ? "" : price(cost, usage.estimated, unpriced);
}

function cancelledResult({ run, folder }: EndedPhase): CommandResult {
  return {
    data: { feature: run.feature, phase: run.phase, outcome: "cancelled", run: folder },
    text: `${run.feature} was left as it is.`,
  };
}

/** The loop ended without an approval and the person gave it up: the run is over, the phase is not completed. */
function abandonedResult({ run, end, folder }: EndedPhase, summary: PhaseSummary): CommandResult {
  const message = `${thePhase(run.phase)} was abandoned with ${count(end.notes, "open issue")}: it is not completed, and files and commits stay as they are.`;
  const fix = `${planAgain(run)}${typedCommandOf(run.phase as RunKind, run.flags)}   (tries again)`;
  return {
    exit: exitCodeOf("not-approved"),
    error: { code: "not-approved", message, fix },
    data: { feature: run.feature, phase: run.phase, outcome: "stopped", choice: end.choice, run: folder, ...summary },
    text: `\n${message}\nNext: ${fix}`,
  };
}

/** Back to the plan, or to the last document there is. */
function planAgain({ flags }: RunHead): string {
  const document = (["create-plan", "design", "specify"] as const).find((one) => !leftOutOf(flags).includes(one));
  if (document === undefined) return "";
  return `iflow ${document}   (${document === "create-plan" ? "plans again" : "runs it again"}), or: `;
}

/** `print`: for what is ours in it; a question may hold words of agents. */
export function waitingResult(
  result: Extract<PhaseResult, { type: "waiting" }>,
  summary: PhaseSummary,
  print: Print,
  terminal: Pick<Terminal, "columns" | "redraws">,
): TextResult {
  const { run, pendings, folder } = result;
  const code = pendings.find((pending) => pending.type === "pause")?.reason ?? "needs-answer";
  const exit = exitCodeOf(code);
  const isAsked = pendings.some((pending) => pending.type === "question");
  const head = isAsked ? `\niflow: needs an answer (exit ${exit})\n` : "";
  const after = isAsked ? print("\nThen: iflow continue") : "";
  return {
    exit,
    data: {
      feature: run.feature,
      phase: run.phase,
      questions: pendings.map((pending) => pendingData(pending, print)),
      run: folder,
      ...summary,
    },
    text: `${head}${pendingText(pendings, print, terminal)}${after}`,
    error: { code, message: pendings.map(({ text }) => text).join("\n"), fix: fixOf(pendings, print) },
  };
}

export function pendingData(pending: Pending, print: Print): unknown {
  if (pending.type === "pause")
    return {
      ...{ type: "pause", text: pending.text, detail: pending.detail ?? null, fix: print(pending.fix) },
      ...(pending.until !== undefined && { until: pending.until }),
      ...(pending.isGuessed && { isGuessed: true }),
    };
  if (pending.type === "order") {
    const { id, role, kind, sentence, agent } = pending;
    return { type: "order", id, role, kind, sentence, agent };
  }
  const { id, topic, text, detail = null, options, freeText = false, default: byDefault = null } = pending;
  return { type: "question", id, topic, text, detail, options, freeText, default: byDefault };
}

export function fixOf(pendings: readonly Pending[], print: Print): string {
  return pendings
    .map((pending) => {
      if (pending.type === "pause") return print(pending.fix);
      if (pending.type === "order") return print("/iflow:continue in your host, or iflow continue --runtime claude");
      const [first = "", ...others] = answersOf(pending);
      return print(`iflow answer ${pending.id} ${first}`) + (others.length > 0 ? `   (or: ${others.join(", ")})` : "");
    })
    .join("; ");
}
