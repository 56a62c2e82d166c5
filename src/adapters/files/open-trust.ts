// Where iflow keeps what belongs to the person and not to a repository, and the confirmations there.
import { join } from "node:path";
import { userFolder } from "../../domain/config/user-folder.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Trust } from "../../ports/trust.ts";
import { createTrustFiles } from "./trust-files.ts";

export function openTrust(env: NodeJS.ProcessEnv, clock: Clock): Trust {
  return createTrustFiles({
    folder: stateFolder(env, "trusted"),
    ...{ given: env.IFLOW_TRUST, step: env.IFLOW_STEP, clock },
  });
}

export function stateFolder(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const base = userFolder(env, "state");
  return base === undefined ? undefined : join(base, "iflow", name);
}
