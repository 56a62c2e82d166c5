// `iflow tasks`: every task, what it waits for, what its references resolved to, and how much context it would be
// given.
import { resolve } from "node:path";
import { type TaskRow, tasksOfFeature, tasksOfFile } from "../../../../app/feature/tasks.ts";
import { homeOfNamed } from "../../../drive/at-home.ts";
import type { CommandContext } from "../../command.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { count, percent } from "../../screen/numbers.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { isPath } from "./target.ts";

export async function tasksCommand(context: CommandContext, target: string | undefined) {
  const { open, wiring, cwd, terminal } = context;
  const isFile = target !== undefined && (await isPath(context, target));
  const tasks = isFile
    ? await tasksOfFile(wiring.files, resolve(cwd, target).slice(1), target)
    : await homeOfNamed({ ...context, ...(await open()) }, target).then(({ ports, config }) =>
        tasksOfFeature(ports, config.artifactsRoot, target),
      );
  return { data: { tasks }, text: print(tasks, terminal) };
}

function print(tasks: readonly TaskRow[], { paint, marks }: Terminal): string {
  const width = Math.max(...tasks.map(({ number }) => columnsOf(number)));
  const blocks = tasks.map((task) => {
    const needs = task.dependsOn.length === 0 ? "" : paint.dim(`   after ${task.dependsOn.join(", ")}`);
    const indent = " ".repeat(width + 4);
    const found = task.references.map(({ raw, resolved, kind }) =>
      resolved === null ? paint.dim(`${raw} (${kind})`) : `${raw} ${marks.arrow} ${resolved}`,
    );
    return [
      `  ${paint.bold(padEndTo(width, task.number))}  ${task.title}${needs}`,
      ...(found.length > 0 ? [`${indent}${found.join(" | ")}`] : []),
      ...task.warnings.map((warning) => `${indent}${paint.yellow(warning)}`),
      `${indent}${paint.dim(`context ${percent(task.contextChars, task.fullChars)} of design and plan`)}`,
    ].join("\n");
  });
  const given = tasks.reduce((sum, { contextChars }) => sum + contextChars, 0);
  const full = tasks.reduce((sum, { fullChars }) => sum + fullChars, 0);
  return `${blocks.join("\n")}\n\n${count(tasks.length, "task")}; they are given ${percent(given, full)} of the whole documents`;
}
