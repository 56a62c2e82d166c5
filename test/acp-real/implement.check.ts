// A task carried out by real agents: a file written, one deleted, one renamed, one test run, a look at git; a review that
// fails, a fix, approval. What comes of it is judged by the files and the commits, not by what the agent says.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownProgram } from "../../src/adapters/commands/own-path.ts";
import { judgeGitLine } from "../../src/domain/commands/git-line.ts";
import { tasks, withTasks } from "../support/documents.ts";
import { says } from "../support/fake-anthropic/reply.ts";
import { verdictOf } from "../support/levels.ts";
import { approve, FOLDER, reject } from "../support/story.ts";
import { agentPlace } from "./place.ts";
import { REAL_AGENTS, type RealAgent } from "./real-agent.ts";
import { judges, type RoleScript } from "./role-script.ts";
import { keepRow } from "./table.ts";

const IMPLEMENTERS = ["opencode", "gemini", "codex-acp"];
const NOTHING_TO_VERIFY = "No external claims to verify. No external security claims to verify.";
const CODE = "export const isAllowed = () => true;\n";
const FIX = "// addresses are compared as a whole";
const ONE_TEST = "node --test test/base.test.mjs";
const FILES = {
  "README.md": "# Example\n",
  "src/old.mjs": "export const old = 1;\n",
  "src/names.mjs": "// names\nexport const names = [];\n",
  "test/base.test.mjs": 'import { test } from "node:test";\ntest("base", () => {});\n',
};

describe.each(REAL_AGENTS.filter(({ name }) => IMPLEMENTERS.includes(name)))("$name", (agent) => {
  it("writes, deletes and renames files, runs a test, fixes what a review found and is approved", async () => {
    const place = await agentPlace(agent, (root) => oneTask(agent, root), FILES);
    await withTasks(place);
    const [own] = tasks().split("\n### Task 1.2");
    await place.write({ [`${FOLDER}/tasks.md`]: `${own}\n` });
    place.git("commit", "--quiet", "--all", "--message", "one task");

    const ended = await place.run("implement", { IFLOW_CHECKS_TEST: "node --test", IFLOW_CHECKS_NONE: "false" });

    const files = place.git("ls-tree", "-r", "--name-only", "HEAD", "--", "src").split("\n");
    const isDone = ended.code === 0 && files.join() === "src/attempts.mjs,src/labels.mjs";
    keepRow(agent, { implement: isDone ? "approved" : "failed" });
    expect(ended.stderr + ended.stdout).toContain("Code approved in 3 rounds");
    expect(ended.code).toBe(0);
    expect(files).toEqual(["src/attempts.mjs", "src/labels.mjs"]);
    expect(place.read("src/attempts.mjs")).toBe(`${CODE}${FIX}\n`);
    expect(existsSync(join(place.root, "src/old.mjs"))).toBe(false);
    expect(place.git("log", "--format=%s", "-3").split("\n")).toEqual([
      "phase(implement): login-limit - approved",
      "iflow: implement review iteration 1 fixes",
      "iflow: implement task 1.1",
    ]);
    const implementer = place.outcomes("implement").find(({ role }) => role === "implementer");
    expect(implementer?.refused).toEqual([]);
    expect(JSON.stringify(place.model.asked.map(({ results }) => results))).toContain("pass 1");
  });
});

function oneTask(agent: RealAgent, root: string): RoleScript {
  const code = join(root, "src/attempts.mjs");
  const look = agent.read(join(root, FOLDER, "spec.md"));
  const passes = judges(approve(NOTHING_TO_VERIFY));
  const fulfils = judges(verdictOf("implementation-reviewer", approve(NOTHING_TO_VERIFY)) as object);
  const changed = "Files changed:\n- src/attempts.mjs\n- src/old.mjs\n- src/names.mjs\n- src/labels.mjs";
  return {
    implementer: [
      agent.write(code, CODE),
      agent.remove("src/old.mjs"),
      agent.move("src/names.mjs", "src/labels.mjs"),
      agent.run(ONE_TEST),
      agent.run(wholeLook("git diff --stat", root)),
      says(`Done.\n${changed}`),
      // the fixer
      ...[agent.read(code), agent.append(code, CODE, FIX), says("Fixed: SR1.1.\nFiles changed:\n- src/attempts.mjs")],
    ],
    "code simplifier": [look, says(JSON.stringify({ approved: true, simplifications: [] }))],
    "test deepener": [says(JSON.stringify({ outlines: [] }))],
    "implementation reviewer": [look, fulfils, fulfils],
    "code quality reviewer": [look, passes, passes],
    "security reviewer": [look, judges({ ...reject("Spoofed addresses."), summary: NOTHING_TO_VERIFY }), passes],
  };
}

/** As a refusal says it: in a shell of its own an agent may look at git in this form only. */
function wholeLook(line: string, root: string): string {
  const rules = {
    inside: () => undefined,
    hidden: [],
    filters: [],
    denies: false,
    git: ownProgram("git", process.env.PATH, root),
  };
  const judged = judgeGitLine(line.split(" "), rules);
  if (!judged || "refused" in judged || judged.plain === undefined) throw new Error(`${line} is no look at git`);
  return judged.plain;
}
