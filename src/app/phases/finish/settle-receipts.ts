// The receipts of the feature as it will be merged: made again on this very tree, whatever receipts.json says. A criterion
// that fails is the person's to decide about; one that nothing shows is only told.
import type { Receipts } from "../../../domain/receipts/receipt-file.ts";
import { makeReceipts } from "../../receipts/make-receipts.ts";
import { decide } from "../../work/decide.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { askPerson, stopFor } from "../../work/wait-for.ts";
import { stopText } from "./require-mergeable.ts";

/** Undefined where the feature can have none; `stop`: the person does not want to finish now. */
export async function settleReceipts(phase: PhaseRun): Promise<Receipts | undefined | "stop"> {
  for (;;) {
    const receipts = await makeReceipts(phase);
    const failing = (receipts?.results ?? []).filter(({ state }) => state === "fails");
    const lines = failing.map(({ criterion, why }) => `${criterion} (${why})`);
    if (lines.length === 0 || isDecided(phase, lines)) return receipts;
    const name = phase.steps.next(0, "receipts-fail");
    if (phase.mode.yolo) {
      await stop(phase, name, lines);
      continue;
    }
    const answer = await ask(phase, name, lines);
    if (answer === "stop") return "stop";
    if (answer !== "continue") continue;
    await decide(phase, { kind: "ruling", text: RULING, about: lines });
    return receipts;
  }
}

const RULING = "finish it, although acceptance criteria fail:";

function isDecided({ decisions }: Parts<"decisions">, lines: readonly string[]): boolean {
  const decided = decisions.decisions.flatMap(({ text, about = [] }) => (text === RULING ? about : []));
  return lines.every((line) => decided.includes(line));
}

function ask(phase: Parts<"run">, name: string, lines: readonly string[]): Promise<string> {
  return askPerson(phase, {
    name,
    topic: "receipts",
    text: `What was promised does not hold: ${lines.join("; ")}.`,
    options: [
      { value: "stop", label: "Do not finish now", hint: "nothing is merged" },
      { value: "again", label: "Run the tests again", hint: "after you have repaired and committed it" },
      { value: "continue", label: "Finish anyway", hint: "your decision is recorded" },
    ],
    default: "stop",
  });
}

function stop(phase: Parts<"mode" | "run">, name: string, lines: readonly string[]): Promise<void> {
  return stopFor(phase, {
    name,
    reason: "not-approved",
    text: stopText(phase, "acceptance criteria of this feature fail; nothing was merged."),
    detail: [...lines, "Resume with: iflow continue"].join("\n"),
    fix: "repair and commit it, then: iflow continue   (runs their tests again, and asks)",
  });
}
