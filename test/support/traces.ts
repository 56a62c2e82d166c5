// What a run leaves behind, without what differs from run to run: two runs of the same story can be compared.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Workplace } from "./iflow.ts";
import { FEATURE, FOLDER } from "./story.ts";

/** Commits with their steps (`log`: which, and how they are shown), the working tree, the feature's state, what was paid. */
export function tracesOf(place: Workplace, phase: string, ...log: readonly string[]) {
  const format = "--format=%s|%(trailers:key=Iflow-Step,valueonly,separator=%x2C)";
  return {
    log: place.git("log", "--reverse", format, ...log),
    status: place.git("status", "--porcelain"),
    meta: withoutTimes(place.read(`${FOLDER}/.meta.json`)),
    paid: paidRoles(place.runFolder(FEATURE, 1, phase)),
  };
}

/** Every dispatch that was paid for, by role and kind. */
export function paidRoles(runFolder: string): string[] {
  return readdirSync(join(runFolder, "dispatches"))
    .filter((name) => name.endsWith(".outcome.json"))
    .map((name) => name.replace(/^\d+-/, ""))
    .sort();
}

/** A commit's id depends on its time, and of an implementation the commit that was judged is kept. */
export const withoutTimes = (text: string): string =>
  text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME").replaceAll(/("judged": )"[0-9a-f]{40,64}"/g, '$1"COMMIT"');
