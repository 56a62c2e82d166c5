// `iflow status`: every feature that is not finished, with its branch, its phases and its run.
import { type Overview, type OverviewRow, readOverview } from "../../../../app/feature/overview.ts";
import { printDepth } from "../../../../domain/feature/depth.ts";
import { printOutcome } from "../../../../domain/feature/phase-outcome.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { nearPath } from "../../../drive/near-path.ts";
import { ago, count } from "../../screen/numbers.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import type { Terminal } from "../../screen/terminal.ts";
import { wrapWords } from "../../screen/wrap-words.ts";
import type { LookPlace } from "./bare-command.ts";
import { closing, finishedLine, GROUPS, header } from "./overview-text.ts";

export async function statusCommand({ ports, config, terminal }: LookPlace) {
  const overview = await readOverview(ports, config);
  return { data: overview, text: statusText(overview, terminal, ports.clock.now()) };
}

export function statusText(overview: Overview, look: Pick<Terminal, "columns" | "marks" | "paint">, now: Date): string {
  const open = GROUPS.flatMap(([group]) => overview.features.filter((row) => row.group === group));
  const blocks = open.map((row) => [...block(row, overview, look, now), ""].join("\n"));
  const end =
    open.length === 0
      ? closing(overview)
      : [...untested(overview, open, look), ...finishedLine(overview.counts.finished)];
  return [header(overview, look), "", ...blocks, ...end].join("\n").trimEnd();
}

function block(
  row: OverviewRow,
  { root }: Overview,
  { columns, marks, paint }: Pick<Terminal, "columns" | "marks" | "paint">,
  now: Date,
) {
  const title = GROUPS.find(([group]) => group === row.group)?.[1] ?? "";
  const head = `${row.current ? paint.green(marks.bullet) : " "} ${row.key}`;
  const phases = row.phases.map((one) => `${one.phase} ${printOutcome(one)}`).join(", ");
  const facts: readonly (readonly [string, string])[] = [
    ["wanted", row.description],
    ["now", row.phase === "brainstorm" ? (row.about.split("\n")[1] ?? "") : row.about],
    ["phases", phases === row.about ? "" : phases],
    ["depth", row.depth ? printDepth(row.depth) : ""],
    ["branch", row.branch],
    ["tree", row.tree === null ? "" : nearPath(root ?? "/", row.tree)],
    ["run", row.run ? `${row.run.id}, ${count(row.run.steps, "step")}, ${sinceThen(row, now)}` : ""],
    ["next", row.command ?? ""],
  ];
  return [
    `${head}   ${paint.dim(title)}`,
    ...facts.flatMap(([name, text]) =>
      fact(name, withoutControls(text), columns, name === "next" ? paint.bold : asItIs),
    ),
  ];
}

const asItIs = (text: string) => text;
const LABEL = 12;

function fact(name: string, text: string, columns: number, paint: (line: string) => string): string[] {
  if (text === "") return [];
  const lines = name === "next" ? [text] : wrapWords(text, columns - LABEL); // a command is pasted, so it stays whole
  return lines.map((line, index) => {
    return `${(index === 0 ? `    ${name}` : "").padEnd(LABEL)}${paint(line)}`;
  });
}

function sinceThen({ lastActivity }: OverviewRow, now: Date): string {
  return lastActivity === null ? "never" : ago(now.getTime() - Date.parse(lastActivity));
}

function untested(
  { testsWait }: Overview,
  open: readonly OverviewRow[],
  { columns }: Pick<Terminal, "columns">,
): string[] {
  const isUnderWay = ({ state }: OverviewRow) => state !== "planned" && state !== "branch-only" && state !== "damaged";
  const keys = open.flatMap((row) => (row.tests === null && isUnderWay(row) ? [row.key] : []));
  if (keys.length === 0) return [];
  const [why, next] = testsWait
    ? ["the test command is not confirmed yet", "iflow trust"]
    : ["there is no test command", "iflow init   (or set checks.test)"];
  return [...wrapWords(`Nothing is tested in ${listNames(keys)}: ${why}.`, columns), `Next: ${next}`];
}
