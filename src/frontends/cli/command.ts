// What all commands share: flags, the terminal, ports opened on demand, and one place where errors become exit codes.
import { constants } from "node:os";
import type { Config } from "../../domain/config/config.ts";
import type { Emit } from "../../domain/run/run-event.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Wiring } from "../../ports/wiring.ts";
import { startText } from "../drive/choose-start.ts";
import type { DriveContext, Person } from "../drive/context.ts";
import { type CommandResult, printError, printResult } from "./screen/output.ts";
import { RunRows } from "./screen/run-rows.ts";
import { createTerminal, type Host, type Terminal } from "./screen/terminal.ts";

export interface GlobalFlags {
  readonly json?: boolean;
  readonly events?: string;
  readonly quiet?: boolean;
  readonly unicode?: boolean;
  readonly cwd?: string;
}

/** What of its process the command line uses; `process` itself is one. */
export interface CommandHost extends Host {
  exitCode?: number | string | null | undefined;
  cwd(): string;
  exit(code: number): never;
  on(event: "exit", listener: () => void): unknown;
  on(event: NodeJS.Signals, listener: () => void): unknown;
}

/** Its signal aborts on SIGINT and SIGTERM; a second one ends the process at once. */
export interface CommandContext extends DriveContext {
  readonly terminal: Terminal;
  open(): Promise<{ readonly ports: Ports; readonly config: Config }>;
}

export type Command = (context: CommandContext) => Promise<CommandResult>;

export async function runCommand(
  wiring: Wiring,
  flags: GlobalFlags,
  command: Command,
  host: CommandHost = process,
): Promise<void> {
  const json = flags.json === true;
  const options = {
    unicode: flags.unicode !== false && wiring.unicode,
    quiet: flags.quiet === true || flags.events !== undefined,
    asEvent: flags.events !== undefined,
  };
  const terminal = createTerminal(options, host);
  const emit = createEmit(terminal, flags, host);
  const cwd = flags.cwd ?? host.cwd();
  const { signal, received } = watchSignals(host);
  try {
    const result = await command({
      wiring,
      terminal,
      person: personAt(terminal),
      cwd,
      emit,
      signal,
      open: async () => {
        const ports = await wiring.openPorts(cwd, emit);
        return { ports, config: await wiring.readConfig(ports.repository) };
      },
    });
    printResult(terminal, json, result);
    host.exitCode = result.exit ?? 0;
  } catch (error) {
    terminal.status(undefined);
    const exit = printError(terminal, json, error);
    host.exitCode = received() ?? exit;
  }
}

function personAt(terminal: Terminal): Person {
  const { marks, paint, say, interactive } = terminal;
  return {
    interactive,
    say,
    sayCreated: ({ key, branch, start }) =>
      say(
        [`${paint.green(marks.pass)} feature ${key} ${marks.dot} on branch ${branch}`, ...startText(start), ""].join(
          "\n",
        ),
      ),
    ask: async (...asked) => (await import("./screen/prompt-question.ts")).promptFor(...asked),
  };
}

function createEmit(terminal: Terminal, flags: GlobalFlags, { stderr }: CommandHost): Emit {
  if (flags.events === "ndjson") return (event) => stderr.write(`${JSON.stringify(event)}\n`);
  const rows = new RunRows(terminal, Date.now);
  return (event) => rows.show(event);
}

function watchSignals(host: CommandHost): { readonly signal: AbortSignal; received(): number | undefined } {
  const controller = new AbortController();
  let exit: number | undefined;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    host.on(name, () => {
      const code = 128 + constants.signals[name];
      if (exit !== undefined) host.exit(code);
      exit = code;
      controller.abort();
    });
  }
  return { signal: controller.signal, received: () => exit };
}
