// An agent of the host has stopped. If the last thing it was told is the sentence of an order, what it was told and
// what it said is stored as evidence; whether that counts is not decided here.
import { basename, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type OrderPlace, orderIn } from "../../domain/host/host-sentence.ts";
import type { HookDesk, WaitingRun } from "../../ports/agents/hook-desk.ts";
import type { HookInput } from "./hook-input.ts";
import { type Conversation, readConversation } from "./transcript.ts";

/** Claude Code may still be writing the last line when the hook begins. */
const WRITTEN_WAIT = { tries: 50, triesForFile: 10, pauseMs: 100 };

export async function takeEvidence(desk: HookDesk, input: HookInput): Promise<undefined> {
  const { agent_id, agent_type = "", agent_transcript_path = "" } = input;
  if (agent_id === undefined) return undefined;
  const runs = (await desk.openRuns()).filter(({ orders }) => orders.length > 0);
  if (runs.length === 0) return undefined;
  const conversation = await readToTheEnd(desk, input);
  if (!conversation) return undefined;
  const last = conversation.messages.at(-1);
  if (last === undefined) throw new Error(`the transcript of ${agent_type} cannot be read: ${agent_transcript_path}`);
  const order = orderIn(last);
  if (!order || !isOurs(desk, order)) {
    if (agent_type.startsWith("iflow:")) await noteCoaching(desk, runs, agent_type);
    return undefined;
  }
  if (!(await isOfSession(desk, input))) {
    await desk.noteAttempt(order.run, `${agent_type} was shown by a transcript that its session did not write`);
    return undefined;
  }
  await desk.leaveEvidence(order.run, order.number, {
    agent: agent_id,
    agentType: agent_type,
    messages: conversation.messages,
    reply: input.last_assistant_message ?? conversation.lastText,
    ...(await pathsOf(desk, order, conversation)),
    promptHash: await desk.hash(order.promptFile),
    model: conversation.model,
    usage: conversation.usage,
    milliseconds: conversation.milliseconds,
    at: desk.now(),
  });
  return undefined;
}

/**
 * Reads again until the transcript has the agent's last words; only for our own agents, others are not worth the wait.
 */
async function readToTheEnd(desk: HookDesk, input: HookInput): Promise<Conversation | undefined> {
  const { agent_type = "", agent_transcript_path = "", last_assistant_message: said = "" } = input;
  const isOwn = agent_type.startsWith("iflow:");
  for (let tried = 0; ; tried++) {
    const text = await desk.read(agent_transcript_path);
    if (!isOwn && text !== undefined && !mentions(text, desk.runsFolder)) return undefined;
    const conversation = readConversation(text ?? "");
    const written = conversation.lastText.trim();
    const isWhole = conversation.messages.length > 0 && (said === "" || (written !== "" && said.includes(written)));
    const last = text === undefined ? WRITTEN_WAIT.triesForFile : WRITTEN_WAIT.tries;
    if (isWhole || !isOwn || tried >= last) return conversation;
    await pause(WRITTEN_WAIT.pauseMs);
  }
}

/** Much cheaper than parsing: an agent that was never told of one of our prompts has carried out no order. */
function mentions(transcript: string, path: string): boolean {
  return transcript.includes(JSON.stringify(path).slice(1, -1));
}

/** Claude Code writes `{session}.jsonl`, and its agents' transcripts to `{session}/subagents/agent-{id}.jsonl`. */
async function isOfSession(desk: HookDesk, input: HookInput): Promise<boolean> {
  const { session_id = "", transcript_path = "", agent_id = "", agent_transcript_path = "" } = input;
  const session = await desk.locate(transcript_path);
  const agent = await desk.locate(agent_transcript_path);
  const folder = session.slice(0, -".jsonl".length);
  return (
    basename(session) === `${session_id}.jsonl` &&
    agent.startsWith(`${folder}/`) &&
    basename(agent) === `agent-${agent_id}.jsonl`
  );
}

/** A sentence that names another repository's file does not concern us. */
function isOurs({ runsFolder }: HookDesk, { promptFile, run }: OrderPlace): boolean {
  return promptFile.startsWith(`${runsFolder}/${run}/dispatches/`);
}

async function noteCoaching(desk: HookDesk, [run]: readonly WaitingRun[], agentType: string): Promise<void> {
  if (run) await desk.noteAttempt(run.id, `${agentType} was told something else than an order`);
}

async function pathsOf({ root, locate }: HookDesk, { promptFile }: OrderPlace, conversation: Conversation) {
  const { reads, wrote, denied } = conversation;
  const name = async (path: string) => {
    const place = await locate(path);
    const way = relative(root, place);
    return way.startsWith("..") ? place : way;
  };
  const read = await Promise.all(reads.filter((path) => path !== promptFile).map(name));
  const barred = await Promise.all(denied.map(name));
  return {
    reads: read,
    wrote: await Promise.all(wrote.map(name)),
    ...(barred.length > 0 && { denied: barred }),
  };
}
