// Running a command: a stored check by its name, or a line that the door for commands lets through. It is a child like any
// agent: recorded before it begins, ended with everything it started, and sees no key. One that fails is an answer, not an
// error.
import { stripVTControlCharacters } from "node:util";
import * as z from "zod";
import type { Sandbox } from "../../../../ports/sandbox.ts";
import { createOutputTail } from "../../../commands/output-tail.ts";
import { type CommandPlace, runCommand } from "../../../commands/run-command.ts";
import { COMMAND_MS, type CommandDoor, tellLimit } from "../../command-door.ts";
import type { EventQueue } from "../../event-queue.ts";
import { cutOutput } from "./cut-text.ts";
import type { Said, Tool } from "./toolbox.ts";

const Input = z.object({ command: z.string() });
type RunInput = z.infer<typeof Input>;

export interface RunPlace extends CommandPlace {
  readonly step: string;
  /** Shell lines by name. */
  readonly checks: Readonly<Record<string, string>>;
  readonly door: CommandDoor;
  readonly events: EventQueue;
  readonly signal: AbortSignal;
  /** Without one, lines run as they are. */
  readonly sandbox?: Sandbox | undefined;
  readonly commandMs?: number | undefined;
}

const LONGEST_OUTPUT = 30_000;

export function createRunTool(place: RunPlace): Tool<RunInput> {
  return {
    input: Input,
    title: ({ command }) => `run ${nameOf(command)}`,
    path: () => undefined,
    needs: "write",
    sandboxed: place.sandbox?.applied ?? false,
    work: async ({ command }, _, begun) => {
      const check = Object.hasOwn(place.checks, command) ? place.checks[command] : undefined;
      if (check !== undefined) return runLine(place, command, check, begun);
      const judged = await place.door.judge(command);
      return "refused" in judged ? { text: "", ...judged } : runLine(place, nameOf(command), judged.line, begun);
    },
  };
}

function nameOf(command: string): string {
  return command.trim().split("\n", 1)[0]?.slice(0, 80) ?? "";
}

async function runLine(place: RunPlace, name: string, line: string, begun: () => void): Promise<Said> {
  const { commandMs: limitMs = COMMAND_MS } = place;
  const output = createOutputTail(2 * LONGEST_OUTPUT); // some of it may be codes for colours
  const command = {
    line,
    step: place.step,
    limitMs,
    onSpawned: async ({ pid, startTime }: { readonly pid: number; readonly startTime: string }) => {
      await place.events.push({ type: "spawned", pid, startTime });
      begun();
    },
    onLine: output.add,
  };
  const { why, code } = await runCommand({ ...place, wrap: place.sandbox?.wrap }, command, place.signal);
  const end =
    why === "timed-out"
      ? `${name} ${tellLimit(limitMs)}`
      : `${name} ended with ${code === null ? "a signal" : `exit code ${code}`}`;
  const limits = code === null && why === "exited" && place.sandbox?.applied ? ` ${place.sandbox.limits}` : "";
  return { text: `${end}.${limits}\n\n${print(output.text(), place.cwd)}`.trim() };
}

function print(output: string, root: string): string {
  const plain = stripVTControlCharacters(output).replaceAll(`${root}/`, "").replaceAll(root, ".");
  return cutOutput(plain, LONGEST_OUTPUT);
}
