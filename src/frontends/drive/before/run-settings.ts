// The settings with which an open run, or a chain between two phases, continues. It keeps the trusted keys it began with; a
// later change in the repository's file, also one that takes them away, counts once the person has confirmed it, and is
// recorded with the opening.
import { trustedIn } from "../../../app/run/opening/kept-settings.ts";
import { putBackLeft } from "../../../app/run/opening/put-back-left.ts";
import { mergeConfig } from "../../../domain/config/config.ts";
import {
  goneValues,
  hasNone,
  isSameValues,
  type RepositoryTrust,
  takenAway,
  trustOf,
  withTrusted,
} from "../../../domain/config/repository-trust.ts";
import { CONFIG_FILE } from "../../../domain/config/settings-file.ts";
import { listValues, type TrustedValues } from "../../../domain/config/trusted-keys.ts";
import type { RunSummary } from "../../../domain/run/run.ts";
import { listNames } from "../../../domain/text/list-names.ts";
import type { DrivePlace } from "../context.ts";
import type { PhaseFlags } from "../run-driver.ts";
import { requireOwnRun } from "./require-own-run.ts";
import { askForTrust, trustedPlace } from "./require-trust.ts";

type Begun = Pick<RunSummary, "head" | "runtime"> & Partial<Pick<RunSummary, "yolo">>;

/** Everything but the trusted keys of the repository's file is as it is now. */
export async function placeOfRun(place: DrivePlace, run: Begun, typed: PhaseFlags): Promise<DrivePlace> {
  await requireOwnRun(place, run, typed);
  await putBackLeft(place.ports, run.head);
  const begun = trustedIn(run);
  if (begun === undefined) return trustedPlace(place); // an earlier version did not record them
  const now = await trustNow(place);
  const counts = isSameValues(now.values, begun) || (await isConfirmed(place, now, begun, "run")) ? now.values : begun;
  return withValues(place, counts);
}

/** For the next phase of a chain. Values that were never confirmed stop it here, as they stop every new run. */
export async function placeAfter(place: DrivePlace, before: Begun | undefined): Promise<DrivePlace> {
  const begun = before && trustedIn(before);
  const now = await trustNow(place);
  if (begun === undefined || now.state !== "nothing" || hasNone(begun)) return trustedPlace(place);
  return withValues(place, (await isConfirmed(place, now, begun, "chain")) ? now.values : begun);
}

/** The run continues with other ones than it began with. */
export function hasOtherSettings({ head }: Pick<RunSummary, "head">, { trusted }: DrivePlace): boolean {
  return trusted !== undefined && (head.trusted === undefined || !isSameValues(trusted, head.trusted));
}

async function trustNow({ wiring, ports }: DrivePlace): Promise<RepositoryTrust> {
  return trustOf(await wiring.readConfigLayers(ports.repository));
}

async function withValues(place: DrivePlace, trusted: TrustedValues): Promise<DrivePlace> {
  const layers = await place.wiring.readConfigLayers(place.ports.repository);
  return { ...place, config: mergeConfig(withTrusted(layers, trusted)), trusted };
}

/** Whether what the file says now, which is something else than the run or chain began with, has the person's word. */
async function isConfirmed(
  place: DrivePlace,
  now: RepositoryTrust,
  begun: TrustedValues,
  whole: "run" | "chain",
): Promise<boolean> {
  const { wiring, ports } = place;
  const tell = (text: string) => ports.emit({ type: "warned", text: `${CONFIG_FILE} ${text}` });
  const gone = goneValues(begun, now.values);
  const isRemoval = now.state === "nothing";
  const asked = isRemoval ? { ...now, values: takenAway(begun) } : now;
  const hadWord = isRemoval ? await wiring.isConfirmed(ports.repository, asked.values) : now.state === "confirmed";
  if (hadWord) {
    const keys = listNames([...new Set([...keysOf(now.values), ...keysOf(gone)])]);
    tell(`sets other values than this ${whole} began with (${keys}). You have confirmed them: they count from here on`);
    return true;
  }
  if (await askForTrust(place, ports.repository, asked, gone)) return true;
  if (isRemoval)
    tell(
      `no longer has settings that this ${whole} began with (${listNames(keysOf(gone))}); they still count. To let them go: iflow trust`,
    );
  else
    tell(
      `has settings you have not confirmed (${listNames(keysOf(now.values))}); this ${whole} keeps those it began with. To use them: iflow trust`,
    );
  return false;
}

const keysOf = (values: TrustedValues): string[] => listValues(values).map(([key]) => key);
