// `iflow tasks --plan`: which tasks can be worked on side by side, turn by turn, and what holds the others back.
import type { PlanRow, TasksView } from "../../../../app/feature/tasks.ts";
import { columnsOf, padEndTo } from "../../screen/columns.ts";
import { count } from "../../screen/numbers.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { hangWords } from "../../screen/wrap-words.ts";

/** As many at a time as `implement.parallel: "auto"` takes at most. */
const LANES = "3";

export function planText({ plan, turns }: TasksView, { paint, columns }: Terminal): string {
  const shown = turns[LANES];
  const numbers = Math.max(4, ...plan.map(({ number }) => columnsOf(number)));
  const width = String(shown.length).length;
  const table = shown.flatMap((turn, at) =>
    trimmed(
      `  ${padEndTo(Math.max(4, width), String(at + 1))}  `,
      turn.map((number) => padEndTo(numbers, number)),
      columns,
    ),
  );
  const held = plan.filter(({ why }) => why.length > 0);
  const reasons = held.flatMap((row) => hangWords(`  ${padEndTo(numbers, row.number)}  `, heldText(row), columns));
  return [
    paint.bold("Turn  side by side, three at most"),
    ...table,
    "",
    ...(held.length === 0 ? ["Nothing holds a task back."] : [paint.bold("Held back"), ...reasons]),
    "",
    `${count(plan.length, "task")}, if all take equally long: ${speeds(plan.length, turns)}.`,
  ].join("\n");
}

function trimmed(...words: Parameters<typeof hangWords>): string[] {
  return hangWords(...words).map((line) => line.trimEnd());
}

function heldText({ after, why }: PlanRow): string {
  const those = after === "all" ? "all before it" : after.join(", ");
  return `after ${those}: ${why.join("; ")}`;
}

function speeds(tasks: number, turns: TasksView["turns"]): string {
  const [two, ...more] = Object.entries(turns).map(
    ([lanes, { length }]) => `${(tasks / Math.max(1, length)).toFixed(1)} times as fast with ${lanes} at a time`,
  );
  return [two, ...more.map((text) => text.replace(" times as fast", "").replace(" at a time", ""))].join(", ");
}
