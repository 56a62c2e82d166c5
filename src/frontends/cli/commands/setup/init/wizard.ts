// The questions of `iflow init`, one after the other. Nothing is written while they are asked: who leaves has changed
// nothing.
import { basename } from "node:path";
import type { InitPlan } from "../../../../../app/setup/init.ts";
import type { InitAnswers } from "../../../../../app/setup/init-answers.ts";
import type { FoundRuntime } from "../../../../../ports/agents/agent-runtime.ts";
import type { Identity } from "../../../../../ports/git/repository.ts";
import { cutToColumns } from "../../../screen/columns.ts";
import { ignoringKeys, title } from "../../../screen/questions/ask.ts";
import { withoutControls } from "../../../screen/safe-text.ts";
import type { CommandPlace } from "../../command-place.ts";
import { askAgent } from "./ask-agent.ts";
import { askBudget } from "./ask-budget.ts";
import { askChecks } from "./ask-checks.ts";
import { askBase, askIdentity } from "./ask-git.ts";
import { Trials } from "./trials.ts";

export interface Answered extends InitAnswers {
  /** Every agent that was offered. */
  readonly offered: readonly FoundRuntime[];
  readonly identity: Identity | "unknown" | undefined;
  readonly trials: Trials;
}

export async function askEverything(place: CommandPlace, plan: InitPlan, mayRun: boolean): Promise<Answered> {
  const { terminal, wiring, config } = place;
  const folder = withoutControls(basename(place.ports.repository.root));
  const words = `iflow in ${folder} ${terminal.marks.dot} nothing is written before the end`;
  await title(cutToColumns(words, terminal.columns - 4, terminal.marks.ellipsis));
  terminal.status(["looking for agents"]);
  const offered = await ignoringKeys(() => wiring.findRuntimes(config)); // only settings that count decide what is started to look
  terminal.status(undefined);
  const agent = await askAgent(place, plan.config.runtime.default, offered);
  const trials = new Trials(place, mayRun);
  const checks = await askChecks(place, plan, trials);
  return {
    ...{ agent, offered, checks, trials },
    environment: trials.wanted,
    baseBranch: await askBase(place, plan.config.baseBranch),
    identity: await askIdentity(place),
    budget: await askBudget(place, plan.config.budget.feature),
  };
}
