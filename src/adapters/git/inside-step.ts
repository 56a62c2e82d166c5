// Was this process started by a step of a run? A project's own tests may use iflow in repositories of their own; there it
// is nobody's step.

import type { Environment } from "../commands/pick-environment.ts";
import { openGit } from "./open-repository.ts";

/** By a step of a run in that repository, also in another of its work trees. */
export async function isInsideStep(env: Environment, { commonDir }: { readonly commonDir: string }): Promise<boolean> {
  const { IFLOW_STEP: step, IFLOW_STEP_ROOT: root } = env;
  if (!step || !root) return Boolean(step);
  try {
    return (await openGit(root, env)).repository.commonDir === commonDir;
  } catch {
    return true; // its tree is gone: nothing says that it is another one
  }
}
