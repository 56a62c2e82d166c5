// The feature or brainstorm that a command is about: the one that was named, else the one whose branch is checked out.
import { currentFeature, namedKey } from "../../../app/feature/features.ts";
import { brainstormNumber } from "../../../domain/review/brainstorm.ts";
import type { DrivePlace } from "../context.ts";

type Place = Pick<DrivePlace, "ports" | "config">;

/** Undefined when neither says which one. */
export async function meantKey(place: Place, asked: string | undefined): Promise<string | undefined> {
  return asked === undefined ? currentFeature(place.ports, place.config.artifactsRoot) : keyOf(place, asked);
}

/** The key behind any name of a feature; the key of a brainstorm is its only name. */
export async function keyOf({ ports, config }: Place, asked: string): Promise<string> {
  return brainstormNumber(asked) === undefined ? namedKey(ports, config.artifactsRoot, asked) : asked;
}
