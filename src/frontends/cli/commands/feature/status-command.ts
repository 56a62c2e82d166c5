// `iflow status`: every feature that is not finished, with its branch, its phases and its run.
import { type Overview, type OverviewRow, readOverview } from "../../../../app/feature/overview.ts";
import { printDepth } from "../../../../domain/feature/depth.ts";
import { printOutcome } from "../../../../domain/feature/meta/phase-outcome.ts";
import { listNames } from "../../../../domain/text/list-names.ts";
import { oneLine } from "../../../../domain/text/one-line.ts";
import { nearPath } from "../../../drive/place/near-path.ts";
import type { Print } from "../../../drive/printed-commands.ts";
import { ago, count } from "../../screen/numbers.ts";
import { withoutControls } from "../../screen/safe-text.ts";
import { wrapWords } from "../../screen/wrap-words.ts";
import type { LookPlace } from "./bare-command.ts";
import { closing, finishedLine, GROUPS, header, type Look } from "./overview-text.ts";

export async function statusCommand({ ports, config, terminal }: LookPlace) {
  const overview = await readOverview(ports, config);
  const now = ports.clock.now();
  return { data: overview, text: (print: Print) => statusText(overview, terminal, now, print) };
}

export function statusText(overview: Overview, look: Look, now: Date, print: Print = (own) => own): string {
  const open = GROUPS.flatMap(([group]) => overview.features.filter((row) => row.group === group));
  const blocks = open.map((row) => [...block(row, overview, look, now), ...nextLine(row, look, print), ""].join("\n"));
  const end =
    open.length === 0
      ? closing(overview)
      : [...untested(overview, open, look), ...finishedLine(overview.counts.finished)];
  return [header(overview, look), "", ...blocks, ...end.map(print)].join("\n").trimEnd();
}

function block(row: OverviewRow, { root }: Overview, { columns, marks, paint }: Look, now: Date): string[] {
  const title = GROUPS.find(([group]) => group === row.group)?.[1] ?? "";
  const head = `${row.current ? paint.green(marks.bullet) : " "} ${row.key}`;
  const phases = row.phases.map((one) => `${one.phase} ${printOutcome(one)}`).join(", ");
  const facts: readonly (readonly [string, string])[] = [
    ["wanted", oneLine(row.description)],
    ["now", row.phase === "brainstorm" ? (row.about.split("\n")[1] ?? "") : row.about],
    ["phases", phases === row.about ? "" : phases],
    ["depth", row.depth ? printDepth(row.depth) : ""],
    ["branch", row.branch],
    ["where", row.elsewhere === undefined ? "" : `${row.elsewhere.tree} on ${row.elsewhere.host}`],
    ["tree", row.tree === null ? "" : nearPath(root ?? "/", row.tree)],
    ["run", row.run ? `${row.run.id}, ${count(row.run.steps, "step")}, ${sinceThen(row, now)}` : ""],
  ];
  return [
    `${head}   ${paint.dim(title)}`,
    ...facts.flatMap(([name, text]) => (text === "" ? [] : fact(name, withoutControls(text), columns))),
  ];
}

const LABEL = 12;

function fact(name: string, text: string, columns: number): string[] {
  return wrapWords(text, columns - LABEL).map(
    (line, index) => `${(index === 0 ? `    ${name}` : "").padEnd(LABEL)}${line}`,
  );
}

/** A command is pasted, so it stays whole. */
function nextLine({ command }: OverviewRow, { paint }: Look, print: Print): string[] {
  return command === null ? [] : [print(`${"    next".padEnd(LABEL)}${paint.bold(withoutControls(command))}`)];
}

function sinceThen({ lastActivity }: OverviewRow, now: Date): string {
  return lastActivity === null ? "never" : ago(now.getTime() - Date.parse(lastActivity));
}

function untested({ testsWait }: Overview, open: readonly OverviewRow[], { columns }: Look): string[] {
  const isUnderWay = ({ state }: OverviewRow) => state !== "planned" && state !== "branch-only" && state !== "damaged";
  const keys = open.flatMap((row) => (row.tests === null && isUnderWay(row) ? [row.key] : []));
  if (keys.length === 0) return [];
  const [why, next] = testsWait
    ? ["the test command is not confirmed yet", "iflow trust"]
    : ["there is no test command", "iflow init   (or set checks.test)"];
  return [...wrapWords(`Nothing is tested in ${listNames(keys)}: ${why}.`, columns), `Next: ${next}`];
}
