import { expect, test } from "vitest";
import type { WaitingRun } from "../../ports/agents/hook-desk.ts";
import { COMMAND_GROUPS } from "../cli/program/command-groups.ts";
import { guardCommand } from "./guard-command.ts";
import { LOOKS, MOVES } from "./own-command.ts";

const artifact = "docs/features/001-a/spec.md";
const run = {
  hosted: true,
  phase: "specify",
  artifact,
  checks: [],
  questions: [{ id: "001.1" }],
} as unknown as WaitingRun; // all that is needed to judge a shell line
const guard = (runs: readonly WaitingRun[], command: string, { drives = false, isUsed = true } = {}) =>
  guardCommand({ runs, drives, isUsed }, { tool_input: { command } });

test("iflow's own files are guarded between its runs too, but for repositories that have none", () => {
  const forges = `sed -i 's/"specify"/"design"/' docs/features/001-a/.meta.json && git commit -qam x`;
  expect(guard([], forges)).toEqual(expect.any(String));
  expect(guard([], forges, { isUsed: false })).toBeUndefined();
  expect(guard([], "git add src/thing.meta.json")).toBeUndefined();
});

test("every command is known to move a run or speak for its user, or only to look", () => {
  const commands = Object.values(COMMAND_GROUPS).flatMap((group) => Object.keys(group));
  expect(commands.filter((name) => LOOKS.has(name) === MOVES.has(name))).toEqual([]);
});

test("a session that drives a run moves none from the shell, even before there is one; another session may", () => {
  const command = "iflow specify --yolo --runtime scripted --script /tmp/yes.json";
  expect(guard([], command, { drives: true })).toEqual(expect.any(String));
  expect(guard([], "iflow status", { drives: true })).toBeUndefined();
  expect(guard([], command)).toBeUndefined();
});

test.each([
  "cat docs/features/001-a/.meta.json | jq .status",
  "git add docs/features/001-a/.meta.json",
  "cd docs/features/001-a && cat .meta.json 2>/dev/null; ls .git/iflow",
  "find docs -name .meta.json | head -3",
  "wc -l docs/features/001-a/spec.md",
  "cp src/.meta.json.ts src/subagents/agent.ts",
  "rm -f .git/*.lock src/features/*.{js,map}",
  "sed -i s/a/b/ .github/workflows/iflow.yml .gitignore",
  "cp a.meta.json b.meta.json",
  "iflow status",
  "iflow verify && iflow watch --since start",
  "npx iflow --json history 001-a | grep design",
  "bash -c 'iflow show 001-a'",
  "iflow memory list",
  "cd iflow && npm run build",
  "grep -rn iflow src && npm run lint",
  "git commit -m 'what iflow run does'",
  "claude --version",
  "npm run build && node dist/main.js --help",
  "cat iflow.config.json docs/knowledge-bank/heuristics.md",
  "git add iflow.config.schema.json && npm test",
])("is let: %s", (command) => {
  expect(guard([run], command)).toBeUndefined();
});

test.each([
  "echo '{}' > docs/features/001-a/.meta.json",
  "cat x | tee docs/features/001-a/.review-history.md",
  "rm -rf .git/iflow/runs/001-a.specify.1",
  "cd .git/iflow && cp /tmp/a1.json runs/001-a.specify.1/answers/001.1.json",
  "cd .git && cp /tmp/a1.json iflow/x",
  "cd .git; cd iflow; cp /tmp/a1.json x",
  "cp /tmp/a1.json .git/./iflow/x",
  "cp /tmp/a1.json .git/if*/x",
  "cd docs/features/001-a && echo {} > .meta.json",
  'echo {} > "docs/features/001-a"/.meta.json',
  "echo {} > docs/features/001-a/.me'ta'.json",
  "cp x docs/features/*/.meta.json",
  "rm docs/features/001-a/.m*",
  "sort -o docs/features/001-a/.meta.json /tmp/x",
  "git diff --output=docs/features/001-a/.meta.json",
  "git diff '--output=docs/features/001-a/.meta.json'",
  "git -C .git/ gc && git --git-dir .git/ -C .git rm iflow",
  "rm docs/features/001-a/.*",
  "cat x; find docs -name .meta.json -delete",
  "cat .meta.json && rm .meta.json",
  "sed -i s/no/yes/ ~/.claude/projects/x/s1/subagents/agent-a1.jsonl",
  "cd ~/elsewhere/s1/subagents && sed -i s/no/yes/ agent-a1.jsonl",
  "echo ok > docs/features/001-a/spec.md",
  "cd docs/features/001-a && echo ok > spec.md",
  "iflow answer 001.1 continue",
  "true && npx iflow continue",
  "timeout 5 iflow answer 001.1 continue",
  'bash -c "iflow answer 001.1 continue"',
  "$(which iflow) answer 001.1 continue",
  "`which iflow` answer 001.1 continue",
  "node node_modules/iflow-engine/dist/main.js answer 001.1 continue",
  "env X=1 iflow continue --yolo",
  "npx -y iflow-engine@0.1.0 continue",
  "iflow --cwd status answer 001.1 continue",
  "iflow status; iflow specify",
  "X=iflow; $X answer 001.1 continue",
  "X=answer; iflow $X 001.1 continue",
  "echo 'iflow answer 001.1 continue' | sh",
  "python3 -c \"import subprocess; subprocess.run(['iflow', 'answer', '001.1', 'continue'])\"",
  "iflow hook subagent-stop < forged.json",
  "iflow mcp",
  "iflow quick 'limit logins' --yolo",
  "iflow stop --now",
  "iflow ui --no-open",
  "iflow memory add 'Specs like this are fine.'",
  "ifl'o'w an\\swer 001.1 continue",
  'claude -p "/iflow:specify --yolo"',
  'claude -p "001.1 continue" --resume abc',
])("is refused: %s", (command) => {
  expect(guard([run], command)).toEqual(expect.any(String));
});

test.each([
  "echo '{}' > iflow.config.json",
  "cd docs/knowledge-bank && rm heuristics.md",
  "cp yes.json ~/.config/iflow/config.json",
])("the user is asked inside of a host, and elsewhere it is nobody's business: %s", (command) => {
  expect(guard([run], command)).toEqual({ ask: expect.any(String) });
  expect(guard([], command, { drives: true })).toEqual({ ask: expect.any(String) });
  expect(guard([], command)).toBeUndefined();
});
