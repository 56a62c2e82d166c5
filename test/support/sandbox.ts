// A sandbox for tests, where this machine has one. Where it has none, the tests that need one are skipped, and say why.
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describeSandbox, openSandbox, type SandboxSetup } from "../../src/adapters/sandbox/open-sandbox.ts";
import { DEFAULT_CONFIG } from "../../src/domain/config/config.ts";
import type { Sandbox } from "../../src/ports/sandbox.ts";

export function sandboxOf(root: string, more: Partial<SandboxSetup> = {}): Promise<Sandbox> {
  return openSandbox(sandboxSetup(root, more));
}

export function sandboxSetup(root: string, more: Partial<SandboxSetup> = {}): SandboxSetup {
  const ask = (what: string) =>
    execFileSync("git", ["rev-parse", "--path-format=absolute", what], { cwd: root, encoding: "utf8" }).trim();
  const git = async () => ({ gitDir: ask("--git-dir"), commonDir: ask("--git-common-dir") });
  return { root, env: process.env, settings: DEFAULT_CONFIG.sandbox, git, ...more };
}

/** Why there is no sandbox on this machine; undefined when there is one. Printed, so that a skipped test is noticed. */
export async function noSandboxHere(): Promise<string | undefined> {
  const { state, detail, fix } = await describeSandbox(
    sandboxSetup(tmpdir(), { git: async () => ({ gitDir: "/", commonDir: "/" }) }),
  );
  if (state === "applied") return undefined;
  console.warn(`skipped: no sandbox here (${detail}; ${fix})`);
  return detail;
}
