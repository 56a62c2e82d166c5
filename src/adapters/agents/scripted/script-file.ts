// The file with the turns of scripted agents: a run keeps its path and hash.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { IflowError } from "../../../domain/text/errors.ts";
import type { RuntimeChoice } from "../../../ports/wiring.ts";

export async function chooseScript(given: string, cwd: string): Promise<RuntimeChoice> {
  const path = resolve(cwd, given);
  const { createHash } = await import("node:crypto");
  const hash = createHash("sha256")
    .update(await readScript(path))
    .digest("hex");
  return { id: "scripted", script: { path, hash } };
}

export async function readScript(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new IflowError("usage", `the script ${path} cannot be read`, {
      cause,
      fix: "give the path of an existing file: --script FILE",
    });
  }
}
