// Why bubblewrap does not work here, in words a person can act on. Pure: the settings of the kernel are passed in.

export interface KernelFacts {
  /** Contents of the files below /proc/sys that can forbid user namespaces; undefined where there is no such file. */
  readonly apparmorRestricts: string | undefined;
  readonly cloneAllowed: string | undefined;
  readonly maxNamespaces: string | undefined;
  readonly isRoot: boolean;
}

export interface Failure {
  readonly detail: string;
  readonly fix: string;
}

/** What the probe's command exits with. */
export const TREE_NOT_WRITABLE = 93;
export const ROOT_WRITABLE = 94;

export const INSTALL: Failure = {
  detail: "bubblewrap is not installed",
  fix: "apt-get install bubblewrap   (dnf, pacman, apk: the same name)",
};

export const NOT_LINUX: Failure = {
  detail: "there is one on Linux only",
  fix: "run iflow in a Linux container or virtual machine",
};

/** The limits are held by counting a sandbox's processes. */
export const NO_CHILDREN: Failure = {
  detail: "this kernel does not list the children of a process",
  fix: "use a kernel with CONFIG_PROC_CHILDREN, as distributions have it",
};

export function explainFailure(
  ran: { readonly code: number | null; readonly stderr: string },
  facts: KernelFacts,
): Failure {
  if (ran.code === TREE_NOT_WRITABLE) {
    const detail = "bubblewrap works, but the working tree is not writable inside: another user owns it";
    return { detail, fix: "run iflow as the owner of the repository" };
  }
  if (ran.code === ROOT_WRITABLE) {
    return { detail: "bubblewrap runs, but holds nothing", fix: "reinstall the package bubblewrap" };
  }
  const said = ran.stderr.trim().split("\n").at(-1) ?? "";
  const detail = `bubblewrap does not work here: ${said.slice(0, 200) || "it gave no reason"}`;
  const closed = facts.isRoot ? undefined : closedBy(facts);
  if (closed !== undefined) return { detail, fix: closed };
  return { detail, fix: "in a container, allow user namespaces and an unmasked /proc; or set sandbox.mode to off" };
}

function closedBy({ apparmorRestricts, cloneAllowed, maxNamespaces }: KernelFacts): string | undefined {
  if (maxNamespaces === "0") return "sudo sysctl -w user.max_user_namespaces=10000";
  if (cloneAllowed === "0") return "sudo sysctl -w kernel.unprivileged_userns_clone=1";
  if (apparmorRestricts === "1") return "give bwrap an AppArmor profile that allows userns; see docs/security.md";
  return undefined;
}
