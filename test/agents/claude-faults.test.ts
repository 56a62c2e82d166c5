// What goes wrong between the real client and the API: what is said, how often it was sent, who has to do what, and when
// it ends by itself. The same table for the API runtimes: src/adapters/agents/{anthropic/retries,openai/faults}.test.ts.
import { describe, expect, it, vi } from "vitest";
import { collect, outcomeOf } from "../contracts/agent-runtime.contract.ts";
import { prepareClaude } from "../support/claude-agent.ts";
import { fails, hangs, type Reply, reply, says, text } from "../support/fake-anthropic/reply.ts";
import { sampled } from "../support/sampled.ts";

vi.setConfig({ testTimeout: 180_000 });

interface Fault {
  readonly name: string;
  readonly reply: Reply;
  readonly error: RegExp;
  /** Requests at most; the client has tries of its own. */
  readonly most: number;
  readonly needs?: RegExp;
  readonly isLimit?: true;
}

const FAULTS: readonly Fault[] = [
  {
    name: "429",
    reply: fails(429, { retryAfter: 0 }),
    error: /nothing left/,
    most: 4,
    needs: /^wait until/,
    isLimit: true,
  },
  { name: "529", reply: fails(529), error: /overloaded/, most: 4, needs: /^wait a few/, isLimit: true },
  { name: "401", reply: fails(401), error: /refused/, most: 4, needs: /^log in/ },
  { name: "400", reply: fails(400, { message: "no" }), error: /400/, most: 8 },
  {
    name: "no credit",
    reply: fails(400, { message: "Your credit balance is too low" }),
    error: /nothing left/,
    most: 8,
    needs: /^wait until/,
  },
  { name: "a refusal", reply: { ...says("No."), stopReason: "refusal" }, error: /./, most: 4 },
  { name: "a cut stream", reply: { ...reply(text("half")), fault: { kind: "cut" } }, error: /./, most: 8 },
  { name: "a silent stream", reply: hangs(text("so")), error: /./, most: 8 },
];

describe("Claude and an API that fails", () => {
  it.each(sampled(FAULTS, 4))("$name", async ({ reply: fault, error, most, needs, isLimit }) => {
    const { runtime, request, fake } = await prepareClaude([{ replies: [fault] }], {
      env: { CLAUDE_CODE_MAX_RETRIES: "1" },
      silenceMs: 1500,
    });

    const outcome = outcomeOf(await collect(runtime, request()));

    expect(outcome).toMatchObject({ status: "failed", error: expect.stringMatching(error) });
    expect(fake.requests.length).toBeLessThanOrEqual(most);
    expect("needs" in outcome ? outcome.needs : undefined).toEqual(needs && expect.stringMatching(needs));
    expect("lifted" in outcome).toBe(isLimit === true);
  });
});
