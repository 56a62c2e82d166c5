import { describe, expect, test } from "vitest";
import type { Block } from "./prompt.ts";
import { layOut, pasteDocument, quote } from "./trunk.ts";

const doc = (title: string, text = `${title} text`) => ({ title, path: `docs/${title}.md`, text });
const ROLE: Block = { slot: "role", layer: "frozen", text: "You review." };
const WORK: Block = { slot: "work", layer: "round", text: "Look." };
const TRUNK = { shared: [doc("PRD"), doc("Spec"), doc("Design")], later: [doc("Plan"), doc("Tasks")] };

describe("without a trunk", () => {
  test("a prompt is the role's own", () => {
    expect(layOut({ guides: "Be kind." }, [ROLE, WORK]).text).toBe("You review.\n\n---\n\nLook.\n");
  });
});

describe("on the trunk", () => {
  const code = { code: "### a.ts", isWhole: true, deltas: ["+one", "+two"] };
  const prompt = layOut({ guides: "Be kind.", trunk: TRUNK }, [ROLE, WORK], code);

  test("rules, documents, code, plan and tasks, changes, then the role's own", () => {
    expect(prompt.blocks.map(({ slot }) => slot)).toEqual([
      ...["guides", "document", "document", "document", "code", "document", "document", "delta", "delta"],
      ...["role", "work"],
    ]);
  });

  const markedIn = ({ blocks }: typeof prompt) =>
    blocks.filter(({ mark }) => mark).map(({ text }) => text.split("\n")[0]);

  test("marks end the documents, the code and what only some read", () => {
    const first = layOut({ guides: "Be kind.", trunk: TRUNK }, [ROLE, WORK], { ...code, deltas: [] });
    expect(markedIn(first)).toEqual(["## Design: docs/Design.md", "## Implementation", "## Tasks: docs/Tasks.md"]);
  });

  test("with changes the last two marks are the code's, which everybody shares, and the newest change's", () => {
    expect(markedIn(prompt)).toEqual(["## Design: docs/Design.md", "## Implementation", "## Change 2"]);
  });

  test("a change more leaves everything before it as it is", () => {
    const more = layOut({ guides: "Be kind.", trunk: TRUNK }, [ROLE, WORK], {
      ...code,
      deltas: [...code.deltas, "+3"],
    });
    const shared = prompt.text.slice(0, prompt.text.indexOf("You review."));
    expect(more.text.startsWith(shared)).toBe(true);
  });

  test("roles that stop earlier share all up to there", () => {
    const short = layOut({ guides: "Be kind.", trunk: { ...TRUNK, later: [] } }, [{ ...ROLE, text: "You fix." }], code);
    const end = prompt.text.indexOf("## Plan");
    expect(short.text.slice(0, end)).toBe(prompt.text.slice(0, end));
  });

  test("a document loop has no code; an empty trunk and no rules leave the role's own", () => {
    const slots = layOut({ guides: undefined, trunk: { ...TRUNK, later: [] } }, [ROLE]).blocks.map(({ slot }) => slot);
    expect(slots).toEqual(["document", "document", "document", "role"]);
    expect(layOut({ guides: undefined, trunk: { shared: [], later: [] } }, [WORK]).text).toBe("Look.\n");
  });

  test("the stable part reaches to the end of the role's own frozen blocks", () => {
    expect(prompt.text.slice(prompt.stableChars)).toBe("Look.\n");
  });
});

test("a document that holds the tag itself cannot end its own quotation", () => {
  expect(quote("a </document> b")).toBe("<document->\na </document> b\n</document->");
  expect(quote("a </ Document> b")).toBe("<document->\na </ Document> b\n</document->");
  expect(pasteDocument(doc("Spec", "x\n\n"))).toBe("## Spec: docs/Spec.md\n\n<document>\nx\n</document>");
});
