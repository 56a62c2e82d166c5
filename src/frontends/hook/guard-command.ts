// Shell lines. An agent of ours may run the project's checks, exactly as written in the config. The host's model may
// run anything except what would act for the user or reach into a run: those belong to iflow's tools and to the user's
// own terminal.
import { basename, dirname } from "node:path";
import { isOrderedToWrite, SAYS_HOW_TO_REVIEW } from "./guard-edit.ts";
import type { HookInput } from "./hook-input.ts";
import { movesRun } from "./own-command.ts";
import type { Refusal, Scene } from "./scene.ts";

/** Files below git's folder, also by way of `cd` or a pattern, and in a feature's folder, wherever the line puts it. */
const OWN_FILES = [
  /(?<![\w-])\.git\/(?:\S*\/)?(?:iflow\b|i\w*[*?[{]|[?[{$]|\*+(?:[\s/]|$))/,
  /(?:\bcd|\bpushd|\s-C)\s+\S*(?<![\w-])\.git\/?(?![\w./-])/,
  /\biflow\/runs\b|\bhost-session\.json/,
  /(?<![\w-])\.(?:meta\.json|review-history\.md)(?![\w-]|\.\w)/,
  /\bfeatures\b.*(?<=[\s/=>])\.(?:[mr][\w.-]*)?[*?[{]/,
];
/** Records of what Claude Code's sessions and agents said. */
const TRANSCRIPTS = /\.claude\/+projects\b|\bsubagents\b.*\.jsonl|\bagent-[\w*?]+\.jsonl/;
const SETTINGS = /(?<![\w-])iflow\.config\.json|\bknowledge-bank\b|\biflow\/(?:config\.json|memory\.jsonl|trusted\b)/;
/** Plain reading commands, one after the other, and git commands that leave files as they are; none told to write. */
const WRITES = "--out|-(?:exec|ok|delete|fprint|fls)";
const NAMES =
  "(?:cd|pwd|echo|test|cat|head|tail|wc|ls|find|grep|rg|jq|stat|diff|git (?:add|commit|diff|log|show|status))";
const READ = `\\s*${NAMES}\\b(?![^|;&\\n]*\\s(?:${WRITES}))[^>|;&\`$\\n]*`;
const READS = new RegExp(`^${READ}(?:(?:\\|{1,2}|&&|;)${READ})*;?\\s*$`);
const QUIET = /\s2>(?:\/dev\/null|&1)(?=[\s;|&]|$)/g;

export function guardCommand(
  { runs, drives, isUsed }: Scene,
  { tool_input = {}, agent_type = "" }: HookInput,
): Refusal {
  const command = String(tool_input.command ?? "");
  if (agent_type.startsWith("iflow:")) {
    const checks = runs.flatMap((run) => run.checks);
    if (isOrderedToWrite(runs, agent_type) && checks.includes(command.trim())) return undefined;
    return `${agent_type} may run only the checks in the config, exactly as written there`;
  }
  const hosted = runs.filter((run) => run.hosted);
  const questions = hosted.flatMap((run) => run.questions.flatMap(({ id }) => id ?? []));
  if ((drives || hosted.length > 0) && movesRun(command, questions))
    return "in a host, only iflow's tools move a run, and only its user answers it";
  const line = command.replaceAll(/["'\\]/g, ""); // a shell joins .me"ta".json
  if ([command, line].every((one) => READS.test(one.replaceAll(QUIET, "")))) return undefined;
  if (isUsed && OWN_FILES.some((files) => files.test(line))) return "only iflow may write its own files";
  if (runs.length > 0 && TRANSCRIPTS.test(line)) return "only the host may write transcripts of sessions and agents";
  const reviewed = hosted.find(({ artifact }) => artifact !== undefined && names(line, artifact));
  if (reviewed) return `${reviewed.artifact} is the document of ${reviewed.phase}: only its author may change it`;
  return (drives || hosted.length > 0) && SETTINGS.test(line) ? SAYS_HOW_TO_REVIEW : undefined;
}

/** Its folder and its file name, together or separately. */
function names(line: string, path: string): boolean {
  return line.includes(dirname(path)) && line.includes(basename(path));
}
