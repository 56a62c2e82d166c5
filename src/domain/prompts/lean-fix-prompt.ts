// The prompt of a fixer that does not work on the trunk: the issues, what they cite, whole, and everything else by path.
// For a round whose issues all say where they are, if that is cheaper (dispatch/lean-fixer.ts).
import { type FixWork, factsFor, fixerMaterial, fixText } from "./implement-prompt.ts";
import { leftOutLines } from "./left-out.ts";
import type { Prompt } from "./prompt.ts";
import { NO_PRD_LINE, type RoleMaterial } from "./review-prompt.ts";
import { taskPrompt } from "./task-prompt.ts";
import { type PastedDocument, quote } from "./trunk.ts";

/** `cited` as printed below. */
export function leanFixPrompt(
  material: RoleMaterial,
  { issues, files, facts, fallback }: Omit<FixWork, "decisions" | "code">,
  cited: string,
): Prompt {
  const { trunk: _, required, leftOut = [], ...own } = fixerMaterial(material);
  const paths = required.map(({ title, path }) => (path === undefined ? NO_PRD_LINE : `- ${title}: ${path}`));
  const text = `## Documents of This Feature
Read in them whatever you need beyond what stands below.
${[...paths, ...leftOutLines(material.role, leftOut)].join("\n")}

${cited}

${fixText(issues, files)}`;
  return taskPrompt({ ...own, required: [] }, text, factsFor(facts, fallback));
}

/** `files` are printed as on the trunk. Empty when nothing is cited. */
export function printCited(sections: readonly PastedDocument[], files: readonly string[]): string {
  const documents = sections.map(({ title, path, text }) => `### ${title}: ${path}\n\n${quote(text)}`);
  return [
    ...(documents.length > 0 ? [`## Sections the Issues Cite\n\n${documents.join("\n\n")}`] : []),
    ...(files.length > 0 ? [`## Files the Issues Cite\n\n${files.join("\n\n")}`] : []),
  ].join("\n\n");
}
