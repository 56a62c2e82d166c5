// Which git is on the path, if any.
import { tmpdir } from "node:os";
import { Git } from "./git.ts";

export async function gitVersion(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  try {
    return /\d+(?:\.\d+)+/.exec(await new Git(tmpdir(), env).run(["--version"]))?.[0];
  } catch {
    return undefined;
  }
}
