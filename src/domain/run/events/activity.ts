/** What a dispatch is for, as the rows of a run show it. */
export type Activity =
  | "draft"
  | "repair"
  | "review"
  | "handoff"
  | "certify"
  | "rule"
  | "revise"
  | "research"
  | "task"
  | "simplify"
  | "tests"
  | "fix"
  | "docs"
  | "retro";
