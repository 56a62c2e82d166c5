import { verifies } from "../../requirements.ts";
import { expectWorkIsDone } from "../../support/door-story.ts";

verifies(
  "AGT-1",
  "over the API an implementer deletes, renames, runs one test and looks at git; the rest is refused and recorded",
  () => expectWorkIsDone("anthropic"),
);

verifies(["AGT-1", "AGT-3"], "on openai the same tasks, a failing review, a second round and approval", () =>
  expectWorkIsDone("openai"),
);
