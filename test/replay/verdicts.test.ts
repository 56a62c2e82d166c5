// LOOP-7 and defaults: sequences of replies were played by a build from before disputes, contract, fresh eyes and depth. With
// no setting, and nothing insisted on twice or ruled, they lead to the same documents, commits and history, register lines aside.
// How the recordings were made: verdicts.check.ts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampled } from "../support/sampled.ts";
import { play, type RecordedSequence } from "./verdicts.ts";

for (const phase of ["specify", "implement"]) {
  const file = join(import.meta.dirname, "verdicts", `${phase}.json`);
  const recorded: RecordedSequence[] = JSON.parse(readFileSync(file, "utf8"));
  const numbered = recorded.map((sequence, index) => ({ ...sequence, number: index + 1 }));
  for (const { number, ends, ...sequence } of sampled(numbered)) {
    test(`${phase} ${number}: the replies lead to what they led to before`, async () => {
      expect(await play(sequence, (place, ...args) => place.iflow(...args))).toEqual(ends);
    });
  }
}
