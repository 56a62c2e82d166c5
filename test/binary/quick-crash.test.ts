// kill -9 anywhere in a quick change, also in one that is escalated, then the same command or `iflow continue`: the same
// commits, record and history as if nothing had happened, and no reply paid for twice.
import { existsSync } from "node:fs";
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { continueArgs, copyOf, killAtAll, momentsOf, templateOf } from "../support/crash.ts";
import type { Roles, Workplace } from "../support/iflow.ts";
import { asked, CHANGE, codes, FOLDER, FULL, KEY, RISKY, TYPO, withTypo } from "../support/quick-story.ts";
import { withoutTimes } from "../support/traces.ts";

const STORIES: readonly (readonly [string, Roles, readonly (readonly [number, string])[]])[] = [
  [
    "a typo",
    TYPO,
    [
      [1, "specify"],
      [2, "implement"],
      [3, "finish"],
    ],
  ],
  ["a change that is escalated", { ...TYPO, ...FULL, implementer: [codes(RISKY)] }, [[2, "implement"]]],
];

for (const [name, roles, runs] of STORIES) {
  verifies(
    ["REV-7", "SAFE-5"],
    `${name}, killed again and again: merged as if nothing had happened`,
    async () => {
      const undisturbed = await withTypo(roles);
      const template = await templateOf(undisturbed);
      const ended = await undisturbed.iflow(...args(undisturbed));
      expect([ended.code, ended.stderr]).toEqual([0, expect.any(String)]);
      const wanted = traces(undisturbed);

      const moments = runs.flatMap(([number, phase]) => momentsOf(undisturbed.runFolder(KEY, number, phase)));
      await killAtAll(
        moments.map((moment, line) => ({ ...moment, line })),
        {
          start: () => copyOf(template),
          command: args,
          expectEnd: (place, last, kills) => {
            expect([kills, last.code, last.stderr]).toEqual([kills, 0, expect.any(String)]);
            expect(traces(place), kills).toEqual(wanted);
          },
        },
      );
    },
    900_000,
  );
}

/** Typed again, an idea whose feature is merged begins anew; what is open is continued. */
function args(place: Workplace): string[] {
  if (existsSync(place.runFolder(KEY))) return continueArgs(place, "--feature", KEY);
  return ["quick", CHANGE, "--yolo", "--script", place.scriptPath];
}

function traces(place: Workplace) {
  const format = "--format=%s|%(trailers:key=Iflow-Step,valueonly,separator=%x2C)";
  return {
    log: place.git("log", "--reverse", "--topo-order", "--name-status", format, "main"),
    status: place.git("status", "--porcelain"),
    meta: withoutTimes(place.read(`${FOLDER}/.meta.json`)),
    branches: place.git("branch", "--list", "--format=%(refname:short)"),
    asked: asked(place).toSorted(),
  };
}
