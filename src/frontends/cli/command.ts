// What all commands share: flags, the terminal, ports opened on demand, and one place where errors become exit codes.
import { constants } from "node:os";
import type { Config } from "../../domain/config/config.ts";
import { printCommands } from "../../domain/feature/printed-commands.ts";
import { stampEvents } from "../../domain/run/events/stamp-events.ts";
import { printableJson } from "../../domain/text/json/printable-json.ts";
import { shellWord } from "../../domain/text/shell-word.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Wiring } from "../../ports/wiring.ts";
import type { DriveContext, Person } from "../drive/context.ts";
import { startText } from "../drive/place/choose-start.ts";
import { type Print, printedError } from "../drive/printed-commands.ts";
import { type CommandResult, printError, printResult, withCommands } from "./screen/output.ts";
import { asCommands } from "./screen/questions/as-commands.ts";
import { afterRows, createEmit } from "./screen/rows/emit-rows.ts";
import { wordsRow, wrapProse } from "./screen/rows/row-layout.ts";
import { createTerminal, type Host, type Terminal } from "./screen/terminal.ts";

export interface GlobalFlags {
  readonly json?: boolean;
  readonly events?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
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
  open(): Promise<Opened>;
}

interface Opened {
  readonly ports: Ports;
  readonly config: Config;
}

/** How the command was called: in which process, with which words. */
export interface CommandCall {
  readonly host: CommandHost;
  readonly typed: readonly string[];
}

export type Command = (context: CommandContext) => Promise<CommandResult>;

export async function runCommand(
  given: Wiring,
  flags: GlobalFlags,
  command: Command,
  { host, typed }: CommandCall,
): Promise<void> {
  const json = flags.json === true;
  const wiring = { ...given, program: programHere(given, flags) };
  const print: Print = (text) => printCommands(text, wiring);
  const stamp = flags.events === "ndjson" ? stampEvents(() => new Date()) : undefined;
  const options = {
    unicode: flags.unicode !== false && wiring.unicode,
    quiet: flags.quiet === true || flags.events !== undefined,
    asEvent: stamp && ((text: string) => printableJson(stamp({ type: "told", text }))),
    verbose: flags.verbose === true,
  };
  const screen = createTerminal(options, host);
  const notes = new Set<string>();
  const { emit, settle } = createEmit(screen, { stamp, quiet: flags.quiet === true, print, notes }, host);
  const terminal = afterRows(screen, settle);
  const cwd = flags.cwd ?? host.cwd();
  for (const folder of [host.cwd(), cwd]) wiring.worksIn(folder);
  const { signal, received } = watchSignals(host);
  let place: Opened | undefined;
  try {
    const result = await command({
      wiring,
      terminal,
      person: personAt(terminal, print),
      cwd,
      emit,
      signal,
      open: async () => {
        const ports = await wiring.openPorts(cwd, emit);
        place = { ports, config: await wiring.readConfig(ports.repository) };
        return place;
      },
    });
    printResult(terminal, json, withCommands(result, print, terminal.columns));
    host.exitCode = result.exit ?? 0;
  } catch (error) {
    terminal.status(undefined);
    const exit = printError(terminal, json, await printedError(wiring, place, asCommands(error, typed)), notes);
    host.exitCode = received() ?? exit;
  }
}

/** What is pasted beside this command runs in the person's folder, so it has to be told of another one as well. */
function programHere({ program }: Wiring, { cwd }: GlobalFlags): string {
  return cwd === undefined ? program : `${program} --cwd ${shellWord(cwd)}`;
}

function personAt(terminal: Terminal, print: Print): Person {
  const { marks, paint, say, interactive } = terminal;
  return {
    interactive,
    say: (text) => say(wrapProse(print(text), terminal.columns)),
    sayCreated: ({ key, branch, start }) =>
      say(
        [
          wordsRow(`${paint.green(marks.pass)} `, `feature ${key} ${marks.dot} branch ${branch}`, terminal.columns),
          ...startText(start),
          "",
        ].join("\n"),
      ),
    ask: async ({ options, ...question }, ...asked) => {
      const hinted = options.map((one) => (one.hint === undefined ? one : { ...one, hint: print(one.hint) }));
      const { promptFor } = await import("./screen/questions/prompt-question.ts");
      const about = question.detail === undefined ? {} : { detail: print(question.detail) };
      return promptFor(terminal, { ...question, ...about, options: hinted }, ...asked);
    },
    askTogether: async (...asked) => (await import("./screen/questions/prompt-together.ts")).promptTogether(...asked),
  };
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
