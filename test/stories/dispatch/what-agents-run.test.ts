import { verifies } from "../../requirements.ts";
import { expectWorkIsDone } from "../../support/door-story.ts";
import { sampled } from "../../support/sampled.ts";

// the loop and the door are the same for both; `npm test` plays one of them
for (const runtime of sampled(["anthropic", "openai"] as const, 2)) {
  verifies(
    "AGT-1",
    `over the API (${runtime}) an implementer deletes, renames, runs one test and looks at git, through a failing review and a second round; the rest is refused and recorded`,
    () => expectWorkIsDone(runtime),
  );
}
