// What a spec author is told at light depth, below the path it writes to. It overrules the template of its prompt.

export const LIGHT_SPEC = `Depth: light. The change is small, so the spec is short: 40 lines at most, and of the template only these headings, in this order:
- Problem Statement: one sentence.
- Acceptance Criteria: one to five, each with its id, a situation, an action and a result that a test or a reader can see. The last one says what must stay as it is.
- Files: the files you expect to change, one per line, each with the reason in a few words. You have looked at every one of them.

No design, plan or task list follows, and no reviewer reads this text before the code is written: one implementer works from it alone, and one reviewer holds the code against its criteria. What you cannot fit into five criteria is not a small change; say so in your answer and write the spec for the smallest part that stands alone.`;

/** What the risk explorer is asked, about a feature that has only its sentence. */
export function riskQuestion(description: string): string {
  return `## Your Task
Someone wants this change. Look at the code it would touch, then answer.

## The Change
${description}`;
}
