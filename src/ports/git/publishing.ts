// The way to a pull request: the remote of this clone and the `gh` program. Used only when the person chose it.

export interface Publishing {
  /** Why no pull request can be opened from here; undefined when one can. Does not use the network. */
  obstacle(): Promise<string | undefined>;
  /** Pushes the branch and sets its upstream; never forces. Undefined on success, otherwise git's message. */
  push(branch: string): Promise<string | undefined>;
  /** Opens a pull request, or finds the open one of this branch: safe to repeat. */
  openPullRequest(request: NewPullRequest, signal: AbortSignal): Promise<PullRequest>;
}

export interface NewPullRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

export type PullRequest =
  | { readonly status: "open"; readonly url: string }
  | { readonly status: "failed"; readonly problem: string };
