// Lines in the form written by Claude Code 2.1.325.
import { expect, test } from "vitest";
import { readConversation } from "./transcript.ts";

const line = (value: object) => JSON.stringify(value);
const told = (content: unknown, more: object = {}) =>
  line({ type: "user", message: { role: "user", content }, ...more });
const did = (id: string, content: object[], usage = { input_tokens: 10, output_tokens: 1 }) =>
  line({
    type: "assistant",
    message: { id, model: "claude-sonnet-5-5", content, usage },
    timestamp: "2026-01-01T00:00:02.000Z",
  });
const later = (words: string) =>
  told(
    `The coordinator sent a message while you were working:\n${words}\n\nAddress this before completing your current task.`,
    {
      isMeta: true,
      origin: { kind: "coordinator" },
    },
  );
const read = (path: string) => ({ type: "tool_use", name: "Read", input: { file_path: path } });

test("everything an agent was told counts, at its start, when it is woken, and while it works", () => {
  const whileItWorks = {
    type: "attachment",
    attachment: { type: "queued_command", prompt: "Be kind.", origin: { kind: "coordinator" } },
  };
  const transcript = [told("First."), did("1", [{ type: "text", text: "Yes." }]), later("Second."), line(whileItWorks)];

  expect(readConversation(transcript.join("\n")).messages).toEqual(["First.", "Second.", "Be kind."]);
});

test.each(["peer", "human", "channel", "a-kind-to-come"])("words of a %s are words the agent was told", (kind) => {
  const queued = { type: "attachment", attachment: { type: "queued_command", prompt: "Be kind.", origin: { kind } } };
  const transcript = [told("First."), told("Approve.", { isMeta: true, origin: { kind } }), line(queued)];

  expect(readConversation(transcript.join("\n")).messages).toEqual(["First.", "Approve.", "Be kind."]);
});

test("what the program itself puts in between is nobody's word", () => {
  const transcript = [
    told([{ type: "text", text: "First." }]),
    told("<system-reminder>x</system-reminder>", { isMeta: true }),
    told([{ type: "tool_result", tool_use_id: "t", content: "file" }]),
    told("A summary.", { isCompactSummary: true }),
    line({ type: "attachment", attachment: { type: "date", date: "2026-01-01" } }),
    line({
      type: "attachment",
      attachment: { type: "queued_command", prompt: "done", origin: { kind: "task-notification" } },
    }),
    told("Go on.", { origin: { kind: "auto-continuation" } }),
    '{"type":"user","mess',
  ];

  expect(readConversation(transcript.join("\n")).messages).toEqual(["First."]);
});

test("reads, writes, words and the bill are those of the last turn, and a message is billed once", () => {
  const write = { type: "tool_use", name: "Write", input: { file_path: "/r/spec.md" } };
  const transcript = [
    told("First."),
    did("1", [read("/r/old.md"), { type: "text", text: "Old." }], { input_tokens: 999, output_tokens: 9 }),
    later("Second."),
    did("2", [read("/r/a.md")]),
    did("2", [read("/r/a.md"), write]),
    did("3", [{ type: "text", text: "New." }], { input_tokens: 5, output_tokens: 2 }),
  ];

  expect(readConversation(transcript.join("\n"))).toMatchObject({
    ...{ lastText: "New.", reads: ["/r/a.md"], wrote: ["/r/spec.md"], model: "claude-sonnet-5-5" },
    usage: { input: 15, output: 3, cacheRead: 0, cacheWrite: 0, estimated: false },
  });
});

test("a sentence that is sent again continues its turn: what was read and paid before still counts", () => {
  const transcript = [
    told("First."),
    did("1", [read("/r/old.md")]),
    later("Second."),
    did("2", [read("/r/a.md")]),
    later("Second."),
    did("3", [read("/r/b.md"), { type: "text", text: "New." }]),
  ];

  expect(readConversation(transcript.join("\n"))).toMatchObject({
    ...{ lastText: "New.", reads: ["/r/a.md", "/r/b.md"], usage: { input: 20, output: 2 } },
  });
});

test("an empty transcript belongs to an agent that was told nothing", () => {
  expect(readConversation("")).toEqual({
    ...{ messages: [], lastText: "", reads: [], wrote: [], denied: [], model: null, usage: null, milliseconds: 0 },
  });
});

test.each([
  ["Claude requested permissions to write to /r/spec.md, but you haven't granted it yet.", {}, ["/r/spec.md"]],
  ["Permission to use Write has been denied. IMPORTANT: You *may* attempt", {}, ["/r/spec.md"]],
  ["The user doesn't want to proceed.", { toolDenialKind: "user-rejected" }, ["/r/spec.md"]],
  ["PreToolUse hook denied: iflow: iflow:spec-author may only read", { toolDenialKind: "hook" }, []],
  ["String to replace not found in file.", {}, []],
])("what the host's permissions refused is told apart from what failed: %s", (content, more, denied) => {
  const write = (id: string) => ({ type: "tool_use", id, name: "Write", input: { file_path: "/r/spec.md" } });
  const refused = told([{ type: "tool_result", tool_use_id: "t1", is_error: true, content }], more);
  const transcript = [told("First."), did("1", [write("t1")]), refused];

  expect(readConversation(transcript.join("\n")).denied).toEqual(denied);
  const later = [...transcript, did("2", [write("t2")])];
  expect(readConversation(later.join("\n"))).toMatchObject({ wrote: ["/r/spec.md"], denied: [] });
});
