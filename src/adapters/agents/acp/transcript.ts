// What an agent reports while a turn runs: its text, its tool calls, its cost. Parsing is lenient, because agents are
// ahead of the protocol. Only updates during the answer count: a loaded session first repeats its whole past.
import * as z from "zod";
import type { EventQueue } from "../event-queue.ts";
import { judgeAtSight, type Rules } from "./permission.ts";
import { addPiece, type ToolCall } from "./tool-call.ts";
import { type TrespassWatch, watchTrespass } from "./trespass.ts";
import { type UsageWatch, watchUsage } from "./turn-usage.ts";

export interface Transcript extends Pick<TrespassWatch, "grant">, Pick<UsageWatch, "cost"> {
  /** From now on, updates belong to the turn. */
  listen(): void;
  /** The parameters of a `session/update`. */
  take(params: unknown): void;
  /** The call that a request for permission is about, with everything reported about it so far. */
  callOf(piece: unknown): ToolCall | undefined;
  /** Records a request to one of our doors. If it belongs to a call of the agent, only that call is reported. */
  tell(name: string, path: string | undefined, refused: string | undefined): void;
  /** Records a line that was given to one of our terminals. */
  tellLine(line: string, refused: string | undefined, sandboxed: boolean): void;
  /** Marks a terminal: a call that shows it has already been reported at the command door. */
  lend(terminalId: string): void;
  refuse(call: ToolCall, why: string): void;
  /** Reports the calls whose end was never reported by the agent. */
  close(): void;
  reply(): string;
  /** Why the answer is discarded, whatever it says. */
  trespass(): string | undefined;
}

const UpdateSchema = z.object({ update: z.looseObject({ sessionUpdate: z.string() }) });
const ChunkSchema = z.object({ content: z.object({ type: z.literal("text"), text: z.string() }) });

export function createTranscript(events: EventQueue, rules: Rules): Transcript {
  const { workspace } = rules;
  const calls = new Map<string, ToolCall>();
  const told = new Set<string>();
  const lent = new Set<string>();
  const trespass = watchTrespass(rules);
  const texts: string[] = [];
  let listening = false;
  let interrupted = false;
  const usage = watchUsage((tokens) => void events.push({ type: "used", tokens }));

  const { emit, emitLine } = tellTo(events);

  const tellCall = (call: ToolCall) => {
    if (told.has(call.id)) return;
    told.add(call.id);
    if (call.terminals.some((id) => lent.has(id))) return;
    const refused = trespass.judge(call);
    // what the agent runs by itself is never in our sandbox
    if (call.kind === "execute") return emitLine(call.line, refused, false);
    const paths = call.paths.map((path) => workspace.name(path));
    for (const path of paths.length > 0 ? paths : [undefined]) emit(call.kind, path, refused);
  };

  const takeText = (update: unknown) => {
    const { data } = ChunkSchema.safeParse(update);
    if (!data) return;
    // text before and after a tool call belongs to separate messages
    const { text } = data.content;
    texts.push(interrupted && texts.length > 0 ? `\n\n${text}` : text);
    interrupted = false;
    void events.push({ type: "text", text });
  };

  /** Long work is reported as soon as it runs, the rest when it is done: until then it may still be refused. */
  const takeCall = (update: unknown) => {
    const call = addPiece(calls, update);
    if (!call) return;
    calls.set(call.id, call);
    interrupted = true;
    const isLong = call.kind === "search" || call.kind === "execute";
    const runs = isLong && call.status === "in_progress" && judgeAtSight(rules, call) === undefined;
    if (runs || isOver(call)) tellCall(call);
  };

  const openCallsFor = (name: string, path: string | undefined) => {
    const kind = name === "write" ? "edit" : name;
    const isFor = (call: ToolCall) => call.kind === kind && call.paths.some((one) => workspace.name(one) === path);
    return [...calls.values()].filter((call) => !isOver(call) && isFor(call));
  };

  return {
    listen: () => {
      listening = true;
      usage.listen();
    },
    take(params) {
      const { data } = UpdateSchema.safeParse(params);
      if (data?.update.sessionUpdate === "usage_update") usage.take(data.update);
      if (!data || !listening) return;
      if (data.update.sessionUpdate === "agent_message_chunk") takeText(data.update);
      if (/^tool_call(?:_update)?$/.test(data.update.sessionUpdate)) takeCall(data.update);
    },
    callOf(piece) {
      const call = addPiece(calls, piece);
      if (call) calls.set(call.id, call);
      return call;
    },
    tell(name, path, refused) {
      const open = openCallsFor(name, path);
      if (refused === undefined && open.length > 0) return;
      for (const call of open) told.add(call.id);
      emit(name, path, refused);
    },
    tellLine: emitLine,
    lend: (terminalId) => void lent.add(terminalId),
    grant: trespass.grant,
    refuse(call, why) {
      told.add(call.id);
      const [path] = call.kind === "execute" ? [] : call.paths;
      emit(call.kind, path === undefined ? undefined : workspace.name(path), why);
    },
    close: () => calls.forEach(tellCall),
    reply: () => texts.join(""),
    cost: usage.cost,
    trespass: trespass.verdict,
  };
}

function isOver({ status }: ToolCall): boolean {
  return status === "completed" || status === "failed";
}

function tellTo(events: EventQueue) {
  const emit = (name: string, path: string | undefined, refused?: string) =>
    void events.push({ type: "tool-called", name, ...(path && { path }), ...(refused !== undefined && { refused }) });

  /** A refusal has the line in its reason. */
  const emitLine = (line: string | undefined, refused: string | undefined, sandboxed: boolean) => {
    if (refused !== undefined) return emit("execute", undefined, refused);
    const name = `execute ${line?.split("\n", 1)[0]?.slice(0, 80) ?? ""}`.trim();
    void events.push({ type: "tool-called", name, sandboxed });
  };
  return { emit, emitLine };
}
