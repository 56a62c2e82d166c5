// How long Claude Code waits for our hooks, each beside a bare `node -e 0`, in a repository with an open run
// and 300 long ones that have ended; and when an agent that is none of ours stops, with a long life behind it.
// Usage: node scripts/bench.mjs hook [--json] [--rounds 25]   (from the repository root, after npm run build)
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareStarts, MAIN } from "./start/compare-starts.ts";

compareStarts("hook", (cwd, iflow) => {
  iflow("create-feature", "a feature");
  try {
    iflow("specify", "--runtime", "host", "--yolo");
  } catch {
    // it waits for an agent: that is the open run
  }
  endedRuns(cwd);
  const transcript = join(cwd, ".git", "agent-x.jsonl");
  writeFileSync(
    transcript,
    `${JSON.stringify({ type: "user", message: { content: "x".repeat(500) } })}\n`.repeat(20_000),
  );
  const hook = (event: string, input: object) => ({
    args: [MAIN, "hook", event],
    input: JSON.stringify({ session_id: "bench", cwd, ...input }),
    goal: 2,
  });
  return {
    "session-start": hook("session-start", { source: "startup" }),
    "pre-tool-use": hook("pre-tool-use", { tool_name: "Bash", tool_input: { command: "ls" } }),
    "subagent-stop": hook("subagent-stop", { agent_id: "x", agent_type: "Explore", agent_transcript_path: transcript }),
    stop: hook("stop", {}),
  };
});

function endedRuns(cwd: string): void {
  const step = `${JSON.stringify({ type: "done", step: "x", result: "x".repeat(1000) })}\n`;
  for (let number = 1; number <= 300; number++) {
    const id = `${String(number).padStart(3, "0")}-old.specify.1`;
    const folder = join(cwd, ".git", "iflow", "runs", id);
    mkdirSync(folder, { recursive: true });
    const head = `${JSON.stringify({ id, feature: "old", phase: "specify" })}\n`;
    writeFileSync(join(folder, "journal.jsonl"), `${head}${step.repeat(300)}{"type":"ended"}\n`);
  }
}
