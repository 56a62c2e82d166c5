// The story of `iflow demo`: one sentence, a small repository, and what the scripted agents of every phase do.
import { BRAINSTORM } from "./brainstorm.ts";
import { DESIGN_PHASE } from "./design.ts";
import { FINISH } from "./finish.ts";
import { IMPLEMENT } from "./implement.ts";
import { PLAN_AND_TASKS } from "./plan-and-tasks.ts";
import { SPECIFY } from "./specify.ts";

export const IDEA = "limit logins to 5 a minute";

/** What is wrong on purpose, and who is to notice it; told before the demo begins. */
export interface Planted {
  readonly phase: string;
  readonly flaw: string;
  readonly caughtBy: string;
}

export const PLANTED: readonly Planted[] = [
  { phase: "brainstorm", flaw: "a figure without a source", caughtBy: "the PRD reviewer" },
  { phase: "specify", flaw: '"fast enough", without a number', caughtBy: "the spec reviewer" },
  { phase: "create-tasks", flaw: "a criterion without a task", caughtBy: "iflow, before a review" },
  { phase: "implement", flaw: "parallel tries slip through", caughtBy: "the security reviewer" },
  { phase: "", flaw: "the fix breaks AC-2, tests pass", caughtBy: "the code reviewer" },
];

export const SCRIPT = {
  roles: { ...BRAINSTORM, ...SPECIFY, ...DESIGN_PHASE, ...PLAN_AND_TASKS, ...IMPLEMENT, ...FINISH },
};
