// Words of flags that several commands share, and what the phases are described with.

export const RERUN = "run it again, even if it is completed or an earlier version left it open";

export const PHASES = {
  specify: "write and review spec.md",
  design: "research, write and review design.md",
  "create-plan": "write and review plan.md",
  "create-tasks": "write and review tasks.md",
  implement: "work through the tasks, then have three reviewers review the code",
} as const;

export const NEW = "begin anew, even if the same idea is under way";

export const WORKTREE = ["--worktree", "in a work tree of its own, beside this one"] as const;

export const FROM = [
  "--from <key>",
  "where a new branch begins: base, or the unmerged feature to stack it on",
] as const;

export const MERGE = ["--merge", "merge without asking"] as const;
export const SQUASH = ["--squash", "merge as one commit, without asking"] as const;
export const PULL_REQUEST = ["--pr", "open a pull request without asking"] as const;
