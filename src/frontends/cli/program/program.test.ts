// Every word of the help: groups, examples, widths. docs/commands.md is printed from the same.
import type { Command } from "commander";
import { expect, test } from "vitest";
import { COMMAND_GROUPS } from "./command-groups.ts";
import { createProgram } from "./program.ts";
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
