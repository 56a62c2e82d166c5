import { Git } from "./git.ts";

/** The address of `origin` as it is written down; undefined where there is none. It may hold a password. */
export async function originOf(root: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { exitCode, stdout } = await new Git(root, env).attempt(["config", "--get", "remote.origin.url"]);
  return exitCode === 0 && stdout.trim() !== "" ? stdout.trim() : undefined;
}
