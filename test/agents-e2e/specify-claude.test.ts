// A specification written and reviewed by the real Claude client, through the built command.
import { expect } from "vitest";
import { verifies } from "../requirements.ts";
import { claudePlace, TWO_ROUNDS, twice } from "../support/claude-story.ts";
import { createFeature, FEATURE } from "../support/story.ts";

verifies(["RES-1", "RES-2", "FIN-3"], "try", async () => {
  const place = await claudePlace(twice(TWO_ROUNDS));
  await createFeature(place);

  const ended = await place.specify();

  console.log(ended.stdout, ended.stderr);
  const rows = await place.dispatches(FEATURE);
  console.log(JSON.stringify(rows, null, 1));
  console.log(
    place.read(`docs/features/${FEATURE}/.review-history.md`),
    place.read(`docs/features/${FEATURE}/spec.md`),
  );
  expect(ended.code).toBe(0);
});
