// What a model on loopback says from one sentence to a merged feature: the spec is refused once, everything else approved.
import { handsIn } from "./anthropic-agent.ts";
import { prd } from "./brainstorm-story.ts";
import { design, FINDINGS, plan, tasks } from "./documents.ts";
import { calls, type ReplySource, reply, tool } from "./fake-anthropic/reply.ts";
import { firstPrompt, type MessagesRequest } from "./fake-anthropic/request.ts";
import type { Rule } from "./fake-anthropic/server.ts";
import { retroReply } from "./finish-story.ts";
import { verdictOf } from "./levels.ts";
import { approve, FOLDER, reject, spec } from "./story.ts";

/** What the implementer writes: a file with its content. */
export type Written = readonly [path: string, content: string];

/** One reply a request in each role; the last one again and again. */
export function firstFeatureRules(code: Written, test: Written): Rule[] {
  return Object.entries(repliesOf(code, test)).map(([role, replies]) => ({ when: isAskedAs(role), replies }));
}

function repliesOf(code: Written, test: Written): Record<string, readonly ReplySource[]> {
  const approves = handsIn(approve("No external claims to verify."));
  const writes = (path: string, content: string) => calls("write", { path, content });
  const drafts = (name: string, content: string) => [
    writes(`${FOLDER}/${name}`, content.replaceAll("src/attempts.mjs", code[0]).replaceAll("src/server.mjs", test[0])),
    handsIn("Wrote it."),
  ];
  return {
    "codebase explorer": [handsIn(FINDINGS)],
    "knowledge searcher": [handsIn({ findings: [], no_findings_reason: "there is no knowledge bank" })],
    "internet researcher": [handsIn({ findings: [], no_findings_reason: "nothing to look for" })],
    "PRD author": [
      (request) => writes(/docs\/brainstorms\/\S+?\.prd\.md/.exec(firstPrompt(request))?.[0] ?? "", prd()),
      handsIn("Wrote it."),
    ],
    "PRD reviewer": [approves],
    "brainstorm reviewer": [approves],
    "spec author": [
      ...drafts("spec.md", spec()),
      ...drafts("spec.md", spec("- AC-2: after a minute the count is zero again.\n")),
    ],
    "spec reviewer": [
      handsIn({ ...reject("When does the count end?"), summary: "No external claims to verify." }),
      approves,
    ],
    "phase reviewer": [approves],
    "design author": [...drafts("design.md", design()), ...drafts("design.md", design("\n"))],
    "design reviewer": [approves],
    "plan author": drafts("plan.md", plan()),
    "plan reviewer": [approves],
    "task author": drafts("tasks.md", tasks()),
    "task reviewer": [approves],
    implementer: [code, test].flatMap(([path, content]) => [
      reply(tool("read", { path: `${FOLDER}/spec.md` }), tool("write", { path, content })),
      handsIn(`Implemented: it\nFiles changed:\n- ${path}\nConcerns: none`),
    ]),
    "code simplifier": [handsIn({ approved: true, simplifications: [] })],
    "test deepener, first half": [handsIn({ outlines: [] })],
    "implementation reviewer": [handsIn(verdictOf("implementation-reviewer", approve()) as object)],
    "code quality reviewer": [approves],
    "security reviewer": [approves],
    "documentation researcher": [handsIn({ no_updates_needed: true, no_updates_reason: "nothing to see" })],
    "retro facilitator": [handsIn(retroReply().reply as object)],
  };
}

const isAskedAs = (role: string) => (request: MessagesRequest) => firstPrompt(request).includes(`You are the ${role}`);
