// `iflow run "<idea>"`: from one sentence to a merged feature. First a brainstorm, unless it is left out; then the
// feature; then phase after phase. Each part finds what an earlier attempt has already done, so the same command may be
// given again.
import { requireIdea } from "../../../../app/run/start-brainstorm.ts";
import { runIdea } from "../../../drive/idea/run-idea.ts";
import type { PhaseFlags } from "../../../drive/run-driver.ts";
import type { CommandContext } from "../../command.ts";
import { chainResult, tell } from "./chain-result.ts";
import { dryRunResult } from "./dry-run-result.ts";
import { withTreesLeft } from "./with-trees-left.ts";

export async function runIdeaCommand(
  context: CommandContext,
  text: string,
  flags: PhaseFlags,
  command: "run" | "quick" = "run",
) {
  const idea = requireIdea(text, command);
  const place = { ...context, ...(await context.open()) };
  if (flags.dryRun) {
    const { worktree: _, ...here } = flags; // the copy is thrown away, and so would be a tree beside it
    return dryRunResult(place, (copy) => runIdea(copy, idea, here, async () => undefined));
  }
  const end = await runIdea(place, idea, flags, (ended) => tell(place, ended));
  return withTreesLeft(place, await chainResult(place, end));
}
