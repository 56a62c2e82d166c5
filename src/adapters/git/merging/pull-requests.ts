// Pushing a branch and opening a pull request with `gh`. Never prompts for a password: it uses what the user has set up
// for git and gh, and says what is missing.
import { x } from "tinyexec";
import { withoutSecrets } from "../../../domain/review/review-history.ts";
import type { NewPullRequest, Publishing, PullRequest } from "../../../ports/publishing.ts";
import type { Checkout } from "../checkout/checkout.ts";

export class GhPublishing implements Publishing {
  readonly #checkout: Checkout;
  readonly #env: NodeJS.ProcessEnv;

  constructor(checkout: Checkout, env: NodeJS.ProcessEnv) {
    this.#checkout = checkout;
    this.#env = env;
  }

  async obstacle(): Promise<string | undefined> {
    if ((await this.#remote()) === undefined) return "this repository has no remote";
    const found = await this.#gh(["--version"]).catch(() => undefined);
    return found?.exitCode === 0 ? undefined : "the program gh is not on the path";
  }

  async push(branch: string): Promise<string | undefined> {
    const remote = (await this.#remote()) ?? "origin";
    const ref = `refs/heads/${branch}:refs/heads/${branch}`;
    const args = ["push", "--quiet", "--set-upstream", remote, ref];
    const outcome = await this.#checkout.git.attempt(args, { asUser: true });
    return outcome.exitCode === 0 ? undefined : withoutSecrets(outcome.stderr.trim() || "git push failed");
  }

  async openPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequest> {
    const { branch, base, title, body } = request;
    const open = await this.#gh(["pr", "list", "--head", branch, "--state", "open", "--json", "url"], signal);
    const url = open.exitCode === 0 ? /"url"\s*:\s*"([^"]+)"/.exec(open.stdout)?.[1] : undefined;
    if (url !== undefined) return { status: "open", url };
    const args = ["pr", "create", "--head", branch, "--base", base, "--title", title, "--body-file", "-"];
    const made = await this.#gh(args, signal, body);
    const printed = made.stdout.trim().split("\n").at(-1) ?? "";
    if (made.exitCode === 0 && printed !== "") return { status: "open", url: printed };
    const words = made.stderr.trim() || made.stdout.trim() || "gh pr create failed";
    return { status: "failed", problem: withoutSecrets(words) };
  }

  /** `origin`, or the only remote there is. */
  async #remote(): Promise<string | undefined> {
    const names = (await this.#checkout.git.run(["remote"])).split("\n").filter(Boolean);
    return names.includes("origin") ? "origin" : names.length === 1 ? names[0] : undefined;
  }

  async #gh(args: readonly string[], signal?: AbortSignal, input = "") {
    const env = { ...this.#env, GH_PROMPT_DISABLED: "1", GH_NO_UPDATE_NOTIFIER: "1", NO_COLOR: "1" };
    const nodeOptions = { cwd: this.#checkout.root, env };
    const child = x("gh", [...args], { stdin: input, nodePath: false, ...(signal && { signal }), nodeOptions });
    child.process?.stdin?.on("error", () => {}); // gh may end before it has read the text
    return await child;
  }
}
