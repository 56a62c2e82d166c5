// The documented rules of the provider's prompt cache, one by one, on books without a server.
import { describe, expect, it } from "vitest";
import { asks, FIVE, HOUR, MINUTE, marked, openDesk, words } from "./cache-desk.ts";
import { minimumTokens } from "./cache-minimum.ts";
import type { ContentBlock, RequestBody } from "./request.ts";

const a = words("a", 1000);
const b = words("b", 200);
const c = words("c", 30);

describe("an entry", () => {
  it("stands at a marked block and covers all before it; the rest is plain", () => {
    const { send } = openDesk();

    expect(send(asks(a, marked(b), c))).toEqual({ plain: 30, five: 1200, hour: 0, read: 0 });
    expect(send(asks(a, marked(b), words("d", 40)))).toEqual({ plain: 40, five: 0, hour: 0, read: 1200 });
  });

  it("stands nowhere else: a shared beginning without a mark is written again", () => {
    const { send } = openDesk();
    send(asks(a, marked(b)));

    expect(send(asks(a, marked(words("other", 200))))).toMatchObject({ five: 1200, read: 0 });
  });

  it("is found by a mark that moved on, and only what is new is written", () => {
    const { send } = openDesk();
    send(asks(a, marked(b)));

    expect(send(asks(a, b, marked(c)))).toEqual({ plain: 0, five: 30, hour: 0, read: 1200 });
  });

  it("is not found when one byte before it changed", () => {
    const { send } = openDesk();
    send(asks(a, marked(b)));

    expect(send(asks({ ...a, text: `${a.text?.slice(0, -1)}!` }, marked(b)))).toMatchObject({ read: 0, five: 1200 });
  });

  it("is the model's own", () => {
    const { send } = openDesk();
    send(asks(marked(a)));

    expect(send({ ...asks(marked(a)), model: "claude-opus-5-5" })).toMatchObject({ read: 0, five: 1000 });
    expect(send(asks(marked(a)))).toMatchObject({ read: 1000 });
  });

  it("is the same whether content is a string or a list", () => {
    const { send } = openDesk();
    const text = a.text ?? "";
    send(asks(marked(a)));

    const later: RequestBody["messages"] = [
      { role: "user", content: text },
      { role: "assistant", content: "Yes." },
      { role: "user", content: [marked(c)] },
    ];
    expect(send({ model: "claude-opus-5", messages: later })).toMatchObject({ read: 1000 });
  });
});

describe("the shortest prefix", () => {
  it.each([
    ["claude-opus-5", 512],
    ["claude-opus-5-5", 512],
    ["claude-fable-5-1", 512],
    ["claude-opus-4-8", 1024],
    ["claude-sonnet-5-5", 512],
    ["claude-haiku-5-5", 512],
    ["claude-sonnet-5", 1024],
    ["claude-sonnet-4-5-20250929", 1024],
    ["claude-opus-4-20250514", 1024],
    ["claude-opus-4-7", 2048],
    ["claude-3-5-haiku-20241022", 2048],
    ["claude-opus-4-6", 4096],
    ["claude-haiku-4-5-20251001", 4096],
    ["nobody-knows", 4096],
  ])("of %s is %i tokens: one less is silently not kept", (model, minimum) => {
    const { send } = openDesk();
    const below = { ...asks(words("x", minimum - 1, FIVE), c), model };
    const enough = { ...asks(words("y", minimum, FIVE), c), model };

    expect(minimumTokens(model)).toBe(minimum);
    for (const _ of [1, 2]) expect(send(below)).toEqual({ plain: minimum - 1 + 30, five: 0, hour: 0, read: 0 });
    expect(send(enough)).toMatchObject({ five: minimum, read: 0 });
    expect(send(enough)).toMatchObject({ five: 0, read: minimum });
  });

  it("counts the whole prefix, not the marked block", () => {
    const { send } = openDesk();

    expect(send(asks(words("x", 511, FIVE), words("y", 1, FIVE)))).toMatchObject({ five: 512, plain: 0 });
  });
});

describe("looking back", () => {
  const numbered = (count: number): ContentBlock[] =>
    Array.from({ length: count }, (_, place) => words(`block ${place + 1} `, 100));
  const tailed = (count: number): ContentBlock[] => [...numbered(count - 1), marked(words(`block ${count} `, 100))];

  it("reaches 20 blocks, the marked one included: from 34 to 15, but not from 35", () => {
    const reached = openDesk();
    const missed = openDesk();
    for (const { send } of [reached, missed]) expect(send(asks(...tailed(15)))).toMatchObject({ five: 1500 });

    expect(reached.send(asks(...tailed(34)))).toMatchObject({ read: 1500, five: 1900 });
    expect(missed.send(asks(...tailed(35)))).toMatchObject({ read: 0, five: 3500 });
  });

  it("starts again at every mark, so one on the old tail finds it", () => {
    const { send } = openDesk();
    send(asks(...tailed(15)));
    const both = [...tailed(15), ...tailed(35).slice(15)];

    expect(send(asks(...both))).toMatchObject({ read: 1500, five: 2000 });
  });

  const turn = (calls: number): RequestBody["messages"] => [
    { role: "user", content: [words("task", 1000)] },
    {
      role: "assistant",
      content: Array.from({ length: calls }, (_, n) => ({ type: "tool_use", id: `${n}`, name: "read", input: { n } })),
    },
    {
      role: "user",
      content: Array.from({ length: calls }, (_, n) => ({
        type: "tool_result",
        tool_use_id: `${n}`,
        content: `file ${n}`.padEnd(400, "."),
        ...(n === calls - 1 && { cache_control: FIVE }),
      })),
    },
  ];

  it.each([
    [9, "blocks", 1000],
    [10, "blocks", 0],
    [12, "blocks", 0],
    [12, "runs", 1000],
  ] as const)("over a turn of %i tool calls at once, counted in %s, reads %i tokens", (calls, lookback, read) => {
    const { send } = openDesk({ lookback });
    send(asks(words("task", 1000, FIVE)));

    expect(send({ model: "claude-opus-5", messages: turn(calls) }).read).toBe(read);
  });

  it("past 12 tool calls at once is helped by a mark left on the tail before them", () => {
    const { send } = openDesk();
    const [task, ...rest] = turn(12);
    send(asks(words("task", 1000, FIVE)));

    const kept = { ...task, role: "user" as const, content: [words("task", 1000, FIVE)] };
    expect(send({ model: "claude-opus-5", messages: [kept, ...rest] }).read).toBe(1000);
  });
});

describe("a lifetime", () => {
  it("of 5 minutes counts from the start of the request that wrote", () => {
    const one = openDesk();
    const other = openDesk();
    for (const desk of [one, other]) desk.send(asks(marked(a)), 0);

    expect(one.send(asks(marked(a)), 5 * MINUTE - 1)).toMatchObject({ read: 1000 });
    expect(other.send(asks(marked(a)), 5 * MINUTE)).toMatchObject({ read: 0, five: 1000 });
  });

  it("runs while the answer is made: a first token after 4 minutes leaves one minute", () => {
    const { start, send } = openDesk();
    const slow = start(asks(marked(a)), 0);
    slow.firstToken(); // at minute 4, which the books are not told

    expect(send(asks(marked(a)), 5 * MINUTE)).toMatchObject({ read: 0 });
  });

  it("begins anew with every read, at no price", () => {
    const { send } = openDesk();
    send(asks(marked(a)), 0);
    for (const at of [4, 8, 12]) expect(send(asks(marked(a)), at * MINUTE)).toMatchObject({ read: 1000, five: 0 });

    expect(send(asks(marked(a)), 17 * MINUTE)).toMatchObject({ read: 0 });
  });

  it("begins anew for each entry that a mark of the reader finds, not for others", () => {
    const { send } = openDesk();
    send(asks(marked(a), marked(b)), 0);
    send(asks(a, marked(b)), 4 * MINUTE);

    expect(send(asks(marked(a), words("x", 100)), 6 * MINUTE)).toMatchObject({ read: 0 });
    expect(send(asks(a, marked(b)), 8 * MINUTE)).toMatchObject({ read: 1200 });
  });

  it("of an hour is written and billed as such, and a read keeps it an hour", () => {
    const { send } = openDesk();
    const long = asks(marked(a, HOUR), marked(b));

    expect(send(long, 0)).toEqual({ plain: 0, five: 200, hour: 1000, read: 0 });
    expect(send(long, 59 * MINUTE)).toEqual({ plain: 0, five: 200, hour: 0, read: 1000 });
    expect(send(long, 118 * MINUTE)).toMatchObject({ read: 1000 });
    expect(send(long, 178 * MINUTE)).toMatchObject({ read: 0 });
  });

  it("of an hour is not had for the price of reading a short one", () => {
    const { send } = openDesk();
    send(asks(marked(a)), 0);
    expect(send(asks(marked(a, HOUR)), MINUTE)).toMatchObject({ read: 1000, hour: 0 });

    expect(send(asks(marked(a, HOUR)), 6 * MINUTE)).toMatchObject({ read: 0, hour: 1000 });
  });

  it("of two marks is billed in order: read, then an hour, then 5 minutes, then plain", () => {
    const { send } = openDesk();
    send(asks(marked(a, HOUR)), 0);

    const blocks = [a, marked(b, HOUR), marked(c), words("rest", 7)];
    expect(send(asks(...blocks), MINUTE)).toEqual({ read: 1000, hour: 200, five: 30, plain: 7 });
  });
});

describe("siblings", () => {
  it("that start before the first token of the first all pay; after it they read", () => {
    const { start } = openDesk();
    const first = start(asks(marked(a), c));
    const early = start(asks(marked(a), words("early", 10)));

    expect([first.bill, early.bill]).toMatchObject([
      { five: 1000, read: 0 },
      { five: 1000, read: 0 },
    ]);
    first.firstToken();
    expect(start(asks(marked(a), words("late", 10))).bill).toMatchObject({ five: 0, read: 1000 });
  });

  it("of a request that never said anything find nothing", () => {
    const { start } = openDesk();
    start(asks(marked(a)));

    expect(start(asks(marked(a))).bill).toMatchObject({ read: 0 });
  });

  it("that wrote the same leave one entry with the later start", () => {
    const { start, send } = openDesk();
    const [late, early] = [start(asks(marked(a)), MINUTE), start(asks(marked(a)), 0)];
    late.firstToken();
    early.firstToken();

    expect(send(asks(marked(a)), 5.5 * MINUTE)).toMatchObject({ read: 1000 });
  });
});

describe("a change of", () => {
  const base: RequestBody = {
    ...asks(marked(b)),
    tools: [{ name: "read", description: "x".repeat(4000) }],
    system: [words("system", 600, FIVE)],
  };
  const fixed = 600 + Math.ceil(JSON.stringify(base.tools?.[0]).length / 4);

  it.each<[string, Partial<RequestBody>, number]>([
    ["nothing", {}, fixed + 200],
    ["the defaults into words", { tool_choice: { type: "auto" }, thinking: { type: "disabled" } }, fixed + 200],
    ["the tool choice", { tool_choice: { type: "any" } }, fixed],
    ["thinking", { thinking: { type: "enabled", budget_tokens: 1024 } }, fixed],
    ["effort", { output_config: { effort: "low" } }, fixed],
    ["images", { messages: [...base.messages, { role: "user", content: [{ type: "image" }] }] }, fixed],
    ["a message", { messages: [{ role: "user", content: [marked(c)] }] }, fixed],
    ["the system prompt", { system: [words("other", 600, FIVE)] }, 0],
    ["a tool", { tools: [{ name: "read" }] }, 0],
    ["the tools' order", { tools: [{ name: "list" }, ...(base.tools ?? [])] }, 0],
  ])("%s keeps what stands before it", (_, change, read) => {
    const { send } = openDesk();
    send(base);

    expect(send({ ...base, ...change }).read).toBe(read);
  });
});
