// A feature with a work tree of its own is worked on there, wherever the command is typed: HEAD of the person's own tree stays
// where it is. Agents of a host work in the host's folder, so a host is not taken elsewhere.
import { currentFeature, namedKey } from "../../app/feature/features.ts";
import { homeOf } from "../../app/trees/home.ts";
import { brainstormNumber } from "../../domain/review/brainstorm.ts";
import type { DrivePlace } from "./context.ts";
import { nearPath } from "./near-path.ts";
import type { PhaseFlags } from "./run-driver.ts";

/** The same place where the feature or brainstorm has no other tree. */
export async function atHome<Place extends DrivePlace>(
  place: Place,
  key: string | undefined,
  { proof }: Pick<PhaseFlags, "proof"> = {},
): Promise<Place> {
  if (key === undefined || proof !== undefined) return place;
  const root = await homeOf(place.ports, key);
  if (root === undefined) return place;
  place.person.say(`${key} is worked on in ${nearPath(place.cwd, root)}`);
  return inTree(place, root);
}

/** For commands that only look at a feature: nothing is said, and a name that fits none is left to the command. */
export async function homeOfNamed<Place extends DrivePlace>(place: Place, asked: string | undefined): Promise<Place> {
  const { ports, config } = place;
  if (asked !== undefined && brainstormNumber(asked) !== undefined) return quietlyAt(place, asked);
  const key =
    asked === undefined
      ? await currentFeature(ports, config.artifactsRoot)
      : await namedKey(ports, config.artifactsRoot, asked).catch(() => undefined);
  return quietlyAt(place, key);
}

async function quietlyAt<Place extends DrivePlace>(place: Place, key: string | undefined): Promise<Place> {
  const root = key === undefined ? undefined : await homeOf(place.ports, key);
  return root === undefined ? place : inTree(place, root);
}

/** The command goes on in that tree, with the settings that are there. */
export async function inTree<Place extends DrivePlace>(place: Place, root: string): Promise<Place> {
  place.wiring.worksIn(root);
  const ports = await place.ports.openTree(root);
  return { ...place, cwd: root, ports, config: await place.wiring.readConfig(ports.repository) };
}
