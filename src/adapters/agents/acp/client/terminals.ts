// The terminals of an agent. They run, for roles that write and at the root of the repository, what the door for commands
// lets through, and nothing else. Each command is a child like the agent: recorded before it begins, and ended with its whole group; but it
// sees none of the keys that the agent was given.
import { randomUUID } from "node:crypto";
import { type CreateTerminalRequest, RequestError, type TerminalOutputResponse } from "@agentclientprotocol/sdk";
import type { Sandbox } from "../../../../ports/sandbox.ts";
import { createOutputTail, type OutputTail } from "../../../commands/output-tail.ts";
import { type CommandEnd, type CommandPlace, runCommand } from "../../../commands/run-command.ts";
import { COMMAND_MS, tellLimit } from "../../command-door.ts";
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

/** What terminals are started with. */
export interface TerminalStart {
  readonly place: Omit<CommandPlace, "cwd">;
  readonly step: string;
  /** Without one, lines run as they are. */
  readonly sandbox?: Sandbox | undefined;
  readonly commandMs?: number | undefined;
  announce(child: { readonly pid: number; readonly startTime: string }): Promise<void>;
}

interface Terminal {
  readonly output: OutputTail;
  end: CommandEnd | undefined;
  readonly ended: Promise<CommandEnd>;
  stop(): Promise<void>;
}

const LONGEST_OUTPUT = 1_000_000;

export function createTerminals(rules: Rules, transcript: Transcript, start: TerminalStart): Terminals {
  const terminals = new Map<string, Terminal>();
  const starting: Promise<unknown>[] = [];
  let closed = false;
  const find = (id: string) => {
    const terminal = terminals.get(id);
    if (!terminal) throw RequestError.resourceNotFound(id);
    return terminal;
  };

  const run = async (line: string, limit: number) => {
    const id = randomUUID();
    await new Promise<void>((begun, failed) => {
      const announce: TerminalStart["announce"] = async (child) => {
        await start.announce(child);
        if (closed) void find(id).stop();
        begun();
      };
      const terminal = startTerminal(line, limit, { ...start, announce }, rules.workspace.cwd);
      terminals.set(id, terminal);
      terminal.ended.then(() => begun(), failed);
    });
    transcript.lend(id);
    return { terminalId: id };
  };

  return {
    async create({ command, args = [], cwd, outputByteLimit }) {
      const line = shellLine([command, ...args]);
      const judged = await judgeLine(rules, line);
      const refused = "refused" in judged ? judged.refused : await judgeFolder(rules, cwd ?? undefined);
      transcript.tellLine(line, refused, start.sandbox?.applied ?? false);
      if ("refused" in judged || refused !== undefined) throw RequestError.invalidParams({ command }, refused);
      if (closed) throw RequestError.requestCancelled();
      const created = run(judged.line, Math.min(outputByteLimit ?? LONGEST_OUTPUT, LONGEST_OUTPUT));
      starting.push(created);
      return created;
    },
    output(id) {
      const { output, end } = find(id);
      return {
        output: output.text(),
        truncated: output.isCut(),
        ...(end && { exitStatus: { exitCode: end.code, signal: end.signal } }),
      };
    },
    async waitForExit(id) {
      const { code, signal } = await find(id).ended;
      return { exitCode: code, signal };
    },
    kill: (id) => find(id).stop(),
    async release(id) {
      await find(id).stop();
      terminals.delete(id);
    },
    async endAll() {
      closed = true;
      await Promise.allSettled(starting);
      await Promise.all([...terminals.values()].map(({ stop }) => stop()));
    },
  };
}

/** The output as it arrives, line by line. When there is too much, the beginning is dropped, as the protocol requires. */
function startTerminal(line: string, limit: number, start: TerminalStart, cwd: string): Terminal {
  const stopped = new AbortController();
  const output = createOutputTail(limit);
  const { commandMs: limitMs = COMMAND_MS } = start;
  const command = { line, step: start.step, limitMs, onSpawned: start.announce, onLine: output.add };
  const running = runCommand({ ...start.place, cwd, wrap: start.sandbox?.wrap }, command, stopped.signal);
  const ended = running.then((end) => {
    if (end.why === "timed-out") output.add(`iflow: the command ${tellLimit(limitMs)}.`);
    return end;
  });
  const terminal: Terminal = {
    ...{ output, end: undefined, ended },
    stop: async () => {
      stopped.abort();
      await ended.catch(() => undefined);
    },
  };
  ended.then(
    (end) => {
      terminal.end = end;
    },
    () => undefined, // the one who waits for it hears of it
  );
  return terminal;
}
