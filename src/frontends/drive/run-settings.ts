// The settings with which an open run continues. It keeps the trusted keys it began with; a later change in the
// repository's file counts once the person has confirmed it, and is recorded with the opening.
import { mergeConfig } from "../../domain/config/config.ts";
import { hashValues, type RepositoryTrust, trustOf, withTrusted } from "../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../domain/config/settings-file.ts";
import { listValues, type TrustedValues } from "../../domain/config/trusted-keys.ts";
import type { RunSummary } from "../../domain/run/run.ts";
import { listNames } from "../../domain/text/list-names.ts";
import type { DrivePlace } from "./context.ts";
import { requireOwnRun } from "./require-own-run.ts";
import { askForTrust, trustedPlace } from "./require-trust.ts";

/** Everything but the trusted keys of the repository's file is as it is now. */
export async function placeOfRun(place: DrivePlace, run: Pick<RunSummary, "head" | "runtime">): Promise<DrivePlace> {
  await requireOwnRun(place, run);
  const begun = trustedIn(run);
  if (begun === undefined) return trustedPlace(place); // an earlier version did not record them
  const { wiring, ports } = place;
  const layers = await wiring.readConfigLayers(ports.repository);
  const now = trustOf(layers);
  const counts = isSame(now.values, begun) || (await isConfirmed(place, now)) ? now.values : begun;
  return { ...place, config: mergeConfig(withTrusted(layers, counts)), trusted: counts };
}

/** The values that were in force when the run was last opened; undefined when they were not recorded. */
function trustedIn({ head, runtime }: Pick<RunSummary, "head" | "runtime">): TrustedValues | undefined {
  return runtime.trusted ?? head.trusted;
}

/** The run continues with other ones than it began with. */
export function hasOtherSettings({ head }: Pick<RunSummary, "head">, { trusted }: DrivePlace): boolean {
  return trusted !== undefined && (head.trusted === undefined || !isSame(trusted, head.trusted));
}

async function isConfirmed(place: DrivePlace, now: RepositoryTrust): Promise<boolean> {
  if (now.state !== "unconfirmed" || (await askForTrust(place, place.ports.repository, now))) return true;
  const keys = listNames(listValues(now.values).map(([key]) => key));
  const text = `${CONFIG_FILE} has settings you have not confirmed (${keys}); this run keeps those it began with. To use them: iflow trust`;
  place.ports.emit({ type: "warned", text });
  return false;
}

function isSame(left: TrustedValues, right: TrustedValues): boolean {
  return hashValues(left) === hashValues(right);
}
