// An implementer that needs what real work needs: to delete, to rename, to run one test, to look at its own difference. A
// reviewer objects once. Played over both APIs and by the real Claude client.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Deeds, hostileAgents, type PlayedRuntime } from "./hostile-agents.ts";
import type { Workplace } from "./iflow.ts";
import { CODE, preparedPlace } from "./scenario.ts";
import { approve, FEATURE, reject } from "./story.ts";

const TEST = "test/attempts.test.mjs";
const FILES = {
  "README.md": "# Shop\n",
  "iflow.config.json": JSON.stringify({ checks: { test: "node --test" } }),
  "src/old.mjs": "export const old = 1;\n",
  "src/limit.mjs": "export const LIMIT = 3;\n",
  "test/slow.test.mjs": 'import { test } from "node:test";\ntest("slow", () => console.log("SLOW RAN"));\n',
};
const code = (limit: string) =>
  `import { LIMIT } from "./limits.mjs";\nexport const isAllowed = (n) => n ${limit} LIMIT;\n`;
const TESTS = `import assert from "node:assert";
import { test } from "node:test";
import { isAllowed } from "../${CODE}";
test("allows three", () => assert.equal(isAllowed(3), true));
`;
const ONE_TEST = `node --test ${TEST} --test-name-pattern 'allows three' 2>&1 | tail -40`;
const REFUSED = [
  "curl http://127.0.0.1:9/",
  "git commit --all --message mine",
  "node --test --import ./src/old.mjs",
  "rm -rf src",
];

const done = (...files: string[]) => `Implemented.\nFiles changed:\n${files.map((file) => `- ${file}`).join("\n")}`;
const passes = { reply: approve("No external claims to verify. No external security claims to verify.") };

const DEEDS: Deeds = {
  implementer: [
    {
      writes: { [CODE]: code("<"), [TEST]: TESTS },
      deletes: ["src/old.mjs"],
      moves: { "src/limit.mjs": "src/limits.mjs" },
      lines: [ONE_TEST, "git status --short", "git log --oneline -1", ...REFUSED],
      reply: done(CODE, TEST, "src/old.mjs", "src/limit.mjs", "src/limits.mjs"),
    },
  ],
  fixer: [
    {
      writes: { [CODE]: code("<=") },
      lines: [ONE_TEST, "git diff src"],
      reply: done(CODE),
    },
    { reply: done() },
  ],
  "code-simplifier": [{ reply: { approved: true, simplifications: [] } }],
  "test-deepener-a": [{ reply: { outlines: [] } }],
  "implementation-reviewer": [{ reply: reject("Three attempts must be allowed.") }, passes, passes],
  "code-quality-reviewer": [passes, passes],
  "security-reviewer": [passes, passes],
};

export async function expectWorkIsDone(runtime: PlayedRuntime): Promise<void> {
  const { roles, env, sent, close } = await hostileAgents(runtime, DEEDS);
  const place = await preparedPlace(roles, FILES);
  const settings = { IFLOW_REVIEW_SESSION: "fresh", IFLOW_CHECKS_REPAIR_FIRST: "false", ...env };

  const ended = await place.iflowWith({ env: settings }, "implement", "--yolo", "--runtime", runtime);
  await close();

  expect(`${ended.code} ${ended.stderr}`).toMatch(/^0 /);
  const shown = JSON.stringify(JSON.parse(sent())); // what the commands printed reached the model
  for (const part of ["D src/old.mjs", "fail 1", "pass 1", "+export const isAllowed"]) {
    expect(shown).toContain(part);
  }
  const [made, fixed] = ["implementer", "fixer"].map((role) => outcomeOf(place, role));
  const names = ({ commands }: { commands: { name: string }[] }) =>
    commands.map(({ name }) => name).filter((name) => !/^run (?:rm|mv) /.test(name));
  expect(names(made)).toEqual([`run ${ONE_TEST}`, "run git status --short", "run git log --oneline -1"].map(cut));
  expect(names(fixed)).toEqual([`run ${ONE_TEST}`, "run git diff src"].map(cut));
  expect(made.refused.map((line: string) => line.split(":")[0])).toEqual(
    REFUSED.map((line) => cut(`run ${line}`).split(":")[0]),
  );
  const changed = place.git("diff", "--no-renames", "--name-status", "prepared..HEAD", "--", "src", "test").split("\n");
  expect(changed).toEqual([`A\t${CODE}`, "D\tsrc/limit.mjs", "A\tsrc/limits.mjs", "D\tsrc/old.mjs", `A\t${TEST}`]);
}

const cut = (name: string) => name.slice(0, "run ".length + 80);

// biome-ignore lint/suspicious/noExplicitAny: an outcome file, of which two lists are looked at
function outcomeOf(place: Workplace, role: string): any {
  const [name = ""] = place.dispatchFiles(FEATURE, ".outcome.json", "implement").filter((one) => one.includes(role));
  return JSON.parse(readFileSync(join(place.runFolder(FEATURE, 1, "implement"), "dispatches", name), "utf8"));
}
