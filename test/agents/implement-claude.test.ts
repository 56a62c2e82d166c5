// The same work by the real Claude client: what its own tools cannot do goes through the door for commands.
import { vi } from "vitest";
import { verifies } from "../requirements.ts";
import { expectWorkIsDone } from "../support/door-story.ts";

vi.setConfig({ testTimeout: 180_000 });

verifies(
  "AGT-1",
  "on claude an implementer deletes, renames, runs one test and looks at git; the rest is refused and recorded",
  () => expectWorkIsDone("claude"),
);
