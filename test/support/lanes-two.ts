// The smallest story of lanes: two tasks side by side, each with a file of its own.
import { join } from "node:path";
import type { Turn, Workplace } from "./iflow.ts";
import { type LaneTask, PASSES, reportOf } from "./lanes-story.ts";
import { shellUntil } from "./shell-until.ts";
import { FEATURE } from "./story.ts";

/** Adds its line to these files, and says so. */
export const adds = (number: string, paths: readonly string[], more: Turn = {}): Turn => ({
  run: paths.map((path) => `mkdir -p src; echo "task ${number}" >> ${path}`),
  reply: reportOf(paths),
  ...more,
});
export const free = (number: string, ...files: string[]): LaneTask => ({ number, after: [], files });
export const treesOf = (place: Workplace) => `${place.root}.trees`;
export const laneOf = (place: Workplace, number: number) => join(treesOf(place), `${FEATURE}-lane-${number}`);
export const waitsFor = (mark: string) => shellUntil(`[ -e ${mark} ]`);

export const TWO = [free("1.1", "src/a.txt"), free("1.2", "src/b.txt")];
export const BOTH = {
  "implementer-1.1": [adds("1.1", ["src/a.txt"])],
  "implementer-1.2": [adds("1.2", ["src/b.txt"])],
};
export const BOTH_DONE = { tasks: TWO, serial: { "src/a.txt": "task 1.1\n", "src/b.txt": "task 1.2\n" } };

export async function script(place: Workplace, roles: Parameters<Workplace["script"]>[0]): Promise<void> {
  await place.script({ ...PASSES, ...roles });
}
