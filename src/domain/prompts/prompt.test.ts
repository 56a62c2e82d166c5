import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, composePrompt, type Layer, LINE, type Slot } from "./prompt.ts";

const ABOVE: readonly Slot[] = ["role", "guides", "artifacts", "checks", "expectations", "schema"];
const BELOW: readonly Slot[] = ["under-review", "outcome", "memories", "work", "facts", "iteration"];

function block(slot: Slot, layer: Layer, text = `text of ${slot}`): Block {
  return { slot, layer, text };
}

describe("CTX-5: the order of a prompt", () => {
  test("what stays stands above the line, what belongs to the round below it", () => {
    const blocks = [...ABOVE.map((slot) => block(slot, "frozen")), ...BELOW.map((slot) => block(slot, "round"))];

    const prompt = composePrompt(blocks);

    expect(prompt.text).toMatchInlineSnapshot(`
      "text of role

      text of guides

      text of artifacts

      text of checks

      text of expectations

      text of schema

      ---

      text of under-review

      text of outcome

      text of memories

      text of work

      text of facts

      text of iteration
      "
    `);
    expect(prompt.text.slice(0, prompt.stableChars).endsWith(`text of schema${LINE}`)).toBe(true);
    expect(prompt.blocks).toBe(blocks);
  });

  test("at most two blocks carry a mark, and keep it", () => {
    const marked = (slot: Slot): Block => ({ ...block(slot, "frozen"), mark: true });

    expect(composePrompt([marked("role"), block("guides", "frozen"), marked("checks")]).blocks).toMatchObject([
      { mark: true },
      {},
      { mark: true },
    ]);
    expect(() => composePrompt([marked("role"), marked("guides"), marked("checks")])).toThrow("carry a mark");
  });

  test("blocks may be left out", () => {
    const { text, stableChars } = composePrompt([block("role", "frozen", "R"), block("iteration", "round", "I")]);

    expect(text).toBe("R\n\n---\n\nI\n");
    expect(stableChars).toBe("R\n\n---\n\n".length);
  });

  test("a prompt that only continues a session has no line and nothing stable", () => {
    expect(composePrompt([block("work", "round", "W"), block("facts", "round", "F")])).toMatchObject({
      text: "W\n\nF\n",
      stableChars: 0,
    });
  });

  test("space around a block does not reach the prompt", () => {
    expect(composePrompt([block("role", "frozen", "\n\nR  \n"), block("work", "round", "\tW\n\n\n")]).text).toBe(
      "R\n\n---\n\nW\n",
    );
  });

  test.each(ABOVE)("%s takes what is the same for the role or the feature, never what is of the round", (slot) => {
    expect(composePrompt([block(slot, "frozen")]).stableChars).toBeGreaterThan(0);
    expect(composePrompt([block(slot, "feature")]).stableChars).toBeGreaterThan(0);
    expect(() => composePrompt([block(slot, "round")])).toThrow(`a round block cannot stand in "${slot}"`);
  });

  test.each(BELOW)("%s takes what is of the round only", (slot) => {
    expect(composePrompt([block(slot, "round")]).stableChars).toBe(0);
    expect(() => composePrompt([block(slot, "frozen")])).toThrow(`a frozen block cannot stand in "${slot}"`);
    expect(() => composePrompt([block(slot, "feature")])).toThrow(`a feature block cannot stand in "${slot}"`);
  });

  test.each<[string, Block[]]>([
    ["twice, side by side", [block("work", "round"), block("work", "round")]],
    ["twice, apart", [block("role", "frozen"), block("checks", "frozen"), block("role", "frozen")]],
    ["out of order above the line", [block("schema", "frozen"), block("guides", "feature")]],
    ["out of order below the line", [block("iteration", "round"), block("facts", "round")]],
    ["above the line after one below it", [block("work", "round"), block("schema", "frozen")]],
  ])("a block that stands %s is refused", (_, blocks) => {
    expect(() => composePrompt(blocks)).toThrow("stands twice or out of order");
  });
});

describe("CTX-6: for every prompt", () => {
  const texts = fc.string({ minLength: 1 });
  const stable = fc
    .tuple(
      fc.subarray([...ABOVE], { minLength: 1 }),
      fc.infiniteStream(texts),
      fc.constantFrom<Layer>("frozen", "feature"),
    )
    .map(([slots, stream, layer]) => slots.map((slot) => block(slot, layer, stream.next().value)));
  const changing = fc
    .tuple(fc.subarray([...BELOW]), fc.infiniteStream(texts))
    .map(([slots, stream]) => slots.map((slot) => block(slot, "round", stream.next().value)));

  test("the same blocks above the line give the same bytes, whatever stands below it", () => {
    fc.assert(
      fc.property(stable, changing, changing, (above, one, other) => {
        const first = composePrompt([...above, ...one]);
        const second = composePrompt([...above, ...other]);

        expect(first.stableChars).toBe(second.stableChars);
        expect(first.text.slice(0, first.stableChars)).toBe(second.text.slice(0, second.stableChars));
      }),
    );
  });

  test("every block's text is in it whole", () => {
    fc.assert(
      fc.property(stable, changing, (above, below) => {
        const { text, stableChars } = composePrompt([...above, ...below]);

        for (const { text: part } of above) expect(text.slice(0, stableChars)).toContain(part.trim());
        for (const { text: part } of below) expect(text.slice(stableChars)).toContain(part.trim());
      }),
    );
  });
});
