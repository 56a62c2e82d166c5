/** What a dispatch is for, as the rows of a run show it. */
export type Activity =
  | "draft"
  | "repair"
  | "review"
  | "handoff"
  | "revise"
  | "research"
  | "task"
  | "simplify"
  | "tests"
  | "fix"
  | "docs"
  | "retro";
