// PAR-2: features at once, each a process and a work tree of its own, on the runtime `anthropic` and an API on loopback: all are
// merged, nothing is left of them but their commits, and none takes more than one alone.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { verifies } from "../requirements.ts";
import { TEST_KEY } from "../support/anthropic-options.ts";
import { startFakeAnthropic } from "../support/fake-anthropic/server.ts";
import { watchHeld } from "../support/held.ts";
import { startIflowWith, type Workplace, workplace } from "../support/iflow.ts";
import { partRules, TURNS } from "../support/part-model.ts";
import { tempFolder } from "../support/temp-repo.ts";

/** Ten in `npm run test:all`. */
const COUNT = inject("matrix").all ? 10 : 3;
const SECONDS = inject("matrix").all ? 2 : 0.5;

verifies(
  "PAR-2",
  `${COUNT} features at once over the API: all are merged, and no process takes more than one alone`,
  async () => {
    const api = await startFakeAnthropic(partRules(SECONDS));
    onTestFinished(() => api.close());
    const env = { HOME: await tempFolder(), ANTHROPIC_API_KEY: TEST_KEY, ANTHROPIC_BASE_URL: api.url };
    const files = { "README.md": "# Shop\n", "iflow.config.json": JSON.stringify({ checks: { none: true } }) };

    const play = async (count: number) => {
      const place = await workplace({}, files);
      const held = watchHeld();
      const begun = Array.from({ length: count }, (_, index) => {
        const args = ["quick", `add part ${index}`, "--worktree", "--yolo", "--runtime", "anthropic"];
        const { child, ended } = startIflowWith({ env }, place.root, ...args);
        onTestFinished(() => void child.kill("SIGKILL"));
        held.add(child.pid);
        return ended;
      });
      const ended = await Promise.all(begun);
      expect(ended.map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual(begun.map(() => 0));
      const parts = Array.from({ length: count }, (_, index) => `src/part-${index}.mjs`);
      expect(place.git("ls-tree", "-r", "--name-only", "main", "src").split("\n")).toEqual(parts);
      expect(place.git("log", "--first-parent", "--merges", "--format=%h", "main").split("\n")).toHaveLength(count);
      expect([
        leftIn(place),
        place.git("worktree", "list").split("\n"),
        place.git("branch", "--format=%(refname:short)"),
      ]).toEqual([[], [expect.any(String)], "main"]);
      return held.stop();
    };

    const alone = await play(1);
    const many = await play(COUNT);

    expect(api.requests).toHaveLength(TURNS * (1 + COUNT)); // none was asked twice
    expect(api.open.most).toBeGreaterThan(1);
    expect(many.files).toBeLessThanOrEqual(alone.files + 8);
    expect(many.megabytes).toBeLessThanOrEqual(1.5 * alone.megabytes);
  },
);

function leftIn({ root }: Workplace): string[] {
  return ["locks", "trees", "creating", "stops"].flatMap((name) => {
    const folder = join(root, ".git", "iflow", name);
    return existsSync(folder) ? readdirSync(folder) : [];
  });
}
