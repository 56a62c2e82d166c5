// `iflow tasks`: every task, what it waits for, what its references resolved to, and how much context it would be
// given.
import { resolve } from "node:path";
import { type TaskRow, tasksOfFeature, tasksOfFile } from "../../../../app/feature/tasks.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import type { CommandContext } from "../../command.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { count, percent } from "../../screen/numbers.ts";
import { textWidth, wrapText } from "../../screen/rows/row-layout.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { hangWords } from "../../screen/wrap-words.ts";
import { planText } from "./plan-text.ts";
import { isPath } from "./target.ts";

export async function tasksCommand(
  context: CommandContext,
  target: string | undefined,
  { plan = false }: { readonly plan?: boolean },
) {
  const { open, wiring, cwd, terminal } = context;
  const isFile = target !== undefined && (await isPath(context, target));
  const view = isFile
    ? await tasksOfFile(wiring.files, resolve(cwd, target).slice(1), target)
    : await homeOfNamed({ ...context, ...(await open()) }, target).then(({ ports, config }) =>
        tasksOfFeature(ports, config.artifactsRoot, target),
      );
  return { verbatim: true as const, data: view, text: plan ? planText(view, terminal) : print(view.tasks, terminal) };
}

function print(tasks: readonly TaskRow[], { paint, marks, columns }: Terminal): string {
  const width = Math.max(...tasks.map(({ number }) => columnsOf(number)));
  const blocks = tasks.map((task) => {
    const needs = task.dependsOn.length === 0 ? "" : paint.dim(`   after ${task.dependsOn.join(", ")}`);
    const indent = " ".repeat(width + 4);
    const found = task.references.map(({ raw, resolved, kind }) =>
      resolved === null ? paint.dim(`${raw} (${kind})`) : `${raw} ${marks.arrow} ${resolved}`,
    );
    const beside = (head: string, text: string) => hangWords(head, text, textWidth(columns));
    return [
      ...beside(`  ${paint.bold(padEndTo(width, task.number))}  `, `${task.title}${needs}`),
      ...(found.length > 0 ? beside(indent, found.join(" | ")) : []),
      ...task.warnings.flatMap((warning) => beside(indent, paint.yellow(warning))),
      `${indent}${paint.dim(`context ${percent(task.contextChars, task.fullChars)} of design and plan`)}`,
    ].join("\n");
  });
  const given = tasks.reduce((sum, { contextChars }) => sum + contextChars, 0);
  const full = tasks.reduce((sum, { fullChars }) => sum + fullChars, 0);
  const end = `${count(tasks.length, "task")}; they are given ${percent(given, full)} of the whole documents`;
  return `${blocks.join("\n")}\n\n${wrapText(end, columns)}`;
}
