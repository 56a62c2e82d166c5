import { expect, test } from "vitest";
import type { HostOrder } from "../run/questions/question.ts";
import { type Evidence, judgeEvidence } from "./host-evidence.ts";
import { orderIn, sentenceOf } from "./host-sentence.ts";

const FOLDER = "/repo/.git/iflow/runs/007-rate-limit.specify.1/dispatches";
const promptFile = `${FOLDER}/002-spec-reviewer-fresh.prompt.md`;

const order: HostOrder = {
  ...{ type: "order", name: "specify/1/1/spec-reviewer/1/order", id: "007-rate-limit.specify.1.002", text: "" },
  ...{
    role: "spec-reviewer",
    kind: "fresh",
    sentence: sentenceOf(promptFile),
    promptFile,
    promptHash: "h",
    agent: null,
  },
  ...{ access: "read", readable: [], proof: "hook" },
};

const seen: Evidence = {
  ...{ agent: "a1", agentType: "iflow:spec-reviewer", messages: [order.sentence], reply: "{}", reads: [], wrote: [] },
  ...{ promptHash: "h", model: null, usage: null, milliseconds: 0, at: "2026-01-01T00:00:00.000Z" },
};

test("an order counts when its own agent was told its sentence and nothing else", () => {
  expect(judgeEvidence(order, seen, [])).toEqual({ ok: true });
});

test("the same sentence twice in a row is no harm", () => {
  expect(judgeEvidence(order, { ...seen, messages: [order.sentence, order.sentence] }, [])).toEqual({ ok: true });
});

test("a resumed agent was told the sentences of its earlier orders first", () => {
  const earlier = [sentenceOf(`${FOLDER}/001-spec-reviewer-fresh.prompt.md`)];
  const resumed = { ...order, agent: "a1" };
  const told = (...messages: string[]) => judgeEvidence(resumed, { ...seen, messages }, earlier);

  expect(told(...earlier, order.sentence)).toEqual({ ok: true });
  expect(told(order.sentence)).toMatchObject({ ok: false, spoilt: true });
  expect(told(...earlier, "Be kind.", order.sentence)).toMatchObject({ ok: false, spoilt: true });
  expect(told(...earlier, `${order.sentence} `)).toMatchObject({ ok: false, spoilt: true });
});

test("an order for a new agent is not carried out by one that has worked before", () => {
  const earlier = [sentenceOf(`${FOLDER}/001-spec-reviewer-fresh.prompt.md`)];
  const judged = judgeEvidence(order, { ...seen, messages: [...earlier, order.sentence] }, earlier);
  expect(judged).toEqual({
    ok: false,
    why: "the order asks for a new agent, and a1 has carried out others",
    spoilt: false,
  });
});

test.each([
  ["another kind of agent", { agentType: "Explore" }, {}, "an agent of type Explore is no iflow:spec-reviewer"],
  ["an agent of no known kind", { agentType: "" }, {}, "an agent of type unknown is no iflow:spec-reviewer"],
  ["another agent than the one to go on", {}, { agent: "a2" }, "the order goes to agent a2, not to a1"],
  ["an altered prompt", { promptHash: "other" }, {}, "the prompt file was altered"],
  ["a prompt that is gone", { promptHash: null }, {}, "the prompt file was altered"],
  ["a blind role that looked", { reads: ["src/a.ts"] }, { access: "blind" }, "a blind role looked at src/a.ts"],
] as const)("%s does not count", (_, evidence, ordered, why) => {
  const judged = judgeEvidence(
    { ...order, ...ordered },
    { ...seen, ...evidence, reads: [...((evidence as { reads?: string[] }).reads ?? [])] },
    [],
  );
  expect(judged).toEqual({ ok: false, why, spoilt: false });
});

test("a blind role may read what it was given", () => {
  const blind = { ...order, access: "blind", readable: ["docs/spec.md"] } as const;
  expect(judgeEvidence(blind, { ...seen, reads: ["docs/spec.md"] }, [])).toEqual({ ok: true });
});

test("a sentence names its order; a word more or less names none", () => {
  expect(orderIn(order.sentence)).toEqual({
    ...{ run: "007-rate-limit.specify.1", number: "002", name: "spec-reviewer-fresh", promptFile },
  });
  expect(orderIn(`${order.sentence} Be kind.`)).toBeUndefined();
  expect(orderIn(`Please. ${order.sentence}`)).toBeUndefined();
  expect(orderIn(sentenceOf("/etc/passwd"))).toBeUndefined();
});
