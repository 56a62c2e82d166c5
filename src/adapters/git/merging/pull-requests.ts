// Pushing a branch and opening a pull request with `gh`. Never prompts for a password: it uses what the user has set up
// for git and gh, and says what is missing.
import { x } from "tinyexec";
import { withoutSecrets } from "../../../domain/text/secrets/secrets.ts";
import type { Publishing } from "../../../ports/git/publishing.ts";
import { ownCommand, ownPath } from "../../commands/own-path.ts";
import type { Checkout } from "../checkout/checkout.ts";
import type { Git } from "../checkout/git.ts";

export function createPublishing({ git, root }: Checkout, env: NodeJS.ProcessEnv): Publishing {
  return {
    async obstacle() {
      if ((await findRemote(git)) === undefined) return "this repository has no remote";
      const found = await gh(["--version"]).catch(() => undefined);
      return found?.exitCode === 0 ? undefined : MISSING;
    },

    async push(branch) {
      const remote = (await findRemote(git)) ?? "origin";
      const ref = `refs/heads/${branch}:refs/heads/${branch}`;
      const args = ["push", "--quiet", "--set-upstream", remote, ref];
      const outcome = await git.attempt(args, { asUser: true });
      return outcome.exitCode === 0 ? undefined : withoutSecrets(outcome.stderr.trim() || "git push failed");
    },

    async openPullRequest({ branch, base, title, body }, signal) {
      if (ownCommand(["gh"], env.PATH, root) === undefined) return { status: "failed", problem: MISSING };
      const open = await gh(["pr", "list", "--head", branch, "--state", "open", "--json", "url"], signal);
      const url = open.exitCode === 0 ? /"url"\s*:\s*"([^"]+)"/.exec(open.stdout)?.[1] : undefined;
      if (url !== undefined) return { status: "open", url };
      const args = ["pr", "create", "--head", branch, "--base", base, "--title", title, "--body-file", "-"];
      const made = await gh(args, signal, body);
      const printed = made.stdout.trim().split("\n").at(-1) ?? "";
      if (made.exitCode === 0 && printed !== "") return { status: "open", url: printed };
      const words = made.stderr.trim() || made.stdout.trim() || "gh pr create failed";
      return { status: "failed", problem: withoutSecrets(words) };
    },
  };

  async function gh(args: readonly string[], signal?: AbortSignal, input = "") {
    const command = ownCommand(["gh", ...args], env.PATH, root);
    if (command === undefined) throw new Error(MISSING);
    const [program, ...words] = command;
    const PATH = ownPath(env.PATH, root); // it starts git
    const quiet = { ...env, PATH, GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" };
    const nodeOptions = { cwd: root, env: quiet };
    const child = x(program, words, {
      stdin: input,
      nodePath: false,
      ...(signal && { signal }),
      nodeOptions,
    });
    child.process?.stdin?.on("error", () => {}); // gh may end before it has read the text
    return await child;
  }
}

const MISSING = "the program gh is not on the path";

/** `origin`, or the only remote there is. */
async function findRemote(git: Git): Promise<string | undefined> {
  const names = (await git.run(["remote"])).split("\n").filter(Boolean);
  return names.includes("origin") ? "origin" : names.length === 1 ? names[0] : undefined;
}
