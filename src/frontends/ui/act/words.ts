// The words of the command that does what the page was asked for: what a person would have typed.
import { flagsOfDepth } from "../../../domain/feature/depth.ts";
import { shellWord } from "../../../domain/text/shell-word.ts";
import type { FinishBody } from "../view/model/actions.ts";
import type { ContinueBody } from "../view/model/inbox.ts";
import type { NewFeatureBody } from "../view/model/new-feature.ts";

/** `script`: what scripted agents play, from the command line of the page. */
export function wordsOfNew(body: Omit<NewFeatureBody, "repo">, script: string | undefined): string[] {
  const { idea, depth, worktree, yolo, skipBrainstorm } = body;
  const isFull = depth === undefined || depth === "full";
  return [
    "run",
    ...agentWords(body, script),
    ...(isFull ? [] : ["--depth", depth]),
    // the other depths have no brainstorm anyway
    ...(skipBrainstorm && isFull ? ["--phases", flagsOfDepth("auto").phases.join(",")] : []),
    ...(worktree ? ["--worktree"] : []),
    ...(yolo ? ["--yolo"] : []),
    ...["--", idea], // an idea may begin with a dash
  ];
}

export function wordsOfContinue(key: string, body: ContinueBody, script: string | undefined): string[] {
  return ["continue", ...agentWords(body, script), key];
}

export function wordsOfFinish(key: string, { how }: FinishBody): string[] {
  const flags = { merge: ["--merge"], squash: ["--squash"], "pull-request": ["--pr"] };
  return ["finish-feature", ...(how === undefined ? [] : flags[how]), key];
}

export function wordsOfAbandon(key: string): string[] {
  return ["abandon", "--yes", key];
}

function agentWords({ runtime, maxCost, maxDispatches }: ContinueBody, script: string | undefined): string[] {
  return [
    ...(runtime === undefined ? [] : ["--runtime", runtime]),
    ...(runtime === "scripted" && script !== undefined ? ["--script", script] : []),
    ...(maxCost === undefined ? [] : ["--max-cost", String(maxCost)]),
    ...(maxDispatches === undefined ? [] : ["--max-dispatches", String(maxDispatches)]),
  ];
}

/** As it would be typed. */
export function typed(words: readonly string[]): string {
  return ["iflow", ...words].map(shellWord).join(" ");
}
