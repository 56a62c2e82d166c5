import { expect, test } from "vitest";
import { readJunitXml } from "./junit-xml.ts";

test.each([
  [
    "a message",
    `<testcase name="adds"><failure message="expected 2 &amp; got 3">x</failure></testcase>`,
    "expected 2 & got 3",
  ],
  ["single quotes", `<testcase name='adds'><failure message='a &lt; b'/></testcase>`, "a < b"],
  [
    "only a body, which repeats the name",
    `<testcase name="adds"><error><![CDATA[adds\nboom]]></error></testcase>`,
    "boom",
  ],
  ["characters by number", `<testcase name="adds"><failure message="&#65;&#x42;&unknown;"/></testcase>`, "AB&unknown;"],
])("a failure with %s is read", (_, text, message) => {
  expect(readJunitXml(text)).toEqual([{ name: "adds", message }]);
});

test.each([
  ["passes", `<testcase name="adds"/>`],
  ["has no name", `<testcase><failure message="x"/></testcase>`],
  [
    "printed something that looks like a failure",
    `<testcase name="adds"><system-out><failure message="x"/></system-out></testcase>`,
  ],
  ["is cut off in its tag", `<testcase name="adds" class`],
])("a case that %s is no failure", (_, text) => {
  expect(readJunitXml(text)).toEqual([]);
});
