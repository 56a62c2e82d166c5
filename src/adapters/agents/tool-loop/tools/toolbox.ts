// Executes the model's calls. The tools are the same for every role; what a role may do is decided here, call by call.
// A refusal is an answer to the model and a line in the record, never an error; so is whatever a tool throws, because a
// dispatch that ends with it would be paid again. The same files always give the same answers: sorted, bounded, and
// without paths of this machine.
import type * as z from "zod";
import type { Access } from "../../../../domain/roles/role.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import type { EventQueue } from "../../event-queue.ts";
import { roleThat, type Workspace } from "../../workspace.ts";
import { type ContentBlock, type ToolCall, toolResult } from "../request/messages.ts";

export interface Said {
  readonly text: string;
  /** The call failed; the model is told so. */
  readonly isError?: boolean;
  /** Why it was not allowed after all; told instead of the text. */
  readonly refused?: string;
}

export interface Tool<Input = unknown> {
  readonly input: z.ZodType<Input>;
  /** Its name in the record. */
  title(input: Input): string;
  /** The path it is about; undefined when there is none. "" is the root of the repository. */
  path(input: Input): string | undefined;
  /** Further paths, which are judged in the same way. */
  also?(input: Input): readonly string[];
  /** The access a role needs for it. */
  readonly needs: "read" | "write";
  /** Of a tool that runs commands: whether it runs them in the sandbox. */
  readonly sandboxed?: boolean;
  /** Why this role may not use it at all. */
  readonly closed?: string | undefined;
  /** The paths are relative to the repository. `begun` records the call before it ends. */
  work(input: Input, path: string, begun: () => void, also: readonly string[]): Promise<Said>;
}

export interface Toolbox {
  /** Each tool has its own input and only ever receives what its own schema has accepted. */
  readonly tools: Readonly<Record<string, Tool>>;
  readonly access: Access;
  readonly workspace: Workspace;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
  /** Removes the key from a text. */
  readonly clean: (text: string) => string;
}

export interface CalledTools {
  /** One result per call, in the order of the calls. */
  readonly results: ContentBlock[];
  /** The answer that was submitted. */
  readonly reply: string | undefined;
}

const SUBMIT = "submit";

export async function callTools(box: Toolbox, calls: readonly ToolCall[]): Promise<CalledTools> {
  const answers = new Map<ToolCall, Said>();
  for (const call of calls) {
    if (call.name === SUBMIT) continue;
    if (box.signal.aborted) break;
    answers.set(call, await callTool(box, call));
  }
  const spoiled = [...answers.values()].some(({ isError }) => isError);
  let reply: string | undefined;
  for (const call of calls) {
    if (call.name !== SUBMIT) continue;
    const read = readSubmission(call.input);
    answers.set(call, acknowledge({ read, spoiled, isFirst: reply === undefined }));
    if (!spoiled) reply ??= read;
  }
  let room = MOST_CHARS;
  const results = calls.map((call) => {
    const { text, isError = false } = answers.get(call) ?? { text: "Not done: the turn was stopped.", isError: true };
    room -= text.length;
    const fits = room >= 0 || text.length < SHORT_TEXT;
    return toolResult(call.id, fits ? box.clean(text) : LEFT_OUT, isError);
  });
  return { results, reply };
}

/** Characters that all results of one message may have together; beyond that, the long ones are left out. */
const MOST_CHARS = 240_000;
const SHORT_TEXT = 500;
const LEFT_OUT = "[Left out: the results of these calls are too long together. Ask for this one again.]";

function acknowledge(given: { read: string | undefined; spoiled: boolean; isFirst: boolean }): Said {
  if (given.spoiled) {
    return { text: "Not taken: another call of this message failed. Look at its result, then submit.", isError: true };
  }
  if (given.read === undefined)
    return { text: "Not taken: submit needs `reply`, an object without repeated keys, or a text.", isError: true };
  return { text: given.isFirst ? "Received." : "Only the first answer counts." };
}

/** An answer given in place of `reply` is accepted too; whether it fits is decided by its reader. */
function readSubmission(input: unknown): string | undefined {
  const { reply, unreadable, ...rest } = { ...(input as Record<string, unknown>) };
  if (typeof reply === "string") return reply;
  const value = reply ?? (unreadable === undefined && Object.keys(rest).length > 0 ? rest : undefined);
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** The answer among the calls of a turn that ended with them. */
export function submittedReply(calls: readonly ToolCall[]): string | undefined {
  return calls.flatMap(({ name, input }) => (name === SUBMIT ? (readSubmission(input) ?? []) : []))[0];
}

async function callTool(box: Toolbox, call: ToolCall): Promise<Said> {
  const tool = Object.hasOwn(box.tools, call.name) ? box.tools[call.name] : undefined;
  if (!tool) return { text: `There is no tool ${call.name}.`, isError: true };
  const input = tool.input.safeParse(call.input);
  if (!input.success) {
    const problems = input.error.issues.map(({ path, message }) => `${path.join(".") || "the input"}: ${message}`);
    return { text: `Not done: ${problems.join("; ")}.`, isError: true };
  }
  const { path, also, refused = tool.closed } = await judgeAll(box, tool, input.data);
  const { sandboxed } = tool;
  let told = false;
  const tell = (end: { readonly refused?: string; readonly sandboxed?: boolean } = {}) => {
    if (told) return;
    told = true;
    const about = { name: tool.title(input.data), ...(path !== "" && { path }) };
    void box.events.push({ type: "tool-called", ...about, ...end });
  };
  if (refused !== undefined) {
    tell({ refused });
    return { text: `Refused: ${refused}.`, isError: true };
  }
  try {
    const said = await tool.work(input.data, path, () => tell(sandboxed === undefined ? {} : { sandboxed }), also);
    if (said.refused === undefined) return said;
    tell({ refused: said.refused });
    return { text: `Refused: ${said.refused}.`, isError: true };
  } catch (error) {
    if (box.signal.aborted) throw error;
    if (error instanceof IflowError) return { text: `Not done: ${error.message}.`, isError: true };
    const why = `the tool failed: ${oneLine(error instanceof Error ? error.message : String(error))}`;
    tell({ refused: why }); // it is in the record of the dispatch, where somebody who looks for a bug finds it
    return { text: `Not done: ${why}.`, isError: true };
  } finally {
    tell();
  }
}

/** The paths relative to the repository, and why the role may not do it with one of them. */
async function judgeAll(box: Toolbox, tool: Tool, input: unknown) {
  const first = await judge(box, tool.needs, tool.path(input));
  const others: Awaited<ReturnType<typeof judge>>[] = [];
  for (const path of tool.also?.(input) ?? []) others.push(await judge(box, tool.needs, path));
  const wrong = [first, ...others].find(({ refused }) => refused !== undefined);
  return { path: wrong?.path ?? first.path, also: others.map(({ path }) => path), refused: wrong?.refused };
}

/** Why the role may not do it, and the path relative to the repository. */
async function judge(
  { access, workspace }: Toolbox,
  needs: "read" | "write",
  asked: string | undefined,
): Promise<{ readonly path: string; readonly refused?: string | undefined }> {
  if (needs === "write" && access !== "write") {
    return { path: workspace.name(asked ?? ""), refused: `${roleThat(access)} may change nothing and run nothing` };
  }
  if (asked === undefined || workspace.name(asked) === "") return { path: "" };
  try {
    return await (needs === "write" ? workspace.judgeWrite(asked) : workspace.judge(asked));
  } catch (error) {
    return { path: workspace.name(asked), refused: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}
