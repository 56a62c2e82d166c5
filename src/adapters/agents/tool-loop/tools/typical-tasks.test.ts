// What writers do all day, played by a scripted model over the API: each task can be done with these tools, within so
// many calls. It says nothing about how many a real model needs.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { handsIn, play, prepareAnthropic } from "../../../../../test/support/anthropic-agent.ts";
import { reply, tool } from "../../../../../test/support/fake-anthropic/reply.ts";
import { lastToolResults } from "../../../../../test/support/fake-anthropic/request.ts";

type Call = readonly [name: string, input: object];

interface Task {
  readonly task: string;
  /** Messages of the model, each with its calls. */
  readonly does: readonly (readonly Call[])[];
  /** At most so many calls in all. */
  readonly within: number;
  /** What the tools must have shown. */
  readonly sees?: readonly (string | RegExp)[];
  /** Files afterwards; null for one that is gone. */
  readonly leaves?: Readonly<Record<string, string | null>>;
}

const ADD = "export function add(a, b) {\n  return a - b;\n}\n";
const TEST = `import assert from "node:assert";
import { test } from "node:test";
import { add } from "../src/add.mjs";
test("adds up", () => assert.equal(add(1, 2), 3));
test("is slow", () => assert.ok(true));
`;
const FILES = {
  ".gitignore": "dist\n",
  "dist/out.js": "add\n",
  "src/add.mjs": ADD,
  "src/sum.mjs": 'import { add } from "./add.mjs";\nexport const sum = (list) => list.reduce(add, 0);\n',
  "src/old.mjs": "export const old = 1;\n",
  "src/long.txt": Array.from({ length: 500 }, (_, n) => `line ${n + 1}\n`).join(""),
  "test/add.test.mjs": TEST,
  "docs/notes.md": "# Notes\n\nadd is in src/add.mjs.\n",
  "icons/a.svg": "<svg/>\n",
};
const RUN_ONE = "node --test test/add.test.mjs --test-name-pattern 'adds up'";

const TASKS: readonly Task[] = [
  {
    task: "find a definition",
    does: [[["grep", { pattern: "function add", literal: true, context: 2 }]]],
    within: 1,
    sees: ["src/add.mjs:1:export function add(a, b) {\nsrc/add.mjs-2-  return a - b;"],
  },
  {
    task: "find every use, without what git ignores",
    does: [[["grep", { pattern: "\\badd\\b", path: "" }]]],
    within: 1,
    sees: [/src\/sum\.mjs:2:.*reduce\(add/, "docs/notes.md:3:", /^(?!.*dist)/s],
  },
  {
    task: "get to know the project",
    does: [
      [
        ["list", {}],
        ["glob", { pattern: "**/*.test.*" }],
      ],
    ],
    within: 2,
    sees: ["src/\n  add.mjs\n", "test/add.test.mjs"],
  },
  {
    task: "rename across files, all or nothing",
    does: [
      [["grep", { pattern: "\\badd\\b" }]],
      [
        [
          "multi_edit",
          {
            edits: [
              { path: "src/add.mjs", old: "function add(", new: "function plus(" },
              { path: "src/sum.mjs", old: "add", new: "plus", all: true },
              { path: "src/sum.mjs", old: "./plus.mjs", new: "./add.mjs" },
              { path: "test/add.test.mjs", old: "{ add }", new: "{ plus }" },
              { path: "test/add.test.mjs", old: "equal(add(", new: "equal(plus(" },
            ],
          },
        ],
      ],
    ],
    within: 2,
    leaves: {
      "src/sum.mjs": 'import { plus } from "./add.mjs";\nexport const sum = (list) => list.reduce(plus, 0);\n',
    },
  },
  {
    task: "delete a file that nothing uses",
    does: [[["grep", { pattern: "old.mjs", literal: true }]], [["delete", { path: "src/old.mjs" }]]],
    within: 2,
    sees: ["[Nothing found.]"],
    leaves: { "src/old.mjs": null },
  },
  {
    task: "move a file and its import",
    does: [
      [["move", { from: "src/add.mjs", to: "src/math/add.mjs" }]],
      [["edit", { path: "src/sum.mjs", old: "./add.mjs", new: "./math/add.mjs" }]],
    ],
    within: 2,
    leaves: { "src/add.mjs": null, "src/math/add.mjs": ADD },
  },
  {
    task: "rename a folder",
    does: [[["move", { from: "icons", to: "assets/icons" }]]],
    within: 1,
    leaves: { "icons/a.svg": null, "assets/icons/a.svg": "<svg/>\n" },
  },
  {
    task: "fix a failing test: one test, the code, the same test again",
    does: [
      [["run", { command: RUN_ONE }]],
      [["read", { path: "src/add.mjs" }]],
      [["edit", { path: "src/add.mjs", old: "a - b", new: "a + b" }]],
      [["run", { command: RUN_ONE }]],
    ],
    within: 4,
    sees: ["ended with exit code 1.", "2\t  return a - b;", "ended with exit code 0."],
    leaves: { "src/add.mjs": ADD.replace("-", "+") },
  },
  {
    task: "add a file with its test and run all tests",
    does: [
      [
        ["write", { path: "src/neg.mjs", content: "export const neg = (a) => -a;\n" }],
        [
          "write",
          { path: "test/neg.test.mjs", content: 'import { test } from "node:test";\ntest("neg", () => {});\n' },
        ],
      ],
      [["run", { command: "test" }]],
    ],
    within: 3,
    sees: [/test ended with exit code 1\..*neg/s],
    leaves: { "src/neg.mjs": "export const neg = (a) => -a;\n" },
  },
  {
    task: "read a part of a long file",
    does: [[["read", { path: "src/long.txt", from: 250, lines: 2 }]]],
    within: 1,
    sees: ["250\tline 250\n251\tline 251\n[Cut: lines 250 to 251 of 500 are shown.]"],
  },
  {
    task: "edit by what was remembered wrongly: the answer says what is there",
    does: [
      [["edit", { path: "src/add.mjs", old: "function add(a,b){\n    return a - b", new: "x" }]],
      [["edit", { path: "src/add.mjs", old: "  return a - b;", new: "  return a + b;" }]],
    ],
    within: 2,
    sees: ["nearest to it are these lines:\n1\texport function add(a, b) {\n2\t  return a - b;"],
    leaves: { "src/add.mjs": ADD.replace("-", "+") },
  },
  {
    task: "look at the own difference",
    does: [
      [["edit", { path: "src/add.mjs", old: "a - b", new: "a + b" }]],
      [
        ["run", { command: "git diff --stat" }],
        ["run", { command: "git status --short" }],
        ["run", { command: "git diff src" }],
      ],
    ],
    within: 4,
    sees: ["src/add.mjs | 2 +-", " M src/add.mjs", "-  return a - b;\n+  return a + b;"],
  },
];

it("are twelve", () => expect(TASKS).toHaveLength(12));

it.each(TASKS)("$task, within $within calls", async ({ does, within, sees = [], leaves = {} }) => {
  const replies = [...does.map((calls) => reply(...calls.map(([name, input]) => tool(name, input)))), handsIn("done")];
  const { runtime, request, fake, root } = await prepareAnthropic([{ replies }], {
    files: FILES,
    options: { checks: { test: "node --test" } },
  });

  const { outcome } = await play(runtime, request({ access: "write", role: "implementer" }));

  expect(outcome).toMatchObject({ status: "completed", reply: "done" });
  expect(does.flat().length).toBeLessThanOrEqual(within);
  const shown = fake.requests.flatMap(lastToolResults).join("\n");
  for (const part of sees) expect(shown).toMatch(part);
  const now = Object.fromEntries(Object.keys(leaves).map((path) => [path, textOf(join(root, path))]));
  expect(now).toEqual(leaves);
});

function textOf(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
