// The rest of the documented rules, one test each: what an entry covers, what moves with a conversation, what a bill adds
// up to. The lifetimes, the lookback and the marks have tests of their own.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRICES } from "../../../src/domain/billing/usage.ts";
import { asks, FIVE, HOUR, MINUTE, marked, openDesk, words } from "./cache-desk.ts";
import { placeMarks } from "./cache-marks.ts";
import { minimumTokens } from "./cache-minimum.ts";
import { promptTokens, renderPrompt } from "./rendered-prompt.ts";
import type { ContentBlock, Message, RequestBody } from "./request.ts";

const a = words("a", 1000);
const b = words("b", 200);
const c = words("c", 30);

describe("an entry covers whole blocks", () => {
  it("a block that grew at its end is lost as a whole; the block before it, if it was marked, is not", () => {
    const { send } = openDesk();
    const grown = { ...b, text: `${b.text} and one line more` };
    send(asks(marked(a), marked(b)));

    const tokens = Math.ceil(grown.text.length / 4);
    expect(send(asks(marked(a), marked(grown)))).toEqual({ read: 1000, five: tokens, hour: 0, plain: 0 });
  });

  it("the same text in one block or in two is not the same", () => {
    const { send } = openDesk();
    const halves = [a.text?.slice(0, 2000), a.text?.slice(2000)].map(
      (text): ContentBlock => ({ type: "text", text: text ?? "" }),
    );
    send(asks(marked(a)));

    expect(send(asks(halves[0]!, marked(halves[1]!)))).toMatchObject({ read: 0, five: 1000 });
  });

  it("the keys of a block in another order are other bytes", () => {
    const { send } = openDesk();
    const tool = { name: "read", description: "d".repeat(4000), cache_control: FIVE };
    const { name, description, cache_control } = tool;
    send({ ...asks(c), tools: [tool] });

    expect(send({ ...asks(c), tools: [{ name, description, cache_control }] }).read).toBeGreaterThan(0);
    expect(send({ ...asks(c), tools: [{ description, name, cache_control }] }).read).toBe(0);
  });
});

describe("the order is tools, system, messages", () => {
  const tools = [{ name: "read", description: "d".repeat(4000), cache_control: FIVE }];
  const toolTokens = Math.ceil(JSON.stringify({ name: "read", description: "d".repeat(4000) }).length / 4);
  const base: RequestBody = { ...asks(marked(b)), tools, system: [words("system", 600, FIVE)] };

  it.each<[string, Partial<RequestBody>, number]>([
    ["another system leaves the tools", { system: [words("other", 600, FIVE)] }, toolTokens],
    ["another message leaves tools and system", { messages: asks(marked(c)).messages }, toolTokens + 600],
    ["another tool leaves nothing", { tools: [{ name: "list", cache_control: FIVE }] }, 0],
    ["no tools leave nothing", { tools: [] }, 0],
    ["how much may be answered, and how, has no part in it", { max_tokens: 7, stream: true }, toolTokens + 800],
  ])("%s", (_, change, read) => {
    const { send } = openDesk();
    send(base);

    expect(send({ ...base, ...change }).read).toBe(read);
  });

  it("a word of the operator in between is a block like any other, and changes nothing before it", () => {
    const { send } = openDesk();
    const operator: Message = { role: "system", content: [words("now", 20)] };
    const later: Message = { role: "user", content: [words("go on", 10, FIVE)] };
    send(base);

    const messages = [...base.messages, operator, later];
    expect(send({ ...base, messages })).toEqual({ read: toolTokens + 800, five: 30, hour: 0, plain: 0 });
  });
});

describe("a mark on the last block, moved by the API", () => {
  const turn = (...texts: readonly ContentBlock[]): RequestBody => ({ ...asks(...texts), cache_control: FIVE });

  it("reads in each turn what the turn before wrote", () => {
    const { send } = openDesk();

    expect(send(turn(a))).toMatchObject({ five: 1000, read: 0 });
    expect(send(turn(a, b))).toMatchObject({ five: 200, read: 1000 });
    expect(send(turn(a, b, c))).toMatchObject({ five: 30, read: 1200 });
  });

  it("is a mere surcharge where every prompt ends in words of its own", () => {
    const { send } = openDesk();
    for (const name of ["x", "y", "z"]) expect(send(turn(a, words(name, 50)))).toMatchObject({ five: 1050, read: 0 });
  });

  it("counts as one of the four", () => {
    const three = [1, 2, 3].map((n) => words(`${n}`, 10, FIVE));
    const body = turn(...three, c);

    expect(placeMarks(renderPrompt(body), body.cache_control)).toMatchObject({ marks: { length: 4 } });
  });
});

it("the shortest prefix of every Claude model in the price list is the one the books know", () => {
  const claude = Object.entries(PRICES.models).filter(([model]) => model.startsWith("claude-"));

  expect(claude.map(([model, { minimum }]) => [model, minimum])).toEqual(
    claude.map(([model]) => [model, minimumTokens(model)]),
  );
  expect(claude.length).toBeGreaterThan(5);
});

it.each([
  ["claude-mythos-5", 512],
  ["claude-fable-5", 512],
  ["claude-sonnet-5", 1024],
  ["claude-sonnet-4-6", 1024],
  ["claude-opus-4-1", 1024],
  ["claude-opus-4-5", 4096],
])("the shortest prefix of %s is %i tokens", (model, minimum) => {
  expect(minimumTokens(model)).toBe(minimum);
});

const Lifetime = fc.constantFrom(undefined, FIVE);
const Blocks = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 3 }), Lifetime), {
  minLength: 1,
  maxLength: 30,
});

/** At most four marks, the hours first. */
function toRequest(
  blocks: readonly (readonly [number, number, typeof FIVE | undefined])[],
  hours: number,
): RequestBody {
  let marks = 0;
  const content = blocks.map(([tokens, name, mark]) => {
    const isMarked = mark !== undefined && marks < 4;
    if (isMarked) marks += 1;
    return words(`${name}`, tokens, isMarked ? (marks <= hours ? HOUR : FIVE) : undefined);
  });
  return asks(...content);
}

it("a bill adds up to the prompt, nothing in it is negative, and what was just sent is read to its last kept mark", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(Blocks, fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 6 }), (sent) => {
      const { send } = openDesk();
      for (const [place, [blocks, hours]] of sent.entries()) {
        const body = toRequest(blocks, hours);
        const first = send(body, place * MINUTE);
        const again = send(body, place * MINUTE + 1);
        const total = promptTokens(renderPrompt(body));
        for (const { plain, five, hour, read } of [first, again]) {
          expect(plain + five + hour + read).toBe(total);
          expect(Math.min(plain, five, hour, read)).toBeGreaterThanOrEqual(0);
        }
        expect(again).toEqual({ plain: first.plain, five: 0, hour: 0, read: total - first.plain });
      }
    }),
    { numRuns: 100 },
  );
});
