import { describe, expect, test } from "vitest";
import { readMarkdown } from "../text/markdown.ts";
import { findPlaceholders } from "./lint-placeholders.ts";

const found = (text: string) => findPlaceholders(readMarkdown(text));

describe("a template left behind", () => {
  test.each([
    ["# Spec: {Feature Name}", "{Feature Name}"],
    ["# Plan: <name>", "<name>"],
    ["## {Title}", "{Title}"],
    ["{one sentence}", "{one sentence}"],
    ["{problem}", "{problem}"],
    ["- <what is left out>", "<what is left out>"],
    ["<one sentence>", "<one sentence>"],
    ["- [ ] {measurable}", "{measurable}"],
    ["- **Choice:** {choice}", "{choice}"],
    ["**Why this order:** …", "…"],
    ["Status: ...", "..."],
    ["- Given <situation>", "<situation>"],
    ["| a | {the reason why} |", "{the reason why}"],
    ["TBD", "TBD"],
    ["- Owner: TBD", "TBD"],
    ["The limit is TBD.", "TBD"],
    ["| limit | TBD |", "TBD"],
    ["TODO: write this", "TODO"],
    ["- TODO", "TODO"],
    ["**Limit:** TODO", "TODO"],
    ["FIXME: wrong", "FIXME"],
    ["The limit [NEEDS CLARIFICATION: how many?] holds.", "[NEEDS CLARIFICATION: how many?]"],
    ["The limit [NEEDS CLARIFICATION", "[NEEDS CLARIFICATION"],
    ["see [TBD]", "[TBD]"],
  ])("%s", (text, placeholder) => {
    expect(found(`text\n\n${text}\n`)).toEqual([{ found: placeholder, line: 3 }]);
  });

  test("is quoted in part when it is long", () => {
    expect(found(`{${"word ".repeat(30)}}`)[0]?.found).toHaveLength(60);
  });
});

describe("no placeholder", () => {
  test.each([
    "Writes to docs/{id}-{slug}/spec.md",
    'Shows "Reconciled: {n} features" once',
    "### GET /users/{id}",
    "`{Feature Name}`",
    "`[TBD]` is refused",
    "- The cell shows `Owner: TBD` then",
    "- **Path:** `{root}/{id}`",
    "```\n# Spec: {Feature Name}\nTODO: x\n```",
    "<!-- TODO: nobody sees this -->",
    "| `a` | {id} |",
    "{}",
    '{"json": true}',
    "{% block content %}",
    "Use ${HOME} there",
    "No TODO comments are left.",
    "Counts TODO and FIXME marks",
    'The word "TBD" is refused',
    "todo: small letters are prose",
    "Text with <b>bold</b> words",
    "<details>",
    '<div class="a b">',
    "See <https://example.org/a>",
    "Wait… and then...",
    "A list of Map<string, number> values",
  ])("%s", (text) => {
    expect(found(`# A\n\n${text}\n`)).toEqual([]);
  });
});
