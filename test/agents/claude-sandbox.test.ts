// The lines that the real Claude client runs in its own shell: inside the sandbox, while the session and the record keep
// the line the person stored.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { prepareClaude, TEST_KEY } from "../support/claude-agent.ts";
import { calls, says } from "../support/fake-anthropic/reply.ts";
import { lastToolResults } from "../support/fake-anthropic/request.ts";
import { noSandboxHere, sandboxOf } from "../support/sandbox.ts";
import { tempFolder } from "../support/temp-repo.ts";

const WRITER = { role: "implementer", access: "write" } as const;
const none = await noSandboxHere();

it.skipIf(none !== undefined)(
  "a stored line of Claude's shell runs in the sandbox and stays the person's line",
  async () => {
    const outside = await tempFolder();
    const env = { ...process.env, ANTHROPIC_API_KEY: TEST_KEY };
    const line = `echo "it's \\$1" > in.txt; echo x > ${outside}/out.txt; echo "key: $ANTHROPIC_API_KEY."; touch .git/x`;
    const { runtime, request, fake, root } = await prepareClaude(
      [{ replies: [calls("Bash", { command: line, description: "test" }), says("Done.")] }],
      { checks: [line], sandbox: (root) => sandboxOf(root, { env }) },
    );

    const events = await collect(runtime, request(WRITER));

    expect(outcomeOf(events)).toMatchObject({ status: "completed", reply: "Done." });
    expect(events.filter(({ type }) => type === "tool-called")).toEqual([
      { type: "tool-called", name: `run ${line.slice(0, 80)}`, sandboxed: true },
    ]);
    expect([existsSync(join(root, "in.txt")), existsSync(join(outside, "out.txt"))]).toEqual([true, false]);
    const last = fake.requests.at(-1)!;
    expect(lastToolResults(last).join()).toContain("key: .");
    expect(lastToolResults(last).join()).toContain("Read-only file system");
    expect(JSON.stringify(fake.requests)).not.toContain("bwrap");
    expect(JSON.stringify(last)).toContain(JSON.stringify(line).slice(1, -1));
  },
);
