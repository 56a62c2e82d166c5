// `iflow demo`: the whole loop on a real repository in a temp folder, with scripted agents. Nothing is faked but the
// model: real git, real files, the same engine and the same rows as any other run.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { phaseSummary } from "../../app/bill.ts";
import { createFeature } from "../../app/create-feature.ts";
import { resolveFeature } from "../../app/features.ts";
import type { Ports } from "../../app/ports.ts";
import { startPhase } from "../../app/run-phase.ts";
import { DEFAULT_CONFIG } from "../../domain/config.ts";
import { IflowError } from "../../domain/errors.ts";
import type { Command, CommandContext } from "./command.ts";
import { DEMO_FEATURE, DEMO_FILES, DEMO_SCRIPT } from "./demo-story.ts";
import { dispatchTable } from "./dispatch-table.ts";
import { EXIT } from "./exit-codes.ts";
import { percent } from "./numbers.ts";
import { createAnswerer } from "./questions.ts";

export function demoCommand(flags: { readonly keep?: string }): Command {
  return async (context) => {
    const { wiring, terminal, emit } = context;
    terminal.say(
      `iflow demo: a feature is specified from a PRD. The agents are ${terminal.paint.bold("scripted")}: no model, no key, no network.`,
    );
    terminal.say(
      "Everything else is real: git, files, reviews that fail, a reviewer that is resumed with only the delta.\n",
    );
    const root = await wiring.createSampleRepository(DEMO_FILES, flags.keep);
    const ports = await wiring.openPorts(root, emit);
    const script = join(ports.repository.gitDir, "iflow-demo-script.json");
    await writeFile(script, JSON.stringify(DEMO_SCRIPT));
    const result = await play(context, ports, script);
    await rm(script, { force: true });
    if (result.type !== "ended")
      throw new IflowError("agent-unavailable", "the demo stopped", { detail: JSON.stringify(result.pendings) });

    const outcomes = await ports.runs.outcomes(result.run.feature);
    const { dispatches, sentChars, freshChars } = await phaseSummary(ports, result.run);
    const folder = `docs/features/${result.run.feature}`;
    const files = [`${folder}/spec.md`, `${folder}/.review-history.md`, `${folder}/.meta.json`];
    return {
      exit: EXIT.done,
      data: { dispatches, files, repository: root, run: result.folder, rounds: result.end.rounds },
      text: [
        `\n${terminal.paint.green(terminal.marks.pass)} specify approved in ${result.end.rounds} rounds\n`,
        dispatchTable(outcomes.map(({ outcome }) => outcome)),
        "\n  prompt: characters sent; context: what a fresh agent has to take in, files included",
        `  sent in all: ${percent(sentChars, freshChars)} of what fresh agents every time would have taken in`,
        "  ~ estimated from text lengths at list prices: the agents were scripted, nothing was spent\n",
        "What you saw",
        "  round 1   a reviewer refused; its author was resumed with the issue alone",
        "  round 2   the same reviewer was resumed with only the diff, and found two open decisions",
        "  round 3   the rewrite was more than half of its context, so a fresh reviewer was cheaper: the guard",
        "  gate      a second reviewer asked whether the next phase can start; then one commit holds the approved bytes\n",
        `Look at it:  cd ${root}`,
        ...files.map((file) => `             ${file}`),
        "             git log --oneline",
        `Every prompt and reply:  ${result.folder}/dispatches`,
        'Your own:    iflow create-feature "<what you want>"   in your repository, then   iflow specify',
      ].join("\n"),
    };
  };
}

async function play({ wiring, terminal, emit, signal }: CommandContext, ports: Ports, script: string) {
  const config = DEFAULT_CONFIG; // the story must not depend on the reader's settings
  const path = "docs/brainstorms/login-limit.prd.md";
  const created = await createFeature(ports, config.artifactsRoot, {
    text: DEMO_FEATURE,
    prd: { path, text: DEMO_FILES[path] },
  });
  const feature = await resolveFeature(ports, config.artifactsRoot, created.key);
  const answer = createAnswerer({ terminal, yolo: true, emit, signal, isOpen: async () => true });
  return startPhase(
    ports,
    {
      signal,
      answer,
      openAgent: (choice) => wiring.openAgent({ root: ports.repository.root, runs: ports.runs }, config, choice),
    },
    {
      feature,
      phase: "specify",
      config,
      runtime: await wiring.chooseScript(script, ports.repository.root),
      flags: { yolo: true, mode: "single" },
      version: wiring.version,
      command: "iflow demo",
      forceUnlock: false,
    },
  );
}
