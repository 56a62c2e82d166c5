// The file with the turns of scripted agents: a run keeps its path and hash.
import { resolve } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";
import { readPlainText } from "../../plain-file.ts";

export async function chooseScript(given: string, cwd: string): Promise<RuntimeChoice> {
  const path = resolve(cwd, given);
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256")
    .update(await readScript(path))
    .digest("hex");
  return { id: "scripted", script: { path, hash } };
}

export async function readScript(path: string): Promise<string> {
  const text = readPlainText(path);
  if (text !== undefined) return text;
  throw new IflowError("usage", `the script ${path} cannot be read`, {
    fix: "give the path of an existing file: --script FILE",
  });
}
