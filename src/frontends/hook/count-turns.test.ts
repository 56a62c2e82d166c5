import { expect, test } from "vitest";
import { sentenceOf } from "../../domain/host/host-sentence.ts";
import type { HookDesk } from "../../ports/agents/hook-desk.ts";
import { countTurns } from "./count-turns.ts";

const RUNS = "/r/.git/iflow/runs";
const sentence = sentenceOf(`${RUNS}/001-a.specify.1/dispatches/001-spec-author-fresh.prompt.md`);
const line = (id: string, content: object) =>
  JSON.stringify({ type: "assistant", message: { id, model: "m", content: [content], usage: { input_tokens: 1 } } });
const FIRST = line("1", { type: "tool_use", name: "Agent", input: { prompt: sentence } });
const LAST = line("2", { type: "text", text: 'It says "done".' });

/** Ids of the requests that were left, and how often the transcript was read. */
async function count(looks: string[], { drives = true, before = false, said = "" } = {}) {
  let reads = 0;
  const left: string[] = [];
  const desk = {
    runsFolder: RUNS,
    drivingSession: async () => (drives ? "s" : "other"),
    hasTurns: async () => before,
    read: async () => looks[Math.min(reads++, looks.length - 1)],
    leaveTurns: async ({ requests }: { requests: { id: string }[] }) => void left.push(...requests.map(({ id }) => id)),
  } as unknown as HookDesk; // all that is used here
  await countTurns(desk, { session_id: "s", transcript_path: "/t.jsonl", last_assistant_message: said });
  return { left, reads };
}

test("the last words of a turn are waited for, so that its last request counts", async () => {
  const looks = [FIRST, `${FIRST}\n${LAST}`];
  expect(await count(looks, { said: 'It says "done".' })).toEqual({ left: ["1", "2"], reads: 2 });
});

test("a session that drives nothing is not read, unless it did before", async () => {
  expect(await count([FIRST], { drives: false })).toEqual({ left: [], reads: 0 });
  expect((await count([FIRST], { drives: false, before: true })).left).toEqual(["1"]);
});

test("a session without a turn of ours leaves nothing", async () => {
  expect((await count([LAST])).left).toEqual([]);
});
