// The retrospective: the engine gathers the records, an agent draws the lessons, and the engine writes and commits
// retro.md and the resulting changes to the knowledge bank.
// Without an agent, a smaller one is written from the records alone; a retrospective never holds up a feature.
import { printFallbackRetro } from "../../../domain/knowledge/retro.ts";
import { countBankChanges, printBankChanges } from "../../../domain/knowledge/retro-bank.ts";
import { taskPrompt } from "../../../domain/prompts/task-prompt.ts";
import type { RoleAnswer, RoleTask } from "../../dispatch/ask-role.ts";
import { type Setup, setUpRole } from "../../review/set-up-phase.ts";
import { commitPaths } from "../../work/commit-paths.ts";
import { keepText } from "../../work/given/artifact-text.ts";
import type { Parts, PhaseRun } from "../../work/state/phase-run.ts";
import { tellFailed } from "../../work/tell-once.ts";
import { pauseFor } from "../../work/wait-for.ts";
import { whenUndisturbed } from "../../work/world.ts";
import { decideBank } from "./retro-bank.ts";
import { type RetroContext, readRetroContext } from "./retro-context.ts";
import { writeBank } from "./write-bank.ts";

const ROLE = "retro-facilitator";

export interface WrittenRetro {
  /** No agent gave an answer. */
  readonly fallback: boolean;
  /** `1 added, 2 confirmed`; empty when the knowledge bank does not change. */
  readonly bank: string;
}

/** What its agent is asked, and the records that the answer is about. */
export interface RetroTask {
  readonly context: RetroContext;
  readonly task: RoleTask<typeof ROLE>;
}

export async function retroTask(
  phase: PhaseRun,
  setup: Omit<Setup, "featureText">,
  base: string | undefined,
): Promise<RetroTask> {
  const context = await readRetroContext(phase, base);
  const { material, requiredChars } = await setUpRole(phase, setup, ROLE);
  const text = "## Your Task\nWrite the retrospective of this feature. These are its records.";
  const prompt: RoleTask["prompt"] = (facts) => taskPrompt(material, `${text}\n\n${context.text}`, facts);
  return { context, task: { role: ROLE, activity: "retro", writes: [], requiredChars, prompt } };
}

export async function writeRetro(
  phase: PhaseRun,
  { context }: Pick<RetroTask, "context">,
  answer: RoleAnswer<typeof ROLE>,
): Promise<WrittenRetro> {
  if (answer.status === "failed") await tellFailed(phase, ROLE, answer.problem);
  const changes = await decideBank(phase, context.bank, answer.status === "failed" ? undefined : answer.value);
  const { paths, written } = await writeBank(phase, context.bank, changes);
  const text =
    answer.status === "failed"
      ? printFallbackRetro(
          context.sources,
          `retro-facilitator could not be used (${answer.problem}). No lessons were drawn.`,
        )
      : asDocument(phase, answer.value.retro_md);
  const told = printBankChanges(written);
  await writeRetroText(phase, told === undefined ? text : `${text.trimEnd()}\n\n${told}\n`);
  await commitRetro(phase, paths);
  return { fallback: answer.status === "failed", bank: countBankChanges(written) };
}

function asDocument(phase: Parts<"feature">, text: string): string {
  const body = text.trim();
  return `${/^# /.test(body) ? body : `# Retrospective: ${phase.feature.key}\n\n${body}`}\n`;
}

/** The previous text is kept in the run folder, and so is the new one. */
export async function writeRetroText(phase: PhaseRun, text: string): Promise<void> {
  const { tree, snapshots } = phase.ports;
  const blobOf = async () => (await snapshots.blobs([phase.artifact]))[phase.artifact] ?? null;
  const written = await whenUndisturbed<{ blob: string | null }>(phase, {
    round: 0,
    segment: "retro-write",
    input: text,
    found: async () => ((await tree.read(phase.artifact)) === text ? { blob: await blobOf() } : undefined),
    work: async () => {
      await keepText(phase, phase.world.expected.blob);
      await tree.writeOwn(phase.artifact, text);
      const blob = await blobOf();
      await keepText(phase, blob);
      return { blob };
    },
  });
  phase.world.wrote(written.blob);
}

export async function commitRetro(phase: PhaseRun, bank: readonly string[]): Promise<void> {
  for (;;) {
    const message = `docs: AORTA retrospective for feature ${phase.feature.key}`;
    const committed = await commitPaths(phase, { segment: "retro-commit", paths: [phase.artifact, ...bank], message });
    if (committed.status !== "failed") return;
    await pauseFor(phase, {
      name: phase.steps.next(0, "retro-refused"),
      reason: "git-failed",
      text: `git refused to commit ${phase.artifact}; it is in your working tree.`,
      detail: committed.problem,
      fix: "do what git asks for, then: iflow continue",
    });
  }
}
