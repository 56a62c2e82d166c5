// `iflow continue`: continues the open run to its end, then phase after phase, as long as the closing questions say so.
// A run that began as a single command ends like one: it names the next command.

import { resumeWithWorkers } from "../../../../app/team/with-workers.ts";
import { continueOn } from "../../../drive/continue-chain.ts";
import { homeOfNamed } from "../../../drive/place/at-home.ts";
import { meantKey } from "../../../drive/place/meant-key.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { CommandResult } from "../../screen/output.ts";
import type { CommandPlace } from "../command-place.ts";
import { chainResult, tell } from "./chain-result.ts";
import { dryRunResult } from "./dry-run-result.ts";
import { withTreesLeft } from "./with-trees-left.ts";

export async function continueCommand(place: CommandPlace, flags: PhaseFlags) {
  const resumed = await resumeJob(place, flags.feature);
  if (resumed) return resumed;
  if (flags.dryRun)
    return dryRunResult(await homeOfNamed(place, flags.feature), (copy) =>
      continueOn(copy, flags, async () => undefined),
    );
  const end = await continueOn(place, flags, (ended) => tell(place, ended));
  return withTreesLeft(place, await chainResult(place, end));
}

/** Undefined when the team's workers do not have the feature. */
async function resumeJob(place: CommandPlace, asked: string | undefined): Promise<CommandResult | undefined> {
  if (!place.ports.jobs) return undefined;
  const key = await meantKey(place, asked);
  const job = key === undefined ? undefined : await resumeWithWorkers(place.ports, key);
  if (job === undefined) return undefined;
  const { marks, paint } = place.terminal;
  return {
    data: { feature: job.feature, state: job.state, opening: job.opening },
    text: `${paint.green(marks.pass)} ${job.feature} goes on with the team's workers.\nNext: iflow watch ${job.feature}`,
  };
}
