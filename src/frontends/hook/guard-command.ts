// Shell lines. An agent of ours runs the project's checks, exactly as they are written in the config. The host's model may run
// anything but what would act for the user or reach into a run: those belong to iflow's tools and to the user's own terminal.
import { isOrderedToWrite, SAYS_HOW_TO_REVIEW } from "./guard-edit.ts";
import type { Refusal, Scene } from "./guard-tool.ts";
import { movesRun } from "./own-command.ts";
import type { HookInput } from "./run-hook.ts";

const OWN_FILES =
  /\.git\/iflow\b|iflow\/runs\b|host-session\.json|features\/[\w.-]+\/\.(?:meta\.json|review-history\.md)/;
const SETTINGS = /(?<![\w-])iflow\.config\.json|\bknowledge-bank\b|\biflow\/(?:config\.json|memory\.jsonl)/;
/** Plain reading commands, one behind the other in a pipe at most, and what git does with files as they are. */
const READ =
  "\\s*(?:cat|head|tail|less|wc|ls|grep|rg|jq|stat|sort|git (?:add|commit|diff|log|show|status))\\b[^>|;&`$\\n]*";
const READS = new RegExp(`^${READ}(?:\\|${READ})*$`);

export function guardCommand(
  { runs, drives, isUsed }: Scene,
  { tool_input = {}, agent_type = "" }: HookInput,
): Refusal {
  const command = String(tool_input.command ?? "");
  if (agent_type.startsWith("iflow:")) {
    const checks = runs.flatMap((run) => run.checks);
    if (isOrderedToWrite(runs, agent_type) && checks.includes(command.trim())) return undefined;
    return `${agent_type} runs the checks of the config as they are written there, and nothing else`;
  }
  const hosted = runs.filter((run) => run.hosted);
  const questions = hosted.flatMap((run) => run.questions.flatMap(({ id }) => id ?? []));
  if ((drives || hosted.length > 0) && movesRun(command, questions))
    return "inside of a host a run is moved by iflow's tools, and answered by its user";
  if (isUsed && OWN_FILES.test(command) && !READS.test(command)) return "iflow's own files are written by iflow alone";
  if ((drives || hosted.length > 0) && SETTINGS.test(command) && !READS.test(command)) return SAYS_HOW_TO_REVIEW;
  return undefined;
}
