import { expect, test } from "vitest";
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import { moveAfterAgent, moveAfterNotice } from "./move-on.ts";

const order = (number: string, agent: string | null = null) => ({
  ...{ id: `001-a.specify.1.${number}`, role: "spec-reviewer", sentence: `Read ${number}.`, agent },
});

interface Scene {
  readonly orders: readonly object[];
  /** Numbers of orders that were seen to be carried out, at each look. */
  readonly seen: readonly (readonly string[])[];
  readonly session?: string;
  readonly state?: string;
}

/** What the model is told, and how often the run was moved. */
async function play(hook: typeof moveAfterAgent, input: object, { orders, seen, session = "s", state = "{}" }: Scene) {
  const looks = [...seen];
  let moved = 0;
  const desk = {
    drivingSession: async () => session,
    openRuns: async () => [{ id: "001-a.specify.1", feature: "001-a", orders }],
    seenOrders: async () => (looks.length > 1 ? looks.shift() : looks[0]) ?? [],
  } as unknown as HookDesk; // all that is used here
  const answer = (await hook(desk, { session_id: "s", ...input }, async () => {
    moved += 1;
    return state;
  })) as { hookSpecificOutput: { additionalContext: string } } | undefined;
  return { told: answer?.hookSpecificOutput.additionalContext, moved };
}

const ended = { tool_input: { prompt: "Read 001." }, tool_response: { status: "completed" } };
const notice = { prompt: "<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>" };

test("the run is moved once everything it waits for was seen, and the model is told the next state", async () => {
  const scene = { orders: [order("001")], seen: [[], ["001"]], state: '{"state":"orders"}' };
  expect(await play(moveAfterAgent, ended, scene)).toEqual({
    told: 'iflow has taken the answer and moved on. The next state:\n{"state":"orders"}',
    moved: 1,
  });
  const resumed = { orders: [order("004", "a1")], seen: [["004"]] };
  expect((await play(moveAfterNotice, notice, resumed)).moved).toBe(1);
});

test("while other agents work, the model is told what is still open, and nothing is moved", async () => {
  const scene = { orders: [order("001"), order("002")], seen: [["001"]] };
  const { told, moved } = await play(moveAfterAgent, ended, scene);
  expect(moved).toBe(0);
  expect(told).toContain("Still open: 001-a.specify.1.002 (spec-reviewer).");
});

test.each([
  ["the session of somebody else", moveAfterAgent, ended, { session: "other" }],
  ["an agent without an order of ours", moveAfterAgent, { ...ended, tool_input: { prompt: "Look around." } }, {}],
  ["an agent that an agent started", moveAfterAgent, { ...ended, agent_id: "a9" }, {}],
  ["an agent in the background", moveAfterAgent, { ...ended, tool_response: { status: "async_launched" } }, {}],
  ["a notice about another agent", moveAfterNotice, notice, {}],
  ["a prompt of the user", moveAfterNotice, { prompt: `look: ${notice.prompt}` }, {}],
] as const)("silent: %s", async (_, hook, input, more) => {
  const scene = { orders: [order("001")], seen: [["001"]], ...more };
  expect(await play(hook, input, scene)).toEqual({ told: undefined, moved: 0 });
});

test("a state that Claude Code would keep from the model is asked for by a tool", async () => {
  const scene = { orders: [order("001")], seen: [["001"]], state: "x".repeat(20_000) };
  expect((await play(moveAfterAgent, ended, scene)).told).toMatch(/Call the tool next\.$/);
});
