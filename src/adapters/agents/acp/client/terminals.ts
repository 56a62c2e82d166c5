// The command door of an agent. It runs the stored checks at the root of the repository, for roles that write, and
// nothing else. Each command is a child like the agent: recorded before it begins, and ended with its whole group.
import { randomUUID } from "node:crypto";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type CreateTerminalRequest, RequestError, type TerminalOutputResponse } from "@agentclientprotocol/sdk";
import type { Exit } from "../../watched-child.ts";
import { type GatedChild, startChild } from "../gated-child.ts";
import { judgeFolder, judgeLine, type Rules } from "../permission.ts";
import { shellLine } from "../tool-call.ts";
import type { Transcript } from "../transcript.ts";

export interface Terminals {
  create(request: CreateTerminalRequest): Promise<{ terminalId: string }>;
  output(id: string): TerminalOutputResponse;
  waitForExit(id: string): Promise<{ exitCode: number | null; signal: string | null }>;
  /** Ends the command; its output can still be read afterwards. */
  kill(id: string): Promise<void>;
  release(id: string): Promise<void>;
  endAll(): Promise<void>;
}

interface Terminal {
  readonly child: GatedChild;
  output: string;
  truncated: boolean;
  exit: Exit | undefined;
}

const LONGEST_OUTPUT = 1_000_000;
const LAST_WORDS_MS = 200;

export function createTerminals(
  rules: Rules,
  transcript: Transcript,
  start: { readonly env: Record<string, string>; announce(pid: number): Promise<void> },
): Terminals {
  const terminals = new Map<string, Terminal>();
  const starting: Promise<unknown>[] = [];
  let closed = false;
  const find = (id: string) => {
    const terminal = terminals.get(id);
    if (!terminal) throw RequestError.resourceNotFound(id);
    return terminal;
  };

  const run = async (line: string, limit: number) => {
    const child = await startChild(["/bin/sh", "-c", line], { cwd: rules.workspace.cwd, env: start.env });
    const id = randomUUID();
    terminals.set(id, listenTo(child, limit));
    transcript.lend(id);
    await start.announce(child.pid);
    if (!closed) child.begin();
    child.stdin.end();
    return { terminalId: id };
  };

  return {
    async create({ command, args = [], cwd, outputByteLimit }) {
      const line = shellLine([command, ...args]);
      const refused = judgeLine(rules, line) ?? (await judgeFolder(rules, cwd ?? undefined));
      transcript.tell("execute", undefined, refused);
      if (refused !== undefined) throw RequestError.invalidParams({ command }, refused);
      if (closed) throw RequestError.requestCancelled();
      const created = run(line, Math.min(outputByteLimit ?? LONGEST_OUTPUT, LONGEST_OUTPUT));
      starting.push(created);
      return created;
    },
    output(id) {
      const { output, truncated, exit } = find(id);
      return { output, truncated, ...(exit && { exitStatus: { exitCode: exit.code, signal: exit.signal } }) };
    },
    async waitForExit(id) {
      const { child } = find(id);
      const { code, signal } = await child.exit;
      // the last output may still be in transit, and a grandchild may hold the pipe open forever
      await Promise.race([Promise.all([finished(child.stdout), finished(child.stderr)]), pause(LAST_WORDS_MS)]).catch(
        () => undefined,
      );
      return { exitCode: code, signal };
    },
    kill: (id) => find(id).child.end(),
    async release(id) {
      await find(id).child.end();
      terminals.delete(id);
    },
    async endAll() {
      closed = true;
      await Promise.allSettled(starting);
      await Promise.all([...terminals.values()].map(({ child }) => child.end()));
    },
  };
}

/** Both outputs as they arrive. When there is too much, the beginning is dropped, as the protocol requires. */
function listenTo(child: GatedChild, limit: number): Terminal {
  const terminal: Terminal = { child, output: "", truncated: false, exit: undefined };
  const add = (text: string) => {
    const all = terminal.output + text;
    terminal.truncated ||= all.length > limit;
    terminal.output = all.slice(Math.max(0, all.length - limit));
  };
  child.stdout.setEncoding("utf8").on("data", add);
  child.stderr.setEncoding("utf8").on("data", add);
  void child.exit.then((exit) => {
    terminal.exit = exit;
  });
  return terminal;
}
