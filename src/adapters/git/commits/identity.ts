// Whose commits these are: what git knows, and what it is told for this repository.
import type { Identity, KnownIdentity } from "../../../ports/git/repository.ts";
import type { Git } from "../checkout/git.ts";

export async function readIdentity(git: Git): Promise<KnownIdentity> {
  const { exitCode, stdout } = await git.attempt(["var", "GIT_COMMITTER_IDENT"]);
  const [, name, email] = /^(.+) <(.*)> \d+ [+-]\d+$/m.exec(stdout) ?? [];
  if (exitCode === 0 && name !== undefined && email !== undefined) return { isEnough: true, name, email };
  return { isEnough: false, ...(await setting(git, "name")), ...(await setting(git, "email")) };
}

export async function storeIdentity(git: Git, identity: Identity): Promise<void> {
  for (const part of ["name", "email"] as const) await git.run(["config", "--local", `user.${part}`, identity[part]]);
}

async function setting(git: Git, part: keyof Identity): Promise<Partial<Identity>> {
  const { exitCode, stdout } = await git.attempt(["config", "--get", `user.${part}`]);
  const value = stdout.trim();
  return exitCode === 0 && value !== "" ? { [part]: value } : {};
}
