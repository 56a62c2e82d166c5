import { describe, expect, test } from "vitest";
import { composePrompt, type Prompt } from "../prompts/prompt.ts";
import { type CodeTrunk, layOut, type PastedDocument } from "../prompts/trunk.ts";
import { beginningEnds, warmTokens } from "./shared-beginning.ts";

const text = (name: string, length = 4_000) => name.repeat(length).slice(0, length);
const document = (name: string): PastedDocument => ({ title: name, path: `${name}.md`, text: text(name) });
const CODE: CodeTrunk = { code: text("code"), isWhole: true, deltas: [] };
const [PRD, SPEC, PLAN] = ["prd", "spec", "plan"].map(document) as [PastedDocument, PastedDocument, PastedDocument];

interface Parts {
  readonly shared?: readonly PastedDocument[];
  readonly later?: readonly PastedDocument[];
  readonly code?: CodeTrunk;
  readonly role?: string;
}

function onTrunk({ shared = [PRD, SPEC], later = [], code = CODE, role = "You review." }: Parts = {}): Prompt {
  return layOut({ guides: undefined, trunk: { shared, later } }, [{ slot: "role", layer: "frozen", text: role }], code);
}

/** As if `sent` had just been sent. */
function readBy(prompt: Prompt, ...sent: readonly Prompt[]): number {
  const kept = sent.flatMap((one) => beginningEnds(one, "strong")).filter(({ isKept }) => isKept);
  return warmTokens(beginningEnds(prompt, "strong"), new Map(kept.map(({ key }) => [key, 0])), 1_000);
}

describe("how much of a prompt others have sent", () => {
  test("all of the trunk, whichever role it is for", () => {
    const tokens = beginningEnds(onTrunk(), "strong").at(-1)?.tokens ?? 0;

    expect(tokens).toBeGreaterThan(3_000);
    expect(readBy(onTrunk({ role: "You fix." }), onTrunk())).toBe(tokens);
  });

  test("a short trunk is read to its end by an agent that has more of it, a long one up to a mark", () => {
    const [short, long] = [onTrunk(), onTrunk({ later: [PLAN] })];
    const early = onTrunk({ shared: [PRD] });

    expect(readBy(long, short)).toBe(readBy(short, short));
    expect(readBy(short, long)).toBe(readBy(short, short));
    expect(readBy(long, short, long)).toBeGreaterThan(readBy(long, short));
    expect(readBy(early, short)).toBe(0); // nothing is marked after the PRD
    expect(readBy(short, early)).toBeGreaterThan(0);
  });

  test("a change is appended: the next prompt reads everything before it", () => {
    const changed = (...deltas: string[]) => onTrunk({ code: { ...CODE, deltas } });

    expect(readBy(changed("one"), onTrunk())).toBe(readBy(onTrunk(), onTrunk()));
    expect(readBy(changed("one", "two"), changed("one"))).toBe(readBy(changed("one"), changed("one")));
    expect(readBy(changed("other"), changed("one"))).toBe(readBy(onTrunk(), onTrunk()));
  });

  test("nothing where every role has a prompt of its own, though the rules of the repository are the same", () => {
    const own = (role: string) =>
      composePrompt([
        { slot: "role", layer: "frozen", text: role },
        { slot: "guides", layer: "feature", text: text("Be kind. ") },
        { slot: "under-review", layer: "round", text: text("spec") },
      ]);
    const rulesOnly = composePrompt([{ slot: "guides", layer: "feature", text: text("Be kind. ") }]);

    for (const prompt of [own("You review."), rulesOnly]) expect(beginningEnds(prompt, "strong")).toEqual([]);
    expect(readBy(own("You review."), own("You review."))).toBe(0);
  });

  test("on the trunk the rules of the repository too, but never what is under review, marked or not", () => {
    const tail = [
      { slot: "role", layer: "frozen", text: "You review." },
      { slot: "under-review", layer: "round", text: text("plan"), mark: true },
    ] as const;
    const ends = (guides?: string) => beginningEnds(layOut({ guides, trunk: { shared: [PRD], later: [] } }, tail), "");

    expect(ends()).toMatchObject([{ isKept: true }]);
    expect(ends(text("Be kind. "))).toMatchObject([{ isKept: false }, { isKept: true }]);
    expect(ends(text("Be kind. ")).at(-1)?.tokens).toBeGreaterThan(1.9 * (ends().at(-1)?.tokens ?? 0));
  });

  test("nothing of another model or runtime", () => {
    const [own] = beginningEnds(onTrunk(), "strong");
    const [other] = beginningEnds(onTrunk(), "light");

    expect(own?.key).not.toBe(other?.key);
  });

  test("nothing once it was not sent for four and a half minutes, or never", () => {
    const ends = beginningEnds(onTrunk(), "strong");
    const sent = new Map(ends.map(({ key }) => [key, 10_000]));

    expect(warmTokens(ends, sent, 279_999)).toBeGreaterThan(0);
    expect(warmTokens(ends, sent, 280_000)).toBe(0);
    expect(warmTokens(ends, new Map(), 0)).toBe(0);
  });
});
