// Where iflow keeps what belongs to the person and not to a repository: confirmations, and what they began.
import { join } from "node:path";
import { userFolder } from "../../domain/config/user-folder.ts";
import type { Emit } from "../../domain/run/events/run-event.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Begun } from "../../ports/runs/begun.ts";
import type { Trust } from "../../ports/trust.ts";
import { createBegunTexts } from "./begun-texts.ts";
import { createTrustFiles } from "./trust-files.ts";

export function openTrust(env: NodeJS.ProcessEnv, clock: Clock): Trust {
  return createTrustFiles({
    folder: stateFolder(env, "trusted"),
    ...{ given: env.IFLOW_TRUST, step: env.IFLOW_STEP, clock },
  });
}

/** A dry run works in a copy and begins nothing. */
export function openBegun(
  env: NodeJS.ProcessEnv,
  { isCopy, emit }: { readonly isCopy: boolean; readonly emit: Emit },
): Begun {
  let isTold = false;
  const onLost = (why: string) => {
    if (!isTold)
      emit({ type: "warned", text: `${NOT_NOTED} (${why}): iflow continue will ask whether it is yours. ${REMEDY}` });
    isTold = true;
  };
  const begun = createBegunTexts({ folder: stateFolder(env, "begun"), given: env.IFLOW_TRUST, onLost });
  return isCopy ? { ...begun, note: async () => undefined } : begun;
}

const NOT_NOTED = "that you began this cannot be noted";
const REMEDY = "Make that folder writable, or set XDG_STATE_HOME";

export function stateFolder(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const base = userFolder(env, "state");
  return base === undefined ? undefined : join(base, "iflow", name);
}
