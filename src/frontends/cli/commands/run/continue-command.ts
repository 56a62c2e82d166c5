// `iflow continue`: continues the open run to its end, then phase after phase, as long as the closing questions say so.
// A run that began as a single command ends like one: it names the next command.

import { continueOn } from "../../../drive/continue-chain.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { CommandPlace } from "../command-place.ts";
import { chainResult, tell } from "./chain-result.ts";
import { dryRunResult } from "./dry-run-result.ts";
import { withTreesLeft } from "./with-trees-left.ts";

export async function continueCommand(place: CommandPlace, flags: PhaseFlags) {
  if (flags.dryRun)
    return dryRunResult(await homeOfNamed(place, flags.feature), (copy) =>
      continueOn(copy, flags, async () => undefined),
    );
  const end = await continueOn(place, flags, (ended) => tell(place, ended));
  return withTreesLeft(place, await chainResult(place, end));
}
