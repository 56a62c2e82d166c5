// What a run waits for, as text: each question with the command that answers it.
import type { HostOrder, Pause, Pending, Question } from "../../../domain/run/question.ts";
import { columnsOf, padEndTo } from "./columns.ts";

export function pendingText(pendings: readonly Pending[]): string {
  return pendings
    .map((pending) => {
      if (pending.type === "pause") return pauseText(pending);
      return pending.type === "order" ? orderText(pending) : questionText(pending);
    })
    .join("\n\n");
}

function questionText(question: Question): string {
  const values = question.options.map(({ value }) => value);
  if (question.freeText) values.push('"your own words"');
  const width = Math.max(0, ...question.options.map(({ value }) => columnsOf(value)));
  const lines = question.options.map(
    ({ value, label, hint }) =>
      `    ${padEndTo(width, value)}   ${label}${hint ? ` (${hint})` : ""}${value === question.default ? "  [default]" : ""}`,
  );
  const open =
    question.options.length === 1 && !question.freeText ? ["    (or leave it unanswered: nothing happens)"] : [];
  return [
    `? ${question.text}`,
    ...lines,
    ...open,
    `  Answer with:  iflow answer ${question.id} ${values.join(" | ")}`,
  ].join("\n");
}

function pauseText(pause: Pause): string {
  const detail = pause.detail ? pause.detail.split("\n").map((line) => `  ${line}`) : [];
  return [pause.text, ...detail, `  Fix: ${pause.fix}`].join("\n");
}

function orderText({ id, role }: HostOrder): string {
  return [
    `${role} works in your host (order ${id}).`,
    "  Continue there:  /iflow:continue in Claude Code, or the tool `next` of the MCP server",
    "  Or here, with other agents:  iflow continue --runtime claude",
  ].join("\n");
}
