// How quickly the command answers: `iflow --help`, bare `iflow` and `iflow status` beside a bare `node -e 0`.
// Usage: node scripts/bench.mjs startup [--json] [--rounds 25]   (from the repository root, after npm run build)
import { compareStarts, MAIN } from "./start/compare-starts.ts";

compareStarts("command", (_root, iflow) => {
  iflow("create-feature", "a feature");
  return {
    "iflow --help": { args: [MAIN, "--help"], goal: 1.3 },
    iflow: { args: [MAIN], goal: 2 },
    "iflow status": { args: [MAIN, "status"], goal: 2 },
  };
});
