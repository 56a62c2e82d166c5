// Where and with what an agent would run a line by itself. Each agent has its own names for it (`cwd`, `workdir`,
// `directory` …), and those of tomorrow are not known: so whatever could be a folder must be the root of the repository,
// where the line was judged, and whatever would make it another line is refused.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Workspace } from "../workspace.ts";
import type { ToolCall } from "./tool-call.ts";

/** Why the line may not be run this way; undefined when it may. */
export function judgeSettings(workspace: Workspace, { line, settings }: ToolCall): string | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const name = key.toLowerCase().replaceAll(/[^a-z]/g, "");
    const texts = textsIn(value);
    if (texts.length === 0 || ABOUT.test(name)) continue;
    if (TAKEN_FROM_IT.test(name) && texts.every((text) => line?.includes(text))) continue;
    if (CHANGING.test(name)) return `${key} would make it another command: leave it out`;
    const isFolder = FOLDER.test(name);
    const other = texts.find((text) => workspace.inside(text) !== "" && (isFolder || mayBeFolder(workspace, text)));
    if (other !== undefined) return `${key} is ${other}: commands are run at the root of the repository, leave it out`;
    if (line === undefined && !isFolder) return `${key} may be what it runs: it must say so in "command"`;
  }
  return undefined;
}

/** Words about the call, and numbers. */
const ABOUT =
  /^(?:description|explanation|reason|justification|title|summary|intent(?:ion)?|timeout(?:ms|seconds)?|type|kind|mode|.*id|parsedcmd|commandactions|availabledecisions|proposedexecpolicyamendment)$/;
/** What some agents conclude from the line. */
const TAKEN_FROM_IT = /^(?:commands|patterns|always|.*paths)$/;
const CHANGING =
  /^(?:commands?|cmd|args|arguments|argv|script|code|shell|program|executable|stdin|input|.*env|.*environment|.*variables)$/;
const FOLDER = /(?:cwd|wd|dir|directory|directories|folder|path|place|root|location|workspace|chdir)s?$/;

function mayBeFolder({ cwd }: Workspace, text: string): boolean {
  return text.startsWith("~") || (/[\\/]/.test(text) && !/\s/.test(text)) || existsSync(resolve(cwd, text));
}

/** All texts in it, however deep; what is given as nothing is not given. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
