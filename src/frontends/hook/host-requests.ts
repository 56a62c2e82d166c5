// The requests of the host's own model in which it drove our runs, from the transcript of its session. A turn counts if
// it used our tools, told an agent one of our sentences, or was begun by the answer of such an agent. Whatever else the
// user does in that session is not ours. Agents have transcripts of their own.
import type { HostRequest } from "../../domain/billing/host-turns.ts";
import { orderIn } from "../../domain/host/host-sentence.ts";
import { parseJson } from "../../domain/text/json/json.ts";
import { type Block, blocksOf, type Line, parseLine, textOf, toUsage } from "./transcript-line.ts";

const FLOW_TOOL = /^mcp__plugin_iflow_iflow__(?:start|next|report)$/;
const NOTICE = /<task-id>([\w-]+)<\/task-id>/;

/** `runsFolder`: orders of another repository are not ours. */
export function hostRequests(transcript: string, runsFolder: string): HostRequest[] {
  const found = new Map<string, HostRequest>();
  const agents = new Map<string, string>();
  const calls = new Set<string>();
  let current: string | undefined;
  let waiting: Line[] = []; // of this turn, before it is known for which run
  const count = (line: Line, run: string) => {
    const { id = "", model = null, usage = {} } = line.message ?? {};
    const at = found.get(id)?.at ?? line.timestamp ?? "";
    found.set(id, { id, run: found.get(id)?.run ?? run, model, usage: toUsage(usage), at });
  };
  const turnTo = (run: string | undefined) => {
    if (run === undefined) return;
    current = run;
    for (const line of waiting.splice(0)) count(line, run);
  };
  for (const line of transcript.split("\n").flatMap(parseWanted)) {
    if (isPrompt(line)) {
      waiting = [];
      current = agents.get(NOTICE.exec(textOf(line.message?.content))?.[1] ?? "");
    } else if (line.type === "assistant") {
      for (const { name = "", id = "", input = {} } of blocksOf(line.message?.content)) {
        if (FLOW_TOOL.test(name)) calls.add(id);
        const run = runOfOrder(String(input.prompt ?? input.message ?? ""), runsFolder);
        if (run !== undefined && name === "SendMessage") agents.set(String(input.to), run);
        turnTo(run);
      }
      if (!isPaid(line)) continue;
      if (current === undefined) waiting.push(line);
      else count(line, current);
    } else turnTo(runTold(line, calls));
  }
  return [...found.values()];
}

/** Most of a transcript is neither: snapshots, file contents, progress. */
function parseWanted(text: string): Line[] {
  if (!/"type":"(?:assistant|user|attachment)"/.test(text)) return [];
  return parseLine(text).filter(({ isSidechain }) => isSidechain !== true);
}

/** What begins a turn, whoever said it. */
function isPrompt({ type, isMeta, isCompactSummary, message }: Line): boolean {
  if (type !== "user" || isMeta || isCompactSummary) return false;
  return !blocksOf(message?.content).some((block) => block.type === "tool_result");
}

function isPaid({ message }: Line): boolean {
  return message?.id !== undefined && message.usage !== undefined && message.model !== "<synthetic>";
}

function runOfOrder(sentence: string, runsFolder: string): string | undefined {
  const order = orderIn(sentence);
  return order?.promptFile.startsWith(`${runsFolder}/`) ? order.run : undefined;
}

/** The run that an answer of our tools, or words of our hook, are about. */
function runTold({ type, message, attachment }: Line, calls: ReadonlySet<string>): string | undefined {
  const texts =
    type === "attachment" && attachment?.type === "hook_additional_context"
      ? [attachment.content]
          .flat()
          .map(String)
          .filter((text) => text.startsWith("iflow "))
      : blocksOf(message?.content)
          .filter(isAnswerTo(calls))
          .map((block) => textOf(block.content));
  return texts.map(runIn).findLast((run) => run !== undefined);
}

function isAnswerTo(calls: ReadonlySet<string>): (block: Block) => boolean {
  return ({ type, tool_use_id = "" }) => type === "tool_result" && calls.has(tool_use_id);
}

/** A hook says the state behind a line of its own. */
function runIn(text: string): string | undefined {
  const state = parseJson(text.slice(text.indexOf("{"))) as { readonly run?: unknown } | undefined;
  return typeof state?.run === "string" ? state.run : undefined;
}
