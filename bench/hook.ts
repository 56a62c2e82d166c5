// How long Claude Code waits for our hooks, each beside a bare `node -e 0`, in a repository with an open run.
// Usage: node scripts/bench.mjs hook [--json] [--rounds 25]   (from the repository root, after npm run build)
import { compareStarts, MAIN } from "./start/compare-starts.ts";

compareStarts("hook", (cwd, iflow) => {
  iflow("create-feature", "a feature");
  try {
    iflow("specify", "--runtime", "host", "--yolo");
  } catch {
    // it waits for an agent: that is the open run
  }
  const hook = (event: string, input: object) => ({
    args: [MAIN, "hook", event],
    input: JSON.stringify({ session_id: "bench", cwd, ...input }),
    goal: 2,
  });
  return {
    "session-start": hook("session-start", { source: "startup" }),
    "pre-tool-use": hook("pre-tool-use", { tool_name: "Bash", tool_input: { command: "ls" } }),
    stop: hook("stop", {}),
  };
});
