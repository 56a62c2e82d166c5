// What a hostile agent tries while tasks are worked on side by side, each in a work tree of its own.
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { verifies } from "../../../requirements.ts";
import { builds, implementIt, lanesPlace, leftOf } from "../../../support/lanes-story.ts";

const TASKS = [
  { number: "1.1", after: [], files: ["src/a.mjs", "hooks/post-checkout"] },
  { number: "1.2", after: [], files: ["src/b.mjs"] },
  { number: "1.3", after: ["1.1"], files: ["src/c.mjs"] },
];
const HOOK = "hooks/post-checkout";

verifies("SAFE-2", "a hook that an agent wrote in a lane is not run by the making of the next lane", async () => {
  const evil = `#!/bin/sh\nenv > "$(git rev-parse --git-common-dir)/sprung"\n`;
  const place = await lanesPlace(
    TASKS,
    {
      "implementer-1.1": [builds({ "src/a.mjs": "export const a = 1;\n", [HOOK]: evil })],
      "implementer-1.2": [builds({ "src/b.mjs": "export const b = 1;\n" })],
      "implementer-1.3": [builds({ "src/c.mjs": "export const c = 1;\n" })],
    },
    { files: { [HOOK]: "#!/bin/sh\nexit 0\n" } },
  );
  await chmod(join(place.root, HOOK), 0o755);
  place.git("add", HOOK);
  place.git("commit", "--quiet", "--message", "hook");
  place.git("config", "core.hooksPath", "hooks");

  const ended = await implementIt(place);

  expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining(`changed git's own files: .git/${HOOK}`)]);
  expect(existsSync(join(place.root, ".git/sprung"))).toBe(false);
  expect(leftOf(place)).toEqual([]);
});
