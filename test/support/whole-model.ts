// A model on loopback that builds any number of features at full depth, from the spec to the merge: "add part 3" becomes
// `src/part-3.mjs` and a page about it. What it says follows from the request alone, so many features may ask side by side.
import { design, FINDINGS, plan, tasks } from "./documents.ts";
import { calls, type Reply } from "./fake-anthropic/reply.ts";
import { firstPrompt, lastToolResults, type MessagesRequest } from "./fake-anthropic/request.ts";
import type { Rule } from "./fake-anthropic/server.ts";
import { retroReply } from "./finish-story.ts";
import { verdictOf } from "./levels.ts";
import { approve, spec } from "./story.ts";

/** Each answer takes so long. */
export function wholeRules(seconds: number): Rule[] {
  return Object.entries(ANSWERS).map(([role, answer]) => ({
    when: (request) => firstPrompt(request).includes(`You are the ${role}`),
    replies: [(request) => ({ ...answer(request), delayMs: 1000 * seconds })],
  }));
}

const approves = (): Reply => handsIn(approve("No external claims to verify. No external security claims to verify"));

const ANSWERS: Readonly<Record<string, (request: MessagesRequest) => Reply>> = {
  "codebase explorer": () => handsIn(FINDINGS),
  "internet researcher": () => handsIn({ findings: [], no_findings_reason: "nothing to look for" }),
  "knowledge searcher": () => handsIn({ findings: [], no_findings_reason: "there is no knowledge bank" }),
  "spec author": (request) => writes(request, "spec.md", spec()),
  "spec reviewer": approves,
  "phase reviewer": approves,
  "design author": (request) => writes(request, "design.md", design(isSecondStage(request) ? "\n" : "")),
  "design reviewer": approves,
  "plan author": (request) => writes(request, "plan.md", plan()),
  "plan reviewer": approves,
  "task author": (request) => writes(request, "tasks.md", tasks()),
  "task reviewer": approves,
  implementer: (request) => {
    const { number } = partOf(request);
    const path = /1\.2/.test(taskOf(request)) ? `pages/part-${number}.md` : `src/part-${number}.mjs`;
    const report = `Implemented it.\nFiles changed:\n- ${path}\nConcerns: none`;
    return write(request, path, `// part ${number}\n`, report);
  },
  "code simplifier": () => handsIn({ approved: true, simplifications: [] }),
  "test deepener, first half": () => handsIn({ outlines: [] }),
  "implementation reviewer": () => handsIn(verdictOf("implementation-reviewer", approve()) as object),
  "code quality reviewer": approves,
  "security reviewer": approves,
  "documentation researcher": () => handsIn({ no_updates_needed: true, no_updates_reason: "nothing to see" }),
  "retro facilitator": () => handsIn(retroReply().reply as object),
};

function partOf(request: MessagesRequest) {
  const [folder = "", number = ""] = /docs\/features\/\d+-add-part-(\d+)/.exec(JSON.stringify(request.body)) ?? [];
  return { folder, number };
}

/** The line of its prompt that names its task. */
const taskOf = (request: MessagesRequest): string => /Task (1\.\d)/.exec(firstPrompt(request))?.[1] ?? "";

/** The author of the design is asked for the architecture, then for the interfaces. */
const isSecondStage = (request: MessagesRequest): boolean => request.body.messages.length > 3;

function writes(request: MessagesRequest, name: string, content: string): Reply {
  const { folder, number } = partOf(request);
  const own = content
    .replaceAll("src/attempts.mjs", `src/part-${number}.mjs`)
    .replaceAll("src/server.mjs", `pages/part-${number}.md`);
  return write(request, `${folder}/${name}`, own, "Wrote it.");
}

/** The file in one turn, the report in the next. */
function write(request: MessagesRequest, path: string, content: string, report: string): Reply {
  return lastToolResults(request).length === 0 ? calls("write", { path, content }) : handsIn(report);
}

const handsIn = (reply: object | string): Reply => calls("submit", { reply });
