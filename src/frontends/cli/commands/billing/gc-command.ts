// `iflow gc`: shows what is old, then deletes it if a person agrees. Without a terminal and without --yes it only
// shows.
import { collectGarbage, type GcPlan, planGc, type RemovableRun } from "../../../../app/billing/gc.ts";
import { IflowError } from "../../../../domain/text/errors.ts";
import { requirePerson } from "../../../drive/before/require-person.ts";
import type { CommandContext } from "../../command.ts";
import { columnsOf } from "../../screen/columns.ts";
import { ago, bytes, count } from "../../screen/numbers.ts";
import { confirm } from "../../screen/questions/ask.ts";
import { textWidth } from "../../screen/rows/row-layout.ts";
import { textTable } from "../../screen/text-table.ts";

export interface GcFlags {
  readonly olderThan?: string;
  readonly maxSize?: string;
  readonly yes?: boolean;
}

export async function gcCommand(context: CommandContext, flags: GcFlags) {
  const mostBytes = flags.maxSize === undefined ? undefined : parseSize(flags.maxSize);
  const age = flags.olderThan === undefined ? undefined : parseAge(flags.olderThan);
  const { ports, config } = await context.open();
  if (flags.yes) await requirePerson({ wiring: context.wiring, ports }, "deletes records", "iflow gc");
  const olderThan = age ?? config.keep.days * DAY;
  const plan = await planGc(ports, config.artifactsRoot, { olderThan, mostBytes });
  const { terminal } = context;
  const { snapshotBytes, sessionBytes } = plan;
  const nothing = { wouldDelete: plan.runs, deleted: [], bytes: sizeOf(plan), snapshotBytes, sessionBytes };
  if (isEmpty(plan)) return { data: nothing, text: "Nothing to clean up." };
  const list = planText(plan, ports.clock.now().getTime(), context.terminal.columns);
  if (!flags.yes && !terminal.interactive) {
    return { data: nothing, text: `${list}\nNothing was deleted. To delete them: iflow gc --yes` };
  }
  terminal.say(list);
  if (!flags.yes && !(await confirm(context, "Delete them?", false))) {
    return { data: nothing, text: "Nothing was deleted." };
  }
  const { removed, ledgerLines, dispatches, snapshotsCleared, ...done } = await collectGarbage(ports, plan);
  const freed = { runs: removed, snapshotBytes: snapshotsCleared ? snapshotBytes : 0, ...done };
  return {
    data: {
      ...{ wouldDelete: [], deleted: removed, bytes: sizeOf(freed), snapshotBytes: freed.snapshotBytes },
      ...{ sessionBytes: freed.sessionBytes, ledgerLines },
    },
    text:
      `${terminal.paint.green(terminal.marks.pass)} ${count(removed.length, "run")} deleted, ${bytes(sizeOf(freed))} freed` +
      `; ${count(dispatches, "dispatch", "dispatches")} recorded in ${ports.team ? "the team's database" : ".git/iflow/ledger.jsonl"}`,
  };
}

const DAY = 24 * 3_600_000;
const HOURS: Readonly<Record<string, number>> = { h: 1, d: 24, w: 24 * 7 };

function parseAge(text: string): number {
  const [, number, unit = ""] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const hours = HOURS[unit];
  if (number !== undefined && hours !== undefined) return Number(number) * hours * 3_600_000;
  throw new IflowError("usage", `--older-than: "${text}" is not an age`, { fix: "--older-than 30d (or 12h, 4w)" });
}

const SIZES: Readonly<Record<string, number>> = { kB: 1e3, MB: 1e6, GB: 1e9 };

function parseSize(text: string): number {
  const [, number, unit = ""] = /^(\d{1,6})([kMG]B)$/.exec(text) ?? [];
  const size = SIZES[unit];
  if (number !== undefined && size !== undefined) return Number(number) * size;
  throw new IflowError("usage", `--max-size: "${text}" is not a size`, { fix: "--max-size 500MB (or 100kB, 2GB)" });
}

function isEmpty({ runs, snapshotBytes, sessionBytes }: GcPlan): boolean {
  return runs.length === 0 && snapshotBytes === 0 && sessionBytes === 0;
}

function sizeOf({ runs, snapshotBytes, sessionBytes }: GcPlan): number {
  return runs.reduce((sum, run) => sum + run.bytes, snapshotBytes + sessionBytes);
}

const REASONS: Record<RemovableRun["reason"], string> = {
  completed: "its feature is completed",
  abandoned: "its feature is abandoned",
  gone: "its feature is gone",
  old: "old",
  space: "takes up space",
};

function planText(plan: GcPlan, now: number, columns: number): string {
  const rows = plan.runs.map((run) => [
    run.id,
    `ended ${ago(now - Date.parse(run.endedAt))}`,
    bytes(run.bytes),
    REASONS[run.reason],
  ]);
  if (plan.snapshotBytes > 0) rows.push(["snapshots", "no run is open", bytes(plan.snapshotBytes), "no longer needed"]);
  if (plan.sessionBytes > 0)
    rows.push(["sessions", "no run is open", bytes(plan.sessionBytes), "left by agents that were killed"]);
  const table = textTable(rows);
  const list = linesFit(table, columns) ? table : rows.map(stacked).join("\n");
  return `${list}\n${count(plan.runs.length, "run")}, ${bytes(sizeOf(plan))} in total.`;
}

const linesFit = (text: string, columns: number): boolean =>
  text.split("\n").every((line) => columnsOf(line) <= textWidth(columns));

/** What is deleted is never cut, so its name has a line of its own where there is no room. */
function stacked([name = "", ...facts]: readonly string[]): string {
  return `${name}\n  ${facts.join(", ")}`;
}
