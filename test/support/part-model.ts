// A model on loopback that builds any number of small features at light depth: "add part 3" becomes `src/part-3.mjs`. What it says
// follows from the request alone, so many features may ask side by side.
import { calls, type Reply } from "./fake-anthropic/reply.ts";
import { firstPrompt, lastToolResults, type MessagesRequest } from "./fake-anthropic/request.ts";
import type { Rule } from "./fake-anthropic/server.ts";

/** Each answer takes so long. */
export function partRules(seconds: number): Rule[] {
  const slow = (answer: (request: MessagesRequest) => Reply) => [
    (request: MessagesRequest) => ({ ...answer(request), delayMs: 1000 * seconds }),
  ];
  return Object.entries(ANSWERS).map(([role, answer]) => ({
    when: (request) => firstPrompt(request).includes(`You are the ${role}.`),
    replies: slow(answer),
  }));
}

/** Turns of all roles together. */
export const TURNS = 5;

export const partSpec = (title: string, file: string): string => `# Specification: ${title}

## Problem Statement
The shop has no ${title}.

## Acceptance Criteria
### AC-1: it is there
- Given the shop, when it is looked at, then it has ${title}.

## Files
- ${file}: holds it
`;

const ANSWERS: Readonly<Record<string, (request: MessagesRequest) => Reply>> = {
  "spec author": (request) => {
    const { number, file, folder } = partOf(request);
    return write(request, `${folder}/spec.md`, partSpec(`part ${number}`, file), "Wrote it.");
  },
  implementer: (request) => {
    const { number, file } = partOf(request);
    const report = `Implemented it.\nFiles changed:\n- ${file}`;
    return write(request, file, `export const part = ${number};\n`, report);
  },
  "light reviewer": () => handsIn({ approved: true, issues: [], summary: "Good." }),
};

function partOf(request: MessagesRequest) {
  const [folder = "", number = ""] = /docs\/features\/\d+-add-part-(\d+)/.exec(JSON.stringify(request.body)) ?? [];
  return { folder, number, file: `src/part-${number}.mjs` };
}

/** The file in one turn, the report in the next. */
function write(request: MessagesRequest, path: string, content: string, report: string): Reply {
  return lastToolResults(request).length === 0 ? calls("write", { path, content }) : handsIn(report);
}

const handsIn = (reply: object | string): Reply => calls("submit", { reply });
