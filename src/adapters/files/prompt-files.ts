// The prompt library as a folder of Markdown files, one per role. Each file is read once: a change on disk in the
// middle of a run must not change what the next reviewer is told.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CERTIFIER_PROMPT, roleOf } from "../../domain/roles/role.ts";
import { parseRolePrompt, type RolePrompt } from "../../domain/roles/role-prompt.ts";
import { IflowError } from "../../domain/text/errors.ts";
import type { PromptLibrary } from "../../ports/agents/prompt-library.ts";

export function createPromptFiles(folder: string): PromptLibrary {
  const read = new Map<string, Promise<RolePrompt>>();
  return {
    of: (role) => promptIn(roleOf(role).prompt),
    certifier: async () => (await promptIn(CERTIFIER_PROMPT)).rubric,
  };

  function promptIn(file: string): Promise<RolePrompt> {
    const path = join(folder, file);
    const known = read.get(path) ?? readPrompt(path);
    read.set(path, known);
    return known;
  }
}

async function readPrompt(path: string): Promise<RolePrompt> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new IflowError("disk-failed", `Cannot read the prompt file ${path}`, {
      cause,
      fix: "Reinstall iflow-engine; the folder prompts/ is part of the package.",
    });
  }
  return parseRolePrompt(text, path);
}
