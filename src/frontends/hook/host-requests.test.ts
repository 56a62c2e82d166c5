// Lines in the form written by Claude Code 2.1.325.
import { expect, test } from "vitest";
import { sentenceOf } from "../../domain/host/host-sentence.ts";
import { hostRequests } from "./host-requests.ts";

const RUNS = "/r/.git/iflow/runs";
const SPECIFY = "001-a.specify.1";
const DESIGN = "001-a.design.1";
const sentence = (run: string) => sentenceOf(`${RUNS}/${run}/dispatches/001-spec-author-fresh.prompt.md`);
const state = (run: string) => JSON.stringify({ state: "orders", run });

const line = (value: object) => JSON.stringify({ isSidechain: false, timestamp: "2026-01-01T00:00:00.000Z", ...value });
const types = (content: string) => line({ type: "user", message: { role: "user", content } });
const did = (id: string, ...content: object[]) =>
  line({
    type: "assistant",
    message: { id, model: "claude-opus-5-5", content, usage: { input_tokens: 10, output_tokens: 1 } },
  });
const uses = (name: string, input: object = {}) => ({ type: "tool_use", id: `use-${name}`, name, input });
const result = (name: string, text: string) =>
  line({
    type: "user",
    message: { content: [{ type: "tool_result", tool_use_id: `use-${name}`, content: [{ type: "text", text }] }] },
  });
const hookSays = (text: string) =>
  line({ type: "attachment", attachment: { type: "hook_additional_context", content: [text] } });
const says = (text: string) => ({ type: "text", text });
const START = "mcp__plugin_iflow_iflow__start";
const NEXT = "mcp__plugin_iflow_iflow__next";

const counted = (...lines: string[]) => hostRequests(lines.join("\n"), RUNS).map(({ id, run }) => `${id} ${run}`);

test("a turn that uses our tools counts from its first request on, each request once", () => {
  const turn = [
    types("<command-name>/iflow:specify</command-name>"),
    did("1", says("I start it.")),
    did("1", uses(START)),
    result(START, state(SPECIFY)),
    did("2", uses("Agent", { prompt: sentence(SPECIFY) })),
    result("Agent", "done"),
    did("3", says("Done.")),
  ];
  expect(counted(...turn)).toEqual([`1 ${SPECIFY}`, `2 ${SPECIFY}`, `3 ${SPECIFY}`]);
});

test("what the user does besides is not ours, in the same session", () => {
  const other = [types("Fix my tests."), did("8", uses("Bash")), result("Bash", state(SPECIFY)), did("9", says("Ok."))];
  const own = [types("go on"), did("1", uses(NEXT)), result(NEXT, state(SPECIFY)), did("2", says("Done."))];
  expect(counted(...other, ...own, ...other)).toEqual([`1 ${SPECIFY}`, `2 ${SPECIFY}`]);
});

test("the answer of a resumed agent begins a turn of ours; that of any other does not", () => {
  const notice = (task: string) =>
    line({
      type: "user",
      origin: { kind: "task-notification" },
      message: { content: `<task-notification>\n<task-id>${task}</task-id>\n</task-notification>` },
    });
  const lines = [
    types("go on"),
    did("1", uses("SendMessage", { to: "a1", message: sentence(SPECIFY) })),
    notice("other"),
    did("2", says("Not ours.")),
    notice("a1"),
    did("3", says("It is done.")),
  ];
  expect(counted(...lines)).toEqual([`1 ${SPECIFY}`, `3 ${SPECIFY}`]);
});

test("in a chain each phase has its own, also when a hook moved the run", () => {
  const moved = hookSays(`iflow has taken the answer and moved on. The next state:\n${state(DESIGN)}`);
  const turn = [types("go on"), did("1", uses("Agent", { prompt: sentence(SPECIFY) })), moved, did("2", says("x"))];
  expect(counted(...turn)).toEqual([`1 ${SPECIFY}`, `2 ${DESIGN}`]);
});

test("another repository's orders, an agent's own lines, errors of the program and torn lines are left out", () => {
  const elsewhere = sentenceOf("/other/.git/iflow/runs/001-a.specify.1/dispatches/001-spec-author-fresh.prompt.md");
  const ours = did("1", uses("Agent", { prompt: sentence(SPECIFY) }));
  const synthetic = line({ type: "assistant", message: { id: "4", model: "<synthetic>", content: [], usage: {} } });
  const side = ours.replace('"isSidechain":false', '"isSidechain":true').replace('"id":"1"', '"id":"5"');
  expect(counted(types("x"), did("2", uses("Agent", { prompt: elsewhere })))).toEqual([]);
  expect(counted(types("x"), ours, side, synthetic, '{"type":"assistant","mess')).toEqual([`1 ${SPECIFY}`]);
});

test("what is written for an hour is told apart, because it costs more", () => {
  const usage = { input_tokens: 1, cache_creation_input_tokens: 9, cache_creation: { ephemeral_1h_input_tokens: 7 } };
  const content = [uses("Agent", { prompt: sentence(SPECIFY) })];
  const paid = line({ type: "assistant", message: { id: "1", model: "m", content, usage } });
  expect(hostRequests([types("x"), paid].join("\n"), RUNS)[0]?.usage).toEqual({
    ...{ input: 1, cacheRead: 0, cacheWrite: 9, cacheWrite1h: 7, output: 0, estimated: false },
  });
});
