// The story of `iflow demo`: one sentence, a small repository, and what the scripted agents of every phase do.
import { BRAINSTORM } from "./brainstorm.ts";
import { DESIGN_PHASE } from "./design.ts";
import { FINISH } from "./finish.ts";
import { IMPLEMENT } from "./implement.ts";
import { PLAN_AND_TASKS } from "./plan-and-tasks.ts";
import { SPECIFY } from "./specify.ts";

export const IDEA = "limit logins to 5 a minute";

export const SCRIPT = {
  roles: { ...BRAINSTORM, ...SPECIFY, ...DESIGN_PHASE, ...PLAN_AND_TASKS, ...IMPLEMENT, ...FINISH },
};
