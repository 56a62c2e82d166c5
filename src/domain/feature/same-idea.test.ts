import { expect, test } from "vitest";
import { compareIdeas } from "./same-idea.ts";

test.each([
  ["limit logins", "limit logins", "same"],
  ["limit  logins\n", " limit logins", "same"],
  ["Limit logins", "limit Logins", "alike"],
  ["limit logins", "limit logouts", "other"],
])("%j and %j are %s", (one, other, likeness) => {
  expect(compareIdeas(one, other)).toBe(likeness);
});
