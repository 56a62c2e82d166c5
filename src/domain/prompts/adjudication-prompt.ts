// The prompt of an adjudicator: its guide, the work, and each dispute with both sides.
import type { Register, RegisteredIssue } from "../review/register/issue-register.ts";
import { printIssue } from "../review/register/issue-text.ts";
import type { Work } from "../review/register/named-place.ts";
import type { RolePrompt } from "../roles/role-prompt.ts";
import { oneLine } from "../text/one-line.ts";
import { type Block, composePrompt, type Prompt } from "./prompt.ts";
import { schemaText } from "./review-prompt.ts";
import { quote } from "./trunk.ts";

export function adjudicationPrompt({ rubric, coda }: RolePrompt, work: Work, disputes: Register): Prompt {
  return composePrompt([
    block("role", "frozen", [rubric, coda].filter(Boolean).join("\n\n")),
    block("schema", "frozen", schemaText("adjudicator")),
    block("under-review", "round", `## The work\n${"text" in work ? pasted(work) : listed(work.files)}`),
    block("work", "round", `## The disputes\n${disputes.map(printDispute).join("\n\n")}`),
  ]);
}

function pasted({ path, text }: { readonly path: string; readonly text: string }): string {
  return `The whole of ${path}:\n\n${quote(text)}`;
}

function listed(files: readonly string[]): string {
  return `These files; read what the issues point to.\n${files.map((file) => `- ${file}`).join("\n")}`;
}

/** Neither side is named by its role: who says it does not matter. */
function printDispute(issue: RegisteredIssue): string {
  const { id, answer = "not changed: no reason given", why } = issue;
  return [
    `### ${id}`,
    printIssue({ ...issue, suggestion: "", suggested_fix: "" }),
    `- The reviewer insists: ${oneLine(why ?? "without a further reason")}`,
    `- The author: ${oneLine(answer)}`,
  ].join("\n");
}

function block(slot: Block["slot"], layer: Block["layer"], text: string): Block {
  return { slot, layer, text };
}
