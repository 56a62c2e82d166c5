// Every word of the help: groups, examples, widths. docs/commands.md is printed from the same.
import type { Command } from "commander";
import { expect, test } from "vitest";
import { FEATURE_COMMANDS, OTHER_COMMANDS } from "../../../domain/feature/printed-commands.ts";
import { COMMAND_GROUPS } from "./command-groups.ts";
import { createProgram, runProgram } from "./program.ts";
import { fullName } from "./program-command.ts";

function helpOf(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text), getOutHasColors: () => false });
  command.outputHelp();
  return printed;
}

const nothing = () => Promise.reject(new Error("nothing runs here"));
const program = createProgram("1.2.3", nothing);
const narrow = createProgram("1.2.3", nothing, Object.create(process, { stdout: { value: { columns: 60 } } }));
const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

test("U5: every command stands in one group, run first, with a few words", () => {
  const grouped = Object.values(COMMAND_GROUPS).flatMap((commands) => Object.keys(commands));

  expect(program.commands.map((command) => command.name())).toEqual(grouped);
  expect(grouped[0]).toBe("run");
  expect(program.commands.filter((command) => command.summary() === "")).toEqual([]);
  expect(helpOf(program).match(/^[A-Z].*:$/gm)).toEqual(
    expect.arrayContaining(["Start:", "Work, phase by phase:", "Look:", "Manage:"]),
  );
});

test("every command of the program is one that is printed as it is typed, and takes a feature where it says so", () => {
  const { commands } = program;
  const takesFeature = (command: (typeof commands)[number]) =>
    ["feature", "target"].includes(command.registeredArguments[0]?.name() ?? "");
  const names = (wanted: boolean) => commands.filter((one) => takesFeature(one) === wanted).map((one) => one.name());
  expect(names(true).sort()).toEqual([...FEATURE_COMMANDS].sort());
  expect(names(false).sort()).toEqual([...OTHER_COMMANDS].sort());
});

test.each(all(program).map((command) => [fullName(command), command] as const))(
  "U5: the help of %s has an example and fits 80 columns",
  (name, command) => {
    const help = helpOf(command);
    expect(help).toMatch(new RegExp(`^  ${name.replace(/^iflow$/, "iflow run")}\\b`, "m"));
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  },
);

test.each(all(narrow).map((command) => [fullName(command), command] as const))(
  "U3: the help of %s fits 60 columns without a broken word",
  (_, command) => {
    const lines = helpOf(command).split("\n");
    const isWhole = /^\s*(?:Usage: )?(?:(?:bash|zsh|fish) +)?(?:iflow|git|npx|npm|eval|node)\b.*$/; // commands are pasted
    expect(lines.filter((line) => line.length > 60 && !isWhole.test(line))).toEqual([]);
  },
);

test("U4: a word that is no command is answered with what is typed here, in the room there is", async () => {
  let said = "";
  const stderr = { columns: 60, write: (text: string) => (said += text) };
  const host = Object.create(process, { stderr: { value: stderr }, exitCode: { value: 0, writable: true } });
  const load = async () => ({ commands: {}, wiring: { program: "npx iflow" } }) as never;

  await runProgram(["node", "iflow", "resume"], () => "1.2.3", load, host);

  expect(said.split("\n")).toEqual([
    "iflow: unknown command resume",
    "  Fix: Did you mean: npx iflow continue",
    "       (npx iflow --help lists the commands)",
    "",
  ]);
});
